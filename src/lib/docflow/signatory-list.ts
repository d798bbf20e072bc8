/** A signatory as the form names them. */
export interface Signer {
  readonly uid: string;
  readonly name: string;
  readonly email: string;
  readonly position: string;
}

type List = readonly Signer[];

/** What a person is called: the name, or the e-mail where none is given. */
export const calledAs = ({ name, email }: Pick<Signer, 'name' | 'email'>): string => name || email;

export const isListed = (list: List, uid: string): boolean => list.some((one) => one.uid === uid);

/** The list with one more at its end; the same list when the person is in it already. */
export const withSigner = (list: List, { uid, name, email, position }: Signer): List =>
  isListed(list, uid) ? list : [...list, { uid, name, email, position }];

export const withoutSigner = (list: List, uid: string): List => list.filter((one) => one.uid !== uid);

/** The list with one person moved by some places; beyond either end nothing moves. */
export function withMoved(list: List, uid: string, by: 1 | -1): List {
  const from = list.findIndex((one) => one.uid === uid);
  const to = from + by;
  const [one, other] = [list[from], list[to]];
  return one && other ? list.with(from, other).with(to, one) : list;
}

/** Whether two lists name the same people in the same order. */
export const sameSigners = (one: List, other: List): boolean =>
  one.length === other.length && one.every(({ uid }, index) => uid === other[index]?.uid);

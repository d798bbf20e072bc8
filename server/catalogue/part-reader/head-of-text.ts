// Of the names of parts in a text finds the one that says what the part is: the head.
import { isOf, type Kind } from './lexicon-data.ts';
import { type Found, isListed, isSet } from './name-in-text.ts';
import {
  isAdjective,
  isBarrier,
  isBehindNumber,
  isLatin,
  isParticle,
  type Piece,
  piecesOf,
  type Role,
} from './pieces.ts';
import { SURE } from './word-readings.ts';

/** In English behind a part they say what it is of: «oil pan engine». */
const WHOLES = ['двигатель', 'коробка передач', 'кабина', 'картер', 'кондиционер'];

/** Small parts of many things, which English names before a thing rather than behind: «clip fender», «nut flywheel». */
const SMALL: ReadonlySet<string> = new Set(
  'гайка болт винт шпилька шайба прокладка сальник втулка палец пружина подшипник хомут кронштейн датчик кольцо клипса заглушка пробка'.split(
    ' ',
  ),
);

/** «CLIP FENDER»: the small part is the head, if no name holds both. */
const isSmallOf = ({ kind, at }: Found, following: Found): boolean =>
  SMALL.has(kind.name) &&
  !SMALL.has(following.kind.name.split(' ', 1)[0] as string) &&
  !following.at.includes(at[0] as number);

/** The name that says what the part is: the first one with all its words; in English the last of a row of words. */
export function headOf(found: readonly Found[], pieces: readonly Piece[]): Found | null {
  const barrier = pieces.findIndex((_, at) => at > 0 && isBarrier(pieces, at));
  const before = barrier < 0 ? found : found.filter(({ at }) => (at[0] ?? 0) < barrier);
  const able = before.length > 0 ? before : found;
  if (able.length === 0) return null;
  // «рессорный» says of what part, not which.
  const nouns = able.filter(({ at, score }) => at.length > 1 || score >= SURE || !isAdjective(pieces[at[0] as number]));
  const kit = able.filter(({ kind, at }) => isOf(kind, 'ремкомплект') && !isListed(pieces, at[0] as number));
  const among = kit.length > 0 ? kit : nouns.length > 0 ? nouns : able;
  const first = Math.min(...among.map(({ at }) => at[0] as number));
  let head = bestOf(among.filter(({ at }) => at[0] === first));
  if (kit.length > 0 || !isLatin(pieces[first])) {
    // A longer name that begins within the first one.
    const longer = bestOf(
      able.filter(
        ({ at, score }) =>
          at.some((one) => head.at.includes(one)) &&
          score > head.score + 5 &&
          (kit.length > 0
            ? kit.some((one) => contains(at, one.at))
            : at.includes(first) || mayBeQuality(head, pieces) || isNounWithin(head, at, pieces)),
      ),
    );
    return longer ?? head;
  }
  for (;;) {
    const end = head.at.at(-1) as number;
    const { score: least } = head;
    const next = among.filter(
      ({ at, score }) =>
        (at[0] === end + 1 || ((at[0] as number) <= end && score >= least)) &&
        (at.at(-1) as number) > end &&
        saysMore(at, end, head, pieces) &&
        !isBehindNumber(pieces, at.at(-1) as number) &&
        isLatin(pieces[at[0] as number]),
    );
    const following = bestOf(next);
    if (
      !following ||
      WHOLES.some((name) => isOf(following.kind, name)) ||
      isSmallOf(head, following) ||
      isTurnedAround(pieces, head.at[0] as number) ||
      pieces[end + 1]?.is === 'sign'
    )
      return head;
    head = following;
  }
}

/** Behind a part they say in English where it is and how it comes, not what: «compressor cover assy», «side panel front». */
const BEHIND_NAMES: ReadonlySet<string> = new Set(
  'assy assembly asm front rear left right lh rh upper lower inner outer engine'.split(' '),
);

/** Whether a name that goes on behind another one is the likelier: it holds all of it or a word that may say what the part is. */
const saysMore = (at: readonly number[], end: number, head: Found, pieces: readonly Piece[]): boolean =>
  contains(at, head.at) || at.some((one) => one > end && !BEHIND_NAMES.has(pieces[one]?.typed ?? ''));

const contains = (at: readonly number[], others: readonly number[]): boolean => others.every((one) => at.includes(one));

/** «колпачковая гайка клапанной крышки»: a longer name of the same noun may leave out what the text says first of it. */
function isNounWithin(head: Found, at: readonly number[], pieces: readonly Piece[]): boolean {
  const nouns = head.at.filter((one) => !isAdjective(pieces[one]));
  return nouns.length > 0 && nouns[0] === at[0] && contains(at, nouns);
}

/** «CYL ASSY-BRAKE», «CLAMP, V-BAND TURBO»: the part stands before what is said of it. */
const isTurnedAround = (pieces: readonly Piece[], at: number): boolean =>
  pieces[at + 1]?.typed === '-' ||
  pieces[at + 1]?.typed === ',' ||
  (pieces[at + 1]?.is === 'word' && pieces[at + 2]?.typed === '-');

/** Whether a name may be but what is said of the part: «рессорный», a word that was cut. */
const mayBeQuality = ({ at, score }: Found, pieces: readonly Piece[]): boolean =>
  at.length === 1 && (score < SURE || isAdjective(pieces[at[0] as number]));

/** Of equal ones the longer name, then the one whose words stand closer together. */
const isBetter = (one: Found, other: Found): boolean =>
  one.score !== other.score
    ? one.score > other.score
    : one.at.length !== other.at.length
      ? one.at.length > other.at.length
      : spanOf(one) < spanOf(other);

const spanOf = ({ at }: Found): number => (at.at(-1) as number) - (at[0] as number);

const bestOf = (found: readonly Found[]): Found =>
  found.reduce((one, other) => (isBetter(other, one) ? other : one), found[0] as Found);

/** The names found in a text. */
export interface Named {
  readonly pieces: readonly Piece[];
  readonly roles: readonly Role[];
  readonly found: readonly Found[];
}

/** Their gaskets are no part of their own. */
const SETS_OF_MANY = ['набор прокладок', 'комплект прокладок двигателя'];

/** The gearbox, by which machines of one name differ. */
const VARIANTS: ReadonlySet<string> = new Set(['акпп', 'мкпп']);

/**
 * Whether the last word of a name is not of it: where a name is whole, «к-т» behind it says how the part is sold
 * («патрубки радиатора к-т»), and a gearbox behind the machine for which of them it is («радиатор охл. Camry АКПП»).
 */
export function hasTooMuch({ kind, at }: Found, { pieces, roles, found }: Named): boolean {
  const last = at.at(-1) as number;
  const typed = pieces[last]?.typed ?? '';
  const isSold = roles[last] === 'mark' && /^к[/о-]/.test(typed) && isSet(kind) && !SETS_OF_MANY.includes(kind.name);
  const isOfMachine = at.length > 2 && VARIANTS.has(typed) && roles.indexOf('machine', at[0]) < last;
  if (at.length < 2 || !(isSold || (isOfMachine && roles.includes('machine')))) return false;
  const isWhole = (other: Found) =>
    other.at.length === at.length - 1 &&
    (other.at.length > 1 || other.score >= SURE) &&
    other.at.every((one) => one !== last && at.includes(one));
  return found.some(isWhole);
}

/** Shorter words are no names of parts. */
const NOUN_MIN = 4;

/** «остов радиатора»: a part that is said to have another one, which no data know, is but the object of it. */
export function isBehindUnknown(
  head: Found,
  found: readonly Found[],
  pieces: readonly Piece[],
  roles: readonly Role[],
): boolean {
  const [first = 0] = head.at;
  let at = first - 1;
  while (at > 0 && (roles[at] === 'side' || roles[at] === 'mark')) at--;
  const before = pieces[at];
  if (!before || roles[at] !== 'rest' || before.is !== 'word' || isAdjective(before)) return false;
  if (!/^[а-я]+$/.test(before.typed) || isParticle(before)) return false;
  // «усил. рамы» is of the frame, «пер. рессоры» are springs.
  if (before.isCut ? at > 0 || !/[ая]$|[ое]го$/.test(pieces[first]?.typed ?? '') : before.typed.length < NOUN_MIN)
    return false;
  if (found.some((one) => one.at.includes(at))) return false;
  return isGenitive(head, pieces);
}

/** Whether the part that a text names stands in the genitive: «радиатора», «масляного насоса», «помпы», no «колодки тормозные». */
function isGenitive({ kind, at }: Found, pieces: readonly Piece[]): boolean {
  const first = pieces[at[0] as number] as Piece;
  if (/(?:ого|его|ых|их)$/.test(first.typed)) return true;
  if (at.some((one) => /(?:ые|ие)$/.test(pieces[one]?.typed ?? ''))) return false;
  for (let one: Kind | null = kind; one; one = one.parent) {
    const name = piecesOf(one.name).find(({ form }) => form === first.form);
    if (name) return first.typed !== name.typed && /[аяыи]$|[ое]в$|ей$/.test(first.typed);
  }
  return false;
}

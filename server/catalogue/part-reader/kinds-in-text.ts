// Reads which part a text names, and other parts beside it: «прокладка помпы» is a gasket, of the pump.
import { type Kind, type Lexicon, type Machine, SLIP_MIN, widerKinds } from './lexicon.ts';
import type { Claim } from './own-readings.ts';
import { isBarrier, isParticle, type Piece, piecesOf, type Role } from './pieces.ts';

interface Found {
  readonly kind: Kind;
  /** Places of its pieces, ascending. */
  readonly at: readonly number[];
  readonly score: number;
}

/** Pieces of other words that may stand among those of a name. */
const SLACK = 2;
/** More words of the data that begin so say too little. */
const BEGINNINGS_MAX = 60;
const CUT_MIN = 3;
/** A word of the data may be the beginning of another one too: «уплотн». */
const KNOWN_CUT_MIN = 5;

/** How surely a word of the text is a word of the data. */
const SURE = 10;
const ADJECTIVE = 9;
const CUT = 7;
const SLIP = 6;
const GAP = 4;
const TURNED = 8;

const READINGS_MAX = 30_000;

/** Pieces read as one of these are no words of a name. */
const UNNAMED: readonly Role[] = ['machine', 'size', 'noise'];

/** The words of the data that a piece may be, each with how surely in one number. */
type Readings = Int32Array;

const SURENESS = 16;
const NO_READINGS = new Int32Array();

const packedReadings = (found: ReadonlyMap<number, number>): Readings =>
  found.size === 0 ? NO_READINGS : Int32Array.from(found, ([word, sure]) => word * SURENESS + sure);

/** What may be said beside the part in a wording of it. */
const BESIDE_NAMES: readonly Role[] = ['machine', 'side', 'mark', 'size'];

export interface ReadKinds {
  /** What the part is; null where the text does not say. */
  readonly kind: Kind | null;
  /** Other parts that it names beside: of «прокладка помпы» the pump. */
  readonly objects: readonly Kind[];
  /** Machines named by words that may name a part too, which another word does. */
  readonly late: readonly (readonly Machine[])[];
}

export class KindReader {
  readonly #lexicon: Lexicon;
  readonly #machinesNamed: (piece: Piece) => Machine[];
  readonly #readings = new Map<string, Readings>();
  readonly #parts = new Map<Kind, readonly Kind[]>();

  /** `machinesNamed`: the machines that a word means that may name a part too. */
  constructor(lexicon: Lexicon, machinesNamed: (piece: Piece) => Machine[]) {
    this.#lexicon = lexicon;
    this.#machinesNamed = machinesNamed;
  }

  partsOf(kind: Kind): readonly Kind[] {
    const known = this.#parts.get(kind);
    if (known) return known;
    const pieces = piecesOf(kind.name);
    const found = this.#kindsIn(
      pieces,
      pieces.map(() => 'rest'),
      false,
    );
    const wider = new Set<Kind>([kind, ...widerKinds(kind)]);
    const parts = found
      .filter((one) => !wider.has(one.kind) && one.at[0] !== 0 && one.score >= one.at.length * ADJECTIVE)
      .map((one) => one.kind);
    this.#parts.set(kind, parts);
    return parts;
  }

  /**
   * The same as `read` where the shop says what some pieces are: in place of its wordings the names of the parts are
   * read, so that «прокладка помпы» is the «прокладка насоса водяного» where «помпа» means «насос водяной».
   */
  readClaimed(pieces: readonly Piece[], roles: Role[], claims: readonly Claim[]): ReadKinds {
    const shown: Piece[] = [];
    const shownRoles: Role[] = [];
    /** By place among the shown pieces, where it stands in the text; by claim the places of its name. */
    const places: number[] = [];
    const names = new Map<Claim, number[]>();
    const own: Found[] = [];
    for (let at = 0; at < pieces.length; at++) {
      const claim = claims.find(({ from }) => from === at);
      if (!claim?.part) {
        const isPlain = claims.some(({ from, to, machine }) => !machine && from <= at && at < to);
        shown.push(pieces[at] as Piece);
        shownRoles.push(isPlain ? 'noise' : (roles[at] as Role));
        places.push(isPlain ? -1 : at);
        continue;
      }
      const name: number[] = [];
      for (const piece of piecesOf(claim.part.name)) {
        if (piece.is === 'sign' || isParticle(piece) || name.some((one) => shown[one]?.form === piece.form)) continue;
        name.push(shown.length);
        shown.push(piece);
        shownRoles.push('rest');
        places.push(-1);
      }
      names.set(claim, name);
      own.push({ kind: claim.part, at: name, score: name.length * SURE });
      at = claim.to - 1;
    }
    const read = this.read(shown, shownRoles, own);
    for (const [at, place] of places.entries()) if (place >= 0) roles[place] = shownRoles[at] as Role;
    for (const claim of claims) {
      if (claim.machine) continue;
      const role =
        names
          .get(claim)
          ?.map((at) => shownRoles[at] as Role)
          .find((one) => one !== 'rest') ?? 'rest';
      for (let at = claim.from; at < claim.to; at++)
        if (claim.isSingle || !BESIDE_NAMES.includes(roles[at] as Role)) roles[at] = role;
    }
    return read;
  }

  /** The kinds that are named; nothing but a longer name may take pieces of those that the shop says (`own`), all of them. */
  #kindsBeside(pieces: readonly Piece[], roles: readonly Role[], mend: boolean, own: readonly Found[]): Found[] {
    const found = this.#kindsIn(pieces, roles, mend);
    if (own.length === 0) return found;
    const keeps = (at: readonly number[], { at: name }: Found) =>
      !at.some((one) => name.includes(one)) || (at.length > name.length && name.every((one) => at.includes(one)));
    return [...own, ...found.filter(({ at }) => own.every((one) => keeps(at, one)))];
  }

  /** The part; `own`: what the shop says. */
  read(pieces: readonly Piece[], roles: Role[], own: readonly Found[] = []): ReadKinds {
    let found = this.#kindsBeside(pieces, roles, false, own);
    if (found.length === 0) found = this.#kindsIn(pieces, roles, true);
    // «комплект» says how the part comes where another one is named.
    const named = found.filter(({ at }) => at.length > 1 || roles[at[0] as number] !== 'mark');
    if (named.length > 0) found = named;
    const head = this.#mended(headOf(found, pieces), pieces, roles, own);
    if (!head) return { kind: null, objects: [], late: [] };
    for (const at of head.at) roles[at] = 'kind';
    const objects = new Set<Kind>();
    const late: Machine[][] = [];
    const taken = new Set(head.at);
    const barrier = pieces.findIndex((piece, at) => at > 0 && isBarrier(piece));
    for (const other of [...found].sort((one, two) => two.score - one.score)) {
      // What comes along with it is not what it belongs to.
      if (barrier >= 0 && (other.at[0] as number) > barrier && (head.at[0] as number) < barrier) continue;
      if (other.at.some((at) => taken.has(at)) || other.kind === head.kind) continue;
      // A few letters with a full stop may be anything.
      const isOneWord = other.at.length === 1 && !own.includes(other);
      const alone = pieces[other.at[0] as number] as Piece;
      if (isOneWord && other.score <= CUT && alone.typed.length < SLIP_MIN) continue;
      const named = isOneWord ? this.#machinesNamed(alone) : [];
      if (named.length > 0) {
        late.push(named);
        roles[other.at[0] as number] = 'machine';
        taken.add(other.at[0] as number);
        continue;
      }
      objects.add(other.kind);
      for (const at of other.at) {
        taken.add(at);
        roles[at] = 'object';
      }
    }
    return { kind: head.kind, objects: [...objects], late };
  }

  /** The head, or a longer name around it with a word that was typed with a slip. */
  #mended(head: Found | null, pieces: readonly Piece[], roles: readonly Role[], own: readonly Found[]): Found | null {
    if (!head || head.at.length > 1) return head;
    const isUnknown = (piece: Piece, at: number) =>
      roles[at] === 'rest' &&
      piece.is === 'word' &&
      piece.typed.length > SLIP_MIN &&
      this.#readingsOf(piece, false).length === 0;
    if (!pieces.some(isUnknown)) return head;
    const longer = headOf(
      this.#kindsBeside(pieces, roles, true, own).filter(
        ({ at }) => at.length > 1 && at.includes(head.at[0] as number),
      ),
      pieces,
    );
    return longer ?? head;
  }

  /** All names of kinds in the text; `mend`: with words that were typed with a slip. */
  #kindsIn(pieces: readonly Piece[], roles: readonly Role[], mend: boolean): Found[] {
    const places = new Map<number, { at: number; sure: number }[]>();
    const barriers: number[] = [];
    for (const [at, piece] of pieces.entries()) {
      if (isBarrier(piece)) barriers.push(at);
      if (UNNAMED.includes(roles[at] as Role) || piece.is === 'sign' || isParticle(piece)) continue;
      // «пер.» that was read as a side is no glove.
      const isTaken = roles[at] === 'side' || roles[at] === 'mark';
      // «8РК1050» is a belt and no «р/к».
      if (piece.is === 'word' && piece.isGlued && piece.typed.length <= 2 && pieces[at - 1]?.is === 'number') continue;
      for (const reading of this.#readingsOf(piece, mend)) {
        const [word, sure] = [Math.floor(reading / SURENESS), reading % SURENESS];
        if (isTaken && sure < SURE) continue;
        const list = places.get(word);
        if (list) list.push({ at, sure });
        else places.set(word, [{ at, sure }]);
      }
    }
    const best = new Map<string, Found>();
    const isThere = (word: number) => places.has(word);
    for (const [word, starts] of places) {
      for (const form of this.#lexicon.formsWithin(word, isThere)) {
        const words = this.#lexicon.wordsOfForm(form);
        const kind = this.#lexicon.kindOfForm(form);
        for (const start of starts) {
          const match = matchOf(words, word, start, {
            places,
            pieces,
            roles,
            barriers: this.#lexicon.joins(form) ? [] : barriers,
          });
          if (!match) continue;
          const name = `${match.at.join(' ')}`;
          const known = best.get(name);
          if (!known || match.score > known.score || (match.score === known.score && isPlainer(kind, known.kind)))
            best.set(name, { kind, ...match });
        }
      }
    }
    return [...best.values()];
  }

  #readingsOf(piece: Piece, mend: boolean): Readings {
    // Numbers are too many to be remembered, and soon looked up.
    if (piece.is !== 'word') return this.#makeReadings(piece, mend);
    const name = piece.isCut || mend ? `${piece.typed}${piece.isCut ? '.' : ''}${mend ? '~' : ''}` : piece.typed;
    const known = this.#readings.get(name);
    if (known) return known;
    if (this.#readings.size > READINGS_MAX) this.#readings.clear();
    const made = this.#makeReadings(piece, mend);
    this.#readings.set(name, made);
    return made;
  }

  #makeReadings({ form, typed, is, isCut }: Piece, mend: boolean): Readings {
    if (is === 'number') {
      const word = this.#lexicon.wordNumber(form);
      return word === undefined ? NO_READINGS : Int32Array.of(word * SURENESS + SURE);
    }
    const found = new Map<number, number>();
    const add = (word: number | undefined, sure: number) => {
      if (word !== undefined && sure > (found.get(word) ?? 0)) found.set(word, sure);
    };
    add(this.#lexicon.wordNumber(form), SURE);
    for (const other of this.#lexicon.meantBy(form)) add(this.#lexicon.wordNumber(other), ADJECTIVE);
    if (is !== 'word') return packedReadings(found);
    if (/^[а-я]+$/.test(form)) for (const other of relatives(form)) add(this.#lexicon.wordNumber(other), ADJECTIVE);
    const isKnown = found.size > 0;
    const [cut = ''] = typed.split(/[/-]/);
    if (cut.length >= (isCut ? 2 : isKnown ? KNOWN_CUT_MIN : CUT_MIN)) {
      for (const word of this.#lexicon.wordsFrom(cut, BEGINNINGS_MAX)) add(word, CUT);
      if (form !== cut && found.size === 0)
        for (const word of this.#lexicon.wordsFrom(form, BEGINNINGS_MAX)) add(word, CUT);
    }
    if (mend && found.size === 0 && form.length >= SLIP_MIN) {
      for (const other of this.#lexicon.wordsNear(form)) add(other, SLIP);
    }
    return packedReadings(found);
  }
}

/** Whether a kind is the likelier of two that a text names equally: the wider, else the one with the shorter name. */
const isPlainer = (one: Kind, other: Kind): boolean =>
  depthOf(one) < depthOf(other) || (depthOf(one) === depthOf(other) && one.name.length < other.name.length);

function depthOf(kind: Kind): number {
  let depth = 0;
  for (let one = kind.parent; one; one = one.parent) depth++;
  return depth;
}

/** «рессорный» is «рессоры», «тормоза» is «тормозной». */
function* relatives(stem: string): Generator<string> {
  if (stem.length < 4) return;
  if (stem.endsWith('н')) yield stem.slice(0, -1);
  if (stem.endsWith('ов') || stem.endsWith('ев')) yield stem.slice(0, -2);
  yield `${stem}н`;
  yield `${stem}ян`;
  if (stem.endsWith('ян')) yield stem.slice(0, -2);
  yield `${stem}ов`;
  if (stem.endsWith('к')) yield `${stem.slice(0, -1)}очн`;
  if (stem.endsWith('очн')) yield `${stem.slice(0, -3)}к`;
}

interface Place {
  readonly at: number;
  readonly sure: number;
}

interface Text {
  readonly places: ReadonlyMap<number, readonly Place[]>;
  readonly pieces: readonly Piece[];
  readonly roles: readonly Role[];
  readonly barriers: readonly number[];
}

/** Where the words of a name stand together around one of them; null where they do not. */
function matchOf(
  words: Int32Array,
  key: number,
  start: Place,
  { places, pieces, roles, barriers }: Text,
): Pick<Found, 'at' | 'score'> | null {
  const at = [start.at];
  let score = start.sure;
  let foremost = start.at;
  for (const [place, word] of words.entries()) {
    if (word === key) continue;
    let nearest: Place | null = null;
    for (const place of places.get(word) ?? []) {
      if (at.includes(place.at)) continue;
      if (!nearest || Math.abs(place.at - start.at) < Math.abs(nearest.at - start.at)) nearest = place;
    }
    if (!nearest) return null;
    at.push(nearest.at);
    score += nearest.sure;
    if (place === 0) foremost = nearest.at;
  }
  at.sort((one, other) => one - other);
  const [first = 0, last = 0] = [at[0], at.at(-1)];
  if (barriers.some((barrier) => barrier > first && barrier < last)) return null;
  let gaps = 0;
  for (let one = first; one < last; one++) {
    const piece = pieces[one] as Piece;
    if (!at.includes(one) && piece.is === 'word' && roles[one] === 'rest' && !isParticle(piece)) gaps++;
  }
  if (gaps > SLACK) return null;
  // A word cut short that stands alone may be many things.
  if (words.length === 1 && start.sure === CUT && (pieces[start.at]?.typed.length ?? 0) < CUT_MIN) return null;
  // «рессора 15 листов» is no leaf: only what says of what kind a part is may stand on the other side of it.
  const isTurned = foremost !== first && ![first, foremost].some((one) => mayStandAnywhere(pieces[one] as Piece));
  return { at, score: score - gaps * GAP - (isTurned ? TURNED : 0) };
}

/** The name that says what the part is: the first one with all its words; in English the last of a row of words. */
function headOf(found: readonly Found[], pieces: readonly Piece[]): Found | null {
  const barrier = pieces.findIndex((piece, at) => at > 0 && isBarrier(piece));
  const before = barrier < 0 ? found : found.filter(({ at }) => (at[0] ?? 0) < barrier);
  const able = before.length > 0 ? before : found;
  if (able.length === 0) return null;
  // «рессорный» says of what part, not which.
  const nouns = able.filter(({ at, score }) => at.length > 1 || score >= SURE || !isAdjective(pieces[at[0] as number]));
  const kit = able.filter(({ kind }) => isOf(kind, 'ремкомплект'));
  const among = kit.length > 0 ? kit : nouns.length > 0 ? nouns : able;
  const first = Math.min(...among.map(({ at }) => at[0] as number));
  let head = bestOf(among.filter(({ at }) => at[0] === first));
  if (kit.length > 0 || !isLatin(pieces[first])) {
    // A longer name that begins within the first one.
    const longer = bestOf(
      able.filter(({ at, score }) => at.some((one) => head.at.includes(one)) && score > head.score + 5),
    );
    return longer ?? head;
  }
  for (;;) {
    const end = head.at.at(-1) as number;
    const next = among.filter(
      ({ at }) => (at[0] as number) <= end + 1 && (at.at(-1) as number) > end && isLatin(pieces[at[0] as number]),
    );
    const following = bestOf(next);
    if (!following || pieces[(head.at[0] as number) + 1]?.typed === '-' || pieces[end + 1]?.is === 'sign') return head;
    head = following;
  }
}

const bestOf = (found: readonly Found[]): Found =>
  found.reduce(
    (one, other) =>
      other.score > one.score || (other.score === one.score && other.at.length > one.at.length) ? other : one,
    found[0] as Found,
  );

const isAdjective = (piece: Piece | undefined): boolean =>
  /(?:ый|ий|ой|ая|яя|ое|ее|ые|ие|ого|его|ому|ых|их)$/.test(piece?.typed ?? '');

const mayStandAnywhere = (piece: Piece): boolean =>
  piece.isCut || isLatin(piece) || isAdjective(piece) || /[/~]/.test(piece.form);

const isLatin = (piece: Piece | undefined): boolean => /^[a-z]/.test(piece?.typed ?? '');

/** Whether a kind is this one or a narrower one. */
export function isOf(kind: Kind | null, name: string): boolean {
  for (let one = kind; one; one = one.parent) if (one.name === name) return true;
  return false;
}

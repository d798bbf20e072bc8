// Reads which part a text names, and other parts beside it: «прокладка помпы» is a gasket, of the pump.
import { hasTooMuch, headOf, isBehindUnknown } from './head-of-text.ts';
import type { Lexicon } from './lexicon.ts';
import { type Kind, type Machine, widerKinds } from './lexicon-data.ts';
import { type Found, leansOnNext, matchOf, type Place } from './name-in-text.ts';
import type { Claim } from './own-readings.ts';
import {
  isAdjective,
  isAnd,
  isBarrier,
  isBehindNumber,
  isLatin,
  isParticle,
  type Piece,
  piecesOf,
  type Role,
} from './pieces.ts';
import { SLIP_MIN } from './slips.ts';
import { ADJECTIVE, CUT, SURE, SURENESS, WordReadings } from './word-readings.ts';

/** Pieces read as one of these are no words of a name. */
const UNNAMED: readonly Role[] = ['machine', 'size'];

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
  readonly #words: WordReadings;
  readonly #parts = new Map<Kind, readonly Kind[]>();

  /** `machinesNamed`: the machines that a word means that may name a part too. */
  constructor(lexicon: Lexicon, machinesNamed: (piece: Piece) => Machine[]) {
    this.#lexicon = lexicon;
    this.#words = new WordReadings(lexicon);
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
        const piece = pieces[at] as Piece;
        // A sign is part of no name.
        shown.push(isPlain ? { ...piece, is: 'sign' } : piece);
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
    if (named.length > 0)
      found = named.filter(
        (one) => !this.#isMake(one, pieces, roles) && !hasTooMuch(one, { pieces, roles, found: named }),
      );
    const head = this.#mended(headOf(found, pieces), pieces, roles, own);
    if (!head) return { kind: null, objects: [], late: [] };
    const isOfUnknown = !own.includes(head) && isBehindUnknown(head, found, pieces, roles);
    for (const at of head.at) roles[at] = isOfUnknown ? 'object' : 'kind';
    const objects = new Set<Kind>(isOfUnknown ? [head.kind] : []);
    const late: Machine[][] = [];
    const taken = new Set(head.at);
    const barrier = pieces.findIndex((_, at) => at > 0 && isBarrier(pieces, at));
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
    return { kind: isOfUnknown ? null : head.kind, objects: [...objects], late };
  }

  /** «Alternator Case Magnum»: a word before the model of a make is the make. */
  #isMake({ at }: Found, pieces: readonly Piece[], roles: readonly Role[]): boolean {
    const [place = 0] = at;
    const piece = pieces[place];
    return (
      at.length === 1 &&
      roles[place + 1] === 'machine' &&
      isLatin(piece) &&
      this.#machinesNamed(piece as Piece).length > 0
    );
  }

  /** The head, or a longer name around it with a word that was typed with a slip. */
  #mended(head: Found | null, pieces: readonly Piece[], roles: readonly Role[], own: readonly Found[]): Found | null {
    if (!head) return head;
    const isUnknown = (piece: Piece, at: number) =>
      roles[at] === 'rest' &&
      piece.is === 'word' &&
      piece.typed.length > SLIP_MIN &&
      this.#words.of(piece, false).length === 0;
    // In English the part is said last: «sway bar bushnig».
    const next = (head.at.at(-1) as number) + 1;
    const isUnknownNext = isLatin(pieces[next]) && isUnknown(pieces[next] as Piece, next);
    if (head.at.length > 1 ? !isUnknownNext : !pieces.some(isUnknown)) return head;
    const longer = headOf(
      this.#kindsBeside(pieces, roles, true, own).filter(
        ({ at }) => at.length > head.at.length && at.includes(head.at[0] as number),
      ),
      pieces,
    );
    return longer ?? head;
  }

  /** All names of kinds in the text; `mend`: with words that were typed with a slip. */
  #kindsIn(pieces: readonly Piece[], roles: readonly Role[], mend: boolean): Found[] {
    const places = new Map<number, Place[]>();
    const barriers: number[] = [];
    const leaning: number[] = [];
    let hasBrackets = false;
    for (const [at, piece] of pieces.entries()) {
      if (isBarrier(pieces, at) || partsNames(pieces, roles, at)) barriers.push(at);
      if (piece.typed === '(') hasBrackets = true;
      if (leansOnNext(pieces, at)) leaning.push(at);
      if (
        UNNAMED.includes(roles[at] as Role) ||
        isCounting(pieces, roles, at) ||
        piece.is === 'sign' ||
        isParticle(piece)
      )
        continue;
      // «пер.» that was read as a side is no glove.
      const isTaken = roles[at] === 'side' || roles[at] === 'mark' || roles[at] === 'noise';
      const isOfSize = isBehindNumber(pieces, at);
      const side = roles[at] === 'side' ? this.#lexicon.sideWord(piece) : undefined;
      if (side !== undefined) addPlace(places, side, { at, sure: ADJECTIVE });
      for (const reading of this.#words.of(piece, mend)) {
        const [word, sure] = [Math.floor(reading / SURENESS), reading % SURENESS];
        if ((isTaken || isOfSize) && sure < SURE) continue;
        // What a part is for says more than its size.
        addPlace(places, word, { at, sure: isOfSize ? ADJECTIVE : sure });
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
            lexicon: this.#lexicon,
            kind,
            places,
            leaning,
            hasBrackets,
            pieces,
            roles,
            barriers: this.#lexicon.joins(form) ? [] : barriers,
          });
          // «быстрый старт» is a part, «быстрый» is none.
          if (!match || (roles[match.at[0] as number] === 'noise' && match.at.every((one) => roles[one] === 'noise')))
            continue;
          const name = `${match.at.join(' ')}`;
          const known = best.get(name);
          if (!known || match.score > known.score || (match.score === known.score && isPlainer(kind, known.kind)))
            best.set(name, { kind, ...match });
        }
      }
    }
    return [...best.values()];
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

/** «9 лист.», «2 к-та». */
const isCounting = (pieces: readonly Piece[], roles: readonly Role[], at: number): boolean =>
  roles[at] === 'noise' &&
  (pieces[at]?.is !== 'word' || pieces[at - 1]?.is === 'number' || pieces[at - 1]?.typed === '-');

function addPlace(places: Map<number, Place[]>, word: number, place: Place): void {
  const list = places.get(word);
  if (list) list.push(place);
  else places.set(word, [place]);
}

/** «колодки и диски»: an «и» with a part on each side; not that of «впускного и выпускного коллектора». */
function partsNames(pieces: readonly Piece[], roles: readonly Role[], at: number): boolean {
  if (!isAnd(pieces[at] as Piece)) return false;
  const isOpen = pieces[at + 2]?.is === 'word' && roles[at + 2] === 'rest';
  const isQuality = (piece: Piece | undefined) => isAdjective(piece) || piece?.isCut === true;
  return !(isQuality(pieces[at - 1]) && isQuality(pieces[at + 1]) && isOpen);
}

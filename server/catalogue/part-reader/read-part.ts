// Reads what a part is out of a title or a query: its kind, side, machines, marks, sizes. Rules only; every name stands
// in the data files beside.
import {
  type Kind,
  keyOfPieces,
  type Lexicon,
  type Machine,
  type NamedMachine,
  SLIP_MIN,
  theLexicon,
  widerKinds,
} from './lexicon.ts';
import type { Claim, OwnReadings } from './own-readings.ts';
import { isBarrier, isParticle, type Piece, piecesOf } from './pieces.ts';

/** What a piece of the text was read as. */
export type Role = 'kind' | 'object' | 'machine' | 'side' | 'mark' | 'noise' | 'size' | 'rest';

export interface PartReading {
  readonly pieces: readonly Piece[];
  /** By piece. */
  readonly roles: readonly Role[];
  /** What the part is; null where the text does not say. */
  readonly kind: Kind | null;
  /** Other parts that it names beside: of «прокладка помпы» the pump. */
  readonly objects: readonly Kind[];
  /** Without a make that stands beside a model of it. */
  readonly machines: readonly Machine[];
  /** By place in the text the machines that a name may mean: mostly one. */
  readonly named: readonly (readonly Machine[])[];
  readonly sides: readonly string[];
  readonly marks: readonly string[];
  /** In one notation: «135x140», «m8x1.25», «24v». */
  readonly sizes: readonly string[];
}

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

/** Pieces between a make and a bare number that is a model of it. */
const BESIDE = 3;
const SHORT_NAME = 3;
const READINGS_MAX = 10_000;

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

const NO_CLAIMS: readonly Claim[] = [];
const NONE_BARRED: ReadonlySet<number> = new Set();

/** Takes what the shop says something of from what else it might be read as: one word wholly, a machine too. */
function settle({ machine, from, to, isSingle }: Claim, roles: Role[]): void {
  if (machine || isSingle) roles.fill(machine ? 'rest' : 'noise', from, to);
}

/** `late`: machines named by words that may name a part too, which another word does. */
type ReadKinds = Pick<PartReading, 'kind' | 'objects'> & { readonly late: readonly (readonly Machine[])[] };

export class PartReader {
  readonly #lexicon: Lexicon;
  readonly #readings = new Map<string, Readings>();
  readonly #parts = new Map<Kind, readonly Kind[]>();

  constructor(lexicon: Lexicon = theLexicon()) {
    this.#lexicon = lexicon;
  }

  /** `own`: what the shop says of wordings goes over the data; `plain`: words, as typed, that are never read as a name. */
  read(text: string, own: OwnReadings | null = null, plain: readonly string[] = []): PartReading {
    const pieces = piecesOf(text);
    const roles: Role[] = pieces.map(() => 'rest');
    // A sign is part of no name.
    const named = pieces.map((piece) => (plain.includes(piece.typed) ? { ...piece, is: 'sign' as const } : piece));
    return { ...this.#readNames(named, roles, own), pieces, roles };
  }

  #readNames(pieces: readonly Piece[], roles: Role[], own: OwnReadings | null): Omit<PartReading, 'pieces' | 'roles'> {
    this.#readAmounts(pieces, roles);
    const sizes = readSizes(pieces, roles);
    const claims = own?.claimsIn(pieces) ?? NO_CLAIMS;
    for (const claim of claims) settle(claim, roles);
    const { machines, named } = this.#readMachines(pieces, roles, claims);
    const { sides, marks } = this.#readSigns(pieces, roles);
    const { kind, objects, late } =
      claims.length > 0 ? this.#readClaimedKinds(pieces, roles, claims) : this.#readKinds(pieces, roles);
    const others = late.filter((group) => !group.some((machine) => machines.includes(machine)));
    return {
      ...{ kind, objects, sides, marks, sizes },
      machines: [...machines, ...others.flat()],
      named: [...named, ...others],
    };
  }

  #readSigns(pieces: readonly Piece[], roles: Role[]) {
    const sides = new Set<string>();
    const marks = new Set<string>();
    for (let at = 0; at < pieces.length; at++) {
      if (roles[at] !== 'rest' || isGearNumber(pieces, at)) continue;
      const cut = this.#lexicon.sideFrom(pieces[at] as Piece);
      if (cut) {
        sides.add(cut);
        roles[at] = 'side';
        continue;
      }
      for (let count = this.#lexicon.longestSign(pieces[at]?.form ?? ''); count > 0; count--) {
        const end = endOf(pieces, at, count);
        const sign = end === null ? undefined : this.#lexicon.signOf(keyOfPieces(pieces.slice(at, end)));
        if (!sign || end === null) continue;
        if (sign.sort === 'сторона') for (const side of sign.name.split(' ')) sides.add(side);
        if (sign.sort === 'знак') marks.add(sign.name);
        const role = sign.sort === 'сторона' ? 'side' : sign.sort === 'знак' ? 'mark' : 'noise';
        for (let one = at; one < end; one++) roles[one] = role;
        at = end - 1;
        break;
      }
    }
    return { sides: [...sides], marks: [...marks] };
  }

  /** «4 шт», «2 к-та», «1.» before a line of a list. */
  #readAmounts(pieces: readonly Piece[], roles: Role[]): void {
    const [first, dot, next] = pieces;
    if (first?.is === 'number' && dot?.is === 'sign' && /^[.)]$/.test(dot.typed) && next && !next.isGlued)
      roles[0] = 'noise';
    for (const [at, piece] of pieces.entries()) {
      const before = at - 1;
      if (piece.is !== 'word' || pieces[before]?.is !== 'number' || !this.#lexicon.isUnit(piece.form)) continue;
      // «65.05510-5020 к-т» counts nothing.
      if (pieces[before]?.isGlued || (pieces[before]?.typed.length ?? 0) > 4) continue;
      roles[before] = 'noise';
      roles[at] = 'noise';
    }
  }

  // Machines

  #readMachines(
    pieces: readonly Piece[],
    roles: Role[],
    claims: readonly Claim[],
  ): Pick<PartReading, 'machines' | 'named'> {
    const spans = this.#machineSpans(pieces, roles, claims);
    const sure = new Set<string>();
    for (const { forms } of spans) for (const { machine, isNear } of forms) if (!isNear) sure.add(machine.make);
    const found = new Set<Machine>();
    const groups: Machine[][] = [];
    const accepted: { to: number; make: string }[] = [];
    for (const { from, to, forms } of spans) {
      const isBare = pieces.slice(from, to).every(({ is }) => is !== 'word');
      const isBeside = (make: string) =>
        accepted.some((one) => one.make === make && one.to <= from && from - one.to <= BESIDE);
      const kept = forms.filter(
        ({ isNear, machine }) => !isNear || (isBare ? isBeside(machine.make) : sure.has(machine.make)),
      );
      for (const { machine } of kept) accepted.push({ to, make: machine.make });
      if (kept.length === 0) continue;
      // Of several machines with one name that of a make in the text.
      const named = kept.filter(({ machine }) =>
        spans.some(
          (span) => span.from !== from && span.forms.some((form) => !form.isNear && form.machine.make === machine.make),
        ),
      );
      const likely = kept.filter(({ isUnlikely }) => !isUnlikely);
      const group = [named, likely, kept].find((some) => some.length > 0)?.map(({ machine }) => machine) ?? [];
      for (const machine of group) found.add(machine);
      groups.push(group);
      for (let at = from; at < to; at++) roles[at] = 'machine';
    }
    // A make says nothing beside its model.
    const all = [...found];
    const isRepeated = (machine: Machine) => all.some((other) => other !== machine && other.wider.includes(machine));
    return {
      machines: all.filter((machine) => !isRepeated(machine)),
      named: groups.filter((group) => !group.every(isRepeated)),
    };
  }

  /** The machines that a word means that is typed as their name is. */
  #machinesNamed({ form, typed, is }: Piece): Machine[] {
    if (is !== 'word' || (form.length <= SHORT_NAME && !this.#lexicon.isShortName(typed))) return [];
    return this.#lexicon
      .machinesOf(form)
      .filter(({ isUnlikely }) => !isUnlikely)
      .map(({ machine }) => machine);
  }

  /**
   * Places that the data cannot read as a machine because the shop says what they are. A longer wording of a part may name
   * its machine too, by words that no part has.
   */
  #barred(pieces: readonly Piece[], claims: readonly Claim[]): ReadonlySet<number> {
    const barred = new Set<number>();
    for (const { part, from, to, isSingle } of claims)
      for (let at = from; at < to; at++)
        if (!part || isSingle || this.#lexicon.wordNumber((pieces[at] as Piece).form) !== undefined) barred.add(at);
    return barred;
  }

  #machineSpans(pieces: readonly Piece[], roles: readonly Role[], claims: readonly Claim[]) {
    const spans: { from: number; to: number; forms: readonly NamedMachine[] }[] = [];
    const barred = claims.length > 0 ? this.#barred(pieces, claims) : NONE_BARRED;
    for (let at = 0; at < pieces.length; at++) {
      const claim = claims.find(({ machine, from }) => machine !== null && from === at);
      if (claim?.machine) {
        spans.push({ ...claim, forms: [{ machine: claim.machine, isNear: false, isUnlikely: false }] });
        at = claim.to - 1;
        continue;
      }
      if (roles[at] !== 'rest') continue;
      const span = this.#machineAt(pieces, at, barred);
      if (!span) continue;
      spans.push(span);
      at = span.to - 1;
      // «HD65/72/78», «КАМАЗ 5320, 5511».
      const last = pieces[at];
      for (let sign = at + 1; last?.is === 'number'; sign += 2) {
        const [comma, number] = [pieces[sign], pieces[sign + 1]];
        if (!comma || !number || number.is !== 'number' || !/^[/,]$/.test(comma.typed) || barred.has(sign + 1)) break;
        const named = [...pieces.slice(span.from, at), number];
        const forms = this.#lexicon.machinesOf(keyOfPieces(named));
        const following = this.#machineAt(pieces, sign + 1, barred);
        if (forms.length === 0 && !following) break;
        spans.push(
          following && following.to > sign + 2
            ? following
            : { from: sign + 1, to: sign + 2, forms: [...forms, ...(following?.forms ?? [])] },
        );
      }
    }
    return spans;
  }

  #machineAt(pieces: readonly Piece[], at: number, barred: ReadonlySet<number>) {
    const first = pieces[at] as Piece;
    if (isWithinName(pieces, at)) return null;
    for (let count = this.#lexicon.longestMachine(first.form); count > 0; count--) {
      const to = endOf(pieces, at, count);
      if (to === null || (barred.size > 0 && pieces.some((_, one) => one >= at && one < to && barred.has(one))))
        continue;
      const forms = this.#lexicon.machinesOf(keyOfPieces(pieces.slice(at, to)));
      if (forms.length === 0 || isOfArticle(pieces, at, to)) continue;
      // «порш.» is no Porsche.
      if (count === 1 && first.isCut && this.#lexicon.wordsFrom(first.typed, BEGINNINGS_MAX).length > 0) continue;
      // «газа» is no «ГАЗ»: a short name does not change.
      if (count === 1 && first.form.length <= SHORT_NAME && !this.#lexicon.isShortName(first.typed)) continue;
      // A word that names a kind is a machine only beside its make.
      if (count === 1 && first.is === 'word' && this.#lexicon.kindNamed(first.form)) continue;
      return { from: at, to, forms };
    }
    return null;
  }

  // Kinds

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
   * The same as `#readKinds` where the shop says what some pieces are: in place of its wordings the names of the parts are
   * read, so that «прокладка помпы» is the «прокладка насоса водяного» where «помпа» means «насос водяной».
   */
  #readClaimedKinds(pieces: readonly Piece[], roles: Role[], claims: readonly Claim[]): ReadKinds {
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
    const read = this.#readKinds(shown, shownRoles, own);
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
  #readKinds(pieces: readonly Piece[], roles: Role[], own: readonly Found[] = []): ReadKinds {
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
    for (const [word, starts] of places) {
      for (const form of this.#lexicon.formsOfWord(word)) {
        const words = this.#lexicon.wordsOfForm(form);
        if (!words.every((one) => places.has(one))) continue;
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
    const name = `${piece.typed}${piece.isCut ? '.' : ''}${mend ? '~' : ''}`;
    const known = this.#readings.get(name);
    if (known) return known;
    if (this.#readings.size > READINGS_MAX) this.#readings.clear();
    const made = this.#makeReadings(piece, mend);
    this.#readings.set(name, made);
    return made;
  }

  #makeReadings({ form, typed, is, isCut }: Piece, mend: boolean): Readings {
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

let reader: PartReader | undefined;
/** The last text and what it says: a document and its facts are made one after the other. */
let last: {
  readonly text: string;
  readonly own: OwnReadings | null;
  readonly plain: string;
  readonly reading: PartReading;
} | null = null;

const theReader = (): PartReader => {
  reader ??= new PartReader();
  return reader;
};

/** The parts that the name of a kind contains: of «прокладка головки блока» the head. */
export const partsOf = (kind: Kind): readonly Kind[] => theReader().partsOf(kind);

/**
 * What a title or a query says of its part, by the data of the product and what the shop says over them; words of
 * `plain` are read as no name.
 */
export function readPart(text: string, own: OwnReadings | null = null, plain: readonly string[] = []): PartReading {
  const words = plain.join(' ');
  if (last?.text === text && last.own === own && last.plain === words) return last.reading;
  const reader = theReader();
  last = { text, own, plain: words, reading: reader.read(text, own, plain) };
  return last.reading;
}

/** Whether a kind is the likelier of two that a text names equally: the wider, else the one with the shorter name. */
const isPlainer = (one: Kind, other: Kind): boolean =>
  depthOf(one) < depthOf(other) || (depthOf(one) === depthOf(other) && one.name.length < other.name.length);

const depthOf = (kind: Kind): number => widerKinds(kind).length;

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

/** Behind so many words and numbers from a place; null where something else stands between than what joins a name. */
function endOf(pieces: readonly Piece[], from: number, count: number): number | null {
  let left = count;
  for (let at = from; at < pieces.length; at++) {
    const piece = pieces[at] as Piece;
    if (piece.is === 'sign') {
      if (at === from || !/^[-.–—"«»']$/.test(piece.typed)) return null;
      continue;
    }
    const before = pieces[at - 1];
    // «Д-260 4шт», «ZX200 H-LINK»: what stands apart behind a number does not belong to it.
    if (at > from && !piece.isGlued && before?.is === 'number' && (piece.is === 'number' || piece.typed.length === 1))
      return null;
    if (--left === 0) return at + 1;
  }
  return null;
}

/** Digits of a model that may stand right behind the name of its make. */
const LONGEST_MODEL = 5;

/** A number with a longer one behind it is the beginning of an article: «130-3509012». */
function isOfArticle(pieces: readonly Piece[], from: number, to: number): boolean {
  const first = pieces[from] as Piece;
  const [before, earlier] = [pieces[from - 1], pieces[from - 2]];
  if (first.isGlued && before?.is === (first.is === 'word' ? 'number' : 'word')) return true;
  const behind = pieces[to];
  if (pieces[to - 1]?.is === 'word' && behind?.is === 'number' && behind.isGlued && behind.typed.length > LONGEST_MODEL)
    return true;
  if (first.is === 'number' && first.isGlued) {
    // «ТМ-100», «21-1701».
    if (before?.isGlued && /^[-.]$/.test(before.typed) && earlier && earlier.is !== 'sign') return true;
  }
  if (pieces[to - 1]?.is !== 'number') return false;
  const [join, next] = [pieces[to], pieces[to + 1]];
  if (!join?.isGlued || !/^[-.,]$/.test(join.typed) || !next?.isGlued || next.is !== 'number') return false;
  const [again, last] = [pieces[to + 2], pieces[to + 3]];
  const goesOn =
    again?.isGlued === true && /^[-.]$/.test(again.typed) && last?.isGlued === true && last.is === 'number';
  return (
    next.typed.length >= 4 ||
    goesOn ||
    (join.typed !== '-' && next.typed.length <= 2 && to - from > 1 && pieces[to - 1]?.typed.length === 1)
  );
}

/** «шестерня 5 перед.» is of the fifth gear. */
const isGearNumber = (pieces: readonly Piece[], at: number): boolean =>
  pieces[at]?.typed.startsWith('пер') === true &&
  pieces[at - 1]?.is === 'number' &&
  (pieces[at - 1]?.typed.length ?? 0) === 1;

/** A word joined by a hyphen to another word before it is a piece of a maker's name: «Ремдеталь-Урал». */
function isWithinName(pieces: readonly Piece[], at: number): boolean {
  const [word, hyphen, before] = [pieces[at], pieces[at - 1], pieces[at - 2]];
  return (
    word?.is === 'word' &&
    word.isGlued &&
    hyphen?.typed === '-' &&
    hyphen.isGlued &&
    before?.is === 'word' &&
    before.typed.length > 3 &&
    !/^[a-z]/.test(before.typed)
  );
}

/** Of metric threads, mm. */
const THREADS = new Set('3 4 5 6 8 10 12 14 16 18 20 22 24 27 30 33 36 39 42 45 48'.split(' '));
const VOLTS = new Set('6 12 14 24 27 28 36 48 110 220 230 380'.split(' '));

/** Sizes of the text in one notation, whose pieces take no other part. */
function readSizes(pieces: readonly Piece[], roles: Role[]): string[] {
  const sizes = new Set<string>();
  for (let at = 0; at < pieces.length; at++) {
    if (pieces[at]?.is !== 'number') continue;
    const { numbers, end, signs } = sizeAt(pieces, at);
    const thread = pieces[at - 1];
    const isThread =
      thread?.is === 'word' &&
      pieces[at]?.isGlued &&
      /^[mм]$/.test(thread.typed) &&
      !(thread.isGlued && pieces[at - 2]?.is === 'number') &&
      THREADS.has(pieces[at]?.typed ?? '');
    const unit = pieces[end];
    if (numbers.length > 1 && (signs.some((sign) => /[xх×*]/.test(sign)) || isThread)) {
      sizes.add(`${isThread ? 'm' : ''}${numbers.join('x')}`);
      for (let one = isThread ? at - 1 : at; one < end; one++) roles[one] = 'size';
    } else if (numbers.length > 1 && !(thread?.is === 'word' && pieces[at]?.isGlued)) {
      sizes.add(numbers.join('x'));
    } else if (isThread) {
      sizes.add(`m${numbers[0]}`);
      roles[at - 1] = 'size';
      roles[at] = 'size';
    } else if (
      numbers.length === 1 &&
      unit?.is === 'word' &&
      /^(?:в|v|вольт|volt)$/.test(unit.typed) &&
      VOLTS.has(numbers[0] as string)
    ) {
      sizes.add(`${numbers[0]}v`);
      roles[at] = 'size';
      roles[end] = 'size';
    }
    at = end - 1;
  }
  return [...sizes];
}

/** «M8×1,25×30», «135-140»: numbers that one sign joins. */
function sizeAt(pieces: readonly Piece[], from: number) {
  const numbers: string[] = [];
  const signs: string[] = [];
  let at = from;
  for (;;) {
    let number = pieces[at]?.typed ?? '';
    const [comma, part] = [pieces[at + 1], pieces[at + 2]];
    if (
      comma?.isGlued &&
      /^[.,]$/.test(comma.typed) &&
      part?.isGlued &&
      part.is === 'number' &&
      part.typed.length <= 3 &&
      number.length <= 3
    ) {
      number = `${number}.${part.typed}`;
      at += 2;
    }
    numbers.push(number);
    const [sign, next] = [pieces[at + 1], pieces[at + 2]];
    if (!sign || next?.is !== 'number' || !/^[xх×*-]$/.test(sign.typed)) break;
    if (sign.typed === '-' && !(sign.isGlued && next.isGlued)) break;
    if (number.length > 4 || next.typed.length > 4) break;
    signs.push(sign.typed);
    at += 2;
  }
  return { numbers, signs, end: at + 1 };
}

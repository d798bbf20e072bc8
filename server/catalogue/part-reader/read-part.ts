// Reads what a part is out of a title or a query: its kind, side, machines, marks, sizes. Rules only; every name stands
// in the data files beside.

import { KindReader, type ReadKinds } from './kinds-in-text.ts';
import { type Lexicon, theLexicon } from './lexicon.ts';
import { isOf, type Kind, keyOfPieces, type Sign } from './lexicon-data.ts';
import { MachineReader, type ReadMachines } from './machines-in-text.ts';
import { type MarkPlace, type OfferText, offerText, originsIn } from './offer-notes.ts';
import type { Claim, OwnReadings } from './own-readings.ts';
import { endOf, isLatin, type Piece, piecesOf, type Role } from './pieces.ts';
import { type ReadSizes, readSizes } from './sizes.ts';

export interface PartReading extends ReadMachines, ReadSizes, Pick<ReadKinds, 'kind' | 'objects'> {
  readonly pieces: readonly Piece[];
  /** By piece. */
  readonly roles: readonly Role[];
  readonly sides: readonly string[];
  readonly marks: readonly string[];
  readonly markPlaces: readonly MarkPlace[];
  /** Where it says who makes it, or in which country. */
  readonly origins: readonly MarkPlace[];
}

const NO_CLAIMS: readonly Claim[] = [];

/** Takes what the shop says something of from what else it might be read as: one word wholly, a machine too. */
function settle({ machine, from, to, isSingle }: Claim, roles: Role[]): void {
  if (machine || isSingle) roles.fill(machine ? 'rest' : 'noise', from, to);
}

class PartReader {
  readonly #lexicon: Lexicon;
  readonly #machines: MachineReader;
  readonly #kinds: KindReader;

  constructor(lexicon: Lexicon = theLexicon()) {
    this.#lexicon = lexicon;
    this.#machines = new MachineReader(lexicon);
    this.#kinds = new KindReader(lexicon, (piece) => this.#machines.namedBy(piece));
  }

  /** `own`: what the shop says of wordings goes over the data; `plain`: words, as typed, that are never read as a name. */
  read(text: string, own: OwnReadings | null = null, plain: readonly string[] = []): PartReading {
    const pieces = piecesOf(text);
    const roles: Role[] = pieces.map(() => 'rest');
    // A sign is part of no name.
    const named = pieces.map((piece) => (plain.includes(piece.typed) ? { ...piece, is: 'sign' as const } : piece));
    return { ...this.#readNames(text, named, roles, own), pieces, roles };
  }

  #readNames(
    text: string,
    pieces: readonly Piece[],
    roles: Role[],
    own: OwnReadings | null,
  ): Omit<PartReading, 'pieces' | 'roles'> {
    this.#readAmounts(pieces, roles);
    const sizes = readSizes(pieces, roles);
    const origins = originsIn(pieces, this.#lexicon);
    // A country is no machine: «(Беларусь)».
    for (const { name, from, to } of origins) if (name !== '') roles.fill('noise', from, to);
    const claims = own?.claimsIn(pieces) ?? NO_CLAIMS;
    for (const claim of claims) settle(claim, roles);
    const { machines, named } = this.#machines.read(text, pieces, roles, claims);
    const { sides, marks, markPlaces } = this.#readSigns(pieces, roles);
    if (countsSet(pieces)) marks.add(SET);
    const { kind, objects, late } =
      claims.length > 0 ? this.#kinds.readClaimed(pieces, roles, claims) : this.#kinds.read(pieces, roles);
    const others = late.filter((group) => !group.some((machine) => machines.includes(machine)));
    readKindOfSale(kind, pieces, marks);
    return {
      ...{ kind, objects, sides, marks: [...marks], markPlaces, origins, ...sizes },
      machines: [...machines, ...others.flat()],
      named: [...named, ...others],
    };
  }

  #readSigns(pieces: readonly Piece[], roles: Role[]) {
    const sides = new Set<string>();
    const marks = new Set<string>();
    const markPlaces: MarkPlace[] = [];
    for (let at = 0; at < pieces.length; at++) {
      if (roles[at] !== 'rest' || isGearNumber(pieces, at) || isOfArticle(pieces, at)) continue;
      const { sign, end } = this.#signAt(pieces, at);
      if (!sign || isOfNumber(pieces, at, end) || isOfKit(pieces, at, sign.name) || isOfView(pieces[end])) continue;
      // «Р-р водяной», «Синхр-р 1-2 пер.»: the first and last letters of a word.
      if (sign.sort === 'знак' && (at === 0 || pieces[at - 1]?.typed === '-') && isEndsOfWord(pieces[at] as Piece))
        continue;
      if (sign.sort === 'сторона') for (const side of sign.name.split(' ')) sides.add(side);
      if (sign.sort === 'знак') {
        marks.add(sign.name);
        markPlaces.push({ name: sign.name, from: at, to: end });
      }
      roles.fill(sign.sort === 'сторона' ? 'side' : sign.sort === 'знак' ? 'mark' : 'noise', at, end);
      at = end - 1;
    }
    return { sides: [...sides], marks, markPlaces };
  }

  /** The longest sign that begins here, and where it ends. */
  #signAt(pieces: readonly Piece[], at: number): { sign: Pick<Sign, 'sort' | 'name'> | undefined; end: number } {
    const piece = pieces[at] as Piece;
    const longest = this.#lexicon.longestSign(piece.form);
    for (let count = longest; count > 1; count--) {
      const end = endOf(pieces, at, count);
      const sign = end === null ? undefined : this.#lexicon.signOf(keyOfPieces(pieces, at, end));
      if (sign && end !== null) return { sign, end };
    }
    if (isLoneSide(pieces, at)) return { sign: piece.typed === 'l' ? LEFT : RIGHT, end: at + 1 };
    const cut = this.#lexicon.sideFrom(piece);
    const single = longest > 0 ? this.#lexicon.signOf(piece.form) : undefined;
    return { sign: cut ? { sort: 'сторона', name: cut } : single, end: at + 1 };
  }

  /** «4 шт», «2 к-та», «1.» before a line of a list. */
  #readAmounts(pieces: readonly Piece[], roles: Role[]): void {
    const [first, dot, next] = pieces;
    if (first?.is === 'number' && dot?.is === 'sign' && /^[.)]$/.test(dot.typed) && next && !next.isGlued)
      roles[0] = 'noise';
    for (const [at, piece] of pieces.entries()) {
      const before = at - 1;
      if (isLeafCount(pieces, at)) roles[at] = 'noise';
      if (piece.is !== 'word' || pieces[before]?.is !== 'number' || !this.#lexicon.isUnit(piece.form)) continue;
      // «65.05510-5020 к-т», «Dominator 108 к-т» count nothing.
      const digits = pieces[before]?.typed.length ?? 0;
      if (pieces[before]?.isGlued || digits > (piece.typed.startsWith('к') ? 2 : 4)) continue;
      roles[before] = 'noise';
      roles[at] = 'noise';
    }
  }

  partsOf(kind: Kind): readonly Kind[] {
    return this.#kinds.partsOf(kind);
  }

  offerText(title: string, article: string, own: OwnReadings | null): OfferText {
    return offerText(title, article, readPart(title, own), this.#lexicon);
  }
}

let reader: PartReader | undefined;
/** The last text and what it says: a search asks several times what its query says. */
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

/** What the title of a position says of its offer, and the title as pages show it; `own` as for `readPart`. */
export const readOffer = (title: string, article: string, own: OwnReadings | null = null): OfferText =>
  theReader().offerText(title, article, own);

/** «рессора 9 лист.», «рессора 5-лист.» have so many leaves; «рессора 2 лист» may be the second one. */
function isLeafCount(pieces: readonly Piece[], at: number): boolean {
  if (!pieces[at]?.typed.startsWith('лист')) return false;
  const before = pieces[at - 1]?.typed === '-' ? at - 2 : at - 1;
  return (
    before > 0 &&
    pieces[before]?.is === 'number' &&
    Number(pieces[before].typed) > 2 &&
    pieces[before - 1]?.typed !== 'no'
  );
}

export const SET = 'комплект';
const REPAIRED = 'ремонтный';
const REBUILT = 'восстановленный';

/** «шестерня 5 перед.», «1-ой пер.» are of a gear; «HD78 перед.», «№1 перед.» are not. */
function isGearNumber(pieces: readonly Piece[], at: number): boolean {
  if (!pieces[at]?.typed.startsWith('пер')) return false;
  const before = pieces[at - 1];
  const [number, sign] =
    before?.is === 'word' && before.isGlued && pieces[at - 2]?.typed === '-'
      ? [pieces[at - 3], pieces[at - 4]]
      : [before, pieces[at - 2]];
  const isOfName = number?.isGlued && sign?.is === 'word';
  return number?.is === 'number' && number.typed.length === 1 && !isOfName && sign?.typed !== 'no';
}

/** A letter or two right before or behind a number are no side and no mark: «ПР-38,1», «80Ah». */
function isOfArticle(pieces: readonly Piece[], at: number): boolean {
  const { is, typed, isGlued } = pieces[at] as Piece;
  if (is !== 'word' || typed.length > 2) return false;
  const [before, next] = [pieces[at - 1], pieces[at + 1]];
  if (isGlued && before?.is === 'number') return true;
  // «СР65», «CP3.3».
  if (next?.is === 'number' && next.isGlued && (next.typed.length > 1 || isLatin(pieces[at] as Piece))) return true;
  const joined = next?.typed === '-' && next.isGlued ? pieces[at + 2] : null;
  return joined?.is === 'number' && joined.isGlued;
}

/** «3P-5663»: the beginning of an article. */
const isOfNumber = (pieces: readonly Piece[], at: number, end: number): boolean =>
  pieces[at]?.is === 'number' && /^[-./]$/.test(pieces[end]?.typed ?? '') && pieces[end + 1]?.isGlued === true;

const LEFT = { sort: 'сторона', name: 'левый' } as const;
const RIGHT = { sort: 'сторона', name: 'правый' } as const;

/** «Фара L Aveo», «стойка задн R»: a letter between words; «4 L», «L-1500», «R 16» are none. */
function isLoneSide(pieces: readonly Piece[], at: number): boolean {
  const { is, typed, isGlued } = pieces[at] as Piece;
  if (is !== 'word' || !/^[lr]$/.test(typed) || isGlued || at === 0) return false;
  const [before, next] = [pieces[at - 1], pieces[at + 1]];
  return before?.is === 'word' && (next === undefined || (next.is === 'word' ? !next.isGlued : next.typed === ')'));
}

/** «р-р», and the «р» behind «синхр-». */
const isEndsOfWord = ({ typed }: Piece): boolean => typed === 'р' || /^[а-я]-[а-я]$/.test(typed);

/** «зеркало заднего вида», «фонарь заднего хода» have no side by that, nor a bush «верхней головки шатуна». */
const isOfView = (next: Piece | undefined): boolean => /^(?:вид|хода?$|головки)/.test(next?.typed ?? '');

/** «рем. комплект», «для ремонта», «под восст.»: not every repair says in what state a part is. */
function isOfKit(pieces: readonly Piece[], at: number, mark: string): boolean {
  if (mark !== REPAIRED && mark !== REBUILT) return false;
  const next = pieces[at + 1]?.is === 'sign' ? pieces[at + 2] : pieces[at + 1];
  return (
    /^(?:к\/?т$|комп|наб|встав|ключ)/.test(next?.form ?? '') || /^(?:для|по|под)$/.test(pieces[at - 1]?.typed ?? '')
  );
}

/** «(16 шт)», «(связка 5 шт)», «(пара)»: what is counted in a bracket comes together. */
function countsSet(pieces: readonly Piece[]): boolean {
  for (let at = 1; at < pieces.length; at++) {
    const { is, typed } = pieces[at] as Piece;
    const isFirst = pieces[at - 1]?.typed === '(';
    if (typed === 'пара' && isFirst) return true;
    if (is !== 'number' || Number(typed) < 2 || pieces[at + 1]?.typed !== 'шт') continue;
    if (isFirst || (pieces[at - 2]?.typed === '(' && !/^уп/.test(pieces[at - 1]?.typed ?? ''))) return true;
  }
  return false;
}

const OVERSIZED = ['вкладыш', 'поршень', 'кольцо поршневое', 'поршневая группа'];

/** What the part itself says of how it is sold: that a repair kit is a set needs no saying; «вкладыши 0,25» are for a ground shaft. */
function readKindOfSale(kind: Kind | null, pieces: readonly Piece[], marks: Set<string>): void {
  if (!kind) return;
  if (isOf(kind, 'ремкомплект')) marks.delete(SET);
  else if (/^(?:комплект|набор|поршневая группа)/.test(kind.name)) marks.add(SET);
  // «усил. тормозов», «щётки с/о».
  if (kind.name.includes('усилител')) marks.delete('усиленный');
  if (/щётка|стеклоочистител/.test(kind.name)) marks.delete('старый образец');
  if (OVERSIZED.some((name) => isOf(kind, name)) && pieces.some((_, at) => isOversize(pieces, at))) marks.add(REPAIRED);
}

/** «0,25», «+0.5», «1,00». */
function isOversize(pieces: readonly Piece[], at: number): boolean {
  const [whole, sign, part] = [pieces[at], pieces[at + 1], pieces[at + 2]];
  if (whole?.is !== 'number' || !/^[01]$/.test(whole.typed) || !sign?.isGlued || !/^[.,]$/.test(sign.typed))
    return false;
  return part?.isGlued === true && /^(?:05|[257]5|50?|00)$/.test(part.typed);
}

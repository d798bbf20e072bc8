// Finds where the words of one name stand together in a text, and says how well: brackets, counted nouns and what leads to
// another part keep names apart.
import type { Lexicon } from './lexicon.ts';
import { isOf, type Kind } from './lexicon-data.ts';
import {
  isAdjective,
  isAdjectiveWord,
  isBehindNumber,
  isParticle,
  isQualityOrCut,
  type Piece,
  type Role,
} from './pieces.ts';
import { CUT, CUT_MIN } from './word-readings.ts';

/** A name of a kind in a text. */
export interface Found {
  readonly kind: Kind;
  /** Places of its pieces, ascending. */
  readonly at: readonly number[];
  readonly score: number;
}

/** Pieces of other words that may stand among those of a name. */
const SLACK = 2;
const GAP = 4;
const TURNED = 8;
/** More than a word is worth: a name from which it is taken wins over no other one. */
const UNLIKELY = 11;
/** A name goes on behind a bracket rather than in it: «сальник (манжета) ступицы». */
const REMARK = 2;

/** A piece that may be a word of the data, and how surely. */
export interface Place {
  readonly at: number;
  readonly sure: number;
}

/** What a name is looked for in. */
export interface TextRead {
  readonly lexicon: Lexicon;
  /** What the name would mean. */
  readonly kind: Kind;
  readonly places: ReadonlyMap<number, readonly Place[]>;
  readonly pieces: readonly Piece[];
  readonly roles: readonly Role[];
  readonly barriers: readonly number[];
  /** Letters that are of what stands behind them. */
  readonly leaning: readonly number[];
  readonly hasBrackets: boolean;
}

/** Where the words of a name stand together around one of them; null where they do not. */
export function matchOf(
  words: Int32Array,
  key: number,
  start: Place,
  { lexicon, kind, places, pieces, roles, barriers, leaning, hasBrackets }: TextRead,
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
  const gaps = gapsOf(at, pieces, roles);
  if (gaps > SLACK || (kind.name === 'ремкомплект' && isTorn(pieces, first, last, at))) return null;
  const inside = hasBrackets ? at.find((one) => bracketAround(pieces, one) > first) : undefined;
  const isInto = inside !== undefined;
  // «пыльник (к-т: хомуты, смазка)»: what a bracket lists is no part of the name.
  if (isInto && !isRemark(pieces, bracketAround(pieces, inside))) return null;
  // «опора двиг. (аморт-р) задняя», «труба впускная (коллектор)»: what stands before a bracket is a name already.
  const isNamedBefore = isInto && words.length > 2 && (inside === foremost || gaps > 0);
  const away = gaps * GAP + (isNamedBefore ? UNLIKELY : isInto ? REMARK : 0);
  if (leaning.length > 0 && lacksNext(pieces, leaning, at)) return null;
  // «8РК1050» is a belt and no «р/к».
  if (isBehindNumber(pieces, foremost) && isOf(kind, 'ремкомплект')) return null;
  // A word cut short that stands alone may be many things.
  if (words.length === 1 && start.sure === CUT && (pieces[start.at]?.typed.length ?? 0) < CUT_MIN) return null;
  if (foremost === first) return { at, score: score - away };
  if (isApart(pieces, first, foremost, kind) || isCounted(pieces, foremost)) return null;
  // «рессора 15 листов» is no leaf: only what says of what kind a part is may stand on the other side of it.
  const noun = pieces[foremost] as Piece;
  // Cut short a noun is more likely what is said of the one before it: «насос шест.» is no gear.
  const isQuality = isQualityOrCut(noun) && !(noun.isCut && lexicon.isWholeName(words[0] as number));
  const isTurned = !isQuality && !isQualityOrCut(pieces[first] as Piece);
  const turned = isUnlikelyNoun(noun, kind, pieces[first] as Piece) ? UNLIKELY : isTurned ? TURNED : 0;
  return { at, score: score - away - turned };
}

/** «вставка ремонтная 12 мм к-т»: the words of a bare repair kit stand together. */
function isTorn(pieces: readonly Piece[], first: number, last: number, at: readonly number[]): boolean {
  for (let one = first + 1; one < last; one++)
    if (pieces[one]?.is !== 'sign' && !at.includes(one) && !isParticle(pieces[one] as Piece)) return true;
  return false;
}

/** Letters before an article that may be of its number: «AT308568». */
const ARTICLE_LETTERS = 3;
const ARTICLE_DIGITS = 4;

/** Letters that are of what stands behind them: of a number, of a word behind a slash: «Р1», «Ц50», «AT308568», «г/п». */
export function leansOnNext(pieces: readonly Piece[], place: number): boolean {
  const { is, typed, isGlued } = pieces[place] as Piece;
  if (is !== 'word' || typed.length > ARTICLE_LETTERS) return false;
  const next = pieces[place + 1];
  // «8PK1420» is a size.
  if (!next?.isGlued || (isGlued && pieces[place - 1]?.is === 'number')) return false;
  if (next.is === 'number') return next.typed.length >= ARTICLE_DIGITS || /^[а-я]$/.test(typed);
  return next.typed === '/' && typed.length === 1;
}

/** Whether a name holds letters without what they are of. */
const lacksNext = (pieces: readonly Piece[], leaning: readonly number[], at: readonly number[]): boolean =>
  leaning.some((one) => at.includes(one) && !at.includes(pieces[one + 1]?.is === 'sign' ? one + 2 : one + 1));

/** Words that stand among those of a name and are none; what a bracket holds stands beside it. */
function gapsOf(at: readonly number[], pieces: readonly Piece[], roles: readonly Role[]): number {
  let gaps = 0;
  let isBeside = false;
  for (let one = at[0] as number; one < (at.at(-1) as number); one++) {
    const piece = pieces[one] as Piece;
    if (piece.typed === '(') isBeside = true;
    if (piece.typed === ')') isBeside = false;
    if (isBeside || piece.is !== 'word' || roles[one] !== 'rest' || at.includes(one)) continue;
    if (!isParticle(piece) && !isBehindNumber(pieces, one)) gaps++;
  }
  return gaps;
}

/** Whether a noun behind the first word of a name is hardly its noun: «водило насоса», «бампер усил.». */
function isUnlikelyNoun({ typed, isCut }: Piece, { name }: Kind, first: Piece): boolean {
  const end = name.indexOf(' ');
  if (end < 0 || isQualityOrCut(first)) return false;
  if (isCut) return name.startsWith(typed) && !isAdjectiveWord(name.slice(0, end));
  return typed.endsWith('а') && name.startsWith(typed.slice(0, -1)) && typed.length === end + 1;
}

/** «коленвал 2 сальника», «4-х болт.»: so many are but of the part. */
function isCounted(pieces: readonly Piece[], place: number): boolean {
  const before = pieces[place - 1];
  if (before?.is === 'word' && before.typed === 'х') return pieces[place - 2]?.typed === '-';
  return (
    before?.is === 'number' &&
    /^[2-9]$|^1[0-9]$/.test(before.typed) &&
    pieces[place - 2]?.typed !== '-' &&
    !before.isGlued
  );
}

/** Before what a part is for or in. */
const LEADS_TO: ReadonlySet<string> = new Set(['под', 'для', 'к', 'от', 'на', 'в']);

/**
 * Whether the noun of a name stands where only what is said beside the part does: «вал под сальник», «гусеница (звено)».
 * Kits may be named in a bracket: «суппорт (р/к)».
 */
function isApart(pieces: readonly Piece[], first: number, noun: number, kind: Kind): boolean {
  for (let at = first + 1; at < noun; at++) {
    const { is, typed } = pieces[at] as Piece;
    if (is === 'word' && LEADS_TO.has(typed) && !isAdjective(pieces[first])) return true;
  }
  const bracket = bracketAround(pieces, noun);
  return bracket > first && !(isSet(kind) && isRemark(pieces, bracket));
}

/** The place of the bracket that a piece stands in; -1 for none. */
function bracketAround(pieces: readonly Piece[], place: number): number {
  for (let at = place - 1; at >= 0; at--) {
    const typed = pieces[at]?.typed;
    if (typed === ')') return -1;
    if (typed === '(') return at;
  }
  return -1;
}

/** Words and numbers of a bracket that says no more than how the part comes: «(р/к полный)». */
const REMARK_MAX = 3;

function isRemark(pieces: readonly Piece[], bracket: number): boolean {
  let words = 0;
  for (let at = bracket + 1; at < pieces.length && pieces[at]?.typed !== ')'; at++) {
    const { is, typed } = pieces[at] as Piece;
    if (is !== 'sign') words++;
    else if (/^[,+:;/]$/.test(typed)) return false;
  }
  return words <= REMARK_MAX;
}

/** Whether a bracket that a piece stands in lists more things than that: «палец (р/к РМШ 4 шт)». */
export function isListed(pieces: readonly Piece[], place: number): boolean {
  const bracket = bracketAround(pieces, place);
  return bracket > 0 && !isRemark(pieces, bracket);
}

/** Whether a kind is several parts that are sold together. */
export const isSet = (kind: Kind): boolean => isOf(kind, 'ремкомплект') || /^(?:комплект|набор)/.test(kind.name);

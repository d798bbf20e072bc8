// Finds what a title says of the offer rather than of the part (analogue, discounted and why, by whom it is made, without
// what it comes), and writes the title without it, as pages show it.

import { cutEnd } from '../../../contract/fields/text.ts';
import { DETAIL_PARTED, withoutDetail } from '../../../rules/catalogue/offer-wording.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import type { Lexicon } from './lexicon.ts';
import { keyOfPieces } from './lexicon-data.ts';
import { endOf, type Piece, type Role, readableText } from './pieces.ts';

/** A mark in a title: its name, and the pieces that say it. */
export interface MarkPlace {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** What the notes of a title need of how it was read. */
interface NotedReading {
  readonly pieces: readonly Piece[];
  readonly roles: readonly Role[];
  readonly marks: readonly string[];
  readonly markPlaces: readonly MarkPlace[];
  readonly origins: readonly MarkPlace[];
  readonly machines: readonly { readonly name: string; readonly wider: readonly { readonly name: string }[] }[];
}

export interface OfferText {
  /** The title as pages show it: without notes and article, capitals as a sentence has them. */
  readonly name: string;
  /** In alphabetical order; what a mark says in its own words stands behind DETAIL_PARTED. */
  readonly marks: readonly string[];
}

const DISCOUNTED = 'уценка';
const SET = 'комплект';
const REPAIRED = 'ремонтный';
/** What the data call the plant that made the machine. */
const OF_PLANT = 'завод';
/** Marks that say in what state or of whose make the offer is: no name of the part repeats them. */
const TAKEN_OUT: ReadonlySet<string> = new Set([
  'оригинал',
  'аналог',
  DISCOUNTED,
  'б/у',
  REPAIRED,
  'восстановленный',
  SET,
  'некомплект',
]);

/** Pieces of the reason, of the maker, of what is missing. */
const DETAIL_MAX = 8;
const MAKER_MAX = 4;

const OPEN = new Set(['(', '[']);
const CLOSE = new Set([')', ']']);
const ENDS = new Set([...OPEN, ...CLOSE, ',', ';', '/', '|', '+', '.']);
const isEnd = (piece: Piece | undefined): boolean => piece === undefined || ENDS.has(piece.typed);

/** Where the bracket opens and closes in which a stretch stands; null for none. */
function bracketAround(pieces: readonly Piece[], from: number, to: number): { open: number; close: number } | null {
  let open = from - 1;
  while (open >= 0 && !OPEN.has(pieces[open]?.typed ?? '')) {
    if (CLOSE.has(pieces[open]?.typed ?? '')) return null;
    open--;
  }
  if (open < 0) return null;
  let close = to;
  while (close < pieces.length && !CLOSE.has(pieces[close]?.typed ?? '')) close++;
  return { open, close: Math.min(close, pieces.length - 1) };
}

/** The longest sign of one of these sorts that begins here. */
function signAt(pieces: readonly Piece[], at: number, lexicon: Lexicon, sort: string) {
  for (let count = Math.max(1, lexicon.longestSign(pieces[at]?.form ?? '')); count > 0; count--) {
    const end = endOf(pieces, at, count);
    const sign = end === null ? undefined : lexicon.originOf(keyOfPieces(pieces, at, end));
    if (end !== null && sign?.sort === sort) return { name: sign.name, end };
  }
  return null;
}

/** «производства Турции», «(пр-во КАМАЗ)», «(Китай)», «…, Россия»: by whom or where it is made. */
export function originsIn(pieces: readonly Piece[], lexicon: Lexicon): MarkPlace[] {
  const origins: MarkPlace[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const made = signAt(pieces, at, lexicon, 'изготовитель');
    // «взамен снятых с производства».
    if (made && !/^(?:с|из|для|от)$/.test(pieces[at - 1]?.typed ?? '')) {
      let from = made.end;
      while (/^[:.–—-]$/.test(pieces[from]?.typed ?? '')) from++;
      let to = from;
      while (to < pieces.length && to - from < MAKER_MAX && !isEnd(pieces[to])) to++;
      if (to === from) continue;
      const country = signAt(pieces, from, lexicon, 'страна');
      origins.push({ name: country?.name ?? '', from: at, to });
      at = to - 1;
      continue;
    }
    const country = signAt(pieces, at, lexicon, 'страна');
    const before = pieces[at - 1]?.typed ?? '';
    if (!country) continue;
    const isBehind = /^[(,;[–—-]$/.test(before) && !(before === '-' && pieces[at - 1]?.isGlued);
    if (isBehind && isEnd(pieces[country.end])) origins.push({ name: country.name, from: at, to: country.end });
    at = country.end - 1;
  }
  return origins;
}

/** A stretch of pieces that the name of the part does not repeat. */
interface Cut {
  readonly from: number;
  readonly to: number;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

class NotedText {
  readonly #text: string;
  readonly #reading: NotedReading;
  readonly marks = new Set<string>();
  readonly cuts: Cut[] = [];

  constructor(text: string, reading: NotedReading) {
    this.#text = text;
    this.#reading = reading;
    for (const mark of reading.marks) this.marks.add(mark);
    for (const place of reading.markPlaces) this.#readMark(place);
    for (const origin of reading.origins) this.#readOrigin(origin);
    this.#readMissing();
    this.#widenToBrackets();
  }

  textOf(from: number, to: number): string {
    const [first, last] = [this.#reading.pieces[from], this.#reading.pieces[to - 1]];
    if (!first || !last || to <= from) return '';
    return tidied(this.#text.slice(first.at, last.at + last.typed.length));
  }

  /** In small letters, also of a title in capitals. */
  #reasonOf(from: number, to: number): string {
    const said = this.textOf(from, to);
    return isCapitals(this.#text) ? said.toLowerCase() : said;
  }

  #say(name: string, detail: string): void {
    this.marks.delete(name);
    this.marks.add(detail === '' ? name : `${name}${DETAIL_PARTED}${detail}`);
  }

  #readMark({ name, from, to }: MarkPlace): void {
    const { roles } = this.#reading;
    if (!TAKEN_OUT.has(name) || !roles.slice(from, to).every((role) => role === 'mark')) return;
    // «(уценка, царапины)»: the second one is part of what the first one says.
    if (this.cuts.some((cut) => cut.from <= from && to <= cut.to)) return;
    if (name === DISCOUNTED) this.#readDiscount(from, to);
    else if (name === 'аналог' || name === 'оригинал') this.#readCompared(name, from, to);
    else this.#readCounted(name, from, to);
  }

  /** «комплект 4 шт.», «Р1»: with how many, of what size. */
  #readCounted(name: string, from: number, to: number): void {
    const { pieces } = this.#reading;
    const size = name === REPAIRED ? /^(?:[рp]([1-4])|([1-4])[рp])$/u.exec(this.textOf(from, to).toLowerCase()) : null;
    if (size) this.#say(name, `Р${size[1] ?? size[2]}`);
    const [count, unit] = [pieces[to], pieces[to + 1]];
    const isCounted = name === SET && count?.is === 'number' && unit?.typed.startsWith('шт') === true;
    if (isCounted) this.#say(name, `${count.typed} шт.`);
    this.cuts.push({ from, to: isCounted ? to + 2 : to });
  }

  /** «(аналог 740.1002310)», «(ориг. Китай)»: of what, where the bracket says nothing else. */
  #readCompared(name: string, from: number, to: number): void {
    const { pieces, roles } = this.#reading;
    const around = bracketAround(pieces, from, to);
    const others = around ? [...range(around.open + 1, from), ...range(to, around.close)] : [];
    const isOfNote = others.some((at) => pieces[at]?.is === 'number') && !others.some((at) => roles[at] === 'kind');
    if (!around || !isOfNote) {
      this.cuts.push({ from, to });
      return;
    }
    this.#say(name, this.textOf(to, around.close));
    this.cuts.push({ from: around.open, to: around.close + 1 });
  }

  /** «уценка (скол)», «(уценка: нет упаковки)», «уценка, мятая коробка». */
  #readDiscount(from: number, to: number): void {
    const { pieces } = this.#reading;
    const around = bracketAround(pieces, from, to);
    if (around) {
      const { open, close } = around;
      const why = [this.#reasonOf(open + 1, from), this.#reasonOf(to, close)].filter(Boolean).join(', ');
      this.#say(DISCOUNTED, why);
      this.cuts.push({ from: open, to: close + 1 });
      return;
    }
    let end = to;
    while (/^[:,!.–—-]$/.test(pieces[end]?.typed ?? '')) end++;
    const first = end;
    if (OPEN.has(pieces[first]?.typed ?? '')) {
      while (end < pieces.length && !CLOSE.has(pieces[end]?.typed ?? '')) end++;
      this.#say(DISCOUNTED, this.#reasonOf(first + 1, end));
      this.cuts.push({ from, to: Math.min(end + 1, pieces.length) });
      return;
    }
    const isFirst = from === 0;
    while (!isFirst && end < pieces.length && end - first <= DETAIL_MAX && this.#isOfReason(end)) end++;
    const isReason = end > first && (end === pieces.length || isEnd(pieces[end]));
    const behind = isReason ? end : to;
    if (isReason) this.#say(DISCOUNTED, this.#reasonOf(first, end));
    this.cuts.push({ from, to: behind });
  }

  #isOfReason(at: number): boolean {
    const { pieces, roles } = this.#reading;
    const piece = pieces[at] as Piece;
    return !isEnd(piece) && piece.is !== 'number' && roles[at] !== 'machine' && roles[at] !== 'size';
  }

  #readOrigin({ name, from, to }: MarkPlace): void {
    const { pieces } = this.#reading;
    const isNamed = name !== '';
    let begin = from;
    // The words «производства» themselves are no maker.
    while (!isNamed && begin < to - 1 && (pieces[begin]?.is === 'sign' || begin === from)) begin++;
    const maker = isNamed ? name : this.textOf(begin, to);
    if (maker === '') return;
    this.marks.add(maker === OF_PLANT ? 'заводской' : `производство ${maker}`);
    this.cuts.push({ from, to });
  }

  /** «без клапанов», «(без крепежа)». */
  #readMissing(): void {
    const { pieces, roles } = this.#reading;
    for (let at = 0; at < pieces.length; at++) {
      if (pieces[at]?.typed !== 'без' || pieces[at]?.is !== 'word') continue;
      let to = at + 1;
      while (to < pieces.length && to - at <= MAKER_MAX && this.#isMissing(to)) to++;
      while (to > at + 1 && /^(?:и|с|со|для|на|под)$/.test(pieces[to - 1]?.typed ?? '')) to--;
      const what = this.#reasonOf(at + 1, to);
      if (what === '' || /^(?:ндс|предоплат)/i.test(what) || roles[at + 1] === 'machine') continue;
      this.marks.add(`без ${what}`);
      this.cuts.push({ from: at, to });
    }
  }

  #isMissing(at: number): boolean {
    const { pieces, roles } = this.#reading;
    const piece = pieces[at] as Piece;
    const isLink = /^(?:с|со|для|на|под)$/.test(piece.typed) && !piece.isGlued;
    return piece.is === 'word' && !isLink && roles[at] !== 'machine';
  }

  /** A bracket in which nothing else stands goes with what it says. */
  #widenToBrackets(): void {
    const { pieces } = this.#reading;
    const isCut = pieces.map(() => false);
    for (const { from, to } of this.cuts) isCut.fill(true, from, to);
    for (const { from, to } of [...this.cuts]) {
      const around = bracketAround(pieces, from, to);
      if (!around) continue;
      const { open, close } = around;
      const inside = pieces.slice(open + 1, close);
      if (inside.every(({ is }, place) => is === 'sign' || isCut[open + 1 + place]))
        this.cuts.push({ from: open, to: close + 1 });
    }
  }
}

/** Shorter articles may be any number of the title. */
const ARTICLE_MIN = 5;

/** The article where the title repeats it, in any notation. */
function articleIn(text: string, article: string, pieces: readonly Piece[]): Cut | null {
  const key = articleKey(article);
  if (key.length < ARTICLE_MIN || !/\d{2}/.test(key) || !articleKey(text).includes(key)) return null;
  for (let from = 0; from < pieces.length; from++) {
    if (pieces[from]?.is === 'sign' || (pieces[from]?.isGlued && pieces[from - 1]?.is !== 'sign')) continue;
    for (let to = from + 1; to <= pieces.length; to++) {
      const [first, last, next] = [pieces[from] as Piece, pieces[to - 1] as Piece, pieces[to]];
      const written = articleKey(text.slice(first.at, last.at + last.typed.length));
      if (!key.startsWith(written)) break;
      if (written !== key || last.is === 'sign') continue;
      if (next?.isGlued && (next.is !== 'sign' || isGluedOn(pieces, to))) break;
      const named = /^(?:арт|артикул|no|кат)$/.test(pieces[from - 1]?.typed ?? '') ? from - 1 : from;
      return { from: named, to };
    }
  }
  return null;
}

/** «740.1003010-20»: a sign between two pieces of one number. */
const isGluedOn = (pieces: readonly Piece[], at: number): boolean =>
  /^[-./]$/.test(pieces[at]?.typed ?? '') && pieces[at + 1]?.isGlued === true && pieces[at + 1]?.is !== 'sign';

/** Fewer capitals say nothing of how a title is written. */
const CAPITALS_MIN = 6;
const CAPITALS_SHARE = 0.8;

function isCapitals(text: string): boolean {
  let [upper, lower] = [0, 0];
  for (const letter of text) {
    if (/[А-ЯЁ]/.test(letter)) upper++;
    else if (/[а-яё]/.test(letter)) lower++;
  }
  return upper >= CAPITALS_MIN && upper >= (upper + lower) * CAPITALS_SHARE;
}

/** How data write the words of machines: «КамАЗ», by the word in small letters. */
function machineWords(machines: NotedReading['machines']): ReadonlyMap<string, string> {
  const words = machines
    .flatMap((machine) => [machine, ...machine.wider])
    .flatMap(({ name }) => name.match(/[\p{L}]+/gu) ?? []);
  return new Map(words.map((word) => [word.toLowerCase().replaceAll('ё', 'е'), word]));
}

/** «3-Х РЯДНЫЙ», «2-Й ПЕРЕДАЧИ». */
const ENDINGS = /^(?:х|й|я|е|ю|и|го|ти|ми|ый|ая|ой|ух|ого|ым)$/;
/** Units as they stand behind a number, by their small letters. */
const UNITS = new Map(
  'мм см м кг г л мл кВт Вт В А Ач шт бар МПа'.split(' ').map((unit) => [unit.toLowerCase(), unit]),
);
/** «ШААЗ», «ДААЗ». */
const PLANT = /^[а-я]{1,4}аз$/;

const isVowelless = (word: string): boolean => !/[аеёиоуыэюя]/.test(word);

/** How a word of a title in capitals is written. */
function sentenceWord(
  typed: string,
  at: number,
  { pieces, roles }: NotedReading,
  known: ReadonlyMap<string, string>,
  lexicon: Lexicon,
  written: string,
): string {
  const piece = pieces[at] as Piece;
  const [before, next] = [pieces[at - 1], pieces[at + 1]];
  const name = lexicon.spellingOf(typed);
  if (name !== undefined) return name;
  const machine = known.get(typed);
  if (roles[at] === 'machine') return machine ?? (typed.length <= 3 ? written : capital(written.toLowerCase()));
  if (!/[а-яё]/i.test(written)) return written;
  // «24 В 8 кВт»; of «ЕВРО-2 В СБОРЕ» it is a word, of «НШ-50А-3Л» a letter of the article.
  const isOfNumber = piece.isGlued && before?.isGlued && /^[-./\p{L}]/u.test(pieces[at - 2]?.typed ?? '');
  const isUnit = (!next?.isGlued || next.is === 'sign') && !isOfNumber && !(typed === 'в' && next?.is === 'word');
  const unit = before?.is === 'number' && isUnit ? UNITS.get(typed) : undefined;
  if (unit !== undefined) return unit;
  // A letter or two of an article: «740А», «ЯХ-12».
  const touchesNumber = (piece.isGlued && before?.is === 'number') || (next?.isGlued && next.is === 'number');
  const joinsNumber =
    next?.typed === '-' && next.isGlued && pieces[at + 2]?.isGlued === true && pieces[at + 2]?.is === 'number';
  if (touchesNumber || (joinsNumber && typed.length <= 4)) return written;
  if (isVowelless(typed) && typed.length > 1 && typed.length <= 5 && !piece.isCut && !/[/-]/.test(typed))
    return written;
  const isBehindNumber = piece.isGlued && before?.typed === '-' && pieces[at - 2]?.is === 'number';
  if (isBehindNumber && typed.length <= 3 && !ENDINGS.test(typed)) return written;
  return PLANT.test(typed) ? written : written.toLowerCase();
}

function capital(text: string): string {
  const first = text.charAt(0).toUpperCase();
  // «ß» and others have no capital of one letter.
  return first.length === 1 ? first + text.slice(1) : text;
}

/** A text of which something was taken out, without what is left of brackets and signs between. */
function tidied(text: string): string {
  const plain = text
    .replace(/\s+/gu, ' ')
    .replace(/[([] ?[,;:.–—-]? ?[)\]]/gu, ' ')
    .replace(/([([]) ?[,;:]? ?/gu, '$1')
    .replace(/ ?[,;:] ?([)\]])/gu, '$1')
    .replace(/\s+/gu, ' ')
    .replace(/ ([,;)\]])/gu, '$1')
    .replace(/([,;])(?: ?[,;]){1,4}/gu, '$1')
    .replace(/^[\s,;:!.–—|/-]+/u, '');
  return cutEnd(plain, /[\s,;:–—|/-]/u);
}

/** What a title says as an offer, beside what `reading` made of it; `article` is that of its position. */
export function offerText(title: string, article: string, reading: NotedReading, lexicon: Lexicon): OfferText {
  const text = readableText(title);
  const noted = new NotedText(text, reading);
  // A title that says both promises no more than the analogue.
  const isAnalogue = [...noted.marks].some((mark) => withoutDetail(mark) === 'аналог');
  if (isAnalogue) noted.marks.delete('оригинал');
  const marks = [...noted.marks].sort();
  const { pieces } = reading;
  // Where letters change their number in lower case, places of pieces are none of the text.
  if (text.toLowerCase().length !== text.length) return { name: title, marks };
  const repeated = articleIn(text, article, pieces);
  const cuts = repeated ? [...noted.cuts, repeated] : noted.cuts;
  const isLoud = isCapitals(text);
  if (cuts.length === 0 && !isLoud) return { name: title, marks };
  const isCut = pieces.map(() => false);
  for (const { from, to } of cuts) isCut.fill(true, from, to);
  const known = isLoud ? machineWords(reading.machines) : new Map<string, string>();
  let name = '';
  let end = 0;
  for (const [at, piece] of pieces.entries()) {
    const written = text.slice(piece.at, piece.at + piece.typed.length);
    name += isCut[at] && name.endsWith(' ') ? '' : text.slice(end, piece.at);
    end = piece.at + piece.typed.length;
    if (isCut[at]) {
      if (text[end] === '.' && piece.isCut) end++;
      continue;
    }
    name += isLoud && piece.is === 'word' ? sentenceWord(piece.typed, at, reading, known, lexicon, written) : written;
  }
  const shown = tidied(name + text.slice(end) + title.slice(text.length));
  return { name: /\p{L}{2}/u.test(shown) ? capital(shown) : title, marks };
}

// Reads sizes of a title or a query in one notation: «M8×1,25×30», «135-140», «24 В», «Ду 16», «L=950», «1/2».
import type { Piece, Role } from './pieces.ts';

/** Of metric threads, mm. */
const THREADS = new Set('3 4 5 6 8 10 12 14 16 18 20 22 24 27 30 33 36 39 42 45 48'.split(' '));
const VOLTS = new Set('6 12 14 24 27 28 36 48 110 220 230 380'.split(' '));

const SEAL_TYPE = /^[1-5]\.[1-5]$/;

/** A size and the pieces that write it. */
export interface SizePlace {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface ReadSizes {
  /** In one notation; the pieces of the surest take no other part. */
  readonly sizes: readonly string[];
  /** The sizes that are written as nothing else is, with those whose pieces may yet be a part of a name. */
  readonly sizePlaces: readonly SizePlace[];
}

export function readSizes(pieces: readonly Piece[], roles: Role[]): ReadSizes {
  const sizes = new Set<string>();
  const sizePlaces: SizePlace[] = namedSizes(pieces);
  for (let at = 0; at < pieces.length; at++) {
    if (pieces[at]?.is !== 'number') continue;
    const { numbers, end, signs } = sizeAt(pieces, at);
    const thread = pieces[at - 1];
    const isThread =
      thread?.is === 'word' &&
      pieces[at]?.isGlued &&
      /^[mм]$/.test(thread.typed) &&
      !(thread.isGlued && pieces[at - 2]?.is === 'number') &&
      THREADS.has(pieces[at]?.typed ?? '') &&
      !isOilGrade(pieces[at + 1]);
    const unit = pieces[end];
    if (numbers.length > 1 && (signs.some((sign) => /[xх×*]/.test(sign)) || isThread)) {
      const name = `${isThread ? 'm' : ''}${numbers.join('x')}`;
      const from = isThread ? at - 1 : at;
      sizes.add(name);
      sizePlaces.push({ name, from, to: end });
      roles.fill('size', from, end);
    } else if (numbers.length > 1 && !(thread?.is === 'word' && pieces[at]?.isGlued)) {
      sizes.add(numbers.join('x'));
    } else if (isThread) {
      sizes.add(`m${numbers[0]}`);
      sizePlaces.push({ name: `m${numbers[0]}`, from: at - 1, to: at + 1 });
      roles.fill('size', at - 1, at + 1);
    } else if (numbers.length === 1 && isPower(pieces, at, end)) {
      // «ВТ» that counts nothing is a make.
      sizes.add(`${numbers[0]}${UNITS[unit?.typed ?? '']}`);
      roles.fill('size', at, end + 1);
    } else if (
      numbers.length === 1 &&
      unit?.is === 'word' &&
      /^(?:в|v|вольт|volt)$/.test(unit.typed) &&
      !isGluedNumber(pieces[end + 1]) &&
      VOLTS.has(numbers[0] as string)
    ) {
      sizes.add(`${numbers[0]}v`);
      sizePlaces.push({ name: `${numbers[0]}v`, from: at, to: end + 1 });
      roles.fill('size', at, end + 1);
    }
    at = end - 1;
  }
  return { sizes: [...sizes], sizePlaces };
}

/** What stands for a size before its number, and behind it, in one notation. */
const NAMES: Readonly<Record<string, string>> = { ду: 'ду', dn: 'ду', ø: 'ø', '⌀': 'ø', ф: 'ø' };
const LETTERS: Readonly<Record<string, string>> = { d: 'ø', д: 'ø' };
const UNITS: Readonly<Record<string, string>> = {
  ...{ мм: 'мм', mm: 'мм', см: 'см', cm: 'см', кг: 'кг', kg: 'кг' },
  ...{ вт: 'вт', квт: 'квт', kw: 'квт', ач: 'ач', ah: 'ач' },
};

/** «Ду 16», «Ø20», «L=950», «1/2», «45 мм»: their pieces are taken from nothing. */
function namedSizes(pieces: readonly Piece[]): SizePlace[] {
  const places: SizePlace[] = [];
  for (const [at, piece] of pieces.entries()) {
    if (piece.is !== 'number') continue;
    const inches = inchesAt(pieces, at);
    if (inches) places.push(inches);
    const before = namedBefore(pieces, at);
    const { numbers, end } = sizeAt(pieces, at);
    if (before) places.push({ name: `${before.name}${numbers[0]}`, from: before.from, to: end });
    const unit = pieces[end];
    const name = unit && !isGluedNumber(pieces[end + 1]) && Object.hasOwn(UNITS, unit.typed) && UNITS[unit.typed];
    if (name && numbers.length === 1 && !isGluedSign(pieces, at))
      places.push({ name: `${numbers[0]}${name}`, from: at, to: end + 1 });
  }
  return places;
}

const POWERS = new Set(['вт', 'квт']);

/** Whether a number counts watts: «40 Вт», not «Т-40 ВТ-150». */
function isPower(pieces: readonly Piece[], at: number, end: number): boolean {
  const [unit, sign, number] = pieces.slice(end, end + 3);
  const goesOn = isGluedNumber(sign) || (sign?.is === 'sign' && sign.isGlued && isGluedNumber(number));
  return unit?.is === 'word' && POWERS.has(unit.typed) && !goesOn && !isGluedSign(pieces, at);
}

const isGluedNumber = (piece: Piece | undefined): boolean => piece?.is === 'number' && piece.isGlued;

/** A sign that joins the piece to what stands before it: «12-1/2», «1,5». */
const isGluedSign = (pieces: readonly Piece[], at: number): boolean =>
  pieces[at]?.isGlued === true && /^[-/.,]$/.test(pieces[at - 1]?.typed ?? '');

/** The name before a number that says what is measured, perhaps with a sign between. */
function namedBefore(pieces: readonly Piece[], at: number): { name: string; from: number } | null {
  const sign = pieces[at - 1]?.is === 'sign' ? (pieces[at - 1]?.typed ?? '') : '';
  const isNamedBySign = Object.hasOwn(NAMES, sign);
  const from = at - (/^[=-]$/.test(sign) ? 2 : 1);
  const word = pieces[from];
  if (!word || (word.isGlued && pieces[from - 1]?.is === 'number')) return null;
  if ((word.is === 'word' || isNamedBySign) && Object.hasOwn(NAMES, word.typed)) {
    // «Ф-12» may begin an article.
    return word.typed === 'ф' && !pieces[at]?.isGlued ? null : { name: NAMES[word.typed] as string, from };
  }
  if (sign !== '=' || word.is !== 'word' || word.typed.length > 1) return null;
  return { name: LETTERS[word.typed] ?? `${word.typed}=`, from };
}

/** «1/2», «1 1/4»: a fraction of an inch. */
function inchesAt(pieces: readonly Piece[], at: number): SizePlace | null {
  const [top, stroke, bottom, next] = pieces.slice(at, at + 4);
  if (stroke?.typed !== '/' || !stroke.isGlued || !isGluedNumber(bottom)) return null;
  const [part, whole] = [Number(top?.typed), Number(bottom?.typed)];
  const isFraction = part < whole && part % 2 === 1 && [2, 4, 8, 16, 32].includes(whole);
  const isOfMore =
    isGluedSign(pieces, at) || (next?.isGlued && /^[-/.]$/.test(next.typed) && isGluedNumber(pieces[at + 4]));
  if (!isFraction || isOfMore) return null;
  const before = pieces[at - 1];
  const isWithInches = before?.is === 'number' && /^[1-4]$/.test(before.typed) && !before.isGlued && !top?.isGlued;
  const name = `${isWithInches ? `${before.typed} ` : ''}${part}/${whole}`;
  return { name, from: isWithInches ? at - 1 : at, to: at + 3 };
}

/** A size with what people leave out of it: of «m12x1.25x170» also «m12», «m12x1.25», «m12x170», «12x1.25». */
export function lessPrecise(name: string): string[] {
  const isThread = name.startsWith('m');
  const numbers = name.slice(isThread ? 1 : 0).split('x');
  if (numbers.length === 1) return [name];
  const shorter = numbers.slice(1).map((_, at) => numbers.slice(0, at + 2));
  const names = shorter.map((some) => some.join('x'));
  if (!isThread) return names;
  return [`m${numbers[0]}`, ...names, ...names.map((one) => `m${one}`), `m${numbers[0]}x${numbers.at(-1)}`];
}

/** «М10Г2к», «М8В» are oils. */
const isOilGrade = (next: Piece | undefined): boolean => next?.isGlued === true && /^[вгд]/.test(next.typed);

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
  // «2.2-85х110-10»: first the type of a seal (ГОСТ 8752).
  if (numbers.length > 3 && signs[0] === '-' && SEAL_TYPE.test(numbers[0] as string)) numbers.shift();
  return { numbers, signs, end: at + 1 };
}

// Reads sizes of a title in one notation: «M8×1,25×30», «135-140», «24 В».
import type { Piece, Role } from './pieces.ts';

/** Of metric threads, mm. */
const THREADS = new Set('3 4 5 6 8 10 12 14 16 18 20 22 24 27 30 33 36 39 42 45 48'.split(' '));
const VOLTS = new Set('6 12 14 24 27 28 36 48 110 220 230 380'.split(' '));

const SEAL_TYPE = /^[1-5]\.[1-5]$/;

/** Sizes of the text in one notation, whose pieces take no other part. */
export function readSizes(pieces: readonly Piece[], roles: Role[]): string[] {
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
      THREADS.has(pieces[at]?.typed ?? '') &&
      !isOilGrade(pieces[at + 1]);
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

/** Shows numbers and dates as a spreadsheet does, by their number formats. */
import { DAY_MS } from '../../../contract/limits.ts';
import { fixedDigits, plainDigits } from '../sheets/decimal.ts';

/** A parsed number format: nothing (`general`), a date, or digits by a pattern. */
export type NumberFormat =
  | { readonly kind: 'general' }
  | { readonly kind: 'date' }
  | { readonly kind: 'pattern'; readonly sections: readonly Section[] };

interface Section {
  /** Literal text, or a digit place `0`, `#`, `?`; the point is `.`. */
  readonly tokens: readonly Token[];
  readonly general: boolean;
  readonly wholePlaces: number;
  readonly decimals: number;
  readonly grouped: boolean;
  /** Only digits: a zero before the point, and after it as many as there are places. */
  readonly isDigitsOnly: boolean;
  /** Power of ten the value is multiplied with: percent signs and trailing commas. */
  readonly shift: number;
}
interface Token {
  readonly place: boolean;
  readonly text: string;
}

export const GENERAL: NumberFormat = { kind: 'general' };
const DATE: NumberFormat = { kind: 'date' };

/** Formats with a fixed number that books do not spell out (ECMA-376 part 1, 18.8.30). */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
};

/** Unknown numbers are General. */
export function builtInFormat(id: number): NumberFormat {
  const isDate = [
    [14, 22],
    [27, 36],
    [45, 47],
    [50, 58],
  ].some(([from = 0, to = 0]) => id >= from && id <= to);
  if (isDate) return DATE;
  const code = BUILT_IN[id];
  return code ? parseFormat(code) : GENERAL;
}

/** Reads a format code; one that is not understood (fractions, exponents) is General. */
export function parseFormat(code: string): NumberFormat {
  const bare = code.replace(/"[^"]*"|\\.|_.|\*./gsu, '').replace(/\[(?!h+\]|m+\]|s+\])[^[\]]*\]/giu, '');
  if (/^(general|основной|standard)?$/iu.test(bare.trim()) || bare.trim() === '@') return GENERAL;
  if (/[dmyhsдгч]/iu.test(bare.replace(/general|основной/giu, ''))) return DATE;
  if (/e[+-]/iu.test(bare) || /[0#?]\s*\/\s*[0-9#?]/u.test(bare) || !/[0#?]|general|основной/iu.test(bare))
    return GENERAL;
  return { kind: 'pattern', sections: splitSections(code).map(parseSection) };
}

function splitSections(code: string): string[] {
  const sections = [''];
  for (const [piece] of code.matchAll(/"[^"]*"?|\\.?|\[[^\]]*\]?|[_*].?|./gsu)) {
    if (piece === ';') sections.push('');
    else sections[sections.length - 1] += piece;
  }
  return sections;
}

function parseSection(code: string): Section {
  const tokens: Token[] = [];
  let wholePlaces = 0;
  let decimals = 0;
  let pointSeen = false;
  let grouped = false;
  let shift = 0;
  let pendingCommas = 0;
  const literal = (text: string) => tokens.push({ place: false, text });
  for (const [piece] of code.matchAll(/"[^"]*"?|\\.?|\[[^\]]*\]?|[_*].?|general|основной|./gisu)) {
    if (piece === '0' || piece === '#' || piece === '?') {
      if (pendingCommas > 0) grouped = true;
      pendingCommas = 0;
      if (pointSeen) decimals += 1;
      else wholePlaces += 1;
      tokens.push({ place: true, text: piece });
    } else if (piece === '.' && !pointSeen) {
      pointSeen = true;
      tokens.push({ place: true, text: '.' });
    } else if (piece === ',' && wholePlaces > 0) pendingCommas += 1;
    else if (piece === '%') {
      shift += 2;
      literal('%');
    } else if (piece.startsWith('"')) literal(piece.replaceAll('"', ''));
    else if (piece.startsWith('\\')) literal(piece.slice(1));
    else if (piece.startsWith('_')) literal(' ');
    else if (piece.startsWith('[')) literal(/^\[\$([^\]-]*)/u.exec(piece)?.[1] ?? '');
    else if (!piece.startsWith('*')) literal(piece);
  }
  const general = /general|основной/iu.test(code);
  const places = tokens.map(({ place, text }) => (place ? text : ' ')).join('');
  const isDigitsOnly = /^#*0(?:\.0+)?$/u.test(places);
  return { tokens, general, wholePlaces, decimals, grouped, isDigitsOnly, shift: shift - 3 * pendingCommas };
}

/** The text that the sheet shows for a number; decimal point, thousands apart by a space. */
export function showNumber(value: number, format: NumberFormat): string {
  if (format.kind !== 'pattern') return plainDigits(value);
  const [positive, negative, zero] = format.sections;
  const section = value < 0 && negative ? negative : value === 0 && zero ? zero : positive;
  if (!section || section.general) return plainDigits(value);
  if (section.wholePlaces + section.decimals === 0) {
    return section.tokens
      .map((token) => token.text)
      .join('')
      .trim();
  }
  const shifted = section.shift === 0 ? value : value * 10 ** section.shift;
  const digits = fixedDigits(Math.abs(shifted), section.decimals);
  const minus = value < 0 && !negative && /[1-9]/u.test(digits) ? '-' : '';
  const shown = section.isDigitsOnly ? digitsAlone(section, digits) : fillPlaces(section, digits);
  return (minus + shown).trim();
}

/** A fast form of `fillPlaces` for a section of digits only, which shows almost every price. */
function digitsAlone({ grouped }: Section, digits: string): string {
  if (!grouped) return digits;
  const point = digits.indexOf('.');
  const end = point < 0 ? digits.length : point;
  let first = end % 3;
  let output = digits.slice(0, first);
  for (; first < end; first += 3) output += `${first > 0 ? ' ' : ''}${digits.slice(first, first + 3)}`;
  return output + digits.slice(end);
}

function fillPlaces(section: Section, digits: string): string {
  const [wholeDigits = '', fraction = ''] = digits.split('.');
  const whole = wholeDigits === '0' ? '' : wholeDigits;
  let output = '';
  let placesLeft = section.wholePlaces;
  let decimal = -1;
  for (const token of section.tokens) {
    if (!token.place) output += token.text;
    else if (token.text === '.') {
      decimal = 0;
      if (section.wholePlaces === 0) output += whole;
      output += '.';
    } else if (decimal >= 0) {
      const rest = fraction.slice(decimal);
      if (token.text === '0' || /[1-9]/u.test(rest)) output += fraction[decimal] ?? '';
      decimal += 1;
    } else {
      const first = placesLeft === section.wholePlaces;
      const last = whole.length - placesLeft;
      // Surplus digits all precede the first place.
      for (let at = first ? Math.min(0, last) : last; at <= last; at += 1) {
        const digit = at >= 0 ? whole[at] : token.text === '0' ? '0' : token.text === '?' ? ' ' : undefined;
        if (digit === undefined) continue;
        output += digit;
        const toTheRight = whole.length - at - 1;
        if (section.grouped && digit !== ' ' && toTheRight > 0 && toTheRight % 3 === 0) output += ' ';
      }
      placesLeft -= 1;
    }
  }
  return output;
}

/** DD.MM.YYYY, with HH:MM when it has a time; plain digits when it is no possible date. */
export function showDate(serial: number, since1904: boolean): string {
  if (!(serial >= 0 && serial < 2_958_466)) return plainDigits(serial);
  // Excel counts a 29 February 1900, which did not exist, so days before it are one off.
  const days = since1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  return showMoment(new Date(Math.round((days - 25_569) * DAY_MS)));
}

/** DD.MM.YYYY, with HH:MM when the time of day is not midnight. */
export function showMoment(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${two(date.getUTCDate())}.${two(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`;
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
  return time === '00:00' ? day : `${day} ${time}`;
}

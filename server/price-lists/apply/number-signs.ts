/** What the signs in numbers mean: by a text, and by the values of a column. */
import { figureText, plainKopecks } from '../../catalogue/sheets/cell-values.ts';

/** The two signs that stand for a decimal point in one list and between thousands in another. */
export type Sign = ',' | '.';

/** What a text says of the signs in its number. */
interface SignUse {
  /** One sign with three digits behind it and up to three before: `1,234`. */
  readonly unclear: Sign | null;
  readonly thousands: Sign | null;
  readonly decimals: Sign | null;
}

const NUMBER = /\d[\d .,'’\u00a0\u202f]*\d/u;
const UNCLEAR = /(?<![\d.,'’])([1-9]\d{0,2})[.,](\d{3})(?![.,]?\d)/u;
const other = (sign: Sign): Sign => (sign === ',' ? '.' : ',');

/** Reads how a text uses the signs; null for one that has none in its number. */
export function signUse(text: string): SignUse | null {
  if (!text.includes(',') && !text.includes('.')) return null;
  const number = NUMBER.exec(plainKopecks(figureText(text) ?? ''))?.[0] ?? '';
  const last: Sign = number.lastIndexOf(',') > number.lastIndexOf('.') ? ',' : '.';
  const times = number.split(last).length - 1;
  if (times === 0) return null;
  if (number.includes(other(last))) {
    return times > 1 ? null : { unclear: null, thousands: other(last), decimals: last };
  }
  if (times > 1) return { unclear: null, thousands: last, decimals: null };
  const unclear = UNCLEAR.exec(number)?.[0] === number;
  return unclear
    ? { unclear: last, thousands: null, decimals: null }
    : { unclear: null, thousands: null, decimals: last };
}

/** The text without the sign of its unclear number, which stands between thousands. */
export const withoutThousands = (text: string): string => text.replace(UNCLEAR, '$1$2');

export type SignMeaning = 'thousands' | 'decimals' | 'unknown';

/** How the values of one column use the signs. */
export class SignEvidence {
  readonly #thousands = new Set<Sign>();
  readonly #decimals = new Set<Sign>();

  note({ thousands, decimals }: SignUse): void {
    if (thousands) this.#thousands.add(thousands);
    if (decimals) this.#decimals.add(decimals);
  }

  /** A sign is between thousands where another value has it there, or has the other sign as its decimal one. */
  meaningOf(sign: Sign): SignMeaning {
    const groups = this.#thousands.has(sign) || this.#decimals.has(other(sign));
    const decimals = this.#decimals.has(sign) || this.#thousands.has(other(sign));
    if (groups === decimals) return 'unknown';
    return groups ? 'thousands' : 'decimals';
  }
}

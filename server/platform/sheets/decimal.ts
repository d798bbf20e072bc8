/** Decimal digits of a finite number without an exponent: the shortest digits that name the same number. */
export function plainDigits(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  const shortest = String(value);
  const at = shortest.indexOf('e');
  if (at < 0) return shortest;
  const exponent = Number(shortest.slice(at + 1));
  const negative = shortest.startsWith('-');
  const [whole = '', fraction = ''] = shortest.slice(negative ? 1 : 0, at).split('.');
  const digits = whole + fraction;
  const point = whole.length + exponent;
  const padded =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : point >= digits.length
        ? digits + '0'.repeat(point - digits.length)
        : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return negative ? `-${padded}` : padded;
}

/** Significant digits that a number of a sheet has; the rest is left over from binary arithmetic. */
export const SHEET_DIGITS = 15;

/** A number as shown in a sheet: 2736.1499999999996 is 2736.15. Whole numbers stay, they may be articles. */
export const sheetNumber = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(SHEET_DIGITS));

/** An exact decimal number: `units` divided by ten to the power of `scale`. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/** Reads `-12.345`; the text must be digits with at most one point. */
export function decimalOf(digits: string): Decimal {
  const point = digits.indexOf('.');
  if (point < 0) return { units: BigInt(digits), scale: 0 };
  return { units: BigInt(digits.slice(0, point) + digits.slice(point + 1)), scale: digits.length - point - 1 };
}

/** The number times ten to the power of `scale`, rounded half away from zero. */
export function roundedUnits({ units, scale: own }: Decimal, scale: number): bigint {
  if (own <= scale) return units * 10n ** BigInt(scale - own);
  const divisor = 10n ** BigInt(own - scale);
  const half = divisor / 2n;
  return units < 0n ? -((-units + half) / divisor) : (units + half) / divisor;
}

/** An exact quotient; `under` is above 0. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

export const fractionOf = ({ units, scale }: Decimal): Fraction => ({ over: units, under: 10n ** BigInt(scale) });

export const timesFraction = (one: Fraction, other: Fraction): Fraction => ({
  over: one.over * other.over,
  under: one.under * other.under,
});

export function roundedFraction({ over, under }: Fraction): bigint {
  const twice = 2n * (over < 0n ? -over : over) + under;
  const rounded = twice / (2n * under);
  return over < 0n ? -rounded : rounded;
}

export const isLess = (one: Fraction, other: Fraction): boolean => one.over * other.under < other.over * one.under;

/** Digits with exactly `scale` decimals, rounded half away from zero. */
export function fixedDigits(value: number, scale: number): string {
  const plain = plainDigits(value);
  const point = plain.indexOf('.');
  const missing = point < 0 ? scale : scale - (plain.length - point - 1);
  // Prices have no more decimals than are shown, and big integers are many times slower.
  if (missing >= 0) return `${plain}${point < 0 && scale > 0 ? '.' : ''}${'0'.repeat(missing)}`;
  const units = roundedUnits(decimalOf(plain), scale);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

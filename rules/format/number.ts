/** Non-breaking space: groups of digits, and a number and its unit, never part at the end of a line. */
export const NBSP = '\u00a0';

/** A decimal text or number the Russian way: `1234.50` → `1 234,50`; whole amounts lose `,00`. Not a number → ''. */
export function formatNumber(value: string | number): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value).trim());
  if (match === null) return '';
  const [, sign = '', whole = '', fraction = ''] = match;
  const groups = [...whole].map((digit, at) => (at > 0 && (whole.length - at) % 3 === 0 ? NBSP : '') + digit);
  return `${sign === '-' ? '−' : ''}${groups.join('')}${/^0*$/.test(fraction) ? '' : `,${fraction}`}`;
}

/** Whether a decimal text or number is there and is not zero (`'0.00'`, `''`, null and NaN are not). */
export function isFilled(value: string | number | null | undefined): value is string | number {
  return value !== null && value !== undefined && Number(value) !== 0 && !Number.isNaN(Number(value));
}

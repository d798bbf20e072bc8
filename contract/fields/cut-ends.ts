/**
 * The text without the signs at its end of which each alone matches `sign`, a pattern without `g` for one sign. It looks at
 * what it takes off and one sign more, where `/[…]+$/` begins anew at each such sign of the whole text.
 */
export function cutEnd(text: string, sign: RegExp): string {
  let end = text.length;
  while (end > 0) {
    const last = signBefore(text, end);
    if (!sign.test(last)) break;
    end -= last.length;
  }
  return end === text.length ? text : text.slice(0, end);
}

/** The same at both ends. */
export function cutEnds(text: string, sign: RegExp): string {
  const left = cutEnd(text, sign);
  let start = 0;
  while (start < left.length) {
    const first = String.fromCodePoint(left.codePointAt(start) as number);
    if (!sign.test(first)) break;
    start += first.length;
  }
  return left.slice(start);
}

/** The sign that ends at a place, both halves of it where it has two. */
const signBefore = (text: string, end: number): string => {
  const whole = text.slice(Math.max(0, end - 2), end);
  return whole.length === 2 && (whole.codePointAt(0) as number) > 0xffff ? whole : text.charAt(end - 1);
};

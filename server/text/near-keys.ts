const DIGITS = '0123456789';
/** Letters that keys can hold: those of either alphabet that are not written by the other's look-alikes. */
const LETTERS = 'abcdefghijklmnpqrstuvwxyzбгджийлпфцчшщъыьэюя';

/** How a key differs from the one that was typed, what happens most first. */
const NEARNESS = ['swapped', 'exchanged', 'left out', 'added'] as const;

interface NearKey {
  readonly key: string;
  /** 0 is nearest. */
  readonly rank: number;
}

/** A key shorter than this is near to too many. */
const KEY_MIN = 5;
const KEY_MAX = 24;
const DIGITS_MIN = 3;

/** Whether articles like this one may be looked for: not too short, not too long, and mostly a number. */
export const hasNearKeys = (key: string): boolean =>
  key.length >= KEY_MIN && key.length <= KEY_MAX && (key.match(/\d/g)?.length ?? 0) >= DIGITS_MIN;

/**
 * Every key that one slip of the hand makes of this one: two characters swapped, a digit exchanged for another or a letter
 * for anything, one left out or one too many; each once, without the key itself. Some hundreds for a common article.
 */
export function nearKeys(key: string): NearKey[] {
  const near = new Map<string, number>();
  const add = (other: string, how: (typeof NEARNESS)[number]) => {
    const rank = NEARNESS.indexOf(how);
    if (other !== key && rank < (near.get(other) ?? NEARNESS.length)) near.set(other, rank);
  };
  for (let at = 0; at <= key.length; at++) {
    const [head, sign, tail] = [key.slice(0, at), key.charAt(at), key.slice(at + 1)];
    for (const digit of DIGITS) add(head + digit + key.slice(at), 'left out');
    if (sign === '') continue;
    add(head + tail, 'added');
    if (tail !== '') add(head + tail.charAt(0) + sign + tail.slice(1), 'swapped');
    for (const other of DIGITS.includes(sign) ? DIGITS : DIGITS + LETTERS)
      add(head + other + tail, 'exchanged');
  }
  return [...near].map(([other, rank]) => ({ key: other, rank }));
}

// Lists of ascending ids: what all, any or only one of them hold.

export type Ids = Int32Array;

const NONE: Ids = new Int32Array();

/** Beyond so many times the length of the other list, its members are looked up instead of passed by. */
const LOOKED_UP = 16;

/** The first place at or behind `from` whose id is not below `id`. */
function placeFrom(list: Ids, id: number, from: number): number {
  let step = 1;
  let low = from;
  while (low + step < list.length && (list[low + step] as number) < id) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, list.length);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Those ids of `some` that `others` holds, or those that it does not. */
function sifted(some: Ids, others: Ids, isKept: boolean): Ids {
  const kept = new Int32Array(some.length);
  const isLookedUp = others.length > LOOKED_UP * some.length;
  let count = 0;
  let at = 0;
  for (let place = 0; place < some.length; place++) {
    const id = some[place] as number;
    if (isLookedUp) at = placeFrom(others, id, at);
    else while (at < others.length && (others[at] as number) < id) at++;
    if ((others[at] === id) === isKept) kept[count++] = id;
  }
  return kept.subarray(0, count);
}

export function common(lists: readonly Ids[]): Ids {
  const [shortest = NONE, ...others] = lists.toSorted((one, other) => one.length - other.length);
  return others.reduce((some, other) => (some.length === 0 ? some : sifted(some, other, true)), shortest);
}

export const without = (list: Ids, other: Ids): Ids =>
  list.length === 0 || other.length === 0 ? list : sifted(list, other, false);

function either(one: Ids, other: Ids): Ids {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const all = new Int32Array(one.length + other.length);
  let [first, second, count] = [0, 0, 0];
  while (first < one.length && second < other.length) {
    const [left, right] = [one[first] as number, other[second] as number];
    all[count++] = left < right ? left : right;
    if (left <= right) first++;
    if (right <= left) second++;
  }
  while (first < one.length) all[count++] = one[first++] as number;
  while (second < other.length) all[count++] = other[second++] as number;
  return all.subarray(0, count);
}

export function anyOf(lists: readonly Ids[]): Ids {
  // Lists of like length are merged with each other, so that no id is written once for each list.
  let left = lists.toSorted((one, other) => one.length - other.length);
  while (left.length > 1) {
    const merged: Ids[] = [];
    for (let at = 0; at < left.length; at += 2) merged.push(either(left[at] ?? NONE, left[at + 1] ?? NONE));
    left = merged;
  }
  return left[0] ?? NONE;
}

const COMMA = 44;
const ZERO = 48;

/** The whole numbers of a text of digits and commas, without making a text of each. */
export function numbersIn(list: string): Int32Array {
  if (list === '') return new Int32Array();
  const numbers = new Int32Array(Math.ceil(list.length / 2));
  let count = 0;
  let number = 0;
  for (let at = 0; at < list.length; at++) {
    const code = list.charCodeAt(at);
    if (code === COMMA) {
      numbers[count++] = number;
      number = 0;
    } else number = number * 10 + code - ZERO;
  }
  numbers[count++] = number;
  return numbers.subarray(0, count);
}

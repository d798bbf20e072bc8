// Finds the words of the data that a misspelt word may mean: one slip of the hand away, or of the same sound.
import { hashOf } from './text-table.ts';

/** More words than the data will have. */
const SORTED_MAX = 2 ** 20;
/** A shorter word is near to too many. */
export const SLIP_MIN = 5;

/** A word, and what is left of it without one letter that is not its first. */
function* lessOneLetter(word: string): Generator<string> {
  yield word;
  for (let at = 1; at < word.length; at++) yield word.slice(0, at) + word.slice(at + 1);
}

/** The first place of a value or of a larger one among ascending ones. */
export function firstNotBefore<Value extends string | number>(
  values: { readonly length: number; readonly [at: number]: Value },
  wanted: Value,
): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as Value) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A word so long may be misspelt by sound and have a slip of the hand too. */
const SOUND_MIN = 8;

/** A word as it sounds: «енергоакумулятор» and «энергоаккумулятор» are one. */
function soundOf(word: string): string {
  let sound = '';
  for (const letter of word) {
    const heard = HEARD[letter] ?? letter;
    if (heard !== sound.at(-1)) sound += heard;
  }
  return sound;
}
const HEARD: Readonly<Record<string, string>> = { о: 'а', е: 'и', э: 'и', ы: 'и', й: 'и', ь: '', ъ: '' };

/** Whether one letter left out, added, exchanged or swapped with its neighbour makes one word of the other. */
function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false;
  let head = 0;
  while (head < one.length && one[head] === other[head]) head++;
  let tail = 0;
  while (tail < Math.min(one.length, other.length) - head && one.at(-1 - tail) === other.at(-1 - tail)) tail++;
  const [left, right] = [one.slice(head, one.length - tail), other.slice(head, other.length - tail)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/** Hashes of words and of what is left of them without one letter, ascending, and the words by place among the sorted ones. */
export interface SlipIndex {
  readonly hashes: Float64Array<ArrayBuffer>;
  readonly places: Int32Array<ArrayBuffer>;
}

export function indexSlips(sorted: readonly string[]): SlipIndex {
  const packed: number[] = [];
  for (const [at, word] of sorted.entries()) {
    if (word.length < SLIP_MIN) continue;
    for (const less of lessOneLetter(word)) packed.push(hashOf(less) * SORTED_MAX + at);
    const sound = soundOf(word);
    const heard = word.length < SOUND_MIN ? [sound] : lessOneLetter(sound);
    for (const less of heard) packed.push(hashOf(`~${less}`) * SORTED_MAX + at);
  }
  const ordered = Float64Array.from(packed).sort();
  return {
    hashes: ordered.map((one) => Math.floor(one / SORTED_MAX)),
    places: Int32Array.from(ordered, (one) => one % SORTED_MAX),
  };
}

/** Words that one slip of the hand makes of this one; else those that sound so, long ones but for one slip. */
export function wordsNear(typed: string, sorted: readonly string[], index: SlipIndex): string[] {
  const near = new Set<string>();
  for (const less of lessOneLetter(typed))
    for (const word of wordsOfSlip(less, sorted, index)) if (isOneSlip(typed, word)) near.add(word);
  if (near.size > 0) return [...near];
  const sound = soundOf(typed);
  for (const less of typed.length < SOUND_MIN ? [sound] : lessOneLetter(sound))
    for (const word of wordsOfSlip(`~${less}`, sorted, index)) {
      const other = soundOf(word);
      if (other === sound || isOneSlip(sound, other)) near.add(word);
    }
  return [...near];
}

function* wordsOfSlip(less: string, sorted: readonly string[], { hashes, places }: SlipIndex): Generator<string> {
  const hash = hashOf(less);
  for (let at = firstNotBefore(hashes, hash); hashes[at] === hash; at++) yield sorted[places[at] as number] as string;
}

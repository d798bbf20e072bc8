/** Random choices that a seed repeats. */
export interface Dice {
  /** A whole number from 0 to `sides` - 1. */
  roll(sides: number): number;
  /** True once in `times`. */
  once(times: number): boolean;
  of<T>(values: readonly T[]): T;
}

/** Dice of a seed: mulberry32, https://github.com/bryc/code/blob/master/jshash/PRNGs.md */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const roll = (sides: number) => Math.floor(next() * sides);
  return {
    roll,
    once: (times) => roll(times) === 0,
    of: <T>(values: readonly T[]) => values[roll(values.length)] as T,
  };
}

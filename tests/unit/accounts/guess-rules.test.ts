import { expect, test } from 'vitest';
import { GUESS_DELAY_MAX_SECONDS, GUESS_FORGIVEN_MINUTES, GUESSES_FREE } from '../../../contract/limits.ts';
import { afterGuess, guessDelay, shouldReportGuesses } from '../../../server/platform/http/limits.ts';

const NOW = Date.UTC(2026, 2, 1);
const MINUTE = 60_000;
const FORGIVEN = GUESS_FORGIVEN_MINUTES * MINUTE;
/** The guesses that still count: one more than those is noted next. */
const remainingGuesses = (...known: Parameters<typeof afterGuess>) => afterGuess(...known).failures - 1;
const guessed = (failures: number, last = NOW) => ({ failures, last });

test('security 64: the first guesses cost nothing, each further one twice as much, up to a bound', () => {
  const delays = [0, 1, 2, 3, 4, 5, 6, 20].map((more) => guessDelay(guessed(GUESSES_FREE + more), NOW));
  expect(delays).toEqual([0, 250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
  expect(Math.max(...delays)).toBe(GUESS_DELAY_MAX_SECONDS * 1_000);
});

test('security 64: guesses are forgiven one by one, whatever their number within hours', () => {
  expect(remainingGuesses(guessed(15), NOW + FORGIVEN - 1)).toBe(15);
  expect(remainingGuesses(guessed(15), NOW + 3 * FORGIVEN)).toBe(12);
  expect(remainingGuesses(guessed(15), NOW + 1_000 * FORGIVEN)).toBe(0);
  let many = guessed(0);
  for (let n = 0; n < 10_000; n += 1) many = afterGuess(many, NOW);
  expect(guessDelay(many, NOW + 180 * MINUTE)).toBe(0);
});

test('security 64: a clock that was set back forgives nothing and breaks nothing', () => {
  expect(remainingGuesses(guessed(15), NOW - 24 * 60 * MINUTE)).toBe(15);
});

test('security 64: the owner is told once a day, from the first delay on', () => {
  const slow = guessed(GUESSES_FREE + 1);
  expect(shouldReportGuesses(guessed(GUESSES_FREE), null, NOW)).toBe(false);
  expect(shouldReportGuesses(slow, null, NOW)).toBe(true);
  expect(shouldReportGuesses(slow, NOW - 23 * 60 * MINUTE, NOW)).toBe(false);
  expect(shouldReportGuesses(slow, NOW - 24 * 60 * MINUTE, NOW)).toBe(true);
});

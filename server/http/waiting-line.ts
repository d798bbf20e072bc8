import { GUESS_DELAY_MAX_SECONDS, GUESSES_WAITING_MAX } from '../../contract/limits.ts';
import { tooMany } from './errors.ts';

/**
 * Lines in which guesses wait before they are looked at, by the name of what is guessed at: of one line so many wait at once,
 * further ones are answered 429.
 */
export function waitingLines(pause: (ms: number) => Promise<unknown>) {
  const waiting = new Map<string, number>();
  return async (line: string, ms: number): Promise<void> => {
    const before = waiting.get(line) ?? 0;
    if (before >= GUESSES_WAITING_MAX) throw tooMany(GUESS_DELAY_MAX_SECONDS);
    waiting.set(line, before + 1);
    try {
      await pause(ms);
    } finally {
      const left = (waiting.get(line) ?? 1) - 1;
      if (left > 0) waiting.set(line, left);
      else waiting.delete(line);
    }
  };
}

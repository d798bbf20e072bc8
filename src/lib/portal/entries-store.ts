import { atom } from 'nanostores';
import { createLatest } from '../browser/latest.ts';
import { later, type Schedule } from '../catalogue/suggest-store.ts';
import type { Command } from './commands.ts';

/** Pause after the last keystroke before the services are asked, ms. */
const PAUSE = 200;

export interface EntriesState {
  /** What `found` was found for. */
  readonly text: string;
  readonly found: readonly Command[];
  readonly failed: boolean;
}

const NONE: EntriesState = { text: '', found: [], failed: false };

/** What the services find for what is being typed; only the newest question is answered, none for fewer than two letters that are no number. */
export function createEntries(
  ask: (text: string, signal: AbortSignal) => Promise<readonly Command[]>,
  schedule: Schedule = later,
) {
  const $entries = atom<EntriesState>(NONE);
  const latest = createLatest();
  let callOff = () => {};

  async function answer(text: string): Promise<void> {
    try {
      const came = await latest.run((signal) => ask(text, signal));
      if (came) $entries.set({ text, found: came.value, failed: false });
    } catch {
      $entries.set({ text, found: [], failed: true });
    }
  }

  return {
    $entries,
    type(typed: string): void {
      callOff();
      latest.stop();
      const text = typed.trim();
      if (text.length < 2 && !/\d/.test(text)) {
        $entries.set(NONE);
        return;
      }
      callOff = schedule(() => void answer(text), PAUSE);
    },
  };
}

import { Thread } from '../../database/thread.ts';
import type { AskedQuestion } from './questions.ts';

const READER = new URL('./reader-thread.ts', import.meta.url);

/** Answers the questions of the search over the index in one file. */
export interface IndexReader {
  /** The answer as JSON text; null when a search found nothing. */
  ask(question: AskedQuestion): Promise<string | null>;
  /** Ends when everything asked before is answered. */
  close(): Promise<void>;
}

/** Opens a reader in a thread of its own, already warming up. */
export function openReader(file: string): IndexReader {
  const thread = new Thread(READER, { file });
  const ask = (question: AskedQuestion) => thread.query('ask', [question]) as Promise<string | null>;
  // The first request starts the thread, and with it the warming.
  void ask({ ask: 'suggest', query: '', liveDay: 0 }).catch(() => {});
  return { ask, close: () => thread.close() };
}

import { Thread } from '../../database/thread.ts';
import type { Answered, AskedQuestion, IndexReader } from './engine.ts';

const READER = new URL('./reader-thread.ts', import.meta.url);

/** A thread that answers, and how many questions wait for it. */
interface Reader {
  readonly thread: Thread;
  waiting: number;
}

/**
 * Opens so many readers of the index in one file, each in a thread of its own and already warming up. A question goes
 * to the one with the fewest before it; of equals to the first, which then knows more answers by heart.
 */
export function openReaders(file: string, threads: number): IndexReader {
  const readers = Array.from({ length: threads }, (): Reader => {
    return { thread: new Thread(READER, { file }), waiting: 0 };
  });

  async function askOf(reader: Reader, question: AskedQuestion): Promise<Answered> {
    reader.waiting++;
    try {
      return (await reader.thread.query('ask', [question])) as Answered;
    } finally {
      reader.waiting--;
    }
  }

  // The first question starts a thread, and with it the warming.
  for (const reader of readers) void askOf(reader, { ask: 'suggest', query: '', liveDay: 0 }).catch(() => {});
  return {
    ask: (question) => {
      const free = readers.reduce((one, other) => (other.waiting < one.waiting ? other : one));
      return askOf(free, question);
    },
    close: async () => {
      await Promise.all(readers.map(({ thread }) => thread.close()));
    },
  };
}

// Starts the threads that search (reader-thread.ts) and distributes questions among them.
import { Thread } from '../../platform/database/job-threads.ts';
import type { Answered, IndexReader, SearchQuestion } from '../context/search-questions.ts';

const READER = new URL('./reader-thread.ts', import.meta.url);

interface Reader {
  readonly thread: Thread;
  waiting: number;
}

export interface Reading {
  readonly threads: number;
  /** Whether the threads start, and read ahead, before the first question. */
  readonly isAhead: boolean;
}

export interface ReaderData {
  readonly file: string;
  readonly isAhead: boolean;
}

/** Opens readers of one index, each in a thread; a question goes to the shortest queue, a tie to the first. */
export function openReaders(file: string, { threads, isAhead }: Reading): IndexReader {
  const readers = Array.from({ length: threads }, (): Reader => {
    return { thread: new Thread(READER, { file, isAhead } satisfies ReaderData), waiting: 0 };
  });

  async function askOf(reader: Reader, question: SearchQuestion): Promise<Answered> {
    reader.waiting++;
    try {
      return (await reader.thread.query('ask', [question])) as Answered;
    } finally {
      reader.waiting--;
    }
  }

  // The first question starts a thread, and with it the warming.
  if (isAhead)
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

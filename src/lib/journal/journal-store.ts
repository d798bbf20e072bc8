import { createCursorList } from '../lists/cursor-store.ts';
import type { JournalCalls } from './journal-calls.ts';
import type { JournalQuery } from './query.ts';

/** The entries of one query, newest first. */
export const createJournal = (calls: Pick<JournalCalls, 'list'>) =>
  createCursorList({ page: calls.list, rowsOf: ({ entries }) => entries }, {} as JournalQuery);

import { createCursorList } from '../lists/cursor-store.ts';
import type { RunCalls } from './run-calls.ts';

/** What a run has changed, narrowed by how an article begins. */
export const createChanges = (calls: Pick<RunCalls, 'changes'>, id: number) =>
  createCursorList(
    {
      page: (query: string, cursor, signal) => calls.changes(id, query, cursor, signal),
      rowsOf: ({ changes }) => changes,
    },
    '',
  );

export type Changes = ReturnType<typeof createChanges>;

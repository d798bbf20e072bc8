import { createCursorList } from '../lists/cursor-store.ts';
import type { DeskCalls } from './desk-calls.ts';
import type { RequestQuery } from './query.ts';

/** The requests that a filter finds, newest first. */
export const createRequests = (calls: Pick<DeskCalls, 'list'>) =>
  createCursorList({ page: calls.list, rowsOf: ({ requests }) => requests }, {} as RequestQuery);

import type { OwnRequestPage } from '../../../contract/requests.ts';
import { createCursorList } from '../lists/cursor-store.ts';
import { bridge } from '../session/guarded.ts';

/** What the signed-in person has sent, newest first. */
export const createOwnRequests = () =>
  createCursorList(
    {
      page: (_: object, cursor: string | null, signal: AbortSignal) =>
        bridge.get('requests/own', { searchParams: cursor ? { cursor } : {}, signal }).json<OwnRequestPage>(),
      rowsOf: ({ requests }) => requests,
    },
    {},
  );

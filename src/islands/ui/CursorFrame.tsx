import { type ReactNode, useEffect } from 'react';
import type { CursorState } from '../../lib/lists/cursor-store.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { Failed } from './Failed.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { LoadMore } from './LoadMore.tsx';

interface Props {
  readonly state: Omit<CursorState<unknown, unknown, unknown>, 'query' | 'first'>;
  readonly texts: {
    readonly loading: string;
    readonly failed: string;
    readonly more: string;
    readonly moreLoading: string;
    readonly moreFailed: string;
  };
  readonly errors?: Readonly<Record<string, string>> | undefined;
  /** Classes of the list that comes and of an entry of it, and how many are drawn meanwhile. */
  readonly list: string;
  readonly bone: string;
  readonly bones: number;
  readonly onAgain: () => void;
  readonly onMore: () => void;
  /** What is shown once there is an answer, also an empty one. */
  readonly children: ReactNode;
}

/** Round a list that comes page by page: its loading, its failure, the following page, the way to the sign-in page. */
export function CursorFrame({ state, texts, errors, onAgain, onMore, children, ...look }: Props) {
  const { phase, next, loadingMore, failure } = state;
  useEffect(() => {
    if (failure?.kind === 'login' || failure?.kind === 'forbidden') leaveToAuth(failure);
  }, [failure]);

  return (
    <>
      {phase === 'loading' && (
        <ListSkeleton loading={texts.loading} list={look.list} bone={look.bone} count={look.bones} />
      )}
      {phase === 'failed' && failure && (
        <Failed failure={failure} errors={errors} onAgain={onAgain}>
          {texts.failed}
        </Failed>
      )}
      {phase === 'ready' && children}
      {phase === 'ready' && next !== null && (
        <LoadMore
          label={texts.more}
          loadingLabel={texts.moreLoading}
          loading={loadingMore}
          failure={failure}
          failed={texts.moreFailed}
          onMore={onMore}
        />
      )}
    </>
  );
}

// What stands around lists of the portal that come page by page: loading, failure, «more», search field, a grey sketch
// of rows.
import { Plus } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { failureText, pageParts, tryAgain } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import type { CursorState } from '../../lib/ui/cursor-list.ts';
import { parts } from '../../lib/ui/long-lists.ts';
import { Button, Dots, Failed } from './controls.tsx';
import { curedBySignIn, useLeave } from './hooks.ts';

interface Props {
  readonly state: Omit<CursorState<unknown, unknown, unknown>, 'query' | 'first'>;
  readonly texts: Readonly<Record<'loading' | 'failed', string>> & MoreTexts;
  readonly errors?: Readonly<Record<string, string>> | undefined;
  /** Classes of the list that comes, and how many entries are drawn meanwhile. */
  readonly list?: string;
  readonly bones: number;
  readonly onAgain: () => void;
  readonly onMore: () => void;
  readonly children: ReactNode;
}

/** Round a list that comes page by page: its loading, its failure, the following page, the redirect to sign in. */
export function CursorFrame({ state, texts, errors, onAgain, onMore, children, list = 'records', bones }: Props) {
  const { phase, next, failure } = state;
  useLeave(curedBySignIn(failure));

  return (
    <>
      {phase === 'loading' && <ListSkeleton loading={texts.loading} list={list} count={bones} />}
      {phase === 'failed' && failure && (
        <Failed failure={failure} errors={errors} onAgain={onAgain}>
          {texts.failed}
        </Failed>
      )}
      {phase === 'ready' && children}
      {phase === 'ready' && next !== null && <LoadMore texts={texts} state={state} onMore={onMore} />}
    </>
  );
}

interface ListHeadProps {
  /** What the rows are searched by: name of the field and its placeholder. */
  readonly searchLabel: string;
  /** What was searched for when the list was left. */
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly createLabel: string;
  readonly creating: boolean;
  readonly createButton: Ref<HTMLButtonElement>;
  readonly onCreate: () => void;
}

/** What stands above a list of records: the search field and the button of a new record. */
export function ListHead(props: ListHeadProps) {
  const { searchLabel, search, onSearch, createLabel, creating, createButton, onCreate } = props;
  return (
    <div className="data-list-head below-16 row gap-8">
      <search>
        <input
          type="search"
          className="data-list-search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          autoComplete="off"
          defaultValue={search}
          onChange={({ target }) => onSearch(target.value)}
        />
      </search>
      <Button ref={createButton} kind={creating ? 'plain' : 'main'} onClick={onCreate}>
        <Plus aria-hidden="true" />
        {createLabel}
      </Button>
    </div>
  );
}

interface ListSkeletonProps {
  readonly loading: string;
  readonly list: string;
  readonly bone?: string;
  readonly count?: number;
}

/** A list while it is loaded, as high as the one that comes. */
export function ListSkeleton({ loading, list, bone = 'row-bone', count = 4 }: ListSkeletonProps) {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {loading}
      </p>
      <div className={list} aria-hidden="true">
        {Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bones are alike and never move
          <span key={at} className={`skeleton ${bone}`} />
        ))}
      </div>
    </div>
  );
}

/** Rows that are drawn at first, and more of them at each press, where the list does not say otherwise. */
const ROWS_AT_ONCE = 100;

interface InPartsProps<Row> {
  readonly rows: readonly Row[];
  readonly atOnce?: number;
  readonly children: (shown: readonly Row[]) => ReactNode;
}

/** A list whose rows are all known and too many to be drawn at once: its beginning, and the button that draws more. */
export function InParts<Row>({ rows, atOnce = ROWS_AT_ONCE, children }: InPartsProps<Row>) {
  const [limit, setLimit] = useState(atOnce);
  return (
    <>
      {children(rows.slice(0, limit))}
      {rows.length > limit && (
        <div className="load-more stack gap-8">
          <p className="muted small">{parts.shown(limit, rows.length)}</p>
          <Button onClick={() => setLimit(limit + atOnce)}>{parts.more}</Button>
        </div>
      )}
    </>
  );
}

interface MoreTexts {
  readonly more?: string;
  readonly moreFailed: string;
}

interface LoadMoreProps {
  readonly texts: MoreTexts;
  readonly state: { readonly loadingMore: boolean; readonly failure: Failure | null };
  readonly onMore: () => void;
}

/** The button that appends the next page; after a failure it says why and offers the same again. */
export function LoadMore({ texts, state: { loadingMore, failure }, onMore }: LoadMoreProps) {
  return (
    <div className="load-more stack gap-8">
      <div role="alert">
        {failure && (
          <p className="load-more-failure flush">
            {texts.moreFailed} {failureText(failure)}
          </p>
        )}
      </div>
      <button type="button" className="button" aria-disabled={loadingMore} onClick={() => !loadingMore && onMore()}>
        {loadingMore ? (
          <>
            {pageParts.loading.replace('…', '')}
            <Dots />
          </>
        ) : failure ? (
          tryAgain
        ) : (
          (texts.more ?? parts.load)
        )}
      </button>
    </div>
  );
}

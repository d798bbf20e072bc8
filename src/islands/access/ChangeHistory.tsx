import { useEffect, useState } from 'react';
import type { AccessChange } from '../../../contract/access.ts';
import { ACCESS_HISTORY_PAGE } from '../../../contract/limits.ts';
import { askHistory } from '../../lib/access/access-calls.ts';
import { history } from '../../lib/access/access-texts.ts';
import { formatMoment } from '../../lib/format/day.ts';
import { type Failure, failureOf } from '../../lib/http/failure.ts';
import { site } from '../../lib/site/site.ts';
import { Button } from '../ui/Button.tsx';
import { Failed } from '../ui/Failed.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { WideDialog } from './WideDialog.tsx';

/** Names of boxes that an entry shows before it is opened. */
const SHOWN = 4;

/** Who changed which right of which role, and who bound which role to whom; newest first. */
export function ChangeHistory({ onClose }: { onClose: () => void }) {
  const [rows, setRows] = useState<readonly AccessChange[] | null>(null);
  const [hasMore, setHasMore] = useState(false);
  const [loading, setLoading] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function load(last: number | null) {
    setLoading(true);
    setFailure(null);
    try {
      const page = await askHistory(last);
      setRows((shown) => [...(shown ?? []), ...page]);
      setHasMore(page.length === ACCESS_HISTORY_PAGE);
    } catch (error) {
      setFailure(failureOf(error));
    }
    setLoading(false);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page is loaded once, with the dialog
  useEffect(() => void load(null), []);

  return (
    <WideDialog heading={history.heading} onClose={onClose}>
      {rows === null && loading && <p role="status">{history.loading}</p>}
      {rows === null && failure && <Failed failure={failure} onAgain={() => void load(null)} />}
      {rows?.length === 0 && <p className="muted">{history.empty}</p>}
      <ul className="change-list">
        {rows?.map((row) => (
          <Change key={row.id} row={row} />
        ))}
      </ul>
      {hasMore && (
        <LoadMore
          label={history.more}
          loadingLabel={history.moreLoading}
          loading={loading}
          failure={failure}
          failed={history.moreFailed}
          onMore={() => void load(rows?.at(-1)?.id ?? null)}
        />
      )}
    </WideDialog>
  );
}

function Change({ row }: { row: AccessChange }) {
  return (
    <li>
      <p>
        <strong>{history[row.kind](row.subject)}</strong>
      </p>
      <p className="muted small">
        <time dateTime={row.at}>{formatMoment(new Date(row.at), site.timeZone)}</time>,{' '}
        <span title={row.by.email}>{row.by.name || row.by.email}</span>
      </p>
      <Boxes kind="added" names={row.added} count={row.addedCount} />
      <Boxes kind="removed" names={row.removed} count={row.removedCount} />
    </li>
  );
}

interface BoxesProps {
  readonly kind: 'added' | 'removed';
  readonly names: readonly string[];
  /** How many there are; the names may be only the first of them. */
  readonly count: number;
}

function Boxes({ kind, names, count }: BoxesProps) {
  const [all, setAll] = useState(false);
  if (count === 0) return null;
  const shown = all ? names : names.slice(0, SHOWN);
  return (
    <div className={`change ${kind}`}>
      <span className="change-kind">
        {history[kind]}: {count}
      </span>
      <ul>
        {shown.map((name) => (
          <li key={name}>{name}</li>
        ))}
        {all && count > names.length && <li className="muted">{history.andMore(count - names.length)}</li>}
      </ul>
      {!all && count > SHOWN && (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {history.all(count)}
        </Button>
      )}
    </div>
  );
}

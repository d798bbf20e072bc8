import { useEffect, useState } from 'react';
import type { AccessChange } from '../../../contract/access.ts';
import { ACCESS_HISTORY_PAGE } from '../../../contract/limits.ts';
import { formatMoment } from '../../../rules/format/day.ts';
import { askHistory } from '../../lib/access/access-calls.ts';
import { history } from '../../lib/access/access-texts.ts';
import { restore } from '../../lib/access/grid-texts.ts';
import { type Failure, failureOf } from '../../lib/http/failure.ts';
import { site } from '../../lib/site/site.ts';
import { Failed } from '../ui/Failed.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { accessStore } from './access-store.ts';
import { ChangeBoxes } from './ChangeBoxes.tsx';
import { RestoreChange } from './RestoreChange.tsx';
import { WideDialog } from './WideDialog.tsx';

/** Who changed which right of which role, and who bound which role to whom; newest first. */
export function ChangeHistory({ onClose }: { onClose: () => void }) {
  const [rows, setRows] = useState<readonly AccessChange[] | null>(null);
  const [hasMore, setHasMore] = useState(false);
  const [loading, setLoading] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [done, setDone] = useState('');

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
  async function restored(role: string) {
    setDone(restore.done(role));
    setRows(null);
    await Promise.all([load(null), accessStore.refresh()]);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page is loaded once, with the dialog
  useEffect(() => void load(null), []);

  return (
    <WideDialog heading={history.heading} onClose={onClose}>
      <div role="status">{done && <p className="ok-text">{done}</p>}</div>
      {rows === null && loading && <p role="status">{history.loading}</p>}
      {rows === null && failure && <Failed failure={failure} onAgain={() => void load(null)} />}
      {rows?.length === 0 && <p className="muted">{history.empty}</p>}
      <ul className="change-list">
        {rows?.map((row) => (
          <Change key={row.id} row={row} onRestored={(role) => void restored(role)} />
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

function Change({ row, onRestored }: { row: AccessChange; onRestored: (role: string) => void }) {
  return (
    <li>
      <p>
        <strong>{history[row.kind](row.subject)}</strong>
      </p>
      <p className="muted small">
        <time dateTime={row.at}>{formatMoment(new Date(row.at), site.timeZone)}</time>,{' '}
        <span title={row.by.email}>{row.by.name || row.by.email}</span>
      </p>
      <ChangeBoxes kind="added" names={row.added} count={row.addedCount} />
      <ChangeBoxes kind="removed" names={row.removed} count={row.removedCount} />
      {row.kind === 'rights' && <RestoreChange row={row} onDone={onRestored} />}
    </li>
  );
}

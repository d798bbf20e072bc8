// The dialog in which administrators see who changed the rights of a role or gave a user another role, newest first, and
// can undo a change of rights; and the table of the changed boxes.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { AccessChange, AccessRestore } from '../../../contract/access/access.ts';
import { ACCESS_HISTORY_PAGE } from '../../../contract/limits.ts';
import { formatMoment } from '../../../rules/format/texts.ts';
import { history, matrixErrors, restore } from '../../lib/access/access-texts.ts';
import { accessStore, askEarlier, askHistory, restoreEarlier } from '../../lib/access/rights-calls.ts';
import type { Stored } from '../../lib/editing/etag.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { callOr } from '../../lib/platform/http-client.ts';
import { site } from '../../lib/platform/site.ts';
import { createCursorList, rowPage } from '../../lib/ui/cursor-list.ts';
import { Button, Failed } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';
import { LoadMore } from '../ui/ListFrame.tsx';
import { BrokenWarning } from './BrokenList.tsx';
import { WideDialog } from './WideDialog.tsx';

const createHistory = () =>
  createCursorList(
    {
      page: async (_all: null, last) => rowPage(await askHistory(last), ACCESS_HISTORY_PAGE, ({ id }) => id),
      rowsOf: ({ rows }) => rows,
    },
    null,
  );

export function ChangeHistory({ onClose }: { onClose: () => void }) {
  const [store] = useState(createHistory);
  const { phase, rows, next, loadingMore, failure } = useStore(store.$list);
  const [done, setDone] = useState('');
  const [restores, setRestores] = useState(0);

  async function restored(role: string) {
    setDone(restore.done(role));
    // Each open difference was to the rights before: with a new key no row shows one any more.
    setRestores((count) => count + 1);
    await Promise.all([store.search(null), accessStore.refresh()]);
  }
  useEffect(() => {
    void store.search(null);
    return store.leave;
  }, [store]);

  return (
    <WideDialog heading={history.heading} onClose={onClose}>
      <div role="status">{done && <p className="ok-text">{done}</p>}</div>
      {phase === 'loading' && <p role="status">{history.loading}</p>}
      {phase === 'failed' && failure && <Failed failure={failure} onAgain={() => void store.search(null)} />}
      {phase === 'ready' && rows.length === 0 && <p className="muted">{history.empty}</p>}
      <ul className="change-list">
        {rows.map((row) => (
          <Change key={`${row.id} ${restores}`} row={row} onRestored={(role) => void restored(role)} />
        ))}
      </ul>
      {next !== null && <LoadMore texts={history} state={{ loadingMore, failure }} onMore={() => void store.more()} />}
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

interface Props {
  readonly row: AccessChange;
  /** Called with the title of the restored role. */
  readonly onDone: (role: string) => void;
}

/** Restores a role to its state before a change, after it showed the difference. */
function RestoreChange({ row, onDone }: Props) {
  const [shown, setShown] = useState<Stored<AccessRestore> | null>(null);
  const { busy, failure, run } = useCall();
  const said = failure?.kind === 'in-use' ? restore.changed : failureText(failure, matrixErrors);

  const show = () => run(async () => setShown(await askEarlier(row.id)));
  const put = ({ etag, value }: Stored<AccessRestore>) =>
    run(async () => {
      await callOr(
        () => restoreEarlier(row.id, etag),
        async ({ kind }) => {
          if (kind === 'in-use') setShown(await askEarlier(row.id).catch(() => null));
          return undefined;
        },
      );
      onDone(value.role.title);
    });

  return (
    <div className="restore">
      {shown ? (
        <Earlier difference={shown.value} busy={busy} onPut={() => void put(shown)} onLeave={() => setShown(null)} />
      ) : (
        <Button
          kind="quiet"
          busy={busy}
          aria-label={restore.openOf(row.subject, formatMoment(new Date(row.at), site.timeZone))}
          onClick={() => void show()}>
          {busy ? restore.loading : restore.open}
        </Button>
      )}
      <div role="alert">{said && <p className="field-error">{said}</p>}</div>
    </div>
  );
}

interface EarlierProps {
  readonly difference: AccessRestore;
  readonly busy: boolean;
  readonly onPut: () => void;
  readonly onLeave: () => void;
}

function Earlier({ difference, busy, onPut, onLeave }: EarlierProps) {
  const isSame = difference.addedCount + difference.removedCount === 0;
  return (
    <div className="restore-difference" role="status">
      <p>{isSame ? restore.same : restore.heading(difference.role.title)}</p>
      <ChangeBoxes kind="added" names={difference.added} count={difference.addedCount} />
      <ChangeBoxes kind="removed" names={difference.removed} count={difference.removedCount} />
      {difference.missing > 0 && <p className="small">{restore.missing(difference.missing)}</p>}
      <BrokenWarning broken={difference.broken} />
      <div className="buttons">
        <Button onClick={onLeave}>{restore.cancel}</Button>
        {!isSame && (
          <Button kind="main" busy={busy} onClick={onPut}>
            {busy ? restore.saving : restore.confirm}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Names that are shown before the list is expanded. */
const SHOWN = 4;

interface ChangeBoxesProps {
  readonly kind: 'added' | 'removed';
  readonly names: readonly string[];
  /** Number of boxes; `names` may be only the first of them. */
  readonly count: number;
}

/** The boxes that a change adds or removes, the first of them by name. */
export function ChangeBoxes({ kind, names, count }: ChangeBoxesProps) {
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

import '../../../styles/catalogue-staff.css';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StaffPosition } from '../../../../contract/catalogue/staff-positions.ts';
import { POSITION_IDS_MAX } from '../../../../contract/limits.ts';
import { positionsCalls, queryOf, queryText } from '../../../lib/catalogue/positions-calls.ts';
import { createPositions, type PositionsStore } from '../../../lib/catalogue/positions-store.ts';
import { positionErrors, positions as texts } from '../../../lib/catalogue/positions-texts.ts';
import { failureText } from '../../../lib/platform/http-client.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { $router } from '../../../lib/platform/router.ts';
import { Button, Message } from '../../ui/controls.tsx';
import { useCall, useOnChange } from '../../ui/hooks.ts';
import { CursorFrame } from '../../ui/ListFrame.tsx';
import { PositionEdit } from './PositionEdit.tsx';
import { PositionExport, PositionFilters } from './PositionFilters.tsx';
import { HistoryDialog } from './PositionHistory.tsx';
import { PositionActions, PositionRow } from './PositionRow.tsx';

const store = createPositions(positionsCalls);

/** The positions of the catalogue for administrators, as the filters of the address have them. */
export default function Positions() {
  const state = useStore(store.$list);
  const query = queryOf(useStore($router)?.search ?? {});
  const address = queryText(query);
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [opened, setOpened] = useState<{ as: 'edit' | 'history'; position: StaffPosition } | null>(null);
  useOnChange(address, () => {
    setMarked(new Set());
    void store.search(query);
  });
  const { phase, rows, first, searching } = state;
  const total = first === null || first.totalIsBound ? null : first.total;
  const mark = (ids: readonly number[], isOn: boolean) => {
    const others = [...marked].filter((id) => !ids.includes(id));
    setMarked(new Set(isOn ? [...others, ...ids].slice(0, POSITION_IDS_MAX) : others));
  };
  return (
    <div className="positions">
      <p className="muted">{texts.lead}</p>
      <PositionFilters
        query={query}
        busy={searching && phase === 'ready'}
        onChange={(wanted) => $router.open(paths.positions + queryText(wanted))}
      />
      <PositionsDone store={store} />
      <CursorFrame
        state={state}
        texts={texts}
        errors={positionErrors}
        list="records carded"
        bone="row-bone"
        bones={6}
        onAgain={() => void store.search(query)}
        onMore={() => void store.more()}
      >
        {rows.length === 0 && !searching && (
          <p className="data-list-empty muted" role="status">
            {address === '' ? texts.empty : texts.nothingFound}
          </p>
        )}
        {rows.length > 0 && (
          <>
            <div className="below-12 row middle gap-8-16">
              <label className="positions-flag middle gap-8">
                <input
                  type="checkbox"
                  checked={rows.every(({ id }) => marked.has(id))}
                  onChange={({ target }) =>
                    mark(
                      rows.map(({ id }) => id),
                      target.checked,
                    )
                  }
                />
                <span>{texts.markAll}</span>
              </label>
              <span className="muted" role="status">
                {first && texts.found(first.total, first.totalIsBound)}
              </span>
              <PositionExport query={query} />
            </div>
            <PositionActions
              store={store}
              query={query}
              marked={marked}
              total={total}
              onDone={() => setMarked(new Set())}
            />
            <ul className="records carded" aria-label={texts.list} aria-busy={searching}>
              {rows.map((position) => (
                <PositionRow
                  key={position.id}
                  position={position}
                  marked={marked.has(position.id)}
                  onMark={(isOn) => mark([position.id], isOn)}
                >
                  <Button
                    kind="quiet"
                    aria-label={texts.editOf(position.article)}
                    onClick={() => setOpened({ as: 'edit', position })}
                  >
                    {texts.edit}
                  </Button>
                  <Button
                    kind="quiet"
                    aria-label={texts.historyOf(position.article)}
                    onClick={() => setOpened({ as: 'history', position })}
                  >
                    {texts.history}
                  </Button>
                </PositionRow>
              ))}
            </ul>
          </>
        )}
      </CursorFrame>
      {opened?.as === 'edit' && (
        <PositionEdit position={opened.position} store={store} onClose={() => setOpened(null)} />
      )}
      {opened?.as === 'history' && <HistoryDialog position={opened.position} onClose={() => setOpened(null)} />}
    </div>
  );
}

interface Props {
  readonly store: PositionsStore;
}

/** What was done last, and the way back. */
function PositionsDone({ store }: Props) {
  const done = useStore(store.$done);
  const { busy, failure, run, forget } = useCall();
  const refused = failureText(failure, positionErrors);
  // A refusal belongs to what was done last.
  useOnChange(done, forget);
  if (done === null) return null;
  const runId = done.action === 'undo' ? null : done.runId;

  return (
    <Message
      kind={refused ? 'error' : 'success'}
      actions={
        runId !== null && (
          <Button busy={busy} onClick={() => void run(() => store.undo(runId))}>
            {texts.undo}
          </Button>
        )
      }
    >
      {refused || texts.done(done)}
    </Message>
  );
}

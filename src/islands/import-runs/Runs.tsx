import '../../styles/price-desk.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { runs as texts } from '../../lib/import-runs/history-texts.ts';
import { runCalls } from '../../lib/import-runs/run-calls.ts';
import { createRuns, isMoving } from '../../lib/import-runs/runs-store.ts';
import { paths } from '../../lib/paths/paths.ts';
import { EndedRuns } from '../import-notices/EndedRuns.tsx';
import { CursorFrame } from '../ui/CursorFrame.tsx';
import { RunItem } from './RunItem.tsx';
import { usePolling } from './use-polling.ts';

/** Pauses between two looks, ms: while a run is under way, and for one that somebody else may begin. */
const MOVING_PAUSE = 2_000;
const CALM_PAUSE = 10_000;

/** Everything that changed the catalogue, newest first. */
export default function Runs() {
  const [store] = useState(() => createRuns(runCalls));
  const state = useStore(store.$list);
  const { rows } = state;
  useEffect(() => {
    void store.load();
    return store.leave;
  }, [store]);
  usePolling(() => void store.refresh(), rows.some(isMoving) ? MOVING_PAUSE : CALM_PAUSE);
  return (
    <div className="import-runs">
      <p className="muted">{texts.lead}</p>
      <EndedRuns />
      <CursorFrame
        state={state}
        texts={texts}
        list="run-list"
        bone="run-bone"
        bones={5}
        onAgain={() => void store.load()}
        onMore={() => void store.more()}
      >
        {rows.length === 0 ? (
          <div className="data-list-empty">
            <p role="status">{texts.empty}</p>
            <a className="button main" href={paths.upload}>
              {texts.toUpload}
            </a>
          </div>
        ) : (
          <ul className="run-list" aria-label={texts.list}>
            {rows.map((run) => (
              <RunItem key={run.id} run={run} />
            ))}
          </ul>
        )}
      </CursorFrame>
    </div>
  );
}

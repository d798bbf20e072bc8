import { useCallback, useEffect, useState } from 'react';
import type { RunRow } from '../../../contract/import-runs.ts';
import { undo as texts } from '../../lib/import-runs/history-texts.ts';
import { runCalls } from '../../lib/import-runs/run-calls.ts';
import { isMoving } from '../../lib/import-runs/runs-store.ts';
import { Button } from '../ui/Button.tsx';
import { Dots } from '../ui/Dots.tsx';
import { RunProgress } from './RunProgress.tsx';
import { usePolling } from './use-polling.ts';

const POLL_MS = 1_000;

/** Where the undoing of a run stands, and a way to give it up: it is a run that waits and is done as any other. */
export function UndoUnderWay({ runId }: { readonly runId: number }) {
  const [run, setRun] = useState<RunRow | null>(null);
  const [isStopping, setStopping] = useState(false);

  // How it ends is told to whoever began it; until then what is not known is not shown.
  const look = useCallback(() => {
    runCalls.list(null).then(
      ({ runs }) => setRun(runs.find((one) => one.undoes === runId && isMoving(one)) ?? null),
      () => {},
    );
  }, [runId]);
  useEffect(look, [look]);
  usePolling(look, POLL_MS);

  async function stop() {
    if (!run) return;
    setStopping(true);
    await runCalls.cancel(run.id).catch(() => setStopping(false));
  }

  return (
    <div className="undo-under-way">
      <p role="status">
        {texts.underWay}
        <Dots />
      </p>
      {run && <RunProgress run={run} />}
      <p className="muted small">{texts.hint}</p>
      {run && (
        <Button kind="danger" busy={isStopping} onClick={() => void stop()}>
          {texts.stop}
        </Button>
      )}
    </div>
  );
}

import '../../styles/price-desk.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { UndoAnswer } from '../../../contract/import-runs.ts';
import { $router } from '../../lib/browser/router.ts';
import { runs as texts } from '../../lib/import-runs/history-texts.ts';
import { runCalls } from '../../lib/import-runs/run-calls.ts';
import { createRun } from '../../lib/import-runs/run-store.ts';
import { isMoving } from '../../lib/import-runs/runs-store.ts';
import { paths } from '../../lib/paths/paths.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { useSeen } from '../import-notices/use-seen.ts';
import { Failed } from '../ui/Failed.tsx';
import { ListSkeleton } from '../ui/ListSkeleton.tsx';
import { Message } from '../ui/Message.tsx';
import { RunReport } from './RunReport.tsx';
import { UndoDone } from './UndoDone.tsx';
import { usePolling } from './use-polling.ts';

const PAUSE = 2_000;

/** The page of one run; it follows one that is under way. */
export default function Run() {
  const page = useStore($router);
  const [id] = useState(() => (page && 'id' in page.params ? Number(page.params.id) : 0));
  const [store] = useState(() => createRun(runCalls, id));
  const state = useStore(store.$run);
  const [undone, setUndone] = useState<UndoAnswer | null>(null);

  useEffect(() => {
    void store.load();
    return store.leave;
  }, [store]);
  useSeen(state.phase === 'ready' && !isMoving(state.run) ? [id] : []);
  usePolling(() => void store.refresh(), PAUSE);

  const failure = state.phase === 'failed' ? state.failure : null;
  useEffect(() => {
    if (failure?.kind === 'login' || failure?.kind === 'forbidden') leaveToAuth(failure);
  }, [failure]);

  return (
    <div className="import-run">
      <p>
        <a href={paths.imports}>{texts.all}</a>
      </p>
      {undone && <UndoDone answer={undone} />}
      {state.phase === 'loading' && (
        <ListSkeleton loading={texts.loading} list="run-list" bone="run-bone" count={4} />
      )}
      {failure?.kind === 'missing' && <Message kind="error">{texts.missing}</Message>}
      {failure && failure.kind !== 'missing' && (
        <Failed failure={failure} onAgain={() => void store.load()}>
          {texts.failed}
        </Failed>
      )}
      {state.phase === 'ready' && (
        <RunReport
          run={state.run}
          onCancel={store.cancel}
          onMail={store.mail}
          onUndone={(answer) => {
            setUndone(answer);
            window.scrollTo({ top: 0 });
            void store.load();
          }}
        />
      )}
    </div>
  );
}

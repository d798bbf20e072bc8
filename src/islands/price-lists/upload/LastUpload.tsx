// A line above the upload form that reminds an administrator of this tab's last upload; nothing while it is not known.
import { useEffect, useState } from 'react';
import type { RunAnswer } from '../../../../contract/catalogue/runs.ts';
import { formatMoment } from '../../../../rules/format/texts.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { site } from '../../../lib/platform/site.ts';
import { runs } from '../../../lib/price-lists/runs/history-texts.ts';
import { runCalls } from '../../../lib/price-lists/runs/run-calls.ts';
import { upload as texts } from '../../../lib/price-lists/upload/upload-texts.ts';
import { RunState } from '../runs/RunState.tsx';

export default function LastUpload({ runId }: { readonly runId: number | null }) {
  const [run, setRun] = useState<RunAnswer | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    // A reminder only: without it the history has the run.
    if (runId !== null) runCalls.run(runId, leaving.signal).then(setRun, () => undefined);
    return () => leaving.abort();
  }, [runId]);
  if (run === null) return null;
  const owner = [run.provider?.title, run.brand?.title].filter(Boolean).join(', ') || runs.noProvider;
  return (
    <p className="below-16 breaks" role="status">
      <span className="muted">
        {texts.lastUpload}, {formatMoment(new Date(run.startedAt), site.timeZone)}:
      </span>{' '}
      {runs.titleOf(run)} ({owner}) <RunState run={run} /> <a href={paths.importRun(run.id)}>{runs.runOf(run.id)}</a>
    </p>
  );
}

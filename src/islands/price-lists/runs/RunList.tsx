// The screen on which administrators see all runs (imports of price lists and other changes of the catalogue), newest
// first. One run is RunPage.tsx.
import '../../../styles/price-lists.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { EndedRun, RunCounts, RunRow } from '../../../../contract/catalogue/runs.ts';
import { formatMoment, formatNumber } from '../../../../rules/format/texts.ts';
import { COUNT_LABELS } from '../../../../rules/price-lists/run-labels.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { site } from '../../../lib/platform/site.ts';
import { importNotices, notices as noticeTexts } from '../../../lib/price-lists/import-notices.ts';
import { isOfFile, runs as texts } from '../../../lib/price-lists/runs/history-texts.ts';
import { runCalls } from '../../../lib/price-lists/runs/run-calls.ts';
import { createRuns, isUnderWay, runErrorText } from '../../../lib/price-lists/runs/run-store.ts';
import { Message } from '../../ui/controls.tsx';
import { usePolling } from '../../ui/hooks.ts';
import { CursorFrame } from '../../ui/ListFrame.tsx';
import { durationOf, RunProgress, RunState, runStarterOf } from './RunState.tsx';
import { useSeenRuns } from './use-seen-runs.ts';

/** Pauses between two refreshes, ms: while a run is under way, and while none is. */
const MOVING_PAUSE = 2_000;
const CALM_PAUSE = 10_000;

export default function Runs() {
  const [store] = useState(() => createRuns(runCalls));
  const state = useStore(store.$list);
  const { rows } = state;
  useEffect(() => {
    void store.load();
    return store.leave;
  }, [store]);
  usePolling(() => void store.refresh(), rows.some(isUnderWay) ? MOVING_PAUSE : CALM_PAUSE);
  return (
    <div className="import-runs">
      <p className="muted">{texts.lead}</p>
      <EndedRuns />
      <CursorFrame
        state={state}
        texts={texts}
        bones={5}
        onAgain={() => void store.load()}
        onMore={() => void store.more()}>
        {rows.length === 0 ? (
          <div className="data-list-empty muted">
            <p role="status">{texts.empty}</p>
            <a className="button main" href={paths.upload}>
              {texts.toUpload}
            </a>
          </div>
        ) : (
          <ul className="records" aria-label={texts.list}>
            {rows.map((run) => (
              <RunItem key={run.id} run={run} />
            ))}
          </ul>
        )}
      </CursorFrame>
    </div>
  );
}

function RunItem({ run }: { readonly run: RunRow }) {
  const owner = [run.provider?.title, run.brand?.title, run.kind === 'crosses' && texts.crosses]
    .filter(Boolean)
    .join(', ');
  return (
    <li className="run-item">
      <div className="run-what">
        <span className="run-number muted">{texts.runNumber(run.id)}</span>{' '}
        <a href={paths.importRun(run.id)}>{texts.titleOf(run)}</a> <RunState run={run} />
        <p className="muted small">{run.kind === 'file' ? owner || texts.noProvider : owner}</p>
        <RunProgress run={run} />
        {run.error !== null && <p className="small run-error">{runErrorText(run.error)}</p>}
        {run.counts && <p className="small">{countsText(run.counts, run.kind)}</p>}
      </div>
      <p className="run-when to-end stack muted small">
        <time dateTime={run.startedAt}>{formatMoment(new Date(run.startedAt), site.timeZone)}</time>
        {run.endedAt !== null && <span>{durationOf(run)}</span>}
        <span>{runStarterOf(run)}</span>
      </p>
    </li>
  );
}

const NAMES = Object.keys(COUNT_LABELS) as readonly (keyof RunCounts)[];

function countsText(counts: RunCounts, kind: RunRow['kind']): string {
  const endedRuns = NAMES.filter((name) => counts[name] > 0);
  // What an undo or a hand removes and restores has no count of its own.
  if (endedRuns.length === 0) return isOfFile(kind) ? texts.unmoved : '';
  return endedRuns.map((name) => `${COUNT_LABELS[name]}:\u00a0${formatNumber(counts[name])}`).join(' · ');
}

/** The ended runs that the person wanted to hear of. They stay in sight until the page is left; the menu forgets them at once. */
function EndedRuns() {
  const { ended } = useStore(importNotices.$notices);
  const [endedRuns, setEndedRuns] = useState<readonly EndedRun[]>([]);
  useEffect(() => {
    setEndedRuns((before) => [...ended.filter(({ id }) => before.every((other) => other.id !== id)), ...before]);
  }, [ended]);
  useSeenRuns(endedRuns.map(({ id }) => id));
  if (endedRuns.length === 0) return null;
  const isFine = endedRuns.every(({ outcome }) => outcome === 'done');
  return (
    <Message kind={isFine ? 'success' : 'warning'}>
      {noticeTexts.ended}
      <ul>
        {endedRuns.map(({ id, fileName, outcome }) => (
          <li key={id}>
            <a href={paths.importRun(id)}>{noticeTexts.endedOf(fileName)}</a>:{' '}
            {texts.outcomeOf({ kind: 'file', outcome })}
          </li>
        ))}
      </ul>
    </Message>
  );
}

// Price lists that came by themselves from a source, for administrators: those staged (waiting for a decision), and
// what became of each.
import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import type { UndoAnswer } from '../../../../contract/catalogue/run-changes.ts';
import type { Arrival, ArrivalState } from '../../../../contract/price-lists/sources.ts';
import { formatBytes, formatMoment } from '../../../../rules/format/texts.ts';
import { failureText } from '../../../lib/platform/failure-texts.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { askIfEnded } from '../../../lib/platform/router.ts';
import { site } from '../../../lib/platform/site.ts';
import { importNotices } from '../../../lib/price-lists/import-notices.ts';
import type * as stagedStore from '../../../lib/price-lists/sources/received-files.ts';
import {
  countsText,
  reasonsOf,
  sourceErrors,
  receivedFiles as texts,
} from '../../../lib/price-lists/sources/source-texts.ts';
import { sourceCalls } from '../../../lib/price-lists/sources/sources-store.ts';
import { ConfirmButton, type Confirmed, DownloadButton, Message } from '../../ui/controls.tsx';
import { useOnChange } from '../../ui/hooks.ts';
import { CursorFrame } from '../../ui/ListFrame.tsx';
import { UndoDone, UndoRun } from '../runs/RunActions.tsx';

/** The price lists that wait for a decision. */
export function StagedFiles({ store }: { readonly store: stagedStore.StagedFilesStore }) {
  const state = useStore(store.$list);
  const { settling, gone, settled } = useStore(store.$decisions);
  const held = state.rows.filter(({ id }) => !gone.has(id));
  // The number in the menu says the same as this list.
  useOnChange(held.length, () => void importNotices.load());
  return (
    <section className="held-arrivals" aria-labelledby="held-arrivals">
      <h2 id="held-arrivals">{texts.held}</h2>
      {settled && <Outcome key={settled.arrival.id} settled={settled} />}
      <CursorFrame
        state={state}
        texts={texts}
        bones={1}
        onAgain={() => void store.load()}
        onMore={() => void store.more()}>
        {held.length === 0 ? (
          <p className="muted">{texts.stagedEmpty}</p>
        ) : (
          <ul className="records" aria-label={texts.stagedList}>
            {held.map((arrival) => (
              <ReceivedFile key={arrival.id} arrival={arrival} namesSource>
                <StagedFileButtons arrival={arrival} store={store} busy={settling.has(arrival.id)} />
              </ReceivedFile>
            ))}
          </ul>
        )}
      </CursorFrame>
    </section>
  );
}

interface StagedFileButtonsProps {
  readonly arrival: Arrival;
  readonly store: stagedStore.StagedFilesStore;
  readonly busy: boolean;
}

function StagedFileButtons({ arrival, store, busy }: StagedFileButtonsProps) {
  const { fileName, plan } = arrival;

  async function settle(decision: stagedStore.StagedFileDecision): Promise<Confirmed> {
    const failure = await store.settle(arrival, decision);
    askIfEnded(failure);
    return failure ? { refused: failureText(failure, sourceErrors) } : { done: true };
  }

  return (
    <div className="buttons">
      <ConfirmButton
        className="button"
        label={busy ? texts.applying : texts.applyOf(fileName)}
        question={texts.applyQuestion}
        details={texts.applyDetails(fileName, plan ? countsText(plan.counts) || texts.nothing : texts.unknown)}
        yes={texts.apply}
        onConfirm={() => settle('apply')}>
        {busy ? texts.applying : texts.apply}
      </ConfirmButton>
      <ConfirmButton
        className="button"
        label={texts.rejectOf(fileName)}
        question={texts.rejectQuestion}
        details={texts.rejectDetails(fileName)}
        yes={texts.reject}
        onConfirm={() => settle('reject')}>
        {texts.reject}
      </ConfirmButton>
      <DownloadButton
        ask={() => sourceCalls.file(arrival.id)}
        name={fileName}
        label={texts.download}
        fullLabel={texts.downloadOf(fileName)}
      />
    </div>
  );
}

/** What came of the last decision; its row is gone by then. */
function Outcome({ settled: { arrival, failure } }: { readonly settled: stagedStore.DecisionOutcome }) {
  const { fileName, runId, state } = arrival;
  const [undone, setUndone] = useState<UndoAnswer | null>(null);
  if (failure) {
    const why = failure.kind === 'refused' ? texts.unreadable : failureText(failure, sourceErrors);
    return (
      <Message kind="warning">
        {texts.unsettled(fileName)} {why}
      </Message>
    );
  }
  const said = { applied: texts.applied, ignored: texts.rejected, failed: null, held: null }[state];
  if (said === null)
    return (
      <Message kind="warning">
        {texts.unsettled(fileName)} {texts.stateOf(state)}
      </Message>
    );
  const doubts = state === 'applied' ? reasonsOf(arrival) : [];
  if (undone) return <UndoDone answer={undone} />;
  return (
    <Message
      kind={doubts.length > 0 ? 'warning' : 'success'}
      actions={doubts.length > 0 && runId !== null && <UndoRun runId={runId} onDone={setUndone} />}>
      {doubts.length > 0 && texts.confirmed} {said(fileName)}{' '}
      {runId !== null && <a href={paths.importRun(runId)}>{texts.run(runId)}</a>}
      {doubts.length > 0 && (
        <ul>
          {doubts.map((doubt) => (
            <li key={doubt}>{doubt}</li>
          ))}
        </ul>
      )}
    </Message>
  );
}

const TONES: Readonly<Record<ArrivalState, string>> = { applied: 'ok', held: 'warn', failed: 'bad', ignored: 'plain' };

interface ReceivedFileProps {
  readonly arrival: Arrival;
  /** Among those of several sources: which one it came from. */
  readonly namesSource?: boolean;
  readonly children?: ReactNode;
}

/** One price list that came by itself: what became of it and why. */
export function ReceivedFile({ arrival, namesSource = false, children }: ReceivedFileProps) {
  const { fileName, bytes, at, state, runId, isUndone, plan, sourceTitle } = arrival;
  const reasons = reasonsOf(arrival);
  return (
    <li className="run-item arrival">
      <div className="run-what">
        <strong>{fileName}</strong>{' '}
        <span className={`tag ${state === 'applied' && reasons.length > 0 ? 'warn' : TONES[state]}`}>
          {texts.stateOf(state)}
        </span>{' '}
        {isUndone && <span className="tag plain">{texts.undone}</span>}
        {namesSource && <p className="muted small">{texts.from(sourceTitle)}</p>}
        {reasons.length > 0 && (
          <div className="arrival-reasons">
            {state === 'held' && <p className="small">{texts.why}</p>}
            <ul>
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </div>
        )}
        {plan ? (
          <p className="small">
            {texts.planOf(state)} {countsText(plan.counts) || texts.nothing}{' '}
            <span className="muted">({texts.rows(plan.rows)})</span>
          </p>
        ) : (
          state === 'held' && <p className="muted small">{texts.unplanned}</p>
        )}
        {runId !== null && (
          <p className="small">
            <a href={paths.importRun(runId)}>{texts.run(runId)}</a>
          </p>
        )}
        {children}
      </div>
      <p className="run-when to-end stack muted small">
        <time dateTime={at}>{formatMoment(new Date(at), site.timeZone)}</time>
        <span>{formatBytes(bytes)}</span>
      </p>
    </li>
  );
}

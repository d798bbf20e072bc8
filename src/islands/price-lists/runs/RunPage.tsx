// The page of one run (an import of a price list) for administrators: figures, errors, changes, undo; it follows a run
// that is under way.
import '../../../styles/price-lists.css';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { UndoAnswer } from '../../../../contract/catalogue/run-changes.ts';
import type { RunAnswer, RunCounts } from '../../../../contract/catalogue/runs.ts';
import { formatBytes, formatMoment } from '../../../../rules/format/texts.ts';
import type { Failure } from '../../../lib/platform/http-client.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { site } from '../../../lib/platform/site.ts';
import { isOfFile, runReport, runs as texts } from '../../../lib/price-lists/runs/history-texts.ts';
import { runCalls } from '../../../lib/price-lists/runs/run-calls.ts';
import * as runStore from '../../../lib/price-lists/runs/run-store.ts';
import { check as checkTexts } from '../../../lib/price-lists/upload/check-store.ts';
import { type RuleInWords, wholeReading } from '../../../lib/price-lists/upload/price-rules.ts';
import { readFields } from '../../../lib/price-lists/upload/upload-settings.ts';
import { uploadFailureText } from '../../../lib/price-lists/upload/upload-texts.ts';
import { Failed, Message } from '../../ui/controls.tsx';
import { curedBySignIn, useAddressId, useLeave, usePolling } from '../../ui/hooks.ts';
import { ListSkeleton } from '../../ui/ListFrame.tsx';
import { FileButton, UndoDone, UndoRun } from './RunActions.tsx';
import { RunChanges } from './RunChanges.tsx';
import { RunPhotos } from './RunPhotos.tsx';
import { RunReading } from './RunReading.tsx';
import { ErrorGroups, ReadingRules, RunFigures, SheetFigures } from './RunResults.tsx';
import { durationOf, RunProgress, RunState, runStarterOf } from './RunState.tsx';
import StopRun from './StopRun.tsx';
import { useSeenRuns } from './use-seen-runs.ts';

const PAUSE = 2_000;

export default function Run() {
  const id = useAddressId();
  const [store] = useState(() => runStore.createRun(runCalls, id));
  const state = useStore(store.$run);
  const [undone, setUndone] = useState<UndoAnswer | null>(null);

  useEffect(() => {
    void store.load();
    return store.leave;
  }, [store]);
  useSeenRuns(state.phase === 'ready' && !runStore.isUnderWay(state.value) ? [id] : []);
  usePolling(() => void store.refresh(), PAUSE);

  const failure = state.phase === 'failed' ? state.failure : null;
  useLeave(curedBySignIn(failure));

  return (
    <div className="import-run">
      <p>
        <a href={paths.imports}>{texts.all}</a>
      </p>
      {undone && <UndoDone answer={undone} />}
      {state.phase === 'loading' && <ListSkeleton loading={texts.loading} list="records" />}
      {failure?.kind === 'missing' && <Message kind="error">{texts.missing}</Message>}
      {failure && failure.kind !== 'missing' && (
        <Failed failure={failure} onAgain={() => void store.load()}>
          {texts.failed}
        </Failed>
      )}
      {state.phase === 'ready' && (
        <RunReport
          run={state.value}
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

interface RunPageProps {
  readonly run: RunAnswer;
  readonly onCancel: () => Promise<Failure | null>;
  readonly onMail: (wanted: boolean) => Promise<Failure | null>;
  readonly onUndone: (answer: UndoAnswer) => void;
}

/** Everything about one run: what it did, what went wrong, and what can be done about it. */
function RunReport({ run, onCancel, onMail, onUndone }: RunPageProps) {
  const moves = runStore.isUnderWay(run);
  return (
    <>
      <h2 className="run-title">
        {texts.titleOf(run)} <span className="muted">{texts.runNumber(run.id)}</span>
      </h2>
      {run.doubtful.length > 0 && run.undoneBy === null && (
        <Message kind="warning" actions={run.canUndo && <UndoRun runId={run.id} onDone={onUndone} />}>
          <strong>{texts.doubtsOf(run)}</strong>
          <ul>
            {run.doubtful.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Message>
      )}
      {run.error !== null && (
        <Message kind="error">
          <strong>{texts.runFailed}</strong> {runStore.runErrorText(run.error)}
        </Message>
      )}
      <RunProgress run={run} />
      {moves && <RunMail isMailed={run.isMailed} onChange={onMail} />}
      {run.undoneBy !== null && <Message kind="info">{texts.undoneCounts}</Message>}
      {run.counts && hasFigures(run.counts, run.kind) && <RunFigures counts={run.counts} kind={run.kind} />}
      <RunFacts run={run} />
      <ReadingRules heading={runReport.reading} rules={readingOf(run)} />
      <SheetFigures sheets={run.sheets} />
      <div className="buttons run-acts">
        {run.isFileKept && <FileButton runId={run.id} file="file" name={run.fileName} label={texts.download} />}
        {run.errorCount > 0 && (
          <FileButton runId={run.id} file="errors.xlsx" name={`errors-${run.id}.xlsx`} label={texts.downloadErrors} />
        )}
        {run.canUndo && (run.doubtful.length === 0 || run.undoneBy !== null) && (
          <UndoRun runId={run.id} isAgain={run.undoneBy !== null} onDone={onUndone} />
        )}
        {moves && <StopRun onCancel={onCancel} />}
      </div>
      {run.errorCount > 0 && <p className="muted small">{texts.downloadErrorsHint}</p>}
      {run.kind === 'file' && run.outcome === 'done' && <RunReading key={`reading ${run.undoneBy}`} runId={run.id} />}
      {!moves && isOfFile(run.kind) && <RunPhotos runId={run.id} />}
      <ErrorGroups heading={runReport.errors} groups={run.errorGroups} />
      <ErrorGroups heading={runReport.warnings} groups={run.warningGroups} />
      {!moves && run.kind !== 'crosses' && <RunChanges key={run.undoneBy} runId={run.id} />}
    </>
  );
}

/**
 * By what the file of a run was read; nothing of an older run, of one without a supplier, of one that read no list, and of
 * the exchange with 1C, which has no such rules.
 */
const readingOf = ({ kind, source, form, provider, preset }: RunAnswer): readonly RuleInWords[] =>
  kind === 'file' && source !== 'exchange' && form && provider
    ? wholeReading(readFields(form), preset?.name ?? '')
    : [];

/** What an undo or a hand removes and restores has no count of its own. */
const hasFigures = (counts: RunCounts, kind: RunAnswer['kind']): boolean =>
  isOfFile(kind) || Object.values(counts).some((count) => count > 0);

function RunFacts({ run }: { readonly run: RunAnswer }) {
  const { facts } = texts;
  const linkTo = (id: number | null) => id && <a href={paths.importRun(id)}>{texts.runNumber(id)}</a>;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [facts.outcome, <RunState key="outcome" run={run} />],
    [facts.file, isOfFile(run.kind) && fileText(run)],
    [facts.provider, run.provider?.title],
    [facts.brand, run.brand?.title],
    [facts.preset, run.preset?.name],
    [facts.started, formatMoment(new Date(run.startedAt), site.timeZone)],
    [facts.duration, durationOf(run)],
    [facts.who, runStarterOf(run)],
    [facts.source, texts.sourceOf(run.source)],
    [facts.undoes, linkTo(run.undoes)],
    [facts.undoneBy, linkTo(run.undoneBy)],
  ];
  return (
    <dl className="facts run-facts">
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

const fileText = ({ fileName, fileBytes, isFileKept }: RunAnswer): string =>
  [fileName, fileBytes !== null && formatBytes(fileBytes), !isFileKept && texts.fileGone].filter(Boolean).join(', ');

interface RunMailProps {
  readonly isMailed: boolean;
  /** Asks for the mail or forgoes it; the answer says what failed. */
  readonly onChange: (wanted: boolean) => Promise<Failure | null>;
}

/** Requests a mail to the user at the end of the run, as long as it waits or is under way. */
function RunMail({ isMailed, onChange }: RunMailProps) {
  const [wish, setWish] = useState<boolean | null>(null);
  const [problem, setProblem] = useState('');

  async function change(wanted: boolean) {
    setWish(wanted);
    setProblem('');
    const failure = await onChange(wanted);
    setWish(null);
    if (failure) setProblem(uploadFailureText(failure));
  }

  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          checked={wish ?? isMailed}
          disabled={wish !== null}
          onChange={({ target }) => void change(target.checked)}
        />
        <span>
          {checkTexts.mail}
          <small className="field-hint">{checkTexts.mailHint}</small>
        </span>
      </label>
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

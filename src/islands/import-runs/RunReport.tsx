import type { RunAnswer, UndoAnswer } from '../../../contract/import-runs.ts';
import type { RunCounts } from '../../../contract/run-counts.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { isOfFile, runs as texts } from '../../lib/import-runs/history-texts.ts';
import { runErrorText } from '../../lib/import-runs/run-error.ts';
import { runReport } from '../../lib/import-runs/run-texts.ts';
import { isMoving } from '../../lib/import-runs/runs-store.ts';
import { Message } from '../ui/Message.tsx';
import { ErrorGroups } from './ErrorGroups.tsx';
import { FileButton } from './FileButton.tsx';
import { RunChanges } from './RunChanges.tsx';
import { RunFacts } from './RunFacts.tsx';
import { RunFigures } from './RunFigures.tsx';
import { RunMail } from './RunMail.tsx';
import { RunProgress } from './RunProgress.tsx';
import { SheetFigures } from './SheetFigures.tsx';
import StopRun from './StopRun.tsx';
import { UndoRun } from './UndoRun.tsx';

interface Props {
  readonly run: RunAnswer;
  readonly onCancel: () => Promise<Failure | null>;
  readonly onMail: (wanted: boolean) => Promise<Failure | null>;
  readonly onUndone: (answer: UndoAnswer) => void;
}

/** Everything about one run: what it did, what went wrong, and what can be done about it. */
export function RunReport({ run, onCancel, onMail, onUndone }: Props) {
  const moves = isMoving(run);
  return (
    <>
      <h2 className="run-title">
        {texts.titleOf(run)} <span className="muted">{texts.runNumber(run.id)}</span>
      </h2>
      {run.doubtful.length > 0 && run.undoneBy === null && (
        <Message kind="warning" actions={run.canUndo && <UndoRun runId={run.id} onDone={onUndone} />}>
          <strong>{texts.doubtful}</strong>
          <ul>
            {run.doubtful.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Message>
      )}
      {run.error !== null && (
        <Message kind="error">
          <strong>{texts.runFailed}</strong> {runErrorText(run.error)}
        </Message>
      )}
      <RunProgress run={run} />
      {moves && <RunMail isMailed={run.isMailed} onChange={onMail} />}
      {run.undoneBy !== null && <Message kind="info">{texts.undoneCounts}</Message>}
      {run.counts && hasFigures(run.counts, run.kind) && <RunFigures counts={run.counts} kind={run.kind} />}
      <RunFacts run={run} />
      <SheetFigures sheets={run.sheets} />
      <div className="buttons run-acts">
        {run.isFileKept && (
          <FileButton runId={run.id} file="file" name={run.fileName} label={texts.download} />
        )}
        {run.errorCount > 0 && (
          <FileButton
            runId={run.id}
            file="errors.xlsx"
            name={`errors-${run.id}.xlsx`}
            label={texts.downloadErrors}
          />
        )}
        {run.canUndo && (run.doubtful.length === 0 || run.undoneBy !== null) && (
          <UndoRun runId={run.id} isAgain={run.undoneBy !== null} onDone={onUndone} />
        )}
        {moves && <StopRun onCancel={onCancel} />}
      </div>
      {run.errorCount > 0 && <p className="muted small">{texts.downloadErrorsHint}</p>}
      <ErrorGroups heading={runReport.errors} groups={run.errorGroups} />
      <ErrorGroups heading={runReport.warnings} groups={run.warningGroups} />
      {!moves && run.kind !== 'crosses' && <RunChanges key={run.undoneBy} runId={run.id} />}
    </>
  );
}

/** What an undo or a hand removes and restores has no count of its own. */
const hasFigures = (counts: RunCounts, kind: RunAnswer['kind']): boolean =>
  isOfFile(kind) || Object.values(counts).some((count) => count > 0);

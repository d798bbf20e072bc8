// What came of the upload of a price list, for the administrator who made it: counts, links, then the first errors with
// their places in the file.
import { type ReactNode, useState } from 'react';
import type { UndoAnswer } from '../../../../contract/catalogue/run-changes.ts';
import type { UploadAnswer } from '../../../../contract/catalogue/runs.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { runs } from '../../../lib/price-lists/runs/history-texts.ts';
import { uploadCounts } from '../../../lib/price-lists/upload/progress-texts.ts';
import type { UploadSubject } from '../../../lib/price-lists/upload/upload-store.ts';
import { upload } from '../../../lib/price-lists/upload/upload-texts.ts';
import { Button, Message } from '../../ui/controls.tsx';
import { FileButton, UndoDone, UndoRun } from '../runs/RunActions.tsx';
import { RowReports, SheetFigures } from '../runs/RunResults.tsx';
import { useSeenRuns } from '../runs/use-seen-runs.ts';

interface Props {
  readonly answer: UploadAnswer;
  readonly subject: UploadSubject;
  readonly onAgain: () => void;
  /** Keeps the settings that were used; null where they are kept already. */
  readonly children: ReactNode;
}

export default function UploadReport({ answer, subject, onAgain, children }: Props) {
  const [undone, setUndone] = useState<UndoAnswer | null>(null);
  const hasErrorRows = answer.failed + answer.skipped > 0;
  const isDoubtful = answer.doubtful.length > 0;
  const undo = <UndoRun runId={answer.runId} onDone={setUndone} />;
  useSeenRuns([answer.runId]);
  return (
    <section className="upload-report">
      {undone ? (
        <UndoDone answer={undone} />
      ) : (
        <UploadOutcome answer={answer} subject={subject} undo={isDoubtful && undo} />
      )}
      <div className="buttons">
        <Button onClick={onAgain}>{upload.again}</Button>
        <a href={paths.importRun(answer.runId)}>{upload.toRun}</a>
        {undone === null && !isDoubtful && undo}
        {hasErrorRows && (
          <FileButton
            runId={answer.runId}
            file="errors.xlsx"
            name={`errors-${answer.runId}.xlsx`}
            label={runs.downloadErrors}
          />
        )}
        {children}
      </div>
      {hasErrorRows && <p className="muted small">{runs.downloadErrorsHint}</p>}
      {undone && <p className="muted">{upload.undoneCounts}</p>}
      <dl className={undone ? 'facts upload-counts muted' : 'facts upload-counts'}>
        {uploadCounts(answer, subject.missing).map(({ name, count }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      <SheetFigures sheets={answer.sheets} />
      <RowReports heading={upload.errors} rows={answer.errors} />
      <RowReports heading={upload.warnings} rows={answer.warnings} />
    </section>
  );
}

type OutcomeProps = Pick<Props, 'answer' | 'subject'> & { readonly undo: ReactNode };

/** How an upload ended and of which file it was; a success only where nothing speaks against it. */
function UploadOutcome({ answer, subject: { fileName, owner }, undo }: OutcomeProps) {
  const { doubtful, failed, skipped, isConfirmed } = answer;
  const isDoubtful = doubtful.length > 0;
  const isNothing = answer.created + answer.updated + answer.unchanged === 0;
  const done = isNothing ? upload.doneNothing : failed > 0 ? upload.doneBut : upload.done;
  const said = !isDoubtful ? done : isConfirmed ? upload.confirmed : upload.doubtful;
  return (
    <Message kind={isDoubtful || isNothing || failed > 0 ? 'warning' : skipped > 0 ? 'info' : 'success'} actions={undo}>
      <strong>
        {fileName && `«${fileName}»: `}
        {said}
      </strong>
      {owner && <p>{owner}</p>}
      {isDoubtful && (
        <ul>
          {doubtful.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {failed + skipped > 0 && <p>{upload.unapplied(failed, skipped)}</p>}
    </Message>
  );
}

// What an administrator does with a run (one import of a price list): undo it after a look at what would be restored,
// and download its files.
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { UndoAnswer } from '../../../../contract/catalogue/run-changes.ts';
import type { RunRow } from '../../../../contract/catalogue/runs.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { undo as texts } from '../../../lib/price-lists/runs/history-texts.ts';
import { type RunFile, runCalls } from '../../../lib/price-lists/runs/run-calls.ts';
import { isUnderWay, undoFailureText } from '../../../lib/price-lists/runs/run-store.ts';
import { Button, Dots, DownloadButton, Message } from '../../ui/controls.tsx';
import { useCall, usePolling } from '../../ui/hooks.ts';
import { RunProgress } from './RunState.tsx';

interface Props {
  readonly runId: number;
  /** It was taken back before, and something was left alone then. */
  readonly isAgain?: boolean;
  readonly onDone: (answer: UndoAnswer) => void;
}

/** Undoes a run: first shows what would be restored and what would stay, then asks. */
export function UndoRun({ runId, isAgain = false, onDone }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [plan, setPlan] = useState<UndoAnswer | null>(null);
  const { busy, failure, run } = useCall();
  const heading = useId();

  function open() {
    dialog.current?.showModal();
    // One that was closed while it goes on is shown as it is.
    if (busy) return;
    setPlan(null);
    void run(async () => setPlan(await runCalls.checkUndo(runId)));
  }

  const undo = () =>
    run(async () => {
      const answer = await runCalls.undo(runId);
      dialog.current?.close();
      onDone(answer);
    });

  const isUseless = plan !== null && plan.restored + plan.removed + plan.crossesRestored + plan.crossesRemoved === 0;
  return (
    <>
      <Button kind="danger" onClick={open}>
        {isAgain ? texts.openAgain : texts.open}
      </Button>
      <dialog ref={dialog} className="confirm wide" aria-labelledby={heading}>
        <h2 id={heading}>{texts.question}</h2>
        {plan === null && !failure && (
          <p role="status">
            {texts.checking}
            <Dots />
          </p>
        )}
        {plan && !busy && <UndoPlan plan={plan} />}
        {plan && busy && <UndoProgress runId={runId} />}
        <div role="alert">
          {failure && (
            <p className="field-error">
              {texts.failed} {undoFailureText(failure)}
            </p>
          )}
        </div>
        <div className="buttons">
          <Button onClick={() => dialog.current?.close()}>{busy && plan ? texts.close : texts.no}</Button>
          {plan && !isUseless && !busy && (
            <Button kind="danger" onClick={() => void undo()}>
              {texts.yes}
            </Button>
          )}
        </div>
      </dialog>
    </>
  );
}

/** What an undo restores, removes and leaves alone, with the reasons. */
function UndoPlan({ plan }: { readonly plan: UndoAnswer }) {
  const { restored, removed, crossesRestored, crossesRemoved, kept, keptPositions } = plan;
  const done = restored + removed + crossesRestored + crossesRemoved;
  return (
    <div className="undo-plan">
      <ul>
        {restored > 0 && <li>{texts.restored(restored)}</li>}
        {removed > 0 && <li>{texts.removed(removed)}</li>}
        {crossesRestored > 0 && <li>{texts.crossesRestored(crossesRestored)}</li>}
        {crossesRemoved > 0 && <li>{texts.crossesRemoved(crossesRemoved)}</li>}
        {kept > 0 && <li>{texts.kept(kept)}</li>}
      </ul>
      {done === 0 ? <p>{texts.nothing}</p> : <p className="muted small">{texts.safe}</p>}
      {keptPositions.length > 0 && (
        <details>
          <summary>{texts.keptHeading}</summary>
          {keptPositions.length < kept && <p className="muted small">{texts.keptShown(keptPositions.length, kept)}</p>}
          <ul className="undo-kept">
            {keptPositions.map(({ positionId, article, title, reason }) => (
              <li key={positionId}>
                <span className="mono">{article}</span> {title} <span className="muted">{reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

const POLL_MS = 1_000;

/** Where the undoing of a run stands, and a way to give it up: it is a run that waits and is done as any other. */
function UndoProgress({ runId }: { readonly runId: number }) {
  const [run, setRun] = useState<RunRow | null>(null);
  const [isStopping, setStopping] = useState(false);

  // The call that began it reports its end; until then only what is known is shown.
  const look = useCallback(() => {
    runCalls.list(null).then(
      ({ runs }) => setRun(runs.find((one) => one.undoes === runId && isUnderWay(one)) ?? null),
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

export function UndoDone({ answer }: { readonly answer: UndoAnswer }) {
  return (
    <Message
      kind="success"
      actions={answer.runId !== null && <a href={paths.importRun(answer.runId)}>{texts.toRun}</a>}>
      <strong>{texts.done(answer)}</strong>
    </Message>
  );
}

interface FileButtonProps {
  readonly runId: number;
  readonly file: RunFile;
  readonly name: string;
  readonly label: string;
}

/** Fetches a file of a run and hands it to the browser. */
export function FileButton({ runId, file, name, label }: FileButtonProps) {
  return <DownloadButton ask={() => runCalls.file(runId, file)} name={name} label={label} />;
}

import { useId, useRef, useState } from 'react';
import type { UndoAnswer } from '../../../contract/import-runs.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import { failureOf } from '../../lib/http/failure.ts';
import { undo as texts } from '../../lib/import-runs/history-texts.ts';
import { runCalls } from '../../lib/import-runs/run-calls.ts';
import { undoFailureText } from '../../lib/import-runs/undo-errors.ts';
import { Button } from '../ui/Button.tsx';
import { Dots } from '../ui/Dots.tsx';
import { UndoPlan } from './UndoPlan.tsx';
import { UndoUnderWay } from './UndoUnderWay.tsx';

interface Props {
  readonly runId: number;
  /** It was taken back before, and something was left alone then. */
  readonly isAgain?: boolean;
  readonly onDone: (answer: UndoAnswer) => void;
}

/** Takes a run back: first tells what would return and what would stay, then asks. */
export function UndoRun({ runId, isAgain = false, onDone }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [plan, setPlan] = useState<UndoAnswer | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const heading = useId();

  async function attempt(act: () => Promise<void>) {
    setBusy(true);
    setFailure('');
    try {
      await act();
    } catch (error) {
      const failed = failureOf(error);
      askIfEnded(failed);
      setFailure(`${texts.failed} ${undoFailureText(failed)}`);
    }
    setBusy(false);
  }

  function open() {
    dialog.current?.showModal();
    // One that was closed while it goes on is shown as it is.
    if (busy) return;
    setPlan(null);
    void attempt(async () => setPlan(await runCalls.checkUndo(runId)));
  }

  const undo = () =>
    attempt(async () => {
      const answer = await runCalls.undo(runId);
      dialog.current?.close();
      onDone(answer);
    });

  const isUseless =
    plan !== null && plan.restored + plan.removed + plan.crossesRestored + plan.crossesRemoved === 0;
  return (
    <>
      <Button kind="danger" onClick={open}>
        {isAgain ? texts.openAgain : texts.open}
      </Button>
      <dialog ref={dialog} className="confirm wide" aria-labelledby={heading}>
        <h2 id={heading}>{texts.question}</h2>
        {plan === null && failure === '' && (
          <p role="status">
            {texts.checking}
            <Dots />
          </p>
        )}
        {plan && !busy && <UndoPlan plan={plan} />}
        {plan && busy && <UndoUnderWay runId={runId} />}
        <div role="alert">{failure && <p className="field-error">{failure}</p>}</div>
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

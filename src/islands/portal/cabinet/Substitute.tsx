import '../../../styles/docflow-form.css';
import { useEffect, useRef, useState } from 'react';
import type { SubstituteAnswer } from '../../../../contract/docflow.ts';
import { absenceCalls, type Days } from '../../../lib/api/absence.ts';
import { type Failure, failureOf } from '../../../lib/api/failure.ts';
import { calledAs } from '../../../lib/signatory-list.ts';
import { substitute as texts } from '../../../lib/texts/cabinet.ts';
import { failureText, tryAgain } from '../../../lib/texts/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmButton, type Confirmed } from '../../ui/ConfirmButton.tsx';
import { Message } from '../../ui/Message.tsx';
import { SubstituteForm } from './SubstituteForm.tsx';

/** YYYY-MM-DD as DD.MM.YYYY: a day of the calendar, the same in every zone. */
const dayOf = (iso: string): string => iso.split('-').reverse().join('.');

/** Who signs for the signed-in person while he is away, and for whom he signs. */
export default function Substitute() {
  const [answer, setAnswer] = useState<SubstituteAnswer | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [said, setSaid] = useState('');
  const summary = useRef<HTMLElement>(null);

  async function take(call: () => Promise<SubstituteAnswer>, done: string): Promise<Failure | null> {
    try {
      setAnswer(await call());
      setFailure(null);
      setSaid(done);
      // The form or the button that was pressed is gone.
      if (done) requestAnimationFrame(() => summary.current?.focus());
      return null;
    } catch (error) {
      return failureOf(error);
    }
  }
  const load = () => void take(absenceCalls.substitute, '').then(setFailure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once
  useEffect(load, []);

  const name = (uid: string, days: Days) => take(() => absenceCalls.name(uid, days), texts.saved);
  async function cancel(): Promise<Confirmed> {
    const failed = await take(absenceCalls.cancel, texts.cancelled);
    return failed ? { refused: failureText(failed) } : { done: true };
  }

  const present = answer?.substitute ?? null;
  const represents = answer?.represents ?? [];
  return (
    <details className="panel cabinet-part" open>
      <summary ref={summary}>{texts.heading}</summary>
      <p className="muted small">{texts.lead}</p>
      <p role="status" className={said ? 'ok-text' : 'visually-hidden'}>
        {said}
      </p>
      {failure && (
        <Message kind="error" actions={<Button onClick={load}>{tryAgain}</Button>}>
          {failureText(failure)}
        </Message>
      )}
      {!answer && !failure && <p role="status">{texts.loading}</p>}
      {represents.length > 0 && <p>{texts.represents(represents.map(calledAs).join(', '))}</p>}
      {answer && present && (
        <>
          <p>{texts.now(calledAs(present), dayOf(present.from), dayOf(present.to))}</p>
          <ConfirmButton
            className="button"
            question={texts.cancelQuestion}
            details={texts.cancelDetails(calledAs(present))}
            yes={texts.cancel}
            onConfirm={cancel}
          >
            {texts.cancel}
          </ConfirmButton>
        </>
      )}
      {answer && !present && <SubstituteForm onSave={name} />}
    </details>
  );
}

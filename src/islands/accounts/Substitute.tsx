import '../../styles/docflow-form.css';
import { useEffect, useState } from 'react';
import type { SubstituteAnswer } from '../../../contract/docflow.ts';
import { absenceCalls, type Days } from '../../lib/accounts/absence-calls.ts';
import { substitute as texts } from '../../lib/accounts/cabinet-texts.ts';
import { calledAs } from '../../lib/docflow/signatory-list.ts';
import { attempt, type Failure } from '../../lib/http/failure.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { ConfirmButton, type Confirmed } from '../ui/ConfirmButton.tsx';
import { CabinetPart, useCabinetPart } from './CabinetPart.tsx';
import { SubstituteForm } from './SubstituteForm.tsx';
import { SubstituteReach } from './SubstituteReach.tsx';

/** YYYY-MM-DD as DD.MM.YYYY: a day of the calendar, the same in every zone. */
const dayOf = (iso: string): string => iso.split('-').reverse().join('.');

/** The substitute of the signed-in person, and the people whom that person substitutes. */
export default function Substitute() {
  const [answer, setAnswer] = useState<SubstituteAnswer | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const part = useCabinetPart();

  const take = (call: () => Promise<SubstituteAnswer>, done: string): Promise<Failure | null> =>
    attempt(async () => {
      setAnswer(await call());
      setFailure(null);
      part.say(done);
    });
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
    <CabinetPart part={part} texts={texts} failure={failure} loading={!answer} onLoad={load}>
      {represents.length > 0 && <p>{texts.represents(represents.map(calledAs).join(', '))}</p>}
      {answer && present && (
        <>
          <p>{texts.now(calledAs(present), dayOf(present.from), dayOf(present.to))}</p>
          <SubstituteReach uid={present.uid} />
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
    </CabinetPart>
  );
}

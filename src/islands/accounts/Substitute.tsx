import '../../styles/documents.css';
import type { SubstituteAnswer } from '../../../contract/documents/documents.ts';
import { type Days, type SubstituteCalls, substituteCalls } from '../../lib/accounts/substitute-calls.ts';
import { ownSubstitute, type SubstituteTexts } from '../../lib/accounts/substitute-texts.ts';
import { calledAs } from '../../lib/documents/signatories.ts';
import { attempt, type Failure, failureText } from '../../lib/platform/http-client.ts';
import { ConfirmButton, type Confirmed } from '../ui/controls.tsx';
import { useLoaded } from '../ui/hooks.ts';
import { CabinetPart, useCabinetPart } from './CabinetPart.tsx';
import { SubstituteForm, SubstituteReach } from './SubstituteForm.tsx';

/** YYYY-MM-DD as DD.MM.YYYY: a day of the calendar, the same in every zone. */
const dayOf = (iso: string): string => iso.split('-').reverse().join('.');

interface Props {
  readonly calls: SubstituteCalls;
  readonly texts: SubstituteTexts;
  /** The substitute is another now; null: there is none. */
  readonly onChange?: (substitute: SubstituteAnswer['substitute']) => void;
}

/** The substitute of the signed-in person, and the people whom that person substitutes. */
export default function OwnSubstitute() {
  return <Substitution calls={substituteCalls} texts={ownSubstitute} />;
}

/** The substitute of somebody; it is named and taken back here. */
export function Substitution({ calls, texts, onChange }: Props) {
  const { value: answer, failure, again, update } = useLoaded(calls.substitute);
  const part = useCabinetPart();

  const take = (call: () => Promise<SubstituteAnswer>, done: string): Promise<Failure | null> =>
    attempt(async () => {
      const came = await call();
      update(() => came);
      part.say(done);
      onChange?.(came.substitute);
    });

  const name = (uid: string, days: Days) => take(() => calls.name(uid, days), texts.saved);
  async function cancel(): Promise<Confirmed> {
    const failed = await take(calls.cancel, texts.cancelled);
    return failed ? { refused: failureText(failed) } : { done: true };
  }

  const present = answer?.substitute ?? null;
  const represents = answer?.represents ?? [];
  return (
    <CabinetPart part={part} texts={texts} failure={failure} loading={!answer} onLoad={() => void again()}>
      {represents.length > 0 && <p>{texts.represents(represents.map(calledAs).join(', '))}</p>}
      {answer && present && (
        <>
          <p>{texts.now(calledAs(present), dayOf(present.from), dayOf(present.to))}</p>
          <SubstituteReach uid={present.uid} ask={calls.rights} texts={texts} />
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
      {answer && !present && <SubstituteForm calls={calls} texts={texts} onSave={name} />}
    </CabinetPart>
  );
}

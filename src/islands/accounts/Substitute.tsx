// Names or removes the person who decides on documents in a user's absence: in the cabinet by the user, among people by
// an administrator.
import '../../styles/documents.css';
import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import type { Colleague, SubstituteAnswer } from '../../../contract/documents/documents.ts';
import type { SubstituteError } from '../../../contract/errors.ts';
import { dottedDay } from '../../../rules/format/texts.ts';
import { type Days, type SubstituteCalls, substituteCalls } from '../../lib/accounts/substitute-calls.ts';
import { ownSubstitute, type SubstituteTexts, substituteErrors } from '../../lib/accounts/substitute-texts.ts';
import { personName } from '../../lib/documents/document-texts.ts';
import { createPeopleSearch } from '../../lib/documents/signatories.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { attempt, type Failure } from '../../lib/platform/http-client.ts';
import { openForm } from '../../lib/platform/router.ts';
import { Combobox } from '../ui/Combobox.tsx';
import { Button, ConfirmButton, type Confirmed, Failed, Field } from '../ui/controls.tsx';
import { useCall, useLoaded } from '../ui/hooks.ts';
import { CabinetPart, useCabinetPart } from './CabinetPart.tsx';

interface SubstituteProps {
  readonly calls: SubstituteCalls;
  readonly texts: SubstituteTexts;
  /** The substitute is another now; null: there is none. */
  readonly onChange?: (substitute: SubstituteAnswer['substitute']) => void;
}

/** The substitute of the signed-in person, and the people whom that person substitutes. */
export default function OwnSubstitute() {
  return <Substitution calls={substituteCalls} texts={ownSubstitute} />;
}

/** The substitute of a user; it is named and removed here. */
export function Substitution({ calls, texts, onChange }: SubstituteProps) {
  const { value: answer, failure, again, update } = useLoaded(calls.substitute);
  const part = useCabinetPart();

  const take = (call: () => Promise<SubstituteAnswer>): Promise<Failure | null> =>
    attempt(async () => {
      const came = await call();
      update(() => came);
      part.say(came.substitute ? texts.saved : texts.cancelled);
      onChange?.(came.substitute);
    });

  const name = (uid: string, days: Days) => take(() => calls.name(uid, days));
  async function cancel(): Promise<Confirmed> {
    const failed = await take(calls.cancel);
    return failed ? { refused: failureText(failed) } : { done: true };
  }

  const present = answer?.substitute ?? null;
  const represents = answer?.represents ?? [];
  return (
    <CabinetPart part={part} texts={texts} failure={failure} loading={!answer} onLoad={() => void again()}>
      {represents.length > 0 && <p>{texts.represents(represents.map(personName))}</p>}
      {answer && present && (
        <>
          <p>{texts.now(personName(present), dottedDay(present.from), dottedDay(present.to))}</p>
          <SubstituteReach uid={present.uid} ask={calls.rights} texts={texts} />
          <ConfirmButton
            className="button"
            question={texts.cancelQuestion}
            details={texts.cancelDetails(personName(present))}
            yes={texts.cancel}
            onConfirm={cancel}>
            {texts.cancel}
          </ConfirmButton>
        </>
      )}
      {answer && !present && <SubstituteForm calls={calls} texts={texts} onSave={name} />}
    </CabinetPart>
  );
}

interface SubstituteFormProps {
  readonly calls: Pick<SubstituteCalls, 'rights' | 'colleagues'>;
  readonly texts: SubstituteTexts;
  /** Names a colleague as the substitute; null means that it is done. */
  readonly onSave: (uid: string, days: Days) => Promise<Failure | null>;
}

function SubstituteForm({ calls, texts, onSave }: SubstituteFormProps) {
  const errors = substituteErrors(texts);
  const [person, setPerson] = useState<Colleague | null>(null);
  const [days, setDays] = useState<Days>({ from: '', to: '' });
  const [code, setCode] = useState('');
  const { busy, failure, run, forget } = useCall();
  const general = failure && !(failure.code in errors) ? failureText(failure) : '';
  const form = useRef<HTMLFormElement>(null);
  // What is chosen must not be lost with the session.
  const isDirty = person !== null || days.from !== '' || days.to !== '';
  useEffect(() => (isDirty ? openForm() : undefined), [isDirty]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    forget();
    const missing = person === null ? 'invalid uid' : days.from === '' ? 'invalid from' : '';
    setCode(missing);
    if (missing === '' && person) {
      const failed = await run(() => onSave(person.uid, days));
      if (!failed) return;
      if (failed.code in errors) setCode(failed.code);
    }
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  }

  const errorOf = (name: SubstituteError) => (code === name ? errors[name] : '');
  const day = (name: keyof Days, label: string) => (
    <Field label={label} error={errorOf(`invalid ${name}`)}>
      {(control) => (
        <input
          {...control}
          type="date"
          name={name}
          min={name === 'to' ? days.from : undefined}
          value={days[name]}
          onChange={({ target }) => setDays({ ...days, [name]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <form ref={form} className="substitute-form" noValidate onSubmit={submit} aria-label={texts.heading}>
      <p className="muted">{texts.none}</p>
      {person ? (
        <>
          <p>
            {texts.person}: <strong>{texts.chosen(personName(person), person.position)}</strong>{' '}
            <Button kind="quiet" onClick={() => setPerson(null)}>
              {texts.other}
            </Button>
          </p>
          <SubstituteReach uid={person.uid} ask={calls.rights} texts={texts} />
        </>
      ) : (
        <ColleagueSearch
          ask={calls.colleagues}
          texts={texts}
          error={errorOf('invalid uid') ?? ''}
          onChoose={setPerson}
        />
      )}
      <div className="substitute-days gap-0-16 stack">
        {day('from', texts.from)}
        {day('to', texts.to)}
      </div>
      {(general || errorOf('substitute has no right')) && (
        <p className="field-error" role="alert">
          {general || errorOf('substitute has no right')}
        </p>
      )}
      <Button type="submit" busy={busy}>
        {texts.save}
      </Button>
    </form>
  );
}

interface SearchProps {
  readonly ask: SubstituteCalls['colleagues'];
  readonly texts: Readonly<Record<'person' | 'placeholder' | 'found' | 'asking' | 'noPerson', string>>;
  readonly error: string;
  readonly onChoose: (person: Colleague) => void;
}

/** The search for a colleague, by name or position. */
export function ColleagueSearch({ ask, texts, error, onChoose }: SearchProps) {
  const [search] = useState(() => createPeopleSearch(ask));
  const { phase, people, failure } = useStore(search.$people);
  const errorId = useId();
  const said = failure ? failureText(failure) : phase === 'asking' ? texts.asking : texts.noPerson;
  return (
    <div className="field">
      <Combobox
        label={texts.person}
        placeholder={texts.placeholder}
        listLabel={texts.found}
        items={people}
        keyOf={({ uid }) => uid}
        draw={(person) => (
          <>
            <span className="person-name below-12 left stack gap-8">{personName(person)}</span>
            <span className="person-position gap-4-8 row middle muted dense breaks">{person.position}</span>
          </>
        )}
        note={
          people.length === 0 && (
            <p role="status" className="combobox-note muted">
              {said}
            </p>
          )
        }
        describedBy={error ? errorId : undefined}
        invalid={error !== ''}
        onText={search.type}
        onChoose={onChoose}
      />
      {error && (
        <span id={errorId} className="field-error" role="alert">
          {error}
        </span>
      )}
    </div>
  );
}

interface SubstituteReachProps {
  readonly uid: string;
  readonly ask: SubstituteCalls['rights'];
  readonly texts: SubstituteTexts;
}

/** What a substitute can decide for a user, and where the right is missing; shown before and after the choice. */
function SubstituteReach({ uid, ask, texts }: SubstituteReachProps) {
  const { value: rights, failure, again } = useLoaded(ask, uid);
  if (failure)
    return (
      <Failed failure={failure} onAgain={() => void again()}>
        {texts.unchecked}
      </Failed>
    );
  if (!rights)
    return (
      <p role="status" className="muted">
        {texts.checking}
      </p>
    );
  const { covered, missing } = rights;
  if (covered.length === 0)
    return missing.length === 0 ? (
      <p className="muted">{texts.nothingToCover}</p>
    ) : (
      <p className="field-error" role="alert">
        {texts.coversNothing}
      </p>
    );
  if (missing.length === 0) return <p className="muted">{texts.coversAll}</p>;
  return (
    <div className="substitute-missing" role="status">
      <p>{texts.missing}</p>
      <ul>
        {missing.map((right) => (
          <li key={texts.right(right)}>{texts.right(right)}</li>
        ))}
      </ul>
    </div>
  );
}

import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Colleague } from '../../../contract/docflow.ts';
import type { SubstituteError } from '../../../contract/errors.ts';
import { absenceCalls, type Days } from '../../lib/accounts/absence-calls.ts';
import { substituteErrors, substitute as texts } from '../../lib/accounts/cabinet-texts.ts';
import { createPeopleSearch } from '../../lib/docflow/signatories-store.ts';
import { calledAs } from '../../lib/docflow/signatory-list.ts';
import { askIfEnded, openForm } from '../../lib/editing/open-forms.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Button } from '../ui/Button.tsx';
import { Combobox } from '../ui/Combobox.tsx';
import { Field } from '../ui/Field.tsx';
import { SubstituteReach } from './SubstituteReach.tsx';

/** Names a colleague as the substitute; null means that it is done. */
type Save = (uid: string, days: Days) => Promise<Failure | null>;

/** Chooses a colleague and the days. A refusal keeps what was chosen. */
export function SubstituteForm({ onSave }: { readonly onSave: Save }) {
  const [person, setPerson] = useState<Colleague | null>(null);
  const [days, setDays] = useState<Days>({ from: '', to: '' });
  const [code, setCode] = useState('');
  const [general, setGeneral] = useState('');
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // What is chosen must not be lost with the session.
  const isDirty = person !== null || days.from !== '' || days.to !== '';
  useEffect(() => (isDirty ? openForm() : undefined), [isDirty]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setGeneral('');
    const missing = person === null ? 'invalid uid' : days.from === '' ? 'invalid from' : '';
    setCode(missing);
    if (missing === '' && person) {
      setBusy(true);
      const failure = await onSave(person.uid, days);
      setBusy(false);
      if (!failure) return;
      if (failure.code in substituteErrors) setCode(failure.code);
      else setGeneral(failureText(failure));
      askIfEnded(failure);
    }
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  }

  const errorOf = (name: SubstituteError) => (code === name ? substituteErrors[name] : '');
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
            {texts.person}: <strong>{texts.chosen(calledAs(person), person.position)}</strong>{' '}
            <Button kind="quiet" onClick={() => setPerson(null)}>
              {texts.other}
            </Button>
          </p>
          <SubstituteReach uid={person.uid} />
        </>
      ) : (
        <ColleagueSearch error={errorOf('invalid uid') ?? ''} onChoose={setPerson} />
      )}
      <div className="substitute-days">
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
  readonly error: string;
  readonly onChoose: (person: Colleague) => void;
}

function ColleagueSearch({ error, onChoose }: SearchProps) {
  const [search] = useState(() => createPeopleSearch(absenceCalls.colleagues));
  const { phase, people, failure } = useStore(search.$people);
  const said = failure ? failureText(failure) : phase === 'asking' ? texts.asking : texts.nobody;
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
            <span className="person-name">{calledAs(person)}</span>
            <span className="person-position">{person.position}</span>
          </>
        )}
        note={
          people.length === 0 && (
            <p role="status" className="combobox-note muted">
              {said}
            </p>
          )
        }
        describedBy={error ? 'substitute-error' : undefined}
        invalid={error !== ''}
        onText={search.type}
        onChoose={onChoose}
      />
      {error && (
        <span id="substitute-error" className="field-error" role="alert">
          {error}
        </span>
      )}
    </div>
  );
}

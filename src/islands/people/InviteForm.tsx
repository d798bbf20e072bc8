import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { ChangedPerson } from '../../../contract/people.ts';
import type { Named } from '../../lib/access/access-rules.ts';
import { askIfEnded, openForm } from '../../lib/editing/open-forms.ts';
import { failureOf } from '../../lib/http/failure.ts';
import { type Invited, peopleCalls } from '../../lib/people/people-calls.ts';
import { invitePerson, peopleErrors } from '../../lib/people/people-texts.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { NewPersonFields } from '../accounts/NewPersonFields.tsx';
import { Button } from '../ui/Button.tsx';
import { ChoiceSelect } from '../ui/ChoiceSelect.tsx';
import { Field } from '../ui/Field.tsx';
import { Message } from '../ui/Message.tsx';

interface Props {
  readonly roles: readonly Named[];
  readonly onDone: (person: ChangedPerson) => void;
  readonly onCancel: () => void;
}

/** The form of an invitation. A refusal keeps what was typed; Esc and «Отмена» close it. */
export function InviteForm({ roles, onDone, onCancel }: Props) {
  const [typed, setTyped] = useState<Invited>({ email: '', name: '', roleId: '' });
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    form.current?.querySelector('input')?.focus();
    return openForm();
  }, []);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError('');
    try {
      onDone(await peopleCalls.add(typed));
    } catch (refusal) {
      const failure = failureOf(refusal);
      setError(failureText(failure, peopleErrors));
      askIfEnded(failure);
      setBusy(false);
    }
  }

  return (
    <form
      ref={form}
      className="panel data-list-form"
      noValidate
      aria-label={invitePerson.heading}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <p className="muted">{invitePerson.lead}</p>
      <NewPersonFields
        texts={invitePerson}
        typed={typed}
        onType={(change) => setTyped({ ...typed, ...change })}
      />
      <Field label={invitePerson.role}>
        {(control) => (
          <ChoiceSelect
            {...control}
            none={invitePerson.noRole}
            choices={roles}
            value={typed.roleId}
            onChange={(roleId) => setTyped({ ...typed, roleId })}
          />
        )}
      </Field>
      {error && <Message kind="error">{error}</Message>}
      <div className="buttons">
        <Button type="submit" kind="main" busy={busy}>
          {invitePerson.submit}
        </Button>
        <Button onClick={onCancel}>{invitePerson.cancel}</Button>
      </div>
    </form>
  );
}

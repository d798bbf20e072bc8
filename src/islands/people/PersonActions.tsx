import { type SubmitEvent, useState } from 'react';
import { NAME_MAX } from '../../../contract/limits.ts';
import type { ChangedPerson, Person } from '../../../contract/people.ts';
import { peopleCalls } from '../../lib/people/people-calls.ts';
import { people } from '../../lib/people/people-texts.ts';
import { Button } from '../ui/Button.tsx';
import { chunk } from '../ui/chunk.tsx';
import { Field } from '../ui/Field.tsx';

/** What is seldom looked at comes when it is. */
const PersonMore = chunk(() => import('./PersonMore.tsx'));

interface Props {
  readonly row: Person;
  readonly busy: boolean;
  /** Makes a change and says `done`; false when it was refused. */
  readonly run: (
    change: () => Promise<Partial<ChangedPerson>>,
    done: string,
    ofClaimed?: string,
  ) => Promise<boolean>;
  /** Something else of the person is different now. */
  readonly onChange: (changed: Partial<Person>) => void;
}

/** What can be done about a person: name, mails, invitation, substitute, sessions. */
export function PersonActions({ row, busy, run, onChange }: Props) {
  const [name, setName] = useState(row.name ?? '');
  const [isOpened, setOpened] = useState(false);
  const { email } = row;

  function rename(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void run(() => peopleCalls.change(email, { name }), people.renamed(name));
  }
  const invite = async (): Promise<Partial<ChangedPerson>> => {
    const { claimed } = await peopleCalls.invite(email);
    return { state: 'invited', invitationUntil: null, claimed };
  };
  const takeBack = async (): Promise<Partial<Person>> => {
    await peopleCalls.takeBack(email);
    return { state: 'never', invitationUntil: null };
  };
  const isOpen = row.state === 'invited' || row.state === 'never';

  return (
    <details
      className="account-actions"
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary aria-label={people.actionsOf(email)}>{people.actions}</summary>
      <form className="person-name" onSubmit={rename}>
        <Field label={people.name} hint={people.renameHint}>
          {(control) => (
            <input
              {...control}
              type="text"
              name="name"
              autoComplete="off"
              maxLength={NAME_MAX}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Button type="submit" busy={busy}>
          {people.save}
        </Button>
      </form>
      <div className="buttons">
        {isOpen && (
          <Button onClick={() => void run(invite, people.invited(email), email)}>
            {row.state === 'invited' ? people.inviteAgain : people.inviteNow}
          </Button>
        )}
        {row.state === 'invited' && (
          <Button onClick={() => void run(takeBack, people.takenBack(email))}>{people.takeBack}</Button>
        )}
        <Button
          onClick={() =>
            void run(
              () => peopleCalls.change(email, { documents: !row.documentMails }),
              people.changed(email),
            )
          }
        >
          {row.documentMails ? people.mailsOffAction : people.mailsOn}
        </Button>
      </div>
      {isOpened && <PersonMore row={row} onChange={onChange} />}
    </details>
  );
}

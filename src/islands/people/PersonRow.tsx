// One person in the administrators' list of people: state, role, and the actions behind «Действия».
import { useStore } from '@nanostores/react';
import { type SubmitEvent, useState } from 'react';
import { NAME_MAX } from '../../../contract/limits.ts';
import type { ChangedPerson, Person } from '../../../contract/people/people.ts';
import { dottedDay, formatDay, formatMoment } from '../../../rules/format/texts.ts';
import { bindingCalls } from '../../lib/access/access-calls.ts';
import type { Named } from '../../lib/access/access-rules.ts';
import { changePerson, peopleCalls, showChanged } from '../../lib/people/people-calls.ts';
import { people, peopleErrors, personStates } from '../../lib/people/people-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { now } from '../../lib/platform/now.ts';
import { $account } from '../../lib/platform/session-store.ts';
import { site } from '../../lib/platform/site.ts';
import { RowSelect } from '../ui/ChoiceSelect.tsx';
import { chunk } from '../ui/chunk.tsx';
import { Button, Field } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';

interface PersonRowProps {
  readonly row: Person;
  readonly roles: readonly Named[];
  readonly onDone: (text: string) => void;
}

const STATE_TAGS = { works: 'ok', invited: 'signal', never: 'warn', disabled: 'warn' } as const;

export function PersonRow({ row, roles, onDone: onSaid }: PersonRowProps) {
  const own = useStore($account)?.email === row.email;
  const { busy, failure, run: call } = useCall();

  /** Makes a change; a refusal is shown at the row. Where it claimed the account, the message begins with `ofClaimed`. */
  async function run(change: () => Promise<Partial<ChangedPerson>>, done: string, ofClaimed = done): Promise<boolean> {
    const failed = await call(async () =>
      onSaid((await changePerson(row.email, change)) ? people.claimed(ofClaimed) : done),
    );
    return failed === null;
  }

  const bind = (chosen: string) =>
    run(async () => {
      const role = roles.find(({ id }) => String(id) === chosen) ?? null;
      const { claimed } = await bindingCalls.bind(row.email, role?.id ?? null);
      return { role: role && { id: role.id, title: role.title }, claimed };
    }, people.bound(row.email));

  return (
    <li className="binding-row gap-4-20 stack middle person-row">
      <div className="stack breaks shrinks">
        {row.name ? <strong>{row.name}</strong> : <span className="muted">{people.noName}</span>}
        <span className="muted">{row.email}</span>
        <span className="account-tags gap-4">
          <span className={`tag ${STATE_TAGS[row.state]}`}>{personStates[row.state]}</span>
          {row.rank === 'admin' && <span className="tag signal">{people.admin}</span>}
          {own && <span className="tag ok">{people.own}</span>}
          {!row.documentMails && <span className="tag">{people.mailsOff}</span>}
        </span>
        <span className="muted small">{factsOf(row)}</span>
      </div>
      <div className="binding-role">
        <RowSelect
          aria-label={people.roleOf(row.email)}
          none={people.withoutRole}
          choices={roles}
          value={row.role?.id ?? ''}
          disabled={busy}
          onChange={({ target }) => void bind(target.value)}
        />
        <span role="status" className="small field-error">
          {failureText(failure, peopleErrors)}
        </span>
      </div>
      <PersonActions row={row} busy={busy} run={run} onChange={(changed) => showChanged(row.email, changed)} />
    </li>
  );
}

function factsOf({ lastVisitAt, invitationUntil, substitute }: Person): string {
  const day = (moment: string) => formatDay(new Date(moment), site.timeZone);
  const invitation =
    invitationUntil && (new Date(invitationUntil) > now() ? people.until(day(invitationUntil)) : people.over);
  return [
    lastVisitAt ? people.lastVisit(formatMoment(new Date(lastVisitAt), site.timeZone)) : people.neverSeen,
    invitation,
    substitute &&
      people.substitute(substitute.name || substitute.email, dottedDay(substitute.from), dottedDay(substitute.to)),
  ]
    .filter(Boolean)
    .join(', ');
}

const PersonMore = chunk(() => import('./PersonMore.tsx'));

interface PersonActionsProps {
  readonly row: Person;
  readonly busy: boolean;
  /** Makes a change and says `done`; false when it was refused. */
  readonly run: (change: () => Promise<Partial<ChangedPerson>>, done: string, ofClaimed?: string) => Promise<boolean>;
  /** Called when something else of the person changed. */
  readonly onChange: (changed: Partial<Person>) => void;
}

function PersonActions({ row, busy, run, onChange }: PersonActionsProps) {
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
    <details className="account-actions" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary aria-label={people.actionsOf(email)}>{people.actions}</summary>
      <form className="person-name below-12 left stack gap-8" onSubmit={rename}>
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
            void run(() => peopleCalls.change(email, { documents: !row.documentMails }), people.changed(email))
          }>
          {row.documentMails ? people.mailsOffAction : people.mailsOn}
        </Button>
      </div>
      {isOpened && <PersonMore row={row} onChange={onChange} />}
    </details>
  );
}

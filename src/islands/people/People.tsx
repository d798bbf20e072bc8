import { useStore } from '@nanostores/react';
import { FileSpreadsheet, UserPlus } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { NAME_MAX } from '../../../contract/limits.ts';
import type { ChangedPerson, Person } from '../../../contract/people/people.ts';
import { PERSON_STATES } from '../../../contract/people/words.ts';
import { dottedDay, formatDay, formatMoment } from '../../../rules/format/texts.ts';
import { bindingCalls } from '../../lib/access/access-calls.ts';
import type { Named } from '../../lib/access/access-rules.ts';
import {
  changePerson,
  type Invited,
  NO_FILTER,
  type PeopleFilter,
  peopleCalls,
  peopleList,
  showChanged,
} from '../../lib/people/people-calls.ts';
import { invitePerson, people, peopleErrors, personStates } from '../../lib/people/people-texts.ts';
import { staffList } from '../../lib/people/staff-list-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { now } from '../../lib/platform/now.ts';
import { $router, openForm } from '../../lib/platform/router.ts';
import { $account } from '../../lib/platform/session-store.ts';
import { site } from '../../lib/platform/site.ts';
import { NewPersonFields } from '../accounts/NewPersonFields.tsx';
import { ChoiceSelect, RowSelect } from '../ui/ChoiceSelect.tsx';
import { chunk } from '../ui/chunk.tsx';
import { Button, Failed, Field, Message } from '../ui/controls.tsx';
import { useCall, useLeave } from '../ui/hooks.ts';
import { LoadMore } from '../ui/ListFrame.tsx';

const StaffImport = chunk(() => import('./StaffImport.tsx'));

/** The screen of people with an account: search, filters, invitation, and a row for each person. */
export default function People() {
  const state = useStore(peopleList.$list);
  const asked = useStore($router)?.search.search ?? '';
  const [filter, setFilter] = useState<PeopleFilter>({ ...NO_FILTER, search: asked });
  const [roles, setRoles] = useState<readonly Named[]>([]);
  const [open, setOpen] = useState<'invite' | 'list' | null>(null);
  const [said, setSaid] = useState('');
  const inviteButton = useRef<HTMLButtonElement>(null);
  const listButton = useRef<HTMLButtonElement>(null);

  useEffect(() => void peopleList.search(filter), [filter]);
  useEffect(() => void bindingCalls.roles().then(setRoles, () => {}), []);
  useLeave(state.first === null ? state.failure : null);

  function close(text: string) {
    const opener = open === 'list' ? listButton : inviteButton;
    setSaid(text);
    setOpen(null);
    requestAnimationFrame(() => opener.current?.focus());
  }

  if (state.first === null) return <p role="status">{people.loading}</p>;
  return (
    <div className="data-list">
      <p className="muted settings-lead below-20">{people.lead}</p>
      <div className="data-list-head below-16 row gap-8 people-head">
        <search>
          <input
            type="search"
            className="data-list-search"
            aria-label={people.search}
            placeholder={people.search}
            autoComplete="off"
            defaultValue={filter.search}
            onChange={({ target }) => setFilter({ ...filter, search: target.value })}
          />
        </search>
        <select
          aria-label={people.state}
          value={filter.state}
          onChange={({ target }) => setFilter({ ...filter, state: target.value })}>
          <option value="">{people.anyState}</option>
          {PERSON_STATES.map((name) => (
            <option key={name} value={name}>
              {personStates[name]}
            </option>
          ))}
        </select>
        <ChoiceSelect
          aria-label={people.role}
          none={people.anyRole}
          choices={[{ id: 'none', title: people.withoutRole }, ...roles]}
          value={filter.role}
          onChange={(role) => setFilter({ ...filter, role })}
        />
        <div className="buttons">
          <Button ref={inviteButton} kind={open ? 'plain' : 'main'} onClick={() => setOpen('invite')}>
            <UserPlus aria-hidden="true" />
            {people.invite}
          </Button>
          <Button ref={listButton} onClick={() => setOpen('list')}>
            <FileSpreadsheet aria-hidden="true" />
            {staffList.open}
          </Button>
        </div>
      </div>
      {open === 'list' && (
        <StaffImport roles={roles} onAdded={() => void peopleList.search(filter)} onClose={() => close('')} />
      )}
      {open === 'invite' && (
        <InviteForm
          roles={roles}
          onDone={({ email, claimed }) => {
            close(claimed ? people.claimed(email) : people.invited(email));
            void peopleList.search(filter);
          }}
          onCancel={() => close('')}
        />
      )}
      <p role="status" className={said ? 'ok-text' : 'visually-hidden'}>
        {said}
      </p>
      <p className="muted small">{people.total(state.first.total)}</p>
      {state.failure && !state.loadingMore && state.next === null && (
        <Failed failure={state.failure} onAgain={() => void peopleList.search(filter)} />
      )}
      {state.rows.length === 0 ? (
        <p className="data-list-empty muted">
          {Object.values(filter).every((wish) => wish.trim() === '') ? people.empty : people.noneFound}
        </p>
      ) : (
        <ul className="data-list-rows" aria-label={people.list} aria-busy={state.searching}>
          {state.rows.map((row) => (
            <PersonRow key={row.uid} row={row} roles={roles} onDone={setSaid} />
          ))}
        </ul>
      )}
      {state.next !== null && <LoadMore texts={people} state={state} onMore={() => void peopleList.more()} />}
    </div>
  );
}

interface PeopleProps {
  readonly roles: readonly Named[];
  readonly onDone: (person: ChangedPerson) => void;
  readonly onCancel: () => void;
}

/** The form of an invitation. A refusal keeps what was typed; Esc and «Отмена» close it. */
function InviteForm({ roles, onDone, onCancel }: PeopleProps) {
  const [typed, setTyped] = useState<Invited>({ email: '', name: '', roleId: '' });
  const { busy, failure, run } = useCall();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    form.current?.querySelector('input')?.focus();
    return openForm();
  }, []);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    void run(async () => onDone(await peopleCalls.add(typed)));
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
      }}>
      <p className="muted">{invitePerson.lead}</p>
      <NewPersonFields texts={invitePerson} typed={typed} onType={(change) => setTyped({ ...typed, ...change })} />
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
      {failure && <Message kind="error">{failureText(failure, peopleErrors)}</Message>}
      <div className="buttons">
        <Button type="submit" kind="main" busy={busy}>
          {invitePerson.submit}
        </Button>
        <Button onClick={onCancel}>{invitePerson.cancel}</Button>
      </div>
    </form>
  );
}

interface PersonRowProps {
  readonly row: Person;
  readonly roles: readonly Named[];
  readonly onDone: (text: string) => void;
}

const STATE_TAGS = { works: 'ok', invited: 'signal', never: 'warn', disabled: 'warn' } as const;

/** One person: state, role, and the actions behind «Действия». */
function PersonRow({ row, roles, onDone: onSaid }: PersonRowProps) {
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

/** Facts about a person beside the state: last visit, invitation, substitute. */
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

/** The actions on a person: name, mails, invitation, substitute, sessions. */
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

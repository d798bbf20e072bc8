// The screen on which administrators manage people with an account: search, filters, invitation, role, substitute,
// sessions, import of a staff list. Passwords are reset in accounts/Users.tsx.
import { useStore } from '@nanostores/react';
import { FileSpreadsheet, UserPlus } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { ChangedPerson } from '../../../contract/people/people.ts';
import { PERSON_STATES } from '../../../contract/people/words.ts';
import { bindingCalls } from '../../lib/access/access-calls.ts';
import type { Named } from '../../lib/access/access-rules.ts';
import { type Invited, NO_FILTER, type PeopleFilter, peopleCalls, peopleList } from '../../lib/people/people-calls.ts';
import { invitePerson, people, peopleErrors, personStates } from '../../lib/people/people-texts.ts';
import { staffList } from '../../lib/people/staff-list-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { $router, openForm } from '../../lib/platform/router.ts';
import { NewPersonFields } from '../accounts/NewPersonFields.tsx';
import { ChoiceSelect } from '../ui/ChoiceSelect.tsx';
import { chunk } from '../ui/chunk.tsx';
import { Button, Failed, Field, Message } from '../ui/controls.tsx';
import { useCall, useLeave } from '../ui/hooks.ts';
import { LoadMore } from '../ui/ListFrame.tsx';
import { PersonRow } from './PersonRow.tsx';

const StaffImport = chunk(() => import('./StaffImport.tsx'));

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

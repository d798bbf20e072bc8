// The screen of all people with an account, for administrators: search, filters, roles, invitations, accounts, import of
// a staff list, and the same list as the screen that binds roles. One person is on PersonPage.tsx.
import { useStore } from '@nanostores/react';
import { FileSpreadsheet, KeyRound, UserPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ChangedPerson, Person } from '../../../contract/people/people.ts';
import { PERSON_STATES } from '../../../contract/people/words.ts';
import { bindingCalls } from '../../lib/access/access-calls.ts';
import type { Named } from '../../lib/access/access-rules.ts';
import { binding } from '../../lib/access/access-texts.ts';
import { newAccount } from '../../lib/accounts/account-texts.ts';
import { type Said, saidOfMail } from '../../lib/accounts/mail-trouble.ts';
import { type Invited, NO_FILTER, type PeopleFilter, peopleCalls, peopleList } from '../../lib/people/people-calls.ts';
import { invitePerson, people, peopleErrors, personStates, saidOfPerson } from '../../lib/people/people-texts.ts';
import { staffList } from '../../lib/people/staff-list-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { $router } from '../../lib/platform/router.ts';
import { Outbox } from '../accounts/MailOutbox.tsx';
import { MailNotice, Outcome } from '../accounts/MailTrouble.tsx';
import { NewPersonFields } from '../accounts/NewPersonFields.tsx';
import { ChoiceSelect } from '../ui/ChoiceSelect.tsx';
import { chunk } from '../ui/chunk.tsx';
import { Button, Failed, Field, Message } from '../ui/controls.tsx';
import { useCall, useLeave, useLoaded } from '../ui/hooks.ts';
import { InlineForm } from '../ui/InlineForm.tsx';
import { LoadMore } from '../ui/ListFrame.tsx';
import { PersonRow } from './PersonRow.tsx';

const StaffImport = chunk(() => import('./StaffImport.tsx'));
const NewAccount = chunk(() => import('./NewAccount.tsx'));
const PersonPage = chunk(() => import('./PersonPage.tsx'));
const UserRights = chunk(() => import('../access/UserRights.tsx'), null);

/** The list of people, the same list as the screen that binds roles, or the page of the person in the address. */
export default function People() {
  const page = useStore($router);
  const { value: roles } = useLoaded(bindingCalls.roles);
  const person = page?.search.person ?? '';
  if (person !== '') return <PersonPage key={person} email={person} roles={roles ?? []} />;
  return <PeopleScreen isBinding={page?.route === 'binding'} roles={roles} search={page?.search.search ?? ''} />;
}

interface ScreenProps {
  readonly isBinding: boolean;
  /** null: not there yet. */
  readonly roles: readonly Named[] | null;
  /** Searched for in the address. */
  readonly search: string;
}

function PeopleScreen({ isBinding, roles, search }: ScreenProps) {
  const state = useStore(peopleList.$list);
  const [filter, setFilter] = useState<PeopleFilter>({ ...NO_FILTER, search });
  const [open, setOpen] = useState<Opened | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const [asked, setAsked] = useState<Person | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const texts = isBinding ? binding : people;

  useEffect(() => void peopleList.search(filter), [filter]);
  useLeave(state.first === null ? state.failure : null);

  function close(outcome: Said | null = null) {
    setSaid(outcome);
    setOpen(null);
    requestAnimationFrame(() => opener.current?.focus());
  }
  function added(outcome: Said) {
    close(outcome);
    void peopleList.search(filter);
  }

  if (state.first === null) return <p role="status">{texts.loading}</p>;
  const isFiltered = Object.values(filter).some((wish) => wish.trim() !== '');
  return (
    <div className="data-list">
      <MailNotice />
      <p className="muted settings-lead below-12">{texts.lead}</p>
      <div className="data-list-head below-16 row gap-8 people-head">
        <search>
          <input
            type="search"
            name={isBinding ? 'email' : 'search'}
            className="data-list-search"
            aria-label={texts.search}
            placeholder={texts.search}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            defaultValue={filter.search}
            onChange={({ target }) => setFilter({ ...filter, search: target.value })}
          />
        </search>
        {!isBinding && <Filters filter={filter} roles={roles ?? []} onChange={setFilter} />}
        {!isBinding && (
          <div className="buttons">
            {OPENERS.map(({ form, label, Icon }) => (
              <Button
                key={form}
                ref={open === form || (open === null && form === 'invite') ? opener : undefined}
                kind={form === 'invite' && open === null ? 'main' : 'plain'}
                onClick={() => setOpen(form)}>
                <Icon aria-hidden="true" />
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
      {open === 'list' && (
        <StaffImport roles={roles ?? []} onAdded={() => void peopleList.search(filter)} onClose={() => close()} />
      )}
      {open === 'invite' && (
        <InviteForm
          roles={roles ?? []}
          onDone={(person) => added(saidOfPerson(saidOfMail('invited', person.email, person), person))}
          onCancel={() => close()}
        />
      )}
      {open === 'account' && <NewAccount onDone={added} onCancel={() => close()} />}
      <Outcome said={said} />
      {roles?.length === 0 && (
        <Message
          kind="info"
          actions={
            <a className="button" href={paths.roles}>
              {binding.toRoles}
            </a>
          }>
          {binding.noRoles}
        </Message>
      )}
      {!isBinding && <p className="muted small">{people.total(state.first.total)}</p>}
      {state.failure && !state.loadingMore && state.next === null && (
        <Failed failure={state.failure} onAgain={() => void peopleList.search(filter)} />
      )}
      {state.rows.length === 0 ? (
        <p className="data-list-empty muted" role="status">
          {isFiltered ? (isBinding ? binding.noneFound(filter.search.trim()) : people.noneFound) : texts.empty}
        </p>
      ) : (
        <ul className="data-list-rows" aria-label={texts.list} aria-busy={state.searching}>
          {state.rows.map((row) => (
            <PersonRow key={row.uid} row={row} roles={roles ?? []} onRights={setAsked} />
          ))}
        </ul>
      )}
      {state.next !== null && <LoadMore texts={texts} state={state} onMore={() => void peopleList.more()} />}
      {!isBinding && <Outbox />}
      {asked && <UserRights user={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

type Opened = 'invite' | 'list' | 'account';

const OPENERS = [
  { form: 'invite', label: people.invite, Icon: UserPlus },
  { form: 'list', label: staffList.open, Icon: FileSpreadsheet },
  { form: 'account', label: newAccount.heading, Icon: KeyRound },
] as const;

interface FiltersProps {
  readonly filter: PeopleFilter;
  readonly roles: readonly Named[];
  readonly onChange: (filter: PeopleFilter) => void;
}

const Filters = ({ filter, roles, onChange }: FiltersProps) => (
  <>
    <select
      aria-label={people.state}
      value={filter.state}
      onChange={({ target }) => onChange({ ...filter, state: target.value })}>
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
      onChange={(role) => onChange({ ...filter, role })}
    />
  </>
);

interface PeopleProps {
  readonly roles: readonly Named[];
  readonly onDone: (person: ChangedPerson) => void;
  readonly onCancel: () => void;
}

/** The form of an invitation. A refusal keeps what was typed; Esc and «Отмена» close it. */
function InviteForm({ roles, onDone, onCancel }: PeopleProps) {
  const [typed, setTyped] = useState<Invited>({ email: '', name: '', roleId: '' });
  const { busy, failure, run } = useCall();
  return (
    <InlineForm
      label={invitePerson.heading}
      submit={invitePerson.submit}
      cancel={invitePerson.cancel}
      busy={busy}
      onSubmit={() => void run(async () => onDone(await peopleCalls.add(typed)))}
      onCancel={onCancel}>
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
    </InlineForm>
  );
}

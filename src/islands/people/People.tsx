import { useStore } from '@nanostores/react';
import { FileSpreadsheet, UserPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { PERSON_STATES } from '../../../contract/person-states.ts';
import { bindingCalls } from '../../lib/access/access-calls.ts';
import type { Named } from '../../lib/access/access-rules.ts';
import { $router } from '../../lib/browser/router.ts';
import type { PeopleFilter } from '../../lib/people/people-calls.ts';
import { NO_FILTER, peopleList } from '../../lib/people/people-store.ts';
import { people, personStates } from '../../lib/people/people-texts.ts';
import { staffList } from '../../lib/people/staff-list-texts.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { Button } from '../ui/Button.tsx';
import { ChoiceSelect } from '../ui/ChoiceSelect.tsx';
import { chunk } from '../ui/chunk.tsx';
import { Failed } from '../ui/Failed.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { InviteForm } from './InviteForm.tsx';
import { PersonRow } from './PersonRow.tsx';

const StaffImport = chunk(() => import('./StaffImport.tsx'));

/** Everybody with an account: who it is, in which role, and how far they have come. */
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
  useEffect(() => {
    if (state.phase === 'failed' && state.failure && state.first === null) leaveToAuth(state.failure);
  }, [state.phase, state.failure, state.first]);

  function close(text: string) {
    const opener = open === 'list' ? listButton : inviteButton;
    setSaid(text);
    setOpen(null);
    requestAnimationFrame(() => opener.current?.focus());
  }

  if (state.first === null) return <p role="status">{people.loading}</p>;
  return (
    <div className="data-list">
      <p className="muted settings-lead">{people.lead}</p>
      <div className="data-list-head people-head">
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
          onChange={({ target }) => setFilter({ ...filter, state: target.value })}
        >
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
        <p className="data-list-empty">
          {Object.values(filter).every((wish) => wish.trim() === '') ? people.empty : people.noneFound}
        </p>
      ) : (
        <ul className="data-list-rows" aria-label={people.list} aria-busy={state.searching}>
          {state.rows.map((row) => (
            <PersonRow key={row.uid} row={row} roles={roles} onSaid={setSaid} />
          ))}
        </ul>
      )}
      {state.next !== null && (
        <LoadMore
          label={people.more}
          loadingLabel={people.moreLoading}
          loading={state.loadingMore}
          failure={state.failure}
          failed={people.moreFailed}
          onMore={() => void peopleList.more()}
        />
      )}
    </div>
  );
}

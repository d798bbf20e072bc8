import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { ChangedPerson, Person } from '../../../contract/people.ts';
import { formatDay, formatMoment } from '../../../rules/format/day.ts';
import { bindingCalls } from '../../lib/access/access-calls.ts';
import type { Named } from '../../lib/access/access-rules.ts';
import { now } from '../../lib/browser/now.ts';
import { $account } from '../../lib/frame/session-store.ts';
import { changePerson, showChanged } from '../../lib/people/people-store.ts';
import { people, peopleErrors, personStates } from '../../lib/people/people-texts.ts';
import { site } from '../../lib/site/site.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { RowSelect } from '../ui/RowSelect.tsx';
import { PersonActions } from './PersonActions.tsx';

interface Props {
  readonly row: Person;
  readonly roles: readonly Named[];
  readonly onSaid: (text: string) => void;
}

const STATE_TAGS = { works: 'ok', invited: 'signal', never: 'warn', disabled: 'warn' } as const;

/** One person: how it stands, the role, and what can be done behind «Действия». */
export function PersonRow({ row, roles, onSaid }: Props) {
  const own = useStore($account)?.email === row.email;
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);

  /** Makes a change; its refusal stands at the row. Where it claimed the account, `ofClaimed` is said before that. */
  async function run(
    change: () => Promise<Partial<ChangedPerson>>,
    done: string,
    ofClaimed = done,
  ): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setError('');
    const { failure, claimed } = await changePerson(row.email, change);
    setBusy(false);
    if (failure) setError(failureText(failure, peopleErrors));
    else onSaid(claimed ? people.claimed(ofClaimed) : done);
    return failure === null;
  }

  const bind = (chosen: string) =>
    run(async () => {
      const role = roles.find(({ id }) => String(id) === chosen) ?? null;
      const { claimed } = await bindingCalls.bind(row.email, role?.id ?? null);
      return { role: role && { id: role.id, title: role.title }, claimed };
    }, people.bound(row.email));

  return (
    <li className="binding-row person-row">
      <div className="binding-who">
        {row.name ? <strong>{row.name}</strong> : <span className="muted">{people.noName}</span>}
        <span className="muted">{row.email}</span>
        <span className="account-tags">
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
          {error}
        </span>
      </div>
      <PersonActions
        row={row}
        busy={busy}
        run={run}
        onChange={(changed) => showChanged(row.email, changed)}
      />
    </li>
  );
}

/** What is known of a person beside the state: visits, invitation, substitute. */
function factsOf({ lastVisitAt, invitationUntil, substitute }: Person): string {
  const day = (moment: string) => formatDay(new Date(moment), site.timeZone);
  const invitation =
    invitationUntil && (new Date(invitationUntil) > now() ? people.until(day(invitationUntil)) : people.over);
  return [
    lastVisitAt ? people.lastVisit(formatMoment(new Date(lastVisitAt), site.timeZone)) : people.neverSeen,
    invitation,
    substitute &&
      people.substitute(substitute.name || substitute.email, dotted(substitute.from), dotted(substitute.to)),
  ]
    .filter(Boolean)
    .join(', ');
}

/** A calendar day as it is read. */
const dotted = (day: string): string => day.split('-').reverse().join('.');

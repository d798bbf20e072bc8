// The substitute and the open sessions of one person, as an administrator opens them below the row in the list of
// people.
import { useState } from 'react';
import type { SessionAnswer } from '../../../contract/accounts/accounts.ts';
import { formatDevice } from '../../../contract/accounts/device.ts';
import type { Person } from '../../../contract/people/people.ts';
import { sessions } from '../../lib/accounts/cabinet-texts.ts';
import { personSubstitute } from '../../lib/accounts/substitute-texts.ts';
import { peopleCalls, substituteCallsOf } from '../../lib/people/people-calls.ts';
import { people } from '../../lib/people/people-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { attempt } from '../../lib/platform/http-client.ts';
import { SessionRow } from '../accounts/OwnSessions.tsx';
import { Substitution } from '../accounts/Substitute.tsx';
import { ConfirmButton, type Confirmed, Failed } from '../ui/controls.tsx';
import { useLoaded } from '../ui/hooks.ts';

interface Props {
  readonly row: Person;
  readonly onChange: (changed: Partial<Person>) => void;
}

export function PersonMore({ row, onChange }: Props) {
  const [calls] = useState(() => substituteCallsOf(row.email));
  // Stays open after the last session was ended, to say that none is left.
  const [hadSessions] = useState(row.sessions > 0);
  return (
    <>
      <Substitution calls={calls} texts={personSubstitute} onChange={(substitute) => onChange({ substitute })} />
      <details className="panel cabinet-part below-20" open={hadSessions}>
        <summary>{people.sessions(row.sessions)}</summary>
        <PersonSessions email={row.email} onChange={(sessions) => onChange({ sessions })} />
      </details>
    </>
  );
}

interface PersonSessionsProps {
  readonly email: string;
  /** Called with the number of sessions that are left. */
  readonly onChange: (left: number) => void;
}

function PersonSessions({ email, onChange }: PersonSessionsProps) {
  const { value: rows, failure, again, update } = useLoaded(peopleCalls.sessions, email);

  function keep(left: SessionAnswer[]): Confirmed {
    update(() => left);
    onChange(left.length);
    return { done: true };
  }
  async function end({ id }: SessionAnswer): Promise<Confirmed> {
    const refused = await attempt(() => peopleCalls.endSession(email, id));
    // Ended elsewhere meanwhile: nothing is left to do.
    if (refused && refused.kind !== 'missing') return { refused: failureText(refused) };
    return keep((rows ?? []).filter((row) => row.id !== id));
  }
  async function endAll(): Promise<Confirmed> {
    const refused = await attempt(() => peopleCalls.endSessions(email));
    return refused ? { refused: failureText(refused) } : keep([]);
  }

  if (failure) return <Failed failure={failure} onAgain={() => void again()} />;
  if (!rows) return <p role="status">{sessions.loading}</p>;
  if (rows.length === 0) return <p className="muted">{people.noSessions}</p>;
  return (
    <>
      <ul className="session-list" aria-label={people.sessionsOf(email)}>
        {rows.map((row) => (
          <SessionRow
            key={row.id}
            row={row}
            details={sessions.details(formatDevice(row.agent) || sessions.unknown)}
            onEnd={() => end(row)}
          />
        ))}
      </ul>
      {rows.length > 1 && (
        <ConfirmButton
          className="button"
          question={people.endAllQuestion}
          details={people.endAllDetails(email)}
          yes={people.endAll}
          onConfirm={endAll}>
          {people.endAll}
        </ConfirmButton>
      )}
    </>
  );
}

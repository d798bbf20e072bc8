import { useState } from 'react';
import type { Person } from '../../../contract/people.ts';
import { personSubstitute } from '../../lib/accounts/substitute-texts.ts';
import { substituteCallsOf } from '../../lib/people/people-calls.ts';
import { people } from '../../lib/people/people-texts.ts';
import { Substitution } from '../accounts/Substitute.tsx';
import { PersonSessions } from './PersonSessions.tsx';

interface Props {
  readonly row: Person;
  readonly onChange: (changed: Partial<Person>) => void;
}

/** Who acts for a person, and where the person is signed in. */
export default function PersonMore({ row, onChange }: Props) {
  const [calls] = useState(() => substituteCallsOf(row.email));
  // Whoever ends the last one still reads that none is left.
  const [hadSessions] = useState(row.sessions > 0);
  return (
    <>
      <Substitution
        calls={calls}
        texts={personSubstitute}
        onChange={(substitute) => onChange({ substitute })}
      />
      <details className="panel cabinet-part" open={hadSessions}>
        <summary>{people.sessions(row.sessions)}</summary>
        <PersonSessions email={row.email} onChange={(sessions) => onChange({ sessions })} />
      </details>
    </>
  );
}

import { useState } from 'react';
import { STANDING_ROWS } from '../../../contract/actions.ts';
import {
  type Named,
  type Rights,
  sameActions,
  standingOf,
  tickStanding,
} from '../../lib/access/access-rules.ts';
import { access } from '../../lib/access/access-texts.ts';
import { accessStore } from './access-store.ts';
import { Level } from './Level.tsx';
import { StandingBoxes } from './StandingBoxes.tsx';
import { TickBox } from './TickBox.tsx';

interface Props {
  readonly role: Named;
  readonly rights: Rights;
  readonly base: Rights;
}

/** What a role may do without a direction and a task. */
export function StandingLevel({ role, rights, base }: Props) {
  const [open, setOpen] = useState(false);
  const held = standingOf(rights);
  const tickAll = (isOn: boolean) =>
    accessStore.change(role.id, (now) =>
      STANDING_ROWS.reduce((next: Rights, { id }) => tickStanding(next, id, isOn), now),
    );
  return (
    <Level
      kind="directing"
      title={access.noDirection}
      changed={!sameActions(held, standingOf(base))}
      summary={access.ofStanding(STANDING_ROWS.filter(({ id }) => held.has(id)).map(({ title }) => title))}
      box={
        <TickBox
          label={`${role.title} / ${access.noDirection}`}
          tick={held.size === 0 ? 'off' : held.size < STANDING_ROWS.length ? 'half' : 'on'}
          onTick={tickAll}
        />
      }
      open={open}
      onToggle={setOpen}
    >
      {() => <StandingBoxes role={role} rights={rights} />}
    </Level>
  );
}

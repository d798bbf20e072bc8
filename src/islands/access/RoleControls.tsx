import { useId, useState } from 'react';
import { STANDING_ROWS } from '../../../contract/access/actions.ts';
import { type Named, NO_RIGHTS, type Rights, standingOf, tickStanding } from '../../lib/access/access-rules.ts';
import { accessStore } from '../../lib/access/access-store.ts';
import { access } from '../../lib/access/access-texts.ts';
import { ChoiceSelect } from '../ui/ChoiceSelect.tsx';
import { Button } from '../ui/controls.tsx';

interface Props {
  readonly role: Named;
  readonly others: readonly Named[];
}

/** Ticks for a role exactly what another one has ticked; nothing is saved by that. */
export function CopyRights({ role, others }: Props) {
  const [chosen, setChosen] = useState('');
  const [said, setSaid] = useState('');
  const id = useId();

  function copy() {
    const from = others.find((other) => String(other.id) === chosen);
    if (!from) return;
    const { current } = accessStore.$access.get();
    accessStore.change(role.id, () => current.get(from.id) ?? NO_RIGHTS);
    setSaid(access.copied(from.title, role.title));
  }

  return (
    <div className="copy-rights gap-8-12 row middle shrinks">
      <label htmlFor={id}>{access.copyFrom}</label>
      <ChoiceSelect id={id} none={access.copyChoose} choices={others} value={chosen} onChange={setChosen} />
      <Button aria-label={access.of(access.copy, role.title)} aria-disabled={chosen === '' || undefined} onClick={copy}>
        {access.copy}
      </Button>
      <p role="status" className={said ? 'ok-text small' : 'visually-hidden'}>
        {said}
      </p>
    </div>
  );
}

interface StandingBoxesProps {
  readonly role: Named;
  readonly rights: Rights;
  /** Says above the boxes what they are: they stand on their own. */
  readonly isGroup?: boolean;
}

/** The boxes of what a role may do without a direction and a task. */
export function StandingBoxes({ role, rights, isGroup = false }: StandingBoxesProps) {
  const held = standingOf(rights);
  const boxes = (
    <ul className="level-actions gap-4-20 row">
      {STANDING_ROWS.map(({ id, title }) => (
        <li key={id}>
          <label>
            <input
              type="checkbox"
              checked={held.has(id)}
              onChange={({ target: { checked } }) =>
                accessStore.change(role.id, (now) => tickStanding(now, id, checked))
              }
            />
            {title}
          </label>
        </li>
      ))}
    </ul>
  );
  if (!isGroup) return boxes;
  return (
    <fieldset className="grid-standing gap-4-16 below-12 row middle">
      <legend>{access.noDirection}</legend>
      {boxes}
    </fieldset>
  );
}

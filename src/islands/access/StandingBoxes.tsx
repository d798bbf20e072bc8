import { STANDING_ROWS } from '../../../contract/actions.ts';
import { type Named, type Rights, standingOf, tickStanding } from '../../lib/access/access-rules.ts';
import { access } from '../../lib/access/access-texts.ts';
import { accessStore } from './access-store.ts';

interface Props {
  readonly role: Named;
  readonly rights: Rights;
  /** Says above the boxes what they are: they stand on their own. */
  readonly isGroup?: boolean;
}

/** The boxes of what a role may do without a direction and a task. */
export function StandingBoxes({ role, rights, isGroup = false }: Props) {
  const held = standingOf(rights);
  const boxes = (
    <ul className="level-actions">
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
    <fieldset className="grid-standing">
      <legend>{access.noDirection}</legend>
      {boxes}
    </fieldset>
  );
}

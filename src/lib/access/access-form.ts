// Writes the ticked rights of a role as the fields of the form that the API takes.
import { NO_DIRECTION, type Rights, standingOf } from './access-rules.ts';

/** The form of a ticked box with nothing ticked below it. */
const ALONE = ['on'] as const;

type Level = { readonly [name: string]: string | readonly string[] | Level };

/** Rights by role as the form of the access settings. A role without rights is sent empty, which clears it. */
export function accessForm(roles: ReadonlyMap<number, Rights>): Level {
  return Object.fromEntries(
    [...roles].map(([role, rights]) => [
      nameOf(role),
      rights.size === 0 ? '' : { action: standing(rights), ...placed(rights) },
    ]),
  );
}

/** The standing actions of a role: always sent, so that missing ones are removed. */
const standing = (rights: Rights): Level[string] => {
  const actions = standingOf(rights);
  return actions.size === 0 ? '' : level(new Map([...actions].map((id) => [id, true])), () => 'on');
};

const placed = (rights: Rights): Level =>
  level(new Map([...rights].filter(([directing]) => directing !== NO_DIRECTION)), (tasks) =>
    ticked(tasks, (actions) => ticked(new Map([...actions].map((id) => [id, true])), () => 'on')),
  );

const nameOf = (id: number): string => `id_${id}`;

function level<V>(rows: ReadonlyMap<number, V>, below: (value: V) => Level[string]): Level {
  return Object.fromEntries([...rows].map(([id, value]) => [nameOf(id), below(value)]));
}

/** A ticked level: its own tick under `0`, then what is ticked below it. */
const ticked = <V>(rows: ReadonlyMap<number, V>, below: (value: V) => Level[string]): Level[string] =>
  rows.size === 0 ? ALONE : { 0: 'on', ...level(rows, below) };

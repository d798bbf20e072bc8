import type { Kysely } from 'kysely';
import type { Editor } from '../../../../contract/versions.ts';
import { savedNow } from '../../../database/editor-columns.ts';
import type { InformatorSchema } from '../../schema.ts';
import { type Cells, cellsOnlyIn } from './cells.ts';
import { type Names, namesOf } from './names.ts';
import { storedRights } from './rows.ts';
import { NOWHERE } from './tree.ts';

type Source = Kysely<InformatorSchema>;

/** A change of the rights of one role. */
export interface RightsChange {
  readonly role: { readonly id: number; readonly title: string };
  readonly added: Cells;
  readonly removed: Cells;
}

/** Who changed something and when, in milliseconds since the epoch. */
export interface Change {
  readonly by: Editor;
  readonly now: number;
}

/** Keeps changes of rights, inside their transaction. */
export async function recordAccessChange(
  transaction: Source,
  changes: readonly RightsChange[],
  names: Names,
  { by, now }: Change,
): Promise<void> {
  for (const { role, added, removed } of changes) {
    await transaction
      .insertInto('access_changes')
      .values({
        ...savedNow(by, now),
        kind: 'rights',
        role_id: role.id,
        subject: role.title,
        added: JSON.stringify(added),
        removed: JSON.stringify(removed),
        titles: JSON.stringify(titlesIn([...added, ...removed], names)),
      })
      .execute();
  }
}

/** Keeps that a role goes with its rights; nothing when it had none. */
export async function recordRemovedRole(
  transaction: Source,
  role: { id: number; title: string },
  change: Change,
): Promise<void> {
  const tree = (await storedRights(transaction, [role.id])).get(role.id) ?? new Map();
  const removed = cellsOnlyIn(tree, new Map());
  if (removed.length === 0) return;
  await recordAccessChange(transaction, [{ role, added: [], removed }], await namesOf(transaction), change);
}

/** Keeps which role a user had and has now (titles, null: none), inside the transaction of the binding. */
export async function recordBinding(
  transaction: Source,
  binding: { readonly email: string; readonly before: string | null; readonly after: string | null },
  { by, now }: Change,
): Promise<void> {
  const { email, before, after } = binding;
  await transaction
    .insertInto('access_changes')
    .values({
      ...savedNow(by, now),
      kind: 'binding',
      role_id: null,
      subject: email,
      added: JSON.stringify(after === null ? [] : [after]),
      removed: JSON.stringify(before === null ? [] : [before]),
      titles: '{}',
    })
    .execute();
}

function titlesIn(boxes: Cells, { directings, tasks, actions }: Names) {
  const pick = (titles: ReadonlyMap<number, string>, ids: readonly number[]) =>
    Object.fromEntries([...new Set(ids)].filter(Boolean).map((id) => [id, titles.get(id) ?? '']));
  return {
    directings: pick(
      directings,
      boxes.map(([directing]) => directing),
    ),
    tasks: pick(
      tasks,
      boxes.map(([, task]) => task),
    ),
    actions: pick(
      actions,
      boxes.flatMap(([directing, , ...marks]) => (directing === NOWHERE ? [] : marks)),
    ),
  };
}

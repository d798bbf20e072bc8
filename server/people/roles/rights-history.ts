// History of rights and role bindings.
import type { Selectable } from 'kysely';
import type { AccessChange } from '../../../contract/access/access.ts';
import type { Editor } from '../../../contract/answers.ts';
import { ACCESS_CHANGE_SHOWN } from '../../../contract/limits.ts';
import { editorOfRow, savedNow } from '../../platform/database/types.ts';
import type { PortalSchema, PortalSource } from '../../portal-database/schema.ts';
import * as rights from './rights.ts';

export interface RightsChange {
  readonly role: { readonly id: number; readonly title: string };
  readonly added: rights.Cells;
  readonly removed: rights.Cells;
}

/** Who changed something and when, in milliseconds since the epoch. */
export interface Change {
  readonly by: Editor;
  readonly now: number;
}

/** Keeps changes of rights, inside their transaction. */
export async function recordAccessChange(
  transaction: PortalSource,
  changes: readonly RightsChange[],
  names: rights.AccessTitles,
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
  transaction: PortalSource,
  role: { id: number; title: string },
  change: Change,
): Promise<void> {
  const tree = (await rights.storedRights(transaction, [role.id])).get(role.id) ?? new Map();
  const removed = rights.cellsOnlyIn(tree, new Map());
  if (removed.length === 0) return;
  const names = await rights.readAccessTitles(transaction);
  await recordAccessChange(transaction, [{ role, added: [], removed }], names, change);
}

/** Keeps which role a user had and has now (titles, null: none), inside the transaction of the binding. */
export async function recordBinding(
  transaction: PortalSource,
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

function titlesIn(boxes: rights.Cells, { directings, tasks, actions }: rights.AccessTitles) {
  const pick = (titles: ReadonlyMap<number, string>, idsOf: (box: rights.Cells[number]) => readonly number[]) =>
    Object.fromEntries([...new Set(boxes.flatMap(idsOf))].filter(Boolean).map((id) => [id, titles.get(id) ?? '']));
  return {
    directings: pick(directings, ([directing]) => [directing]),
    tasks: pick(tasks, ([, task]) => [task]),
    actions: pick(actions, ([directing, , ...marks]) => (directing === rights.NOWHERE ? [] : marks)),
  };
}

/** Changes of rights and bindings, newest first; `before`: older than this id only. */
export async function listChanges(
  read: PortalSource,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<AccessChange[]> {
  const rows = await read
    .selectFrom('access_changes')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(answer);
}

function answer(row: Selectable<PortalSchema['access_changes']>): AccessChange {
  const added = sideOf(row, row.added);
  const removed = sideOf(row, row.removed);
  return {
    id: row.id,
    at: new Date(row.saved_at).toISOString(),
    by: editorOfRow(row) ?? { uid: '', name: '', email: '' },
    kind: row.kind,
    subject: row.subject,
    added: added.names,
    removed: removed.names,
    addedCount: added.count,
    removedCount: removed.count,
  };
}

function sideOf({ kind, titles }: { kind: string; titles: string }, side: string) {
  if (kind === 'binding') {
    const names = JSON.parse(side) as string[];
    return { names, count: names.length };
  }
  const boxes = JSON.parse(side) as rights.Cells;
  return {
    names: rights.cellNames(boxes, JSON.parse(titles) as rights.CellTitles, ACCESS_CHANGE_SHOWN),
    count: rights.countCells(boxes),
  };
}

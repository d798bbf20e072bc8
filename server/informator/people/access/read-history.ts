import type { Kysely, Selectable } from 'kysely';
import type { AccessChange } from '../../../../contract/access.ts';
import { ACCESS_CHANGE_SHOWN } from '../../../../contract/limits.ts';
import { editorOfRow } from '../../../database/editor-columns.ts';
import type { InformatorSchema } from '../../schema.ts';
import { type Cells, type CellTitles, cellNames, countCells } from './cells.ts';

type Source = Kysely<InformatorSchema>;

/** Changes of rights and bindings, newest first; `before`: older than this id only. */
export async function listChanges(
  read: Source,
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

function answer(row: Selectable<InformatorSchema['access_changes']>): AccessChange {
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
  const boxes = JSON.parse(side) as Cells;
  return {
    names: cellNames(boxes, JSON.parse(titles) as CellTitles, ACCESS_CHANGE_SHOWN),
    count: countCells(boxes),
  };
}

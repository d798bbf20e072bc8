import { type Kysely, sql } from 'kysely';
import type { ActionRow, TaskRow } from '../../../../contract/access.ts';
import type { Editor } from '../../../../contract/versions.ts';
import type { Database } from '../../../database/types.ts';
import { foldSearch } from '../../../text/fold-search.ts';
import type { InformatorSchema } from '../../schema.ts';
import { recordRemovedRole } from '../access/change-history.ts';
import { bumpAccess, lockAccess } from '../access/state.ts';
import type { PeopleContext } from '../context.ts';
import { holdersOf, type Use } from './holders.ts';
import type { ListName } from './lists.ts';
import { titleMatches } from './rules.ts';

type Source = Kysely<InformatorSchema>;

/** A row of a list; only actions are ever protected, and only tasks ordered. */
export type ListRow = ActionRow & TaskRow;

/** What is said of a row; undefined: nothing. */
export interface RowFields {
  readonly title?: string | undefined;
  /** Of tasks only. */
  readonly ordered?: boolean | undefined;
}

/** What came of a change; `taken`: another row has the title. */
export type Outcome =
  | { readonly outcome: 'done'; readonly row: ListRow }
  | { readonly outcome: 'missing' | 'taken' | 'protected' }
  | { readonly outcome: 'in use'; readonly use: Use };

const rows = (read: Source, name: ListName) =>
  read
    .selectFrom(name)
    .select(['id', 'title', (name === 'actions' ? sql.ref<number>('is_protected') : NO).as('is_protected')])
    .select((name === 'tasks' ? sql.ref<number>('ordered') : NO).as('ordered'));
const NO = sql<number>`0`;

/** All rows that match the text (empty: all), newest first. */
export async function listRows(read: Source, name: ListName, text: string): Promise<ListRow[]> {
  // The lists are short, and neither database knows the forms of Russian words.
  const found = await rows(read, name).orderBy('id', 'desc').execute();
  return found.map(toRow).filter(({ title }) => text === '' || titleMatches(title, text));
}

/** Every action there is, in the order they were made. */
export async function listActions(read: Source): Promise<ListRow[]> {
  return (await listRows(read, 'actions', '')).reverse();
}

/** One row, or null. */
export async function findRow(read: Source, name: ListName, id: number): Promise<ListRow | null> {
  const row = await rows(read, name).where('id', '=', id).executeTakeFirst();
  return row ? toRow(row) : null;
}

/** Adds a row. */
export function createRow(
  database: Database<InformatorSchema>,
  name: ListName,
  { title, ordered = false }: RowFields & { readonly title: string },
  now: number,
): Promise<Outcome> {
  return database.write(async (transaction) => {
    await lockAccess(database, transaction);
    const row = await transaction
      .insertInto(name)
      .values({
        title,
        title_key: foldSearch(title),
        created_at: now,
        updated_at: now,
        ...(name === 'tasks' ? { ordered: ordered ? 1 : 0 } : {}),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'title'])
      .executeTakeFirst();
    if (!row) return { outcome: 'taken' };
    await bumpAccess(transaction);
    return { outcome: 'done', row: toRow({ ...row, ordered: ordered ? 1 : 0 }) };
  });
}

/** Changes what is said of a row. */
export function changeRow(
  { database, documents }: Pick<PeopleContext, 'database' | 'documents'>,
  name: ListName,
  id: number,
  fields: RowFields,
  now: number,
): Promise<Outcome> {
  return database.write(async (transaction): Promise<Outcome> => {
    await lockAccess(database, transaction);
    const row = await findRow(transaction, name, id);
    if (!row) return { outcome: 'missing' };
    if (row.isProtected) return { outcome: 'protected' };
    const { title = row.title, ordered = row.ordered } = fields;
    const title_key = foldSearch(title);
    const other = await transaction
      .selectFrom(name)
      .select('id')
      .where('title_key', '=', title_key)
      .where('id', '<>', id)
      .executeTakeFirst();
    if (other) return { outcome: 'taken' };
    await transaction
      .updateTable(name)
      .set({
        title,
        title_key,
        updated_at: now,
        ...(name === 'tasks' ? { ordered: ordered ? 1 : 0 } : {}),
      })
      .where('id', '=', id)
      .execute();
    if (name === 'tasks' && ordered !== row.ordered) await documents.askInTurn(transaction, id, ordered, now);
    await bumpAccess(transaction);
    return { outcome: 'done', row: { ...row, title, ordered } };
  });
}

/** Removes a row that nothing holds; a role goes with its rights, which the history keeps. */
export function removeRow(
  { database, documents }: Pick<PeopleContext, 'database' | 'documents'>,
  name: ListName,
  id: number,
  by: Editor,
  now: number,
): Promise<Outcome> {
  return database.write(async (transaction): Promise<Outcome> => {
    await lockAccess(database, transaction);
    const row = await findRow(transaction, name, id);
    if (!row) return { outcome: 'missing' };
    if (row.isProtected) return { outcome: 'protected' };
    const use = await holdersOf(transaction, documents, name, id);
    if (use.users + use.roles + use.documents > 0) return { outcome: 'in use', use };
    if (name === 'roles') await recordRemovedRole(transaction, row, { by, now });
    await transaction.deleteFrom(name).where('id', '=', id).execute();
    await bumpAccess(transaction);
    return { outcome: 'done', row };
  });
}

function toRow(row: { id: number; title: string; is_protected?: number; ordered: number }): ListRow {
  return { id: row.id, title: row.title, isProtected: row.is_protected === 1, ordered: row.ordered === 1 };
}

import type { Kysely, Transaction } from 'kysely';
import type { DocumentView } from '../../../../contract/docflow-list.ts';
import { DOCUMENT_VIEWS_MAX } from '../../../../contract/limits.ts';
import type { InformatorSchema } from '../../schema.ts';
import { holdOwnRow } from '../own-row.ts';

type Source = Kysely<InformatorSchema>;
type Change = Transaction<InformatorSchema>;

/** What is kept of a view. */
export type ViewFields = Omit<DocumentView, 'id'>;

/** The views of somebody, in the order they were made. */
export async function selectViews(read: Source, uid: string): Promise<DocumentView[]> {
  const rows = await read
    .selectFrom('document_views as view')
    .innerJoin('users', 'users.id', 'view.user_id')
    .select(['view.id', 'view.title', 'view.filter', 'view.is_default'])
    .where('users.uid', '=', uid)
    .orderBy('view.id')
    .execute();
  return rows.map(({ id, title, filter, is_default }) => ({
    id,
    title,
    filter: JSON.parse(filter) as DocumentView['filter'],
    isDefault: is_default === 1,
  }));
}

/** Keeps a view; false where somebody has as many as may be kept. */
export async function addView(transaction: Change, uid: string, view: ViewFields): Promise<boolean> {
  // Held, so that two calls at once do not go past the limit, nor leave two defaults.
  const user = await holdOwnRow(transaction, uid);
  const { count } = await transaction
    .selectFrom('document_views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user)
    .executeTakeFirstOrThrow();
  if (Number(count) >= DOCUMENT_VIEWS_MAX) return false;
  if (view.isDefault) await clearDefault(transaction, user);
  await transaction
    .insertInto('document_views')
    .values({ user_id: user, ...rowOf(view) })
    .execute();
  return true;
}

/** Changes what is given of a view; false where the person has no such view. */
export async function changeView(
  transaction: Change,
  uid: string,
  id: number,
  change: Partial<ViewFields>,
): Promise<boolean> {
  const user = await holdOwnRow(transaction, uid);
  const view = (await selectViews(transaction, uid)).find((one) => one.id === id);
  if (!view) return false;
  if (change.isDefault) await clearDefault(transaction, user);
  await transaction
    .updateTable('document_views')
    .set(rowOf({ ...view, ...change }))
    .where('id', '=', id)
    .execute();
  return true;
}

/** Forgets a view; one that is not there is forgotten already. */
export async function removeView(transaction: Change, uid: string, id: number): Promise<void> {
  const user = await holdOwnRow(transaction, uid);
  await transaction.deleteFrom('document_views').where('user_id', '=', user).where('id', '=', id).execute();
}

const rowOf = ({ title, filter, isDefault }: ViewFields) => ({
  title,
  filter: JSON.stringify(filter),
  is_default: isDefault ? 1 : 0,
});

const clearDefault = (transaction: Change, user: number) =>
  transaction.updateTable('document_views').set({ is_default: 0 }).where('user_id', '=', user).execute();

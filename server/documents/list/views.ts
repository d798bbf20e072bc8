// Views of the list of documents that a user saves: a filter with its order under a name. Routes and SQL.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { CHANGED_VIEW_FORM, VIEW_FORM } from '../../../contract/documents/forms.ts';
import { DocumentView } from '../../../contract/documents/lists.ts';
import { DOCUMENT_VIEWS_MAX } from '../../../contract/limits.ts';
import * as http from '../../platform/http/request.ts';
import type { PortalChange, PortalSource } from '../../portal-database/schema.ts';
import { type DocumentsContext, lockOwnProfile } from '../document/document.ts';
import { readListFilter } from './filter.ts';

const permission = 'signed-in' as const;
/** Every answer holds all views of the caller, in the order they were made. */
const response = { 200: Type.Array(DocumentView) };
const schema = (summary: string) => ({ summary, response });

export function documentViewRoutes({ database, timeZone }: DocumentsContext): FastifyPluginAsyncTypebox {
  const viewsOf = (uid: string) => selectViews(database.read, uid);

  return async (app) => {
    app.get(
      '/views',
      { config: { permission }, schema: schema('The views that the caller keeps of the list') },
      (request) => viewsOf(http.requireCaller(request).uid),
    );

    app.post(
      '/views',
      { config: { permission, form: VIEW_FORM }, schema: schema('Keeps a filter with its order under a name') },
      async (request) => {
        const { uid } = http.requireCaller(request);
        const { title, filter, isDefault = false } = http.readForm(request, VIEW_FORM);
        readListFilter(filter, timeZone);
        const isKept = await database.write((transaction) => addView(transaction, uid, { title, filter, isDefault }));
        if (!isKept) throw http.conflict('too many views');
        return viewsOf(uid);
      },
    );

    app.patch(
      '/views/:id',
      {
        config: { permission, form: CHANGED_VIEW_FORM },
        schema: { ...schema('Changes what is sent of a view'), params: http.IdPath },
      },
      async (request) => {
        const { uid } = http.requireCaller(request);
        const id = viewId(request.params.id);
        const sent = http.readForm(request, CHANGED_VIEW_FORM);
        if (sent.filter) readListFilter(sent.filter, timeZone);
        const change = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
        const isKnown = await database.write((transaction) => changeView(transaction, uid, id, change));
        if (!isKnown) throw http.notFound('view not found');
        return viewsOf(uid);
      },
    );

    app.delete(
      '/views/:id',
      { config: { permission }, schema: { ...schema('Forgets a view'), params: http.IdPath } },
      async (request) => {
        const { uid } = http.requireCaller(request);
        const id = viewId(request.params.id);
        await database.write((transaction) => removeView(transaction, uid, id));
        return viewsOf(uid);
      },
    );
  };
}

function viewId(text: string): number {
  const id = http.readId(text);
  if (!id) throw http.badRequest('invalid view id');
  return id;
}

type ViewFields = Omit<DocumentView, 'id'>;

/** The views of a user in the order they were made. */
async function selectViews(read: PortalSource, uid: string): Promise<DocumentView[]> {
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

/** Saves a view; false where the user has DOCUMENT_VIEWS_MAX. */
async function addView(transaction: PortalChange, uid: string, view: ViewFields): Promise<boolean> {
  // Locked: two concurrent calls neither exceed the limit nor leave two defaults.
  const user = await lockOwnProfile(transaction, uid);
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
async function changeView(transaction: PortalChange, uid: string, id: number, change: Partial<ViewFields>) {
  const user = await lockOwnProfile(transaction, uid);
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
async function removeView(transaction: PortalChange, uid: string, id: number): Promise<void> {
  const user = await lockOwnProfile(transaction, uid);
  await transaction.deleteFrom('document_views').where('user_id', '=', user).where('id', '=', id).execute();
}

const rowOf = ({ title, filter, isDefault }: ViewFields) => ({
  title,
  filter: JSON.stringify(filter),
  is_default: isDefault ? 1 : 0,
});

const clearDefault = (transaction: PortalChange, user: number) =>
  transaction.updateTable('document_views').set({ is_default: 0 }).where('user_id', '=', user).execute();

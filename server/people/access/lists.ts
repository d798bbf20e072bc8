// The lists of which rights are made: roles, directions, tasks (types of documents) and actions. Routes for
// administrators and SQL.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import Type from 'typebox';
import { ActionRow, InUse, SettingRow, TaskRow } from '../../../contract/access/access.ts';
import { SETTING_FORMS } from '../../../contract/access/forms.ts';
import type { Editor } from '../../../contract/answers.ts';
import type { AccessEntity } from '../../../contract/errors.ts';
import type { AuditEvent } from '../../../contract/journal/events.ts';
import type { Database } from '../../platform/database/types.ts';
import * as http from '../../platform/http/request.ts';
import { foldSearch } from '../../platform/text/fold-search.ts';
import { foldText, wordsOf } from '../../platform/text/words.ts';
import type { PortalChange, PortalSchema, PortalSource } from '../../portal-database/schema.ts';
import type { ListedDocuments, PeopleContext } from '../profiles/accounts.ts';
import { bumpAccess, lockAccess } from '../roles/rights.ts';
import { recordRemovedRole } from '../roles/rights-history.ts';

const TAKEN = 'title: Не уникальное значение title';

const ROWS = { role: SettingRow, directing: SettingRow, task: TaskRow, action: ActionRow } as const;

export function referenceRoutes(context: PeopleContext, entity: Entity): FastifyPluginAsyncTypebox {
  const { database, trail, clock } = context;
  const name = LIST_OF[entity];
  const Row = ROWS[entity];
  const forms = SETTING_FORMS[entity];

  function changed(result: Outcome): ListRow {
    if (result.outcome === 'done') return result.row;
    if (result.outcome === 'taken') throw http.badRequest(TAKEN);
    if (result.outcome === 'protected') throw http.badRequest(`${entity} is protected`);
    if (result.outcome === 'in use') throw http.conflict('in use', { ...result.use });
    throw http.notFound(`${entity} not found`);
  }

  const recordEvent = (request: FastifyRequest, event: AuditEvent, title: string, titleBefore = title) =>
    trail.record({
      event,
      by: http.auditActor(request),
      target: title,
      details: { list: entity, ...(title === titleBefore ? {} : { titleBefore }) },
    });

  return async (app) => {
    app.get(
      '/',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'The list, newest first; `title` keeps rows that hold this text, or all its words in any form',
          querystring: Type.Object({ title: Type.Optional(Type.String()) }),
          response: { 200: Type.Array(Row) },
        },
      },
      ({ query }) => listRows(database.read, name, query.title?.trim() ?? ''),
    );

    app.get(
      '/:id',
      { config: { permission: 'admin' }, schema: { params: http.IdPath, response: { 200: Row } } },
      async ({ params }) => {
        const row = await findRow(database.read, name, http.pathId(params.id, entity));
        if (!row) throw http.notFound(`${entity} not found`);
        return row;
      },
    );

    app.post(
      '/',
      { config: { permission: 'admin', form: forms.made }, schema: { response: { 201: Row } } },
      async (request, reply) => {
        const created = changed(await createRow(database, name, http.readForm(request, forms.made), clock()));
        recordEvent(request, 'list.created', created.title);
        return reply.code(201).send(created);
      },
    );

    app.patch(
      '/:id',
      { config: { permission: 'admin', form: forms.changed }, schema: { params: http.IdPath, response: { 200: Row } } },
      async (request) => {
        const id = http.pathId(request.params.id, entity);
        const row = await findRow(database.read, name, id);
        if (!row) throw http.notFound(`${entity} not found`);
        if (row.isProtected) throw http.badRequest(`${entity} is protected`);
        const fields = http.readForm(request, forms.changed);
        if (fields.title === undefined && fields.ordered === undefined)
          throw http.badRequest(`invalid ${entity} title`);
        const saved = changed(await changeRow(context, name, id, fields, clock()));
        recordEvent(request, 'list.changed', saved.title, row.title);
        return saved;
      },
    );

    app.delete(
      '/:id',
      { config: { permission: 'admin' }, schema: { params: http.IdPath, response: { 200: Row, 409: InUse } } },
      async (request) => {
        const id = http.pathId(request.params.id, entity);
        const removed = changed(await removeRow(context, name, id, http.requireEditor(request), clock()));
        recordEvent(request, 'list.removed', removed.title);
        return removed;
      },
    );
  };
}

/** A row of a list; only actions are ever protected, and only tasks ordered. */
type ListRow = ActionRow & TaskRow;

/** Changes of a row; undefined: none. */
interface RowFields {
  readonly title?: string | undefined;
  /** Of tasks only. */
  readonly ordered?: boolean | undefined;
}

/** The outcome of a change; `taken`: another row has the title. */
type Outcome =
  | { readonly outcome: 'done'; readonly row: ListRow }
  | { readonly outcome: 'missing' | 'taken' | 'protected' }
  | { readonly outcome: 'in use'; readonly use: RowUses };

const rows = (read: PortalSource, name: ListName) =>
  read
    .selectFrom(name)
    .select(['id', 'title', (name === 'actions' ? sql.ref<number>('is_protected') : NO).as('is_protected')])
    .select((name === 'tasks' ? sql.ref<number>('ordered') : NO).as('ordered'));
const NO = sql<number>`0`;

/** All rows that match the text (empty: all), newest first. */
async function listRows(read: PortalSource, name: ListName, text: string): Promise<ListRow[]> {
  // The lists are short, and neither database knows the forms of Russian words.
  const found = await rows(read, name).orderBy('id', 'desc').execute();
  return found.map(toRow).filter(({ title }) => text === '' || titleMatches(title, text));
}

/** Every action there is, in the order they were made. */
export async function listActions(read: PortalSource): Promise<ListRow[]> {
  return (await listRows(read, 'actions', '')).reverse();
}

async function findRow(read: PortalSource, name: ListName, id: number): Promise<ListRow | null> {
  const row = await rows(read, name).where('id', '=', id).executeTakeFirst();
  return row ? toRow(row) : null;
}

function createRow(
  database: Database<PortalSchema>,
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

function changeRow(
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
      .set({ title, title_key, updated_at: now, ...(name === 'tasks' ? { ordered: ordered ? 1 : 0 } : {}) })
      .where('id', '=', id)
      .execute();
    if (name === 'tasks' && ordered !== row.ordered) await documents.askInTurn(transaction, id, ordered, now);
    await bumpAccess(transaction);
    return { outcome: 'done', row: { ...row, title, ordered } };
  });
}

/** Removes an unused row; a role goes with its rights, which the history keeps. */
function removeRow(
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
    const use = await countUses(transaction, documents, name, id);
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

interface RowUses {
  readonly users: number;
  readonly roles: number;
  readonly documents: number;
}

async function countUses(transaction: PortalChange, documents: ListedDocuments, list: ListName, id: number) {
  if (list === 'roles') return { users: await usersOf(transaction, id), roles: 0, documents: 0 };
  const roles = await rolesOf(transaction, list, id);
  const held = list === 'actions' ? 0 : await documents.count(transaction, list, id);
  return { users: 0, roles, documents: held };
}

async function usersOf(transaction: PortalSource, role: number): Promise<number> {
  const { count } = await transaction
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('role_id', '=', role)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const LOCK_KEY = {
  directings: (id: number) => sql<boolean>`directing_id = ${id}`,
  tasks: (id: number) => sql<boolean>`task_id = ${id}`,
  actions: (id: number) => sql<boolean>`actions LIKE ${`%,${id},%`}`,
} as const;

async function rolesOf(transaction: PortalSource, list: keyof typeof LOCK_KEY, id: number): Promise<number> {
  const table = list === 'directings' ? 'role_directings' : 'role_tasks';
  const { count } = await transaction
    .selectFrom(table)
    .select(sql<number>`count(DISTINCT role_id)`.as('count'))
    .where(LOCK_KEY[list](id))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** One of the four lists that rights are made of. */
export type ListName = 'roles' | 'directings' | 'tasks' | 'actions';

export type Entity = AccessEntity;

const LIST_OF: Readonly<Record<Entity, ListName>> = {
  role: 'roles',
  directing: 'directings',
  task: 'tasks',
  action: 'actions',
};

/** Whether a title holds the text literally, or every word of it in some form, whatever the case. */
function titleMatches(title: string, text: string): boolean {
  const part = foldText(text).trim();
  if (foldText(title).includes(part)) return true;
  const wanted = wordsOf(text);
  if (wanted.length === 0) return false;
  const words = new Set(wordsOf(title));
  return wanted.every((word) => words.has(word));
}

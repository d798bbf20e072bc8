// Finds, reads and locks the documents that a caller may see, and checks the permission of routes about one document.
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { PairPermission } from '../../../contract/access/actions.ts';
import { type Database, editorOfRow } from '../../platform/database/types.ts';
import { forbidden, HttpError, notFound, pathId, requireCaller, requireEditor } from '../../platform/http/request.ts';
import { dayOf } from '../../platform/text/day.ts';
import type { Pair, PortalChange, PortalSchema, PortalSource } from '../../portal-database/schema.ts';
import * as documentModel from './document.ts';
import { type DecidedAs, type Signatory, storedRouteOf } from './signatory-rules.ts';

/** 404, which names a document in the bin to those alone who would see it outside. */
async function documentNotFound(read: PortalSource, id: number, viewer: documentModel.Viewer): Promise<HttpError> {
  const row = await read
    .selectFrom('documents')
    .select('id')
    .where('documents.id', '=', id)
    .where(documentModel.binnedBefore(viewer))
    .executeTakeFirst();
  const document = row && (await selectDocument(read, id));
  const binned = document && documentModel.binnedAnswer(document);
  return notFound('doc not found', binned ? { binned } : {});
}

/** Throws 404 `user not found` unless the caller has a profile, whose name the caller gets; links need no profile. */
export async function requireProfile(
  { people }: documentModel.DocumentsContext,
  request: FastifyRequest,
): Promise<void> {
  const { caller } = request;
  if (!caller) return;
  const profile = await people.profileOf(caller.uid);
  if (!profile) throw notFound('user not found');
  request.caller = { ...caller, name: profile.name ?? caller.name };
}

export const viewerOf = (request: FastifyRequest): documentModel.Viewer => ({ uid: requireCaller(request).uid });

/** The caller and the absent signatories whom they may decide for, without disabled accounts. Throws 503. */
export async function actorOf(
  { people }: documentModel.DocumentsContext,
  request: FastifyRequest,
): Promise<documentModel.Actor> {
  const { uid } = requireCaller(request);
  const represented = await people.representedBy(uid);
  return { uid, substituted: new Set(represented.map((person) => person.uid)) };
}

/** The same for reading: without the auth service the caller substitutes no one. */
export async function actorAsFarAsKnown(
  context: documentModel.DocumentsContext,
  request: FastifyRequest,
): Promise<documentModel.Actor> {
  try {
    return await actorOf(context, request);
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 503) throw error;
    return { ...viewerOf(request), substituted: new Set() };
  }
}

/** The calendar day (YYYY-MM-DD) where the organisation is. */
export const currentDay = ({ clock, timeZone }: documentModel.DocumentsContext): string => dayOf(clock(), timeZone);

export const saveOf = (
  request: FastifyRequest,
  { clock, timeZone }: documentModel.DocumentsContext,
): documentModel.Save => ({ by: requireEditor(request), at: clock(), timeZone });

/** A document that the caller sees; throws 404 `doc not found` for any other, so that others do not learn which exist. */
export async function findVisibleDocument(
  { database }: documentModel.DocumentsContext,
  id: number,
  viewer: documentModel.Viewer,
) {
  const document = await selectVisibleDocument(database.read, id, viewer);
  if (!document) throw await documentNotFound(database.read, id, viewer);
  return document;
}

/** The pair of a document that the caller sees; throws 404 as above. */
export async function findVisiblePair(
  { database }: documentModel.DocumentsContext,
  id: number,
  viewer: documentModel.Viewer,
): Promise<Pair> {
  const pair = await selectVisiblePair(database.read, id, viewer);
  if (!pair) throw await documentNotFound(database.read, id, viewer);
  return pair;
}

interface Permitted {
  readonly id: number;
  readonly pair: Pair;
  /** The viewer; with the people they substitute only where the route asks for that. */
  readonly viewer: documentModel.Actor;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on routes without a `pairPermission` of a document. */
    permitted: Permitted | null;
  }
}

const NO_CALLER: ReadonlySet<string> = new Set();

const VIEWERS = {
  document: async (_: documentModel.DocumentsContext, request: FastifyRequest) => ({
    ...viewerOf(request),
    substituted: NO_CALLER,
  }),
  'represented document': actorOf,
} as const;

/**
 * Checks the `pairPermission` of a route about one document: 400 for an invalid id, 404 for a document that the caller
 * does not see, 403 with the error text of the route. `permit` checks one `of: form`, after the form is read.
 */
export async function guardPair(context: documentModel.DocumentsContext, request: FastifyRequest): Promise<void> {
  const { pairPermission: needed } = request.routeOptions.config;
  if (!needed || needed.of === 'form') return;
  const id = pathId((request.params as { id: string }).id, 'doc');
  const viewer = await VIEWERS[needed.of](context, request);
  const pair = await findVisiblePair(context, id, viewer);
  await permit(context, request, pair);
  request.permitted = { id, pair, viewer };
}

/** The same, for handlers of routes with a `pairPermission` of a document. */
export function permittedOf(request: FastifyRequest): Permitted {
  if (!request.permitted) throw new Error(`the route of ${request.url} declares no permission of a document`);
  return request.permitted;
}

/** Throws 403 with the error text of the route unless the caller's role sees the pair and allows the route's action. */
export async function permit(
  context: documentModel.DocumentsContext,
  request: FastifyRequest,
  pair: Pair,
): Promise<void> {
  const { pairPermission } = request.routeOptions.config;
  if (!pairPermission) throw new Error(`the route of ${request.url} declares no permission in a pair`);
  await permitOn(context, request, pair, pairPermission);
}

export async function permitOn(
  { permissions }: documentModel.DocumentsContext,
  request: FastifyRequest,
  pair: Pair,
  { action, refusal }: Pick<PairPermission, 'action' | 'refusal'>,
): Promise<void> {
  const actions = await permissions.actionsOn(requireCaller(request).uid, pair);
  if (!actions) throw forbidden('access to the document type is denied');
  if (!actions.has(action)) throw forbidden(refusal);
}

async function selectVisibleDocument(
  read: PortalSource,
  id: number,
  viewer: documentModel.Viewer,
): Promise<documentModel.StoredDocument | null> {
  return (await selectDocuments(read, [id], viewer))[0] ?? null;
}

/** A document that the viewer sees, locked until the transaction ends; throws 404 `doc not found`. */
export async function lockVisibleDocument(
  database: Database<PortalSchema>,
  transaction: PortalChange,
  id: number,
  viewer: documentModel.Viewer,
): Promise<documentModel.StoredDocument> {
  await lockRow(database, transaction, id);
  const document = await selectVisibleDocument(transaction, id, viewer);
  if (!document) throw await documentNotFound(transaction, id, viewer);
  return document;
}

async function lockRow({ dialect }: Database<PortalSchema>, transaction: PortalChange, id: number): Promise<void> {
  if (dialect !== 'postgres') return;
  const row = transaction.selectFrom('documents').innerJoin('tasks', 'tasks.id', 'documents.task_id');
  const found = row.select('documents.id').where('documents.id', '=', id);
  await found.forUpdate('documents').forShare('tasks').execute();
}

export async function lockDocument(database: Database<PortalSchema>, transaction: PortalChange, id: number) {
  await lockRow(database, transaction, id);
  return selectDocument(transaction, id);
}

/** The pair of a document that the viewer sees, which never changes; null for any other. */
async function selectVisiblePair(read: PortalSource, id: number, viewer: documentModel.Viewer): Promise<Pair | null> {
  const row = await read
    .selectFrom('documents')
    .select(['directing_id as directing', 'task_id as task'])
    .where('documents.id', '=', id)
    .where(documentModel.visibleTo(viewer))
    .executeTakeFirst();
  return row ?? null;
}

export async function selectDocument(read: PortalSource, id: number): Promise<documentModel.StoredDocument | null> {
  return (await selectDocuments(read, [id]))[0] ?? null;
}

/** The documents of these ids, in their order, each consistent in itself; missing and unseen ones are left out. */
export async function selectDocuments(
  read: PortalSource,
  ids: readonly number[],
  viewer: documentModel.Viewer | null = null,
) {
  const documents = new Map<number, documentModel.StoredDocument>();
  let left = ids;
  while (left.length > 0) {
    const found = await readDocuments(read, left, viewer);
    // A transaction has locked what it changes; elsewhere a decision could be shown with content changed since.
    left = read.isTransaction ? [] : await changedSince(read, found);
    for (const document of found) if (!left.includes(document.id)) documents.set(document.id, document);
  }
  return ids.flatMap((id) => documents.get(id) ?? []);
}

async function readDocuments(read: PortalSource, wanted: readonly number[], viewer: documentModel.Viewer | null) {
  const rows = await documentRows(read, wanted, viewer);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [listed, files] = await Promise.all([entriesOf(read, ids), filesOf(read, ids)]);
  return rows.map((row) => {
    const { entries, people } = listed.get(row.id) ?? { entries: [], people: new Map() };
    return documentOf(row, { files: files.get(row.id) ?? [], entries, people });
  });
}

async function changedSince(read: PortalSource, found: readonly documentModel.StoredDocument[]): Promise<number[]> {
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return ids;
  const rows = await read.selectFrom('documents').select(['id', 'revision']).where('id', 'in', ids).execute();
  const revisions = new Map(rows.map(({ id, revision }) => [id, revision]));
  return found.filter(({ id, revision }) => revisions.get(id) !== revision).map(({ id }) => id);
}

const openQuestions = () =>
  sql<number>`(SELECT count(*) FROM document_comments AS question
    WHERE question.document_id = documents.id AND question.asked_id IS NOT NULL)`;

type DocumentRow = Awaited<ReturnType<typeof documentRows>>[number];

const documentRows = (read: PortalSource, ids: readonly number[], viewer: documentModel.Viewer | null) =>
  read
    .selectFrom('documents')
    .innerJoin('directings', 'directings.id', 'documents.directing_id')
    .innerJoin('tasks', 'tasks.id', 'documents.task_id')
    .innerJoin('document_texts', 'document_texts.id', 'documents.text_id')
    .innerJoin('users', 'users.id', 'documents.author_id')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .selectAll('documents')
    .select(['document_texts.text', 'tasks.ordered', 'users.uid', 'users.email'])
    .select(['directings.title as directing_title', 'tasks.title as task_title', 'users.name'])
    .select('roles.title as position')
    .select(openQuestions().as('questions'))
    .where('documents.id', 'in', ids)
    .$if(viewer !== null, (query) => (viewer ? query.where(documentModel.visibleTo(viewer)) : query))
    .execute();

const documentOf = (
  row: DocumentRow,
  parts: Pick<documentModel.StoredDocument, 'files' | 'entries' | 'people'>,
): documentModel.StoredDocument => ({
  id: row.id,
  num: row.num,
  title: row.title,
  description: row.text,
  textId: row.text_id,
  directing: { id: row.directing_id, title: row.directing_title },
  task: { id: row.task_id, title: row.task_title, ordered: row.ordered === 1 },
  route: storedRouteOf(row.route),
  author: documentModel.personOf({ ...row, id: row.author_id }),
  ...parts,
  createdAt: row.created_at,
  version: row.version,
  hash: row.hash,
  questions: Number(row.questions),
  revision: row.revision,
  savedAt: row.saved_at,
  savedBy: editorOfRow(row),
  closed: closedOf(row),
});

function closedOf({ state, closed_at, closing }: DocumentRow): documentModel.Closed | null {
  if (closed_at === null || closing === null) return null;
  return {
    ...(JSON.parse(closing) as documentModel.Closing),
    state: state === 'binned' ? state : 'cancelled',
    at: closed_at,
  };
}

interface Listed {
  readonly entries: Signatory[];
  readonly people: Map<string, documentModel.Person>;
}

async function entriesOf(read: PortalSource, ids: readonly number[]): Promise<Map<number, Listed>> {
  const rows = await read
    .selectFrom('document_entries as entry')
    .innerJoin('users', 'users.id', 'entry.user_id')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .leftJoin('users as actor', (join) =>
      join.on(sql<boolean>`actor.id = coalesce(entry.accepted_by, entry.declined_by)`),
    )
    .leftJoin('roles as actor_role', 'actor_role.id', 'actor.role_id')
    .select(['document_id', 'kind', 'asked_at', 'accepted_at', 'declined_at', 'reason'])
    .select(['entry.step', 'entry.due_at', 'entry.decided_as'])
    .select(['users.id', 'users.uid', 'users.email', 'users.name', 'roles.title as position'])
    .select(['actor.id as actor_id', 'actor.uid as actor_uid', 'actor.email as actor_email'])
    .select(['actor.name as actor_name', 'actor_role.title as actor_position'])
    .where('document_id', 'in', ids)
    .orderBy('kind')
    .orderBy('place')
    .execute();
  const found = new Map<number, Listed>();
  for (const row of rows) {
    const known: Listed = found.get(row.document_id) ?? { entries: [], people: new Map() };
    found.set(row.document_id, known);
    const { entries, people } = known;
    const { kind, uid, asked_at, accepted_at, declined_at, reason, step, due_at } = row;
    people.set(uid, documentModel.personOf(row));
    if (row.actor_id !== null && row.actor_uid !== null) {
      const actor = { id: row.actor_id, uid: row.actor_uid, email: row.actor_email ?? '' };
      people.set(actor.uid, documentModel.personOf({ ...actor, name: row.actor_name, position: row.actor_position }));
    }
    entries.push({
      kind,
      uid,
      askedAt: asked_at,
      acceptedAt: accepted_at,
      acceptedBy: accepted_at === null ? null : row.actor_uid,
      declinedAt: declined_at,
      declinedBy: declined_at === null ? null : row.actor_uid,
      reason,
      decidedAs: row.decided_as === null ? null : (JSON.parse(row.decided_as) as DecidedAs),
      step,
      dueAt: due_at,
    });
  }
  return found;
}

async function filesOf(read: PortalSource, ids: readonly number[]): Promise<Map<number, documentModel.StoredFile[]>> {
  const rows = await read
    .selectFrom('document_files')
    .selectAll()
    .where('document_id', 'in', ids)
    .where('place', 'is not', null)
    .orderBy('place')
    .execute();
  const byDocument = Map.groupBy(rows, ({ document_id }) => document_id);
  return new Map([...byDocument].map(([id, files]) => [id, files.map(documentModel.storedFileOf)]));
}

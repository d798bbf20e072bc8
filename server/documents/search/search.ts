// The search for documents by the first API: routes and SQL. The list of the pages, with any filter and order, is in
// ../list/routes.ts.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import { CountAnswer, Document, DocumentSearchQuery } from '../../../contract/documents/documents.ts';
import { DOCUMENT_PAGE_MAX } from '../../../contract/limits.ts';
import type { Database } from '../../platform/database/types.ts';
import type { PortalSchema, PortalSource } from '../../portal-database/schema.ts';
import { actorOf } from '../document/access.ts';
import { listedAnswers } from '../document/answers.ts';
import type { Actor, DocumentsContext } from '../document/document.ts';
import * as conditions from './conditions.ts';
import { countWithWords, pageWithWords } from './with-words.ts';

/** Documents of one page when no number is asked for. */
const PAGE_DEFAULT = 25;

const config = { permission: 'signed-in' as const };

export function documentSearchRoutes(context: DocumentsContext): FastifyPluginAsyncTypebox {
  const { database } = context;
  return async (app) => {
    app.get(
      '/search/doc',
      {
        config,
        schema: {
          summary: 'Documents, the newest first; pages by `last` (the last id seen)',
          querystring: DocumentSearchQuery,
          response: { 200: Type.Array(Document) },
        },
      },
      async (request, reply) => {
        const wanted = conditions.readWanted(request.query);
        const actor = await actorOf(context, request);
        reply.header('cache-control', 'no-store');
        return database.fromReplica(async (read) => {
          const limit = conditions.readPageSize(request.query.limit, DOCUMENT_PAGE_MAX, PAGE_DEFAULT);
          const ids = await selectFoundIds({ ...database, read }, wanted, actor, limit);
          return listedAnswers(read, context, ids, actor, () => ({}));
        });
      },
    );

    app.get(
      '/search/doc/count',
      {
        config,
        schema: {
          summary: 'How many documents the same query finds; `limit` does not count',
          querystring: DocumentSearchQuery,
          response: { 200: CountAnswer },
        },
      },
      async (request, reply) => {
        const wanted = conditions.readWanted(request.query);
        reply.header('cache-control', 'no-store');
        const actor = await actorOf(context, request);
        const counted = database.fromReplica((read) => countFound({ ...database, read }, wanted, actor));
        return { count: await counted };
      },
    );
  };
}

export async function selectFoundIds(
  database: Database<PortalSchema>,
  wanted: conditions.Wanted,
  actor: Actor,
  limit: number,
): Promise<number[]> {
  const viewer = await searchViewerOf(database.read, actor);
  if (!viewer) return [];
  if (wanted.words) return pageWithWords(database.read, wanted, viewer, limit);
  const pages = conditions.branchesOf(wanted, viewer).map((branch) => pageOf(branch, limit));
  if (conditions.wantsPairs(wanted, viewer)) pages.push(pageOfPairs(database, wanted, viewer, limit));
  const parts = pages.map((page) => sql`SELECT id FROM (${page}) AS page`);
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM (${sql.join(parts, sql` UNION `)}) AS found ORDER BY id DESC LIMIT ${limit}`.execute(database.read);
  return rows.map(({ id }) => id);
}

/** Counts the documents wanted that the actor sees: as many as all pages of the list have. */
export async function countFound({ read }: Database<PortalSchema>, wanted: conditions.Wanted, actor: Actor) {
  const viewer = await searchViewerOf(read, actor);
  if (!viewer) return 0;
  if (wanted.words) return countWithWords(read, wanted, viewer);
  if (!conditions.takesPart(wanted)) return conditions.countSeen(read, wanted, viewer);
  const branches = conditions.branchesOf(wanted, viewer);
  const [only] = branches;
  if (only && branches.length === 1) return conditions.countRows(read, sql`SELECT count(*) AS count ${only.from}`);
  const parts = branches.map(({ id, from }) => sql`SELECT ${id} AS id ${from}`);
  return conditions.countRows(read, sql`SELECT count(*) AS count FROM (${sql.join(parts, sql` UNION `)}) AS found`);
}

/** The ids and roles of the viewer and of the people whom they substitute; null without a profile. */
export async function searchViewerOf(read: PortalSource, { uid, substituted }: Actor) {
  const rows = await read
    .selectFrom('users')
    .select(['id', 'uid', 'role_id'])
    .where('uid', 'in', [uid, ...substituted])
    .execute();
  const own = rows.find((row) => row.uid === uid);
  if (!own) return null;
  const holder = ({ id, role_id }: (typeof rows)[number]): conditions.PersonIds => ({ id, role: role_id });
  return { ...holder(own), absent: rows.filter((row) => row !== own).map(holder) };
}

const pageOf = ({ id, from }: conditions.Branch, limit: number): RawBuilder<unknown> =>
  sql`SELECT ${id} AS id ${from} ORDER BY ${id} DESC LIMIT ${limit}`;

/** The newest documents of many pairs; only the pairs with the newest documents are read. */
function pageOfPairs(
  { dialect }: Database<PortalSchema>,
  wanted: conditions.Wanted,
  viewer: conditions.SearchViewer,
  limit: number,
): RawBuilder<unknown> {
  const fresh = sql`SELECT pair.directing_id, pair.task_id,
      (SELECT max(documents.id) FROM documents WHERE ${conditions.inPair(wanted)}) AS newest
    ${conditions.pairsOf(wanted, viewer)}`;
  const pairs = sql`(SELECT * FROM (${fresh}) AS fresh WHERE newest IS NOT NULL
    ORDER BY newest DESC LIMIT ${limit}) AS pair`;
  const documents = sql`SELECT documents.id FROM documents WHERE ${conditions.inPair(wanted)}
    ORDER BY documents.id DESC LIMIT ${limit}`;
  return dialect === 'postgres'
    ? sql`SELECT one.id FROM ${pairs} CROSS JOIN LATERAL (${documents}) AS one`
    : sql`SELECT one.id FROM ${pairs} CROSS JOIN documents AS one ON one.id IN (${documents})`;
}

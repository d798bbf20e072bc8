// The SQL of the search for documents by the first API: its pages, its counts, and who asks.
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/types.ts';
import type { PortalSchema, PortalSource } from '../../portal-database/schema.ts';
import type { Actor } from '../document/document.ts';
import * as conditions from './conditions.ts';
import { countWithWords, pageWithWords } from './with-words.ts';

/** The newest documents wanted that the actor sees, `limit` at most: newest first. */
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

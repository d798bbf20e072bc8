import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../database/types.ts';
import type { InformatorSchema } from '../../schema.ts';
import type { Actor } from '../document/viewer.ts';
import { type Branch, branchesOf, inPair, pairsOf, takesPart, wantsPairs } from './branches.ts';
import type { Holder, Looker } from './conditions.ts';
import { countRows, countSeen } from './counts.ts';
import type { Wanted } from './query.ts';
import { countWithWords, pageWithWords } from './text.ts';

type Source = Kysely<InformatorSchema>;

/** The ids of the newest documents wanted that somebody sees. */
export async function selectFoundIds(
  database: Database<InformatorSchema>,
  wanted: Wanted,
  actor: Actor,
  limit: number,
): Promise<number[]> {
  const looker = await lookerOf(database.read, actor);
  if (!looker) return [];
  if (wanted.words) return pageWithWords(database.read, wanted, looker, limit);
  const pages = branchesOf(wanted, looker).map((branch) => pageOf(branch, limit));
  if (wantsPairs(wanted, looker)) pages.push(pageOfPairs(database, wanted, looker, limit));
  const union = sql.join(
    pages.map((page) => sql`SELECT id FROM (${page}) AS page`),
    sql` UNION `,
  );
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM (${union}) AS found ORDER BY id DESC LIMIT ${limit}`.execute(database.read);
  return rows.map(({ id }) => id);
}

/** How many documents wanted somebody sees: as many as all pages of the list hold. */
export async function countFound(
  { read }: Database<InformatorSchema>,
  wanted: Wanted,
  actor: Actor,
): Promise<number> {
  const looker = await lookerOf(read, actor);
  if (!looker) return 0;
  if (wanted.words) return countWithWords(read, wanted, looker);
  if (!takesPart(wanted)) return countSeen(read, wanted, looker);
  const branches = branchesOf(wanted, looker);
  const [only] = branches;
  if (only && branches.length === 1) return countRows(read, sql`SELECT count(*) AS count ${only.from}`);
  const together = sql.join(
    branches.map(({ id, from }) => sql`SELECT ${id} AS id ${from}`),
    sql` UNION `,
  );
  return countRows(read, sql`SELECT count(*) AS count FROM (${together}) AS found`);
}

/** The ids and roles of the viewer and of the people whom they substitute; null without a profile. */
export async function lookerOf(read: Source, { uid, substituted }: Actor): Promise<Looker | null> {
  const rows = await read
    .selectFrom('users')
    .select(['id', 'uid', 'role_id'])
    .where('uid', 'in', [uid, ...substituted])
    .execute();
  const own = rows.find((row) => row.uid === uid);
  if (!own) return null;
  const holder = ({ id, role_id }: (typeof rows)[number]): Holder => ({ id, role: role_id });
  return { ...holder(own), absent: rows.filter((row) => row !== own).map(holder) };
}

const pageOf = ({ id, from }: Branch, limit: number): RawBuilder<unknown> =>
  sql`SELECT ${id} AS id ${from} ORDER BY ${id} DESC LIMIT ${limit}`;

/**
 * The newest documents of many pairs: as many pairs as documents are wanted hold them all, those with the newest
 * document each, so that no pair without recent documents is read further.
 */
function pageOfPairs(
  { dialect }: Database<InformatorSchema>,
  wanted: Wanted,
  looker: Looker,
  limit: number,
): RawBuilder<unknown> {
  const fresh = sql`SELECT pair.directing_id, pair.task_id,
      (SELECT max(documents.id) FROM documents WHERE ${inPair(wanted)}) AS newest
    ${pairsOf(wanted, looker)}`;
  const pairs = sql`(SELECT * FROM (${fresh}) AS fresh WHERE newest IS NOT NULL
    ORDER BY newest DESC LIMIT ${limit}) AS pair`;
  const documents = sql`SELECT documents.id FROM documents WHERE ${inPair(wanted)}
    ORDER BY documents.id DESC LIMIT ${limit}`;
  return dialect === 'postgres'
    ? sql`SELECT one.id FROM ${pairs} CROSS JOIN LATERAL (${documents}) AS one`
    : sql`SELECT one.id FROM ${pairs} CROSS JOIN documents AS one ON one.id IN (${documents})`;
}

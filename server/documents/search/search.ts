import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/types.ts';
import type { WordRange } from '../../platform/text/words.ts';
import type { PortalSchema, PortalSource } from '../../portal-database/schema.ts';
import type { Actor } from '../document/people.ts';
import {
  type Branch,
  branchesOf,
  countRows,
  countSeen,
  inPair,
  pairsOf,
  seesEveryPair,
  takesPart,
  wantsPairs,
} from './branches.ts';
import {
  allOf,
  type Condition,
  conditionsOf,
  containsSearchWord,
  isOlder,
  isVisible,
  isWord,
  type PersonIds,
  type SearchViewer,
  type Wanted,
} from './conditions.ts';

/** The ids of the newest documents wanted that somebody sees. */
export async function selectFoundIds(
  database: Database<PortalSchema>,
  wanted: Wanted,
  actor: Actor,
  limit: number,
): Promise<number[]> {
  const looker = await searchViewerOf(database.read, actor);
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
export async function countFound({ read }: Database<PortalSchema>, wanted: Wanted, actor: Actor): Promise<number> {
  const looker = await searchViewerOf(read, actor);
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
export async function searchViewerOf(read: PortalSource, { uid, substituted }: Actor): Promise<SearchViewer | null> {
  const rows = await read
    .selectFrom('users')
    .select(['id', 'uid', 'role_id'])
    .where('uid', 'in', [uid, ...substituted])
    .execute();
  const own = rows.find((row) => row.uid === uid);
  if (!own) return null;
  const holder = ({ id, role_id }: (typeof rows)[number]): PersonIds => ({ id, role: role_id });
  return { ...holder(own), absent: rows.filter((row) => row !== own).map(holder) };
}

const pageOf = ({ id, from }: Branch, limit: number): RawBuilder<unknown> =>
  sql`SELECT ${id} AS id ${from} ORDER BY ${id} DESC LIMIT ${limit}`;

/**
 * The newest documents of many pairs: as many pairs as documents are wanted hold them all, those with the newest
 * document each, so that no pair without recent documents is read further.
 */
function pageOfPairs(
  { dialect }: Database<PortalSchema>,
  wanted: Wanted,
  looker: SearchViewer,
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

/** So many documents are looked at one by one; more are not. */
const FEW = 1_000;

/**
 * Where the search begins: with the documents that hold all of these words, with the few that are seen, or, for one
 * word that stands in many, with the newest document.
 */
type Start =
  | { readonly words: readonly WordRange[]; readonly isCommon: boolean }
  | { readonly ids: readonly number[] }
  | 'nothing';

/** The ids of the newest documents that hold the words. */
export async function pageWithWords(
  read: PortalSource,
  wanted: Wanted,
  looker: SearchViewer,
  limit: number,
  few = FEW,
): Promise<number[]> {
  const start = await startOf(read, wanted, looker, few);
  if (start === 'nothing') return [];
  const isWalk = 'words' in start && start.isCommon;
  const from = isWalk ? newest(wanted, looker) : matching(start, wanted, [isVisible(looker)], looker);
  const { rows } = await sql<{ id: number }>`
    SELECT documents.id ${from} ORDER BY documents.id DESC LIMIT ${limit}`.execute(read);
  return rows.map(({ id }) => id);
}

/** How many documents hold the words. */
export async function countWithWords(
  read: PortalSource,
  wanted: Wanted,
  looker: SearchViewer,
  few = FEW,
): Promise<number> {
  const start = await startOf(read, wanted, looker, few);
  if (start === 'nothing') return 0;
  const visible = (await seesEveryPair(read, wanted, looker)) ? [] : [isVisible(looker)];
  return countRows(read, sql`SELECT count(*) AS count ${matching(start, wanted, visible, looker)}`);
}

async function startOf(read: PortalSource, wanted: Wanted, looker: SearchViewer, few: number): Promise<Start> {
  const counts = await Promise.all(
    (wanted.words ?? []).map(async (word) => [word, await countOccurrences(read, word, few)] as const),
  );
  const [rarest] = counts.sort(([, one], [, other]) => one - other);
  // Only marks were typed: no document is found by them.
  if (!rarest) return 'nothing';
  const [word, count] = rarest;
  if (count === 0) return 'nothing';
  if (count < few) return { words: [word], isCommon: false };
  if (counts.length > 1) return { words: counts.map(([each]) => each), isCommon: false };
  const ids = await seenIds(read, wanted, looker, few);
  return ids ? { ids } : { words: [word], isCommon: true };
}

/** How often words of a range stand in documents, counted up to a number. */
async function countOccurrences(read: PortalSource, word: WordRange, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM (
    SELECT 1 FROM document_words WHERE ${isWord('word', word)} LIMIT ${most}
  ) AS held`.execute(read);
  return Number(rows[0]?.count ?? 0);
}

/** Everything that is wanted and seen, whatever words it holds; null when that is more than a few. */
async function seenIds(
  read: PortalSource,
  wanted: Wanted,
  looker: SearchViewer,
  few: number,
): Promise<number[] | null> {
  const parts: RawBuilder<unknown>[] = branchesOf(wanted, looker).map(
    ({ id, from }) => sql`SELECT ${id} AS id ${from}`,
  );
  if (wantsPairs(wanted, looker)) {
    const pairs = sql`(SELECT pair.directing_id, pair.task_id ${pairsOf(wanted, looker)}) AS pair`;
    parts.push(sql`SELECT documents.id FROM ${pairs} CROSS JOIN documents WHERE ${inPair(wanted)}`);
  }
  const limited = parts.map((part) => sql`SELECT id FROM (${part} LIMIT ${few}) AS seen`);
  const { rows } = await sql<{ id: number }>`${sql.join(limited, sql` UNION ALL `)}`.execute(read);
  return rows.length < few ? [...new Set(rows.map(({ id }) => id))] : null;
}

/** Everything asked besides these words, of a document whose row is found already. */
const rest = (wanted: Wanted, looker: SearchViewer, without: readonly WordRange[] = []): Condition[] => [
  ...conditionsOf(wanted, looker),
  ...(wanted.words ?? []).filter((word) => !without.includes(word)).map(containsSearchWord),
];

/** CASE: by an index of what is asked of the row, SQLite would look at every document there before it sorts them. */
const newest = (wanted: Wanted, looker: SearchViewer): RawBuilder<unknown> =>
  sql`FROM documents WHERE ${allOf([
    ...isOlder(wanted),
    sql<boolean>`CASE WHEN ${allOf([...rest({ ...wanted, before: null }, looker), isVisible(looker)])} THEN 1 END = 1`,
  ])}`;

function matching(
  start: Exclude<Start, 'nothing'>,
  wanted: Wanted,
  visible: readonly Condition[],
  looker: SearchViewer,
): RawBuilder<unknown> {
  if ('ids' in start) {
    if (start.ids.length === 0) return sql`FROM documents WHERE 1 = 0`;
    return sql`FROM documents WHERE documents.id IN (${sql.join(start.ids)})
      AND ${allOf([...rest(wanted, looker), ...visible])}`;
  }
  const found = sql.join(
    start.words.map((word) => sql`SELECT document_id FROM document_words WHERE ${isWord('word', word)}`),
    sql` INTERSECT `,
  );
  return sql`FROM (SELECT DISTINCT document_id FROM (${found}) AS held) AS found CROSS JOIN documents
    WHERE documents.id = found.document_id AND ${allOf([...rest(wanted, looker, start.words), ...visible])}`;
}

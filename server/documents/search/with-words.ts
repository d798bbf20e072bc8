// The SQL of the search words of documents: their writing, and a search by them.
import { type RawBuilder, sql } from 'kysely';
import { type WordRange, wordsOf } from '../../platform/text/words.ts';
import type { PortalChange, PortalSource } from '../../portal-database/schema.ts';
import type { StoredDocument } from '../document/document.ts';
import * as conditions from './conditions.ts';

/** Up to so many documents are checked one by one. */
const FEW = 1_000;

/** Where the search begins: with documents that have these words, with the few seen, or, for a common word, newest. */
type Start =
  | { readonly words: readonly WordRange[]; readonly isCommon: boolean }
  | { readonly ids: readonly number[] }
  | 'nothing';

export async function pageWithWords(
  read: PortalSource,
  wanted: conditions.Wanted,
  viewer: conditions.SearchViewer,
  limit: number,
  few = FEW,
): Promise<number[]> {
  const start = await startOf(read, wanted, viewer, few);
  if (start === 'nothing') return [];
  const isWalk = 'words' in start && start.isCommon;
  const from = isWalk ? newest(wanted, viewer) : matching(start, wanted, [conditions.isVisible(viewer)], viewer);
  const { rows } = await sql<{ id: number }>`
    SELECT documents.id ${from} ORDER BY documents.id DESC LIMIT ${limit}`.execute(read);
  return rows.map(({ id }) => id);
}

export async function countWithWords(
  read: PortalSource,
  wanted: conditions.Wanted,
  viewer: conditions.SearchViewer,
  few = FEW,
): Promise<number> {
  const start = await startOf(read, wanted, viewer, few);
  if (start === 'nothing') return 0;
  const visible = (await conditions.seesEveryPair(read, wanted, viewer)) ? [] : [conditions.isVisible(viewer)];
  return conditions.countRows(read, sql`SELECT count(*) AS count ${matching(start, wanted, visible, viewer)}`);
}

async function startOf(read: PortalSource, wanted: conditions.Wanted, viewer: conditions.SearchViewer, few: number) {
  const counts = await Promise.all(
    (wanted.words ?? []).map(async (word) => [word, await countOccurrences(read, word, few)] as const),
  );
  const [rarest] = counts.sort(([, one], [, other]) => one - other);
  // Only punctuation was typed: it finds no document.
  if (!rarest) return 'nothing';
  const [word, count] = rarest;
  if (count === 0) return 'nothing';
  if (count < few) return { words: [word], isCommon: false };
  if (counts.length > 1) return { words: counts.map(([each]) => each), isCommon: false };
  const ids = await seenIds(read, wanted, viewer, few);
  return ids ? { ids } : { words: [word], isCommon: true };
}

/** How often words of a range stand in documents, counted up to a number. */
async function countOccurrences(read: PortalSource, word: WordRange, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM (
    SELECT 1 FROM document_words WHERE ${conditions.isWord('word', word)} LIMIT ${most}
  ) AS held`.execute(read);
  return Number(rows[0]?.count ?? 0);
}

/** The ids of everything wanted and seen, whatever its words; null when that is more than a few. */
async function seenIds(read: PortalSource, wanted: conditions.Wanted, viewer: conditions.SearchViewer, few: number) {
  const parts: RawBuilder<unknown>[] = conditions
    .branchesOf(wanted, viewer)
    .map(({ id, from }) => sql`SELECT ${id} AS id ${from}`);
  if (conditions.wantsPairs(wanted, viewer)) {
    const pairs = sql`(SELECT pair.directing_id, pair.task_id ${conditions.pairsOf(wanted, viewer)}) AS pair`;
    parts.push(sql`SELECT documents.id FROM ${pairs} CROSS JOIN documents WHERE ${conditions.inPair(wanted)}`);
  }
  const limited = parts.map((part) => sql`SELECT id FROM (${part} LIMIT ${few}) AS seen`);
  const { rows } = await sql<{ id: number }>`${sql.join(limited, sql` UNION ALL `)}`.execute(read);
  return rows.length < few ? [...new Set(rows.map(({ id }) => id))] : null;
}

/** All conditions besides these words, on a document row found already. */
const rest = (
  wanted: conditions.Wanted,
  viewer: conditions.SearchViewer,
  without: readonly WordRange[] = [],
): conditions.Condition[] => [
  ...conditions.conditionsOf(wanted, viewer),
  ...(wanted.words ?? []).filter((word) => !without.includes(word)).map(conditions.containsSearchWord),
];

/** CASE: by an index of what is asked of the row, SQLite would look at every document there before it sorts them. */
const newest = (wanted: conditions.Wanted, viewer: conditions.SearchViewer): RawBuilder<unknown> =>
  sql`FROM documents WHERE ${conditions.allOf([
    ...conditions.isOlder(wanted),
    sql<boolean>`CASE WHEN ${conditions.allOf([...rest({ ...wanted, before: null }, viewer), conditions.isVisible(viewer)])} THEN 1 END = 1`,
  ])}`;

function matching(
  start: Exclude<Start, 'nothing'>,
  wanted: conditions.Wanted,
  visible: readonly conditions.Condition[],
  viewer: conditions.SearchViewer,
): RawBuilder<unknown> {
  if ('ids' in start) {
    if (start.ids.length === 0) return sql`FROM documents WHERE 1 = 0`;
    return sql`FROM documents WHERE documents.id IN (${sql.join(start.ids)})
      AND ${conditions.allOf([...rest(wanted, viewer), ...visible])}`;
  }
  const found = sql.join(
    start.words.map((word) => sql`SELECT document_id FROM document_words WHERE ${conditions.isWord('word', word)}`),
    sql` INTERSECT `,
  );
  return sql`FROM (SELECT DISTINCT document_id FROM (${found}) AS held) AS found CROSS JOIN documents
    WHERE documents.id = found.document_id AND ${conditions.allOf([...rest(wanted, viewer, start.words), ...visible])}`;
}

/** Search words of one document at most: more than a book of its size has. */
const WORDS_MAX = 20_000;
/** Rows of one statement: both databases bind at least twice as many values. */
const AT_ONCE = 1_000;

type FoundBy = Pick<StoredDocument, 'num' | 'title' | 'description'>;

const indexed = ({ num, title, description }: FoundBy): Set<string> =>
  new Set([...new Set(wordsOf(`${num} ${title} ${description}`))].slice(0, WORDS_MAX));

/** Replaces the search words of a document; a deleted document takes its words along. */
export async function indexDocument(transaction: PortalChange, id: number, before: FoundBy | null, after: FoundBy) {
  if (before && before.title === after.title && before.description === after.description) return;
  const known: ReadonlySet<string> = before ? indexed(before) : new Set();
  const wanted = indexed(after);
  for (const words of batches([...known].filter((word) => !wanted.has(word)))) {
    await transaction.deleteFrom('document_words').where('document_id', '=', id).where('word', 'in', words).execute();
  }
  for (const words of batches([...wanted].filter((word) => !known.has(word)))) {
    await transaction
      .insertInto('document_words')
      .values(words.map((word) => ({ word, document_id: id })))
      .execute();
  }
}

function* batches(words: readonly string[]): Generator<string[]> {
  for (let at = 0; at < words.length; at += AT_ONCE) yield words.slice(at, at + AT_ONCE);
}

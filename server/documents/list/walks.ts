import { type RawBuilder, sql } from 'kysely';
import { DOCUMENT_STATES } from '../../../contract/documents/documents.ts';
import type { ListSort } from '../../../contract/documents/words.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import type { Condition } from '../search/conditions.ts';
import type { ListOrder, ListPlace } from './filter.ts';

type Groups = (typeof GROUPS)[keyof typeof GROUPS];

/** Documents in the order of an index of a column and the id. */
export async function walkByColumn(
  read: PortalSource,
  column: RawBuilder<unknown>,
  { order, wanted, after, limit }: Reading,
): Promise<ListPlace[]> {
  const direction = order.isDescending ? sql`DESC` : sql`ASC`;
  const further = order.isDescending ? sql`<` : sql`>`;
  const isById = order.by === 'num';
  const rest = isById
    ? sql`documents.id ${further} ${after?.id}`
    : sql`(${column}, documents.id) ${further} (${after?.key}, ${after?.id})`;
  const { rows } = await sql<ListPlace>`SELECT documents.id AS id, ${column} AS key FROM documents
    WHERE ${wanted} ${after ? sql`AND ${rest}` : sql``}
    ORDER BY ${isById ? sql`` : sql`${column} ${direction},`} documents.id ${direction}
    LIMIT ${limit}`.execute(read);
  return rows.map(placeOf);
}

/** Documents group after group, the newest of each first: as many groups as a page needs are asked, one by one. */
export async function walkByGroup(
  read: PortalSource,
  { group, groups }: Groups,
  { order, wanted, after, limit }: Reading,
): Promise<ListPlace[]> {
  const found: ListPlace[] = [];
  for (const { key, ids } of await groupsOf(read, groups, order.isDescending, after)) {
    if (found.length >= limit) break;
    const isEntered = after !== null && key === after.key;
    const { rows } = await sql<{ id: number }>`SELECT documents.id AS id FROM documents
      WHERE ${group} IN (${sql.join(ids)}) AND ${wanted} ${isEntered ? sql`AND documents.id < ${after.id}` : sql``}
      ORDER BY documents.id DESC LIMIT ${limit - found.length}`.execute(read);
    found.push(...rows.map(({ id }) => ({ id: Number(id), key })));
  }
  return found;
}

interface Group {
  readonly key: string;
  readonly ids: (number | string)[];
}

/** The groups from that of a place on, in their order. */
async function groupsOf(
  read: PortalSource,
  groups: RawBuilder<unknown>,
  isDescending: boolean,
  after: ListPlace | null,
): Promise<Group[]> {
  const rest = isDescending ? sql`key <= ${after?.key}` : sql`key >= ${after?.key}`;
  const { rows } = await sql<{ id: number | string; key: string }>`SELECT id, key FROM (${groups}) AS known
    WHERE ${after ? rest : sql`1 = 1`} ORDER BY key ${isDescending ? sql`DESC` : sql`ASC`}`.execute(read);
  const found: Group[] = [];
  for (const { id, key } of rows) {
    const latest = found.at(-1);
    if (latest?.key === key) latest.ids.push(id);
    else found.push({ key, ids: [id] });
  }
  return found;
}

/** What waits, by its moment; then everything else, the newest first. */
export async function walkWaiting(read: PortalSource, reading: Reading): Promise<ListPlace[]> {
  const { after, limit } = reading;
  const waiting = after?.key === null ? [] : await waitingOf(read, reading);
  if (waiting.length >= limit) return waiting;
  const { rows } = await sql<{ id: number }>`SELECT documents.id AS id FROM documents
    WHERE ${reading.wanted} ${after?.key === null ? sql`AND documents.id < ${after.id}` : sql``}
      AND NOT EXISTS (SELECT 1 FROM document_entries AS asked
        WHERE asked.document_id = documents.id AND asked.is_asked = 1 LIMIT 1 OFFSET 0)
    ORDER BY documents.id DESC LIMIT ${limit - waiting.length}`.execute(read);
  return [...waiting, ...rows.map(({ id }) => ({ id: Number(id), key: null }))];
}

/** Entries in the order of the index of their moments; of several of a document the earliest counts. */
async function waitingOf(read: PortalSource, { order, wanted, after, limit }: Reading): Promise<ListPlace[]> {
  const direction = order.isDescending ? sql`DESC` : sql`ASC`;
  const further = order.isDescending ? sql`<` : sql`>`;
  const rest = sql`AND (coalesce(entry.asked_at, 0), entry.document_id) ${further} (${after?.key}, ${after?.id})`;
  const { rows } = await sql<ListPlace>`
    SELECT entry.document_id AS id, coalesce(entry.asked_at, 0) AS key FROM document_entries AS entry
    WHERE entry.is_asked = 1 ${after ? rest : sql``}
      AND NOT EXISTS (SELECT 1 FROM document_entries AS earlier
        WHERE earlier.document_id = entry.document_id AND earlier.is_asked = 1
          AND (coalesce(earlier.asked_at, 0), earlier.kind, earlier.user_id)
            < (coalesce(entry.asked_at, 0), entry.kind, entry.user_id) LIMIT 1 OFFSET 0)
      AND EXISTS (SELECT 1 FROM documents
        WHERE documents.id = entry.document_id AND ${wanted} LIMIT 1 OFFSET 0)
    ORDER BY coalesce(entry.asked_at, 0) ${direction}, entry.document_id ${direction}
    LIMIT ${limit}`.execute(read);
  return rows.map(placeOf);
}

const placeOf = ({ id, key }: ListPlace): ListPlace => ({
  id: Number(id),
  key: typeof key === 'bigint' ? Number(key) : key,
});

/** What a page is read by. */
export interface Reading {
  readonly order: ListOrder;
  readonly wanted: Condition;
  /** Only what comes after it; null: from the beginning. */
  readonly after: ListPlace | null;
  readonly limit: number;
}

/** A column whose index gives documents in their order. */
interface ByColumn {
  readonly column: RawBuilder<unknown>;
}

/** Documents by something that many have in common: group after group, the newest of each first. */
interface ByGroup {
  /** The column of `documents` that tells the group, which an index holds with the id. */
  readonly group: RawBuilder<unknown>;
  /** Rows of `id` (as in the column) and `key`, which orders them; equal keys are one group. */
  readonly groups: RawBuilder<unknown>;
  /** The same key of a row of `documents`. */
  readonly key: RawBuilder<unknown>;
}

const titled = (table: 'tasks' | 'directings', column: string): ByGroup => ({
  group: sql.ref(`documents.${column}`),
  groups: sql`SELECT id, title_key AS key FROM ${sql.table(table)}`,
  key: sql`(SELECT title_key FROM ${sql.table(table)} AS of WHERE of.id = ${sql.ref(`documents.${column}`)})`,
});

const rankOf = (state: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`CASE ${state} ${sql.join(
    DOCUMENT_STATES.map((one, rank) => sql`WHEN ${sql.lit(one)} THEN ${sql.lit(String(rank))}`),
    sql` `,
  )} END`;

export const COLUMNS = {
  num: { column: sql`documents.id` },
  title: { column: sql`documents.title_key` },
  saved: { column: sql`documents.saved_at` },
} as const satisfies Partial<Record<ListSort, ByColumn>>;

export const GROUPS = {
  task: titled('tasks', 'task_id'),
  directing: titled('directings', 'directing_id'),
  author: {
    group: sql`documents.author_id`,
    groups: sql`SELECT id, search_text AS key FROM users`,
    key: sql`(SELECT search_text FROM users AS of WHERE of.id = documents.author_id)`,
  },
  state: {
    group: sql`documents.state`,
    groups: sql`SELECT state AS id, ${rankOf(sql`state`)} AS key FROM (${sql.join(
      DOCUMENT_STATES.map((state) => sql`SELECT ${sql.lit(state)} AS state`),
      sql` UNION ALL `,
    )}) AS states`,
    key: rankOf(sql`documents.state`),
  },
} as const satisfies Partial<Record<ListSort, ByGroup>>;

export const isByColumn = (sort: ListSort): sort is keyof typeof COLUMNS => Object.hasOwn(COLUMNS, sort);
export const isByGroup = (sort: ListSort): sort is keyof typeof GROUPS => Object.hasOwn(GROUPS, sort);

/** Since when the document of a row waits; null where nobody is asked. */
export const waitsSince = sql`(SELECT min(coalesce(asked.asked_at, 0)) FROM document_entries AS asked
  WHERE asked.document_id = documents.id AND asked.is_asked = 1)`;

// SQL of one page of a list of documents, in any order and by any filter.
import { type RawBuilder, sql } from 'kysely';
import { DOCUMENT_STATES } from '../../../contract/documents/documents.ts';
import type { ListSort } from '../../../contract/documents/words.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import type { Condition, SearchViewer } from '../search/conditions.ts';
import { isOfWaiting, isWanted, type KnownFilter, type ListOrder, type ListPlace } from './filter.ts';
import { chooseSet, idsOf, narrowSets, sizeOf } from './narrow-sets.ts';

/** A page of a list: gathered and sorted where a condition leaves fewer than `most`, else walked in its order. */
export async function selectPage(
  read: PortalSource,
  filter: KnownFilter,
  viewer: SearchViewer,
  rest: Omit<Reading, 'wanted'>,
  most?: number,
): Promise<ListPlace[]> {
  const reading = { ...rest, wanted: await isWanted(read, filter, viewer) };
  if (rest.order.by === 'due') return walkWaiting(read, reading, hasDeadline, gatheredBy(dueOfDocuments));
  if (rest.order.by === 'asked') return walkWaiting(read, reading, isWaitedFor, gatheredBy(askedPeople));
  const start = await chooseStart(read, filter, viewer, rest.limit, most);
  if (start) return gather(read, start, reading);
  const { by } = rest.order;
  if (isByColumn(by)) return walkByColumn(read, COLUMNS[by].column, reading);
  return isByGroup(by) ? walkByGroup(read, GROUPS[by], reading) : walkWaiting(read, reading, isWaitedFor, waitingOf);
}

/** How many documents a filter finds. `sizes`: what is known already of how much its conditions leave. */
export async function countPage(
  read: PortalSource,
  filter: KnownFilter,
  viewer: SearchViewer,
  sizes: Sizes = new Map(),
  most?: number,
): Promise<number> {
  const wanted = await isWanted(read, filter, viewer);
  const start = await chooseStart(read, filter, viewer, Number.POSITIVE_INFINITY, most, sizes);
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count ${fromStart(start, wanted)}`.execute(read);
  return Number(rows[0]?.count ?? 0);
}

const fromStart = (start: RawBuilder<unknown> | null, wanted: Condition): RawBuilder<unknown> =>
  start
    ? sql`FROM (${start}) AS start CROSS JOIN documents WHERE documents.id = start.id AND ${wanted}`
    : sql`FROM documents WHERE ${wanted}`;

async function gather(read: PortalSource, start: RawBuilder<unknown>, { order, wanted, after, limit }: Reading) {
  const { rows } = await sql<ListPlace>`SELECT id, key FROM (
      SELECT documents.id AS id, ${keyOf(order)} AS key ${fromStart(start, wanted)}
    ) AS listed
    WHERE ${after ? isAfter(order, after) : sql`1 = 1`}
    ORDER BY ${inOrder(order)} LIMIT ${limit}`.execute(read);
  return rows.map(placeOf);
}

const keyOf = ({ by }: ListOrder): RawBuilder<unknown> => {
  if (isByColumn(by)) return COLUMNS[by].column;
  return isByGroup(by) ? GROUPS[by].key : waitsSince;
};

/** Whether the newest of documents with equal keys comes first, in either direction of the list. */
const newestOfEqual = ({ by, isDescending }: ListOrder): boolean => isDescending || isByGroup(by);

/** What has no key is last, the newest first. */
function inOrder(order: ListOrder): RawBuilder<unknown> {
  const direction = order.isDescending ? sql`DESC` : sql`ASC`;
  const byId = newestOfEqual(order) ? sql`DESC` : sql`ASC`;
  if (!isOfWaiting(order.by)) return sql`key ${direction}, id ${byId}`;
  return sql`key IS NULL, key ${direction}, CASE WHEN key IS NULL THEN -id END, id ${byId}`;
}

function isAfter(order: ListOrder, { key, id }: ListPlace): Condition {
  if (key === null) return sql<boolean>`key IS NULL AND id < ${id}`;
  const further = order.isDescending ? sql`<` : sql`>`;
  const nextId = newestOfEqual(order) ? sql`<` : sql`>`;
  return sql<boolean>`(key ${further} ${key} OR (key = ${key} AND id ${nextId} ${id}) OR key IS NULL)`;
}

/** Up to so many documents are gathered and sorted; more are read in the order of an index. */
const GATHERED_MAX = 10_000;

/** How many documents sets hold, by their names: counts that share a filter ask once. */
export type Sizes = Map<string, Promise<number>>;

/** The ids to begin with, as a query; null where a walk is better. `page`: documents wanted, Infinity for all. */
async function chooseStart(
  read: PortalSource,
  filter: KnownFilter,
  viewer: SearchViewer,
  page: number,
  most = GATHERED_MAX,
  sizes: Sizes = new Map(),
): Promise<RawBuilder<unknown> | null> {
  const sets = await Promise.all(
    [...narrowSets(filter, viewer)].map(async ([name, set]) => {
      const asked = sizes.get(name) ?? sizeOf(read, set, most);
      sizes.set(name, asked);
      return { set, size: await asked };
    }),
  );
  const { rows } = await sql<{ total: number }>`SELECT max(id) AS total FROM documents`.execute(read);
  const chosen = chooseSet(sets, { total: Number(rows[0]?.total ?? 0), page, most });
  return chosen && idsOf(chosen.set);
}

async function walkByColumn(read: PortalSource, column: RawBuilder<unknown>, { order, wanted, after, limit }: Reading) {
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

/** Documents by group, the newest of each first; groups are queried one by one until the page is full. */
async function walkByGroup(
  read: PortalSource,
  { group, groups }: (typeof GROUPS)[keyof typeof GROUPS],
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

/** Waiting documents by their keys; then all others, the newest first. */
async function walkWaiting(
  read: PortalSource,
  reading: Reading,
  hasKey: RawBuilder<unknown>,
  select: (read: PortalSource, reading: Reading) => Promise<ListPlace[]>,
): Promise<ListPlace[]> {
  const { after, limit } = reading;
  const waiting = after?.key === null ? [] : await select(read, reading);
  if (waiting.length >= limit) return waiting;
  const { rows } = await sql<{ id: number }>`SELECT documents.id AS id FROM documents
    WHERE ${reading.wanted} ${after?.key === null ? sql`AND documents.id < ${after.id}` : sql``}
      AND NOT EXISTS (SELECT 1 FROM document_entries AS asked
        WHERE asked.document_id = documents.id AND ${hasKey} LIMIT 1 OFFSET 0)
    ORDER BY documents.id DESC LIMIT ${limit - waiting.length}`.execute(read);
  return [...waiting, ...rows.map(({ id }) => ({ id: Number(id), key: null }))];
}

const isWaitedFor = sql`asked.is_asked = 1`;
const hasDeadline = sql`asked.is_asked = 1 AND asked.due_at IS NOT NULL`;

/** Rows of `id` and `key` of the entries asked in documents that fulfil a condition. */
type Keys = (isWanted: RawBuilder<unknown>) => RawBuilder<unknown>;

const dueOfDocuments: Keys = (isWanted) => sql`SELECT asked.document_id AS id, min(asked.due_at) AS key
  FROM document_entries AS asked WHERE ${hasDeadline} AND ${isWanted} GROUP BY asked.document_id`;

/** A row for each person asked, by name; the key ends with the id of the profile. */
const askedPeople: Keys = (isWanted) =>
  sql`SELECT DISTINCT asked.document_id AS id, people.search_text || '/' || CAST(people.id AS text) AS key
    FROM document_entries AS asked JOIN users AS people ON people.id = asked.user_id
    WHERE ${isWaitedFor} AND ${isWanted}`;

/** The id of the profile in a key of `askedPeople`. */
export const personInKey = (key: ListPlace['key']): number | null =>
  typeof key === 'string' ? Number(key.slice(key.lastIndexOf('/') + 1)) : null;

/** Sorts the keys of everything that waits: decisions that are asked for are few beside all documents. */
const gatheredBy =
  (keys: Keys) =>
  async (read: PortalSource, { order, wanted, after, limit }: Reading): Promise<ListPlace[]> => {
    const ofWanted = sql`EXISTS (SELECT 1 FROM documents WHERE documents.id = asked.document_id AND ${wanted}
      LIMIT 1 OFFSET 0)`;
    const direction = order.isDescending ? sql`DESC` : sql`ASC`;
    const further = order.isDescending ? sql`<` : sql`>`;
    const { rows } = await sql<ListPlace>`SELECT id, key FROM (${keys(ofWanted)}) AS keyed
      ${after ? sql`WHERE (key, id) ${further} (${after.key}, ${after.id})` : sql``}
      ORDER BY key ${direction}, id ${direction} LIMIT ${limit}`.execute(read);
    return rows.map(placeOf);
  };

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

interface Reading {
  readonly order: ListOrder;
  readonly wanted: Condition;
  /** Only what comes after it; null: from the beginning. */
  readonly after: ListPlace | null;
  readonly limit: number;
}

interface ByColumn {
  readonly column: RawBuilder<unknown>;
}

/** An order by groups, the newest document of each first. */
interface ByGroup {
  /** The indexed column of `documents` with the group. */
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

const COLUMNS = {
  num: { column: sql`documents.id` },
  title: { column: sql`documents.title_key` },
  saved: { column: sql`documents.saved_at` },
} as const satisfies Partial<Record<ListSort, ByColumn>>;

const GROUPS = {
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

const isByColumn = (sort: ListSort): sort is keyof typeof COLUMNS => Object.hasOwn(COLUMNS, sort);
const isByGroup = (sort: ListSort): sort is keyof typeof GROUPS => Object.hasOwn(GROUPS, sort);

/** Since when a document waits; null where no decision is pending. */
const waitsSince = sql`(SELECT min(coalesce(asked.asked_at, 0)) FROM document_entries AS asked
  WHERE asked.document_id = documents.id AND asked.is_asked = 1)`;

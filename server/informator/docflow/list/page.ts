import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { InformatorSchema } from '../../schema.ts';
import type { Condition, Looker } from '../search/conditions.ts';
import { isWanted, type KnownFilter } from './conditions.ts';
import type { ListOrder } from './filter.ts';
import { COLUMNS, GROUPS, isByColumn, isByGroup, waitsSince } from './orders.ts';
import type { ListPlace } from './places.ts';
import type { Reading } from './reading.ts';
import { chooseStart, type Sizes } from './sources.ts';
import { walkByColumn, walkByGroup, walkWaiting } from './walks.ts';

type Source = Kysely<InformatorSchema>;

/**
 * A page of a list. Where one of the conditions leaves few documents, they are gathered and sorted; otherwise documents are
 * walked in the order of the list until the page is full. `most`: how many are few.
 */
export async function selectPage(
  read: Source,
  filter: KnownFilter,
  looker: Looker,
  rest: Omit<Reading, 'wanted'>,
  most?: number,
): Promise<ListPlace[]> {
  const reading = { ...rest, wanted: await isWanted(read, filter, looker) };
  const start = await chooseStart(read, filter, looker, rest.limit, most);
  if (start) return gather(read, start, reading);
  const { by } = rest.order;
  if (isByColumn(by)) return walkByColumn(read, COLUMNS[by].column, reading);
  return isByGroup(by) ? walkByGroup(read, GROUPS[by], reading) : walkWaiting(read, reading);
}

/** How many documents a filter finds. `sizes`: what is known already of how much its conditions leave. */
export async function countPage(
  read: Source,
  filter: KnownFilter,
  looker: Looker,
  sizes: Sizes = new Map(),
  most?: number,
): Promise<number> {
  const wanted = await isWanted(read, filter, looker);
  const start = await chooseStart(read, filter, looker, Number.POSITIVE_INFINITY, most, sizes);
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count ${fromStart(start, wanted)}`.execute(
    read,
  );
  return Number(rows[0]?.count ?? 0);
}

const fromStart = (start: RawBuilder<unknown> | null, wanted: Condition): RawBuilder<unknown> =>
  start
    ? sql`FROM (${start}) AS start CROSS JOIN documents WHERE documents.id = start.id AND ${wanted}`
    : sql`FROM documents WHERE ${wanted}`;

async function gather(
  read: Source,
  start: RawBuilder<unknown>,
  { order, wanted, after, limit }: Reading,
): Promise<ListPlace[]> {
  const { rows } = await sql<ListPlace>`SELECT id, key FROM (
      SELECT documents.id AS id, ${keyOf(order)} AS key ${fromStart(start, wanted)}
    ) AS listed
    WHERE ${after ? isAfter(order, after) : sql`1 = 1`}
    ORDER BY ${inOrder(order)} LIMIT ${limit}`.execute(read);
  return rows.map(placeOf);
}

const placeOf = ({ id, key }: ListPlace): ListPlace => ({ id: Number(id), key });

const keyOf = ({ by }: ListOrder): RawBuilder<unknown> => {
  if (isByColumn(by)) return COLUMNS[by].column;
  return isByGroup(by) ? GROUPS[by].key : waitsSince;
};

/** Whether the newest document of equal keys is first, whatever end the list begins with. */
const newestOfEqual = ({ by, isDescending }: ListOrder): boolean => isDescending || isByGroup(by);

/** What has no key is last, the newest first. */
function inOrder(order: ListOrder): RawBuilder<unknown> {
  const direction = order.isDescending ? sql`DESC` : sql`ASC`;
  const byId = newestOfEqual(order) ? sql`DESC` : sql`ASC`;
  if (order.by !== 'since') return sql`key ${direction}, id ${byId}`;
  return sql`key IS NULL, key ${direction}, CASE WHEN key IS NULL THEN -id END, id ${byId}`;
}

function isAfter(order: ListOrder, { key, id }: ListPlace): Condition {
  if (key === null) return sql<boolean>`key IS NULL AND id < ${id}`;
  const further = order.isDescending ? sql`<` : sql`>`;
  const nextId = newestOfEqual(order) ? sql`<` : sql`>`;
  return sql<boolean>`(key ${further} ${key} OR (key = ${key} AND id ${nextId} ${id}) OR key IS NULL)`;
}

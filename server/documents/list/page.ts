import { type RawBuilder, sql } from 'kysely';
import type { SignatoryKind } from '../../../contract/documents/words.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import { allOf, type Condition, isOf, isWord, matchesOf, type Part, type SearchViewer } from '../search/conditions.ts';
import { isWanted, type KnownFilter, type ListOrder, type ListPlace } from './filter.ts';
import {
  COLUMNS,
  GROUPS,
  isByColumn,
  isByGroup,
  type Reading,
  waitsSince,
  walkByColumn,
  walkByGroup,
  walkWaiting,
} from './walks.ts';

/**
 * A page of a list. Where one of the conditions leaves few documents, they are gathered and sorted; otherwise documents are
 * walked in the order of the list until the page is full. `most`: how many are few.
 */
export async function selectPage(
  read: PortalSource,
  filter: KnownFilter,
  looker: SearchViewer,
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
  read: PortalSource,
  filter: KnownFilter,
  looker: SearchViewer,
  sizes: Sizes = new Map(),
  most?: number,
): Promise<number> {
  const wanted = await isWanted(read, filter, looker);
  const start = await chooseStart(read, filter, looker, Number.POSITIVE_INFINITY, most, sizes);
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count ${fromStart(start, wanted)}`.execute(read);
  return Number(rows[0]?.count ?? 0);
}

const fromStart = (start: RawBuilder<unknown> | null, wanted: Condition): RawBuilder<unknown> =>
  start
    ? sql`FROM (${start}) AS start CROSS JOIN documents WHERE documents.id = start.id AND ${wanted}`
    : sql`FROM documents WHERE ${wanted}`;

async function gather(
  read: PortalSource,
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

/** So many documents are gathered and sorted; more are walked in the order of an index. */
const GATHERED_MAX = 10_000;

/** Documents by one of the conditions of a filter, as the rest of a query from `FROM` on. */
interface Narrow {
  readonly id: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
}

/** How many documents sets hold, by their names: counts that share a filter ask once. */
export type Sizes = Map<string, Promise<number>>;

/** Every set of documents that an index tells and that holds all that a filter finds, by a name that says which. */
function narrowSets(filter: KnownFilter, looker: SearchViewer): Map<string, Narrow[]> {
  const { wanted, creator, signatory } = filter;
  const { acceptor, recipient, directing, task, state } = wanted;
  const sets = new Map<string, Narrow[]>();
  if (acceptor) sets.set(`acceptor ${acceptor}`, entriesWith('acceptor', acceptor, looker));
  if (recipient) sets.set(`recipient ${recipient}`, entriesWith('recipient', recipient, looker));
  if (wanted.authored) sets.set('authored', documentsWith({ author_id: looker.id }));
  if (creator !== null) sets.set('creator', documentsWith({ author_id: creator }));
  if (signatory !== null)
    sets.set('signatory', [
      {
        id: sql`entry.document_id`,
        from: sql`FROM document_entries AS entry WHERE entry.user_id = ${signatory}`,
      },
    ]);
  if (directing !== null || task !== null) sets.set('pair', documentsWith({ directing_id: directing, task_id: task }));
  if (state !== null) sets.set('state', documentsWith({ state }));
  if (filter.from !== null || filter.before !== null) sets.set('days', documentsOfDays(filter));
  if (filter.isOverdue)
    sets.set('overdue', [
      {
        id: sql`entry.document_id`,
        from: sql`FROM document_entries AS entry
          WHERE entry.is_asked = 1 AND entry.step IS NOT NULL AND entry.due_at < ${filter.now}`,
      },
    ]);
  for (const [at, word] of (wanted.words ?? []).entries())
    sets.set(`word ${at}`, [
      {
        id: sql`held.document_id`,
        from: sql`FROM document_words AS held WHERE ${isWord('held.word', word)}`,
      },
    ]);
  return sets.set('seen', seenSet(looker));
}

const entriesWith = (kind: SignatoryKind, part: Part, looker: SearchViewer): Narrow[] =>
  matchesOf(part, looker).map((way) => ({
    id: sql`entry.document_id`,
    from: sql`FROM document_entries AS entry
      WHERE ${allOf([sql<boolean>`entry.kind = ${kind}`, way])}`,
  }));

/** The documents whose columns hold these values; null: any. */
function documentsWith(values: Readonly<Record<string, string | number | null>>): Narrow[] {
  const conditions = Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([column, value]) => sql<boolean>`${sql.ref(`documents.${column}`)} = ${value}`);
  return [{ id: sql`documents.id`, from: sql`FROM documents WHERE ${allOf(conditions)}` }];
}

function documentsOfDays({ from, before }: Pick<KnownFilter, 'from' | 'before'>): Narrow[] {
  const conditions = [
    ...(from === null ? [] : [sql<boolean>`documents.created_at >= ${from}`]),
    ...(before === null ? [] : [sql<boolean>`documents.created_at < ${before}`]),
  ];
  return [{ id: sql`documents.id`, from: sql`FROM documents WHERE ${allOf(conditions)}` }];
}

/** The documents that somebody sees: by the pairs of the role, and by having a part in them. */
const seenSet = (looker: SearchViewer): Narrow[] => [
  { id: sql`person.document_id`, from: sql`FROM document_people AS person WHERE ${isOf(looker)}` },
  ...(looker.role === null
    ? []
    : [
        {
          id: sql`documents.id`,
          from: sql`FROM (SELECT pair.directing_id, pair.task_id FROM role_tasks AS pair
              WHERE pair.role_id = ${looker.role}) AS pair
            CROSS JOIN documents
            WHERE documents.directing_id = pair.directing_id AND documents.task_id = pair.task_id`,
        },
      ]),
];

/** Ids of a set, each once. */
const idsOf = (set: readonly Narrow[]): RawBuilder<unknown> =>
  sql`SELECT DISTINCT id FROM (${sql.join(
    set.map(({ id, from }) => sql`SELECT ${id} AS id ${from}`),
    sql` UNION ALL `,
  )}) AS narrow`;

async function sizeOf(read: PortalSource, set: readonly Narrow[], most: number): Promise<number> {
  const limited = set.map(({ from }) => sql`SELECT 1 FROM (SELECT 1 AS one ${from} LIMIT ${most}) AS few`);
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM (
    ${sql.join(limited, sql` UNION ALL `)} LIMIT ${most}) AS narrow`.execute(read);
  return Number(rows[0]?.count ?? 0);
}

/** How many documents a set holds; as many as are gathered at most stands for that many or more. */
interface Sized {
  readonly size: number;
}

/**
 * The set to begin with, or null where walking all documents in their order comes to a page sooner: of `total` documents a
 * page is expected after as many as the shares of all sets leave. A set of `most` or more is no help.
 */
export function chooseSet<Set extends Sized>(
  sets: readonly Set[],
  { total, page, most }: { readonly total: number; readonly page: number; readonly most: number },
): Set | null {
  const few = sets.filter(({ size }) => size < most);
  const [smallest] = few.toSorted((one, other) => one.size - other.size);
  if (!smallest) return null;
  const share = few.reduce((left, { size }) => left * (size / Math.max(total, 1)), 1);
  return page / share < smallest.size ? null : smallest;
}

/** The ids to begin with, as a query; null where a walk is better. `page`: how many documents are wanted, Infinity for all. */
async function chooseStart(
  read: PortalSource,
  filter: KnownFilter,
  looker: SearchViewer,
  page: number,
  most = GATHERED_MAX,
  sizes: Sizes = new Map(),
): Promise<RawBuilder<unknown> | null> {
  const sets = await Promise.all(
    [...narrowSets(filter, looker)].map(async ([name, set]) => {
      const asked = sizes.get(name) ?? sizeOf(read, set, most);
      sizes.set(name, asked);
      return { set, size: await asked };
    }),
  );
  const { rows } = await sql<{ total: number }>`SELECT max(id) AS total FROM documents`.execute(read);
  const chosen = chooseSet(sets, { total: Number(rows[0]?.total ?? 0), page, most });
  return chosen && idsOf(chosen.set);
}

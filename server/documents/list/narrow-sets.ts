// The indexed sets of documents with which a list may begin, how many each holds, and which of them to choose.
import { type RawBuilder, sql } from 'kysely';
import type { SignatoryKind } from '../../../contract/documents/words.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import { allOf, isOf, isWord, matchesOf, type Part, type SearchViewer } from '../search/conditions.ts';
import type { KnownFilter } from './filter.ts';

/** Documents by one of the conditions of a filter, as the rest of a query from `FROM` on. */
interface Narrow {
  readonly id: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
}

/** The indexed sets of documents that contain all results of a filter, by name. */
export function narrowSets(filter: KnownFilter, viewer: SearchViewer): Map<string, Narrow[]> {
  const { wanted, creator, signatory, asked } = filter;
  const { acceptor, recipient, directing, task, state } = wanted;
  const sets = new Map<string, Narrow[]>();
  if (acceptor) sets.set(`acceptor ${acceptor}`, entriesWith('acceptor', acceptor, viewer));
  if (recipient) sets.set(`recipient ${recipient}`, entriesWith('recipient', recipient, viewer));
  if (wanted.authored) sets.set('authored', documentsWith({ author_id: viewer.id }));
  if (creator !== null) sets.set('creator', documentsWith({ author_id: creator }));
  if (signatory !== null)
    sets.set('signatory', [
      { id: sql`entry.document_id`, from: sql`FROM document_entries AS entry WHERE entry.user_id = ${signatory}` },
    ]);
  if (asked !== null)
    sets.set('asked', [
      {
        id: sql`entry.document_id`,
        from: sql`FROM document_entries AS entry WHERE entry.user_id = ${asked} AND entry.is_asked = 1`,
      },
    ]);
  if (directing !== null || task !== null) sets.set('pair', documentsWith({ directing_id: directing, task_id: task }));
  if (state !== null && state !== 'all')
    sets.set('state', documentsWith({ state: state === 'approval' || state === 'reading' ? 'pending' : state }));
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
      { id: sql`held.document_id`, from: sql`FROM document_words AS held WHERE ${isWord('held.word', word)}` },
    ]);
  return sets.set('seen', seenSet(viewer));
}

const entriesWith = (kind: SignatoryKind, part: Part, viewer: SearchViewer): Narrow[] =>
  matchesOf(part, viewer).map((condition) => ({
    id: sql`entry.document_id`,
    from: sql`FROM document_entries AS entry
      WHERE ${allOf([sql<boolean>`entry.kind = ${kind}`, condition])}`,
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

/** The documents that a viewer sees: by the pairs of the role, and by having a part in them. */
const seenSet = (viewer: SearchViewer): Narrow[] => [
  { id: sql`person.document_id`, from: sql`FROM document_people AS person WHERE ${isOf(viewer)}` },
  ...(viewer.role === null
    ? []
    : [
        {
          id: sql`documents.id`,
          from: sql`FROM (SELECT pair.directing_id, pair.task_id FROM role_tasks AS pair
              WHERE pair.role_id = ${viewer.role}) AS pair
            CROSS JOIN documents
            WHERE documents.directing_id = pair.directing_id AND documents.task_id = pair.task_id`,
        },
      ]),
];

/** The ids of a set, each once, as a query. */
export const idsOf = (set: readonly Narrow[]): RawBuilder<unknown> =>
  sql`SELECT DISTINCT id FROM (${sql.join(
    set.map(({ id, from }) => sql`SELECT ${id} AS id ${from}`),
    sql` UNION ALL `,
  )}) AS narrow`;

/** How many rows a set has; `most` stands for that many or more. */
export async function sizeOf(read: PortalSource, set: readonly Narrow[], most: number): Promise<number> {
  const limited = set.map(({ from }) => sql`SELECT 1 FROM (SELECT 1 AS one ${from} LIMIT ${most}) AS few`);
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM (
    ${sql.join(limited, sql` UNION ALL `)} LIMIT ${most}) AS narrow`.execute(read);
  return Number(rows[0]?.count ?? 0);
}

interface Sized {
  readonly size: number;
}

/** The set to begin with; null where walking the `total` in order fills a page sooner. A set of `most` is no help. */
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

import { type RawBuilder, sql } from 'kysely';
import type { SignatoryKind } from '../../../contract/documents/words.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import {
  allOf,
  type Condition,
  conditionsOf,
  DOCUMENT,
  ENTRY,
  isAuthor,
  isOf,
  isOlder,
  matchesOf,
  ofRow,
  type Part,
  PERSON,
  type RowNames,
  type SearchViewer,
  type Wanted,
} from './conditions.ts';

/** A query of ids that an index answers in their order, newest first; together the branches hold every document wanted. */
export interface Branch {
  /** `FROM … WHERE …` over `documents`, `entry` or `person`. */
  readonly from: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
}

/** The branches of what is wanted without words, but for the documents of the role's pairs. */
export function branchesOf(wanted: Wanted, looker: SearchViewer): Branch[] {
  const { acceptor, recipient, authored } = wanted;
  if (acceptor) {
    const others = conditionsOf({ ...wanted, acceptor: null, before: null }, looker);
    return entryBranches('acceptor', acceptor, wanted, looker, others);
  }
  if (recipient) {
    const others = conditionsOf({ ...wanted, recipient: null, before: null }, looker);
    return entryBranches('recipient', recipient, wanted, looker, others);
  }
  if (authored) {
    const own = allOf([isAuthor(looker), ...ofRow(wanted)]);
    return [{ from: sql`FROM documents WHERE ${own}`, id: sql.ref(DOCUMENT.id) }];
  }
  const person = allOf([isOf(looker), ...ofRow(wanted, PERSON)]);
  return [{ from: sql`FROM document_people AS person WHERE ${person}`, id: sql.ref(PERSON.id) }];
}

/** Whether only documents are wanted that the looker has a part in. */
export const takesPart = ({ acceptor, recipient, authored }: Wanted): boolean =>
  acceptor !== null || recipient !== null || authored;

/** Whether documents are wanted that are seen by a pair alone. */
export const wantsPairs = (wanted: Wanted, { role }: SearchViewer): boolean => !takesPart(wanted) && role !== null;

const entryBranches = (
  kind: SignatoryKind,
  part: Part,
  wanted: Wanted,
  looker: SearchViewer,
  others: readonly Condition[],
): Branch[] => matchesOf(part, looker).map((way) => entryBranch(kind, way, wanted, others));

function entryBranch(kind: SignatoryKind, part: Condition, wanted: Wanted, others: readonly Condition[]): Branch {
  const conditions = [
    sql<boolean>`entry.kind = ${kind}`,
    part,
    ...isOlder(wanted, ENTRY),
    // OFFSET: PostgreSQL would join, and walk all documents beside the entries.
    ...(others.length === 0
      ? []
      : [
          sql<boolean>`EXISTS (SELECT 1 FROM documents
            WHERE documents.id = entry.document_id AND ${allOf(others)} LIMIT 1 OFFSET 0)`,
        ]),
  ];
  return {
    from: sql`FROM document_entries AS entry WHERE ${allOf(conditions)}`,
    id: sql.ref(ENTRY.id),
  };
}

/** The pairs of the role that are wanted. */
export const pairsOf = (wanted: Wanted, { role }: SearchViewer): RawBuilder<unknown> =>
  sql`FROM role_tasks AS pair WHERE ${allOf([sql<boolean>`pair.role_id = ${role}`, ...ofPair(wanted)])}`;

/** The pairs that are wanted, have had a document and are not of the role. */
const otherPairsOf = (wanted: Wanted, { role }: SearchViewer): RawBuilder<unknown> =>
  sql`FROM document_numbers AS pair WHERE ${allOf([
    sql<boolean>`NOT EXISTS (SELECT 1 FROM role_tasks AS seen WHERE seen.role_id = ${role}
      AND seen.directing_id = pair.directing_id AND seen.task_id = pair.task_id)`,
    ...ofPair(wanted),
  ])}`;

const ofPair = ({ directing, task }: Wanted): Condition[] => [
  ...(directing === null ? [] : [sql<boolean>`pair.directing_id = ${directing}`]),
  ...(task === null ? [] : [sql<boolean>`pair.task_id = ${task}`]),
];

/** That a row is wanted, and of the pair that stands in the query as `pair`. */
export const inPair = (wanted: Wanted, row: RowNames = DOCUMENT): Condition =>
  allOf([
    sql<boolean>`${sql.ref(`${row.table}.directing_id`)} = pair.directing_id`,
    sql<boolean>`${sql.ref(`${row.table}.task_id`)} = pair.task_id`,
    ...ofRow({ ...wanted, directing: null, task: null }, row),
  ]);

/** The number that a query of one `count` answers. */
export async function countRows(read: PortalSource, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`${query}`.execute(read);
  return Number(rows[0]?.count ?? 0);
}

/**
 * Counts the documents that a person sees: pair by pair those of the role, and in every other pair those that the person sees
 * whatever the role. A pair is a range of an index in both databases, which is counted without reading documents and without
 * removing duplicates.
 */
export async function countSeen(read: PortalSource, wanted: Wanted, looker: SearchViewer): Promise<number> {
  if (wantsEverything(wanted) && (await seesEveryPair(read, wanted, looker)))
    return countRows(read, sql`SELECT count(*) AS count FROM documents`);
  const ofRole = sql`SELECT sum((SELECT count(*) FROM documents WHERE ${inPair(wanted)})) ${pairsOf(wanted, looker)}`;
  const own = allOf([isOf(looker), inPair(wanted, PERSON)]);
  const elsewhere = sql`SELECT sum((SELECT count(*) FROM document_people AS person WHERE ${own}))
    ${otherPairsOf(wanted, looker)}`;
  return countRows(read, sql`SELECT coalesce((${ofRole}), 0) + coalesce((${elsewhere}), 0) AS count`);
}

const wantsEverything = ({ before, directing, task, state }: Wanted): boolean =>
  before === null && directing === null && task === null && state === null;

/** Whether the role sees every wanted pair that ever had a document. */
export async function seesEveryPair(read: PortalSource, wanted: Wanted, looker: SearchViewer): Promise<boolean> {
  const { rows } = await sql`SELECT 1 ${otherPairsOf(wanted, looker)} LIMIT 1`.execute(read);
  return rows.length === 0;
}

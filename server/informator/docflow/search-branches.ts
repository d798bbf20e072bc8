import { type RawBuilder, sql } from 'kysely';
import type { EntryKind } from './entries.ts';
import {
  all,
  asked,
  type Condition,
  hasPart,
  holdersOf,
  isAuthor,
  type Looker,
  ofRow,
} from './search-conditions.ts';
import type { Part, Wanted } from './search-query.ts';

/** A query of ids that an index answers in their order, newest first; together the branches hold every document wanted. */
export interface Branch {
  /** `FROM … WHERE …` over `documents`, or over `entry` alone where nothing else is asked. */
  readonly from: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
}

/** The branches of what is wanted without words, but for the documents of the role's pairs. */
export function branchesOf(wanted: Wanted, looker: Looker): Branch[] {
  const { acceptor, recipient, authored } = wanted;
  if (acceptor) {
    const others = asked({ ...wanted, acceptor: null }, looker);
    return entryBranches('acceptor', acceptor, wanted, looker, others);
  }
  if (recipient) {
    const others = asked({ ...wanted, recipient: null }, looker);
    return entryBranches('recipient', recipient, wanted, looker, others);
  }
  const own: Branch = {
    from: sql`FROM documents WHERE ${all([isAuthor(looker), ...ofRow(wanted)])}`,
    id: sql`documents.id`,
  };
  if (authored) return [own];
  const listed = (['acceptor', 'recipient'] as const).flatMap((kind) =>
    looker.acting.flatMap((user) => entryBranch(kind, 'listed', user, wanted, ofRow(wanted))),
  );
  return [own, ...listed];
}

/** Whether documents are wanted that are seen by a pair alone. */
export const wantsPairs = ({ acceptor, recipient, authored }: Wanted, { role }: Looker): boolean =>
  !acceptor && !recipient && !authored && role !== null;

const entryBranches = (
  kind: EntryKind,
  part: Part,
  wanted: Wanted,
  looker: Looker,
  others: readonly Condition[],
): Branch[] => holdersOf(part, looker).map((user) => entryBranch(kind, part, user, wanted, others));

function entryBranch(
  kind: EntryKind,
  part: Part,
  user: number,
  { before }: Wanted,
  others: readonly Condition[],
): Branch {
  const older = before === null ? [] : [sql<boolean>`entry.document_id < ${before}`];
  const conditions = all([sql<boolean>`entry.kind = ${kind}`, hasPart(part, user), ...older]);
  const id = sql`entry.document_id`;
  if (others.length === older.length)
    return { from: sql`FROM document_entries AS entry WHERE ${conditions}`, id };
  // CROSS JOIN: SQLite keeps to the order of the index that it begins with.
  return {
    from: sql`FROM document_entries AS entry CROSS JOIN documents
      WHERE documents.id = entry.document_id AND ${conditions} AND ${all(others)}`,
    id,
  };
}

/** The pairs of the role that are wanted. */
export const pairsOf = ({ directing, task }: Wanted, { role }: Looker): RawBuilder<unknown> =>
  sql`FROM role_tasks AS pair WHERE ${all([
    sql<boolean>`pair.role_id = ${role}`,
    ...(directing === null ? [] : [sql<boolean>`pair.directing_id = ${directing}`]),
    ...(task === null ? [] : [sql<boolean>`pair.task_id = ${task}`]),
  ])}`;

/** The documents of a pair that stands in the query as `pair`. */
export const ofPair = (wanted: Wanted): Condition =>
  all([
    sql<boolean>`documents.directing_id = pair.directing_id`,
    sql<boolean>`documents.task_id = pair.task_id`,
    ...ofRow({ ...wanted, directing: null, task: null }),
  ]);

import { type RawBuilder, sql } from 'kysely';
import type { WordRange } from '../../text/word-ranges.ts';
import type { EntryKind } from './entries.ts';
import type { Part, Wanted } from './search-query.ts';
import type { Viewer } from './viewer.ts';

export type Condition = RawBuilder<boolean>;

/** Who looks at documents, by the ids of profiles. */
export interface Looker extends Viewer {
  readonly id: number;
  readonly role: number | null;
  /** Himself, and whom he substitutes today. */
  readonly acting: readonly number[];
}

/** All of these; anything where there are none. */
export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`(${sql.join(conditions, sql` AND `)})`;

/** What is asked of the row of the document itself. */
export function ofRow({ before, directing, task, state }: Wanted): Condition[] {
  return [
    ...(before === null ? [] : [sql<boolean>`documents.id < ${before}`]),
    ...(directing === null ? [] : [sql<boolean>`documents.directing_id = ${directing}`]),
    ...(task === null ? [] : [sql<boolean>`documents.task_id = ${task}`]),
    ...(state === null ? [] : [sql<boolean>`documents.state = ${state}`]),
  ];
}

/** That an entry has the part; whoever substitutes is asked as well, but has not signed and is not listed. */
export const hasPart = (part: Part, user: number): Condition =>
  all([
    sql<boolean>`entry.user_id = ${user}`,
    ...(part === 'asked' ? [sql<boolean>`entry.is_asked = 1`] : []),
    ...(part === 'accepted' ? [sql<boolean>`entry.accepted_at IS NOT NULL`] : []),
  ]);

/** Whose entries count for a part. */
export const holdersOf = (part: Part, { id, acting }: Looker): readonly number[] =>
  part === 'asked' ? acting : [id];

/** That somebody has a part in a document. */
const takesPart = (kind: EntryKind, part: Part, looker: Looker): Condition =>
  sql<boolean>`EXISTS (SELECT 1 FROM document_entries AS entry
    WHERE entry.document_id = documents.id AND entry.kind = ${kind}
      AND (${sql.join(
        holdersOf(part, looker).map((user) => hasPart(part, user)),
        sql` OR `,
      )}))`;

export const isAuthor = ({ id }: Looker): Condition => sql<boolean>`documents.author_id = ${id}`;

/** That a document holds a word of the range; OFFSET keeps PostgreSQL from gathering all that do beforehand. */
export const holds = ([from, to]: WordRange): Condition =>
  sql<boolean>`EXISTS (SELECT 1 FROM document_words AS held
    WHERE held.document_id = documents.id AND held.word >= ${from} AND held.word <= ${to}
    LIMIT 1 OFFSET 0)`;

/** Everything that is asked besides words and visibility. */
export const asked = (wanted: Wanted, looker: Looker): Condition[] => [
  ...ofRow(wanted),
  ...(wanted.authored ? [isAuthor(looker)] : []),
  ...(wanted.acceptor ? [takesPart('acceptor', wanted.acceptor, looker)] : []),
  ...(wanted.recipient ? [takesPart('recipient', wanted.recipient, looker)] : []),
];

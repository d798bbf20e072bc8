import { type RawBuilder, sql } from 'kysely';

/** Who looks at documents. */
export interface Viewer {
  readonly uid: string;
}

/** Who acts in documents. */
export interface Actor extends Viewer {
  /** The uids whom the actor substitutes today, in the pairs where both hold the permission. */
  readonly substituted: ReadonlySet<string>;
}

/**
 * The condition on rows of `documents` for those that a person sees: the person's role sees the pair, or the person is author
 * or signatory.
 * Whoever substitutes somebody listed has to hold the same right in the pair, and sees the document by it.
 */
export const visibleTo = ({ uid }: Viewer): RawBuilder<boolean> => seenBy(uid);

/** The same condition for a uid, given or of another row. */
export function seenBy(uid: unknown): RawBuilder<boolean> {
  return sql<boolean>`(
    EXISTS (SELECT 1 FROM users AS viewer
      JOIN role_tasks AS seen ON seen.role_id = viewer.role_id
      WHERE viewer.uid = ${uid}
        AND seen.directing_id = documents.directing_id AND seen.task_id = documents.task_id)
    OR documents.author_id = (SELECT viewer.id FROM users AS viewer WHERE viewer.uid = ${uid})
    OR EXISTS (SELECT 1 FROM users AS viewer
      JOIN document_entries AS listed ON listed.user_id = viewer.id
      WHERE viewer.uid = ${uid} AND listed.document_id = documents.id)
  )`;
}

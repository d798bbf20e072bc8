import { type RawBuilder, sql } from 'kysely';
import type { Editor } from '../../../contract/answers.ts';
import type { PortalChange, PortalSource } from '../../portal-database/schema.ts';

/** A person named in a document, with their present name and position. */
export interface Person {
  /** Of the profile. */
  readonly id: number;
  readonly uid: string;
  readonly email: string;
  readonly name: string;
  readonly position: string;
}

/** Maps columns of `users` and the title of the role to a person. */
export const personOf = (row: {
  id: number;
  uid: string;
  email: string;
  name: string | null;
  position: string | null;
}): Person => ({
  id: row.id,
  uid: row.uid,
  email: row.email,
  name: row.name ?? '',
  position: row.position ?? '',
});

/** These people, in no order; whoever has no profile is left out. */
export async function selectPeople(read: PortalSource, uids: readonly string[]): Promise<Person[]> {
  if (uids.length === 0) return [];
  const rows = await read
    .selectFrom('users')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'uid', 'email', 'name', 'roles.title as position'])
    .where('uid', 'in', uids)
    .execute();
  return rows.map(personOf);
}

/** A person as the author of a change. */
export const asEditor = ({ uid, name, email }: Person): Editor => ({ uid, name, email });

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

/** The id of somebody who has a profile, whose row is held until the transaction ends: limits per person hold under any concurrency. */
export async function lockOwnProfile(transaction: PortalChange, uid: string): Promise<number> {
  const { id } = await transaction
    .updateTable('users')
    .set(({ ref }) => ({ uid: ref('uid') }))
    .where('uid', '=', uid)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

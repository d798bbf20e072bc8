import type { Kysely } from 'kysely';
import type { Editor } from '../../../../contract/versions.ts';
import type { InformatorSchema } from '../../schema.ts';

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
export async function selectPeople(
  read: Kysely<InformatorSchema>,
  uids: readonly string[],
): Promise<Person[]> {
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

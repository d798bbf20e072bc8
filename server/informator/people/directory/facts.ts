import type { Kysely } from 'kysely';
import type { Person, PersonAccount } from '../../../../contract/people.ts';
import type { InformatorSchema } from '../../schema.ts';

type Source = Kysely<InformatorSchema>;

/** Accounts as people: with role, photo, substitute and switches of those that have a profile. */
export async function withProfiles(
  read: Source,
  accounts: readonly PersonAccount[],
  today: string,
): Promise<Person[]> {
  if (accounts.length === 0) return [];
  const uids = accounts.map(({ uid }) => uid);
  const profiles = await read
    .selectFrom('users')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.uid', 'users.name', 'users.photo', 'users.role_id', 'users.document_mails'])
    .select('roles.title as role_title')
    .where('users.uid', 'in', uids)
    .execute();
  const substitutes = await read
    .selectFrom('substitutes')
    .innerJoin('users as absent', 'absent.id', 'substitutes.user_id')
    .innerJoin('users as acting', 'acting.id', 'substitutes.substitute_id')
    .select(['absent.uid as of', 'acting.uid', 'acting.name', 'acting.email', 'from_day', 'to_day'])
    .where('absent.uid', 'in', uids)
    .where('to_day', '>=', today)
    .execute();
  const profileOf = new Map(profiles.map((row) => [row.uid, row]));
  const substituteOf = new Map(
    substitutes.map(({ of, uid, name, email, from_day: from, to_day: to }) => [
      of,
      { uid, name: name ?? '', email, from, to },
    ]),
  );
  return accounts.map((account) => {
    const profile = profileOf.get(account.uid);
    const role = profile?.role_id ?? null;
    return {
      ...account,
      name: profile?.name ?? account.name,
      photo: profile?.photo ?? '',
      role: role === null ? null : { id: role, title: profile?.role_title ?? '' },
      substitute: substituteOf.get(account.uid) ?? null,
      documentMails: (profile?.document_mails ?? 1) === 1,
    };
  });
}

/** Uids of who has this role, or any role at all; so many at most. */
export async function uidsWithRole(read: Source, role: number | 'any', limit: number): Promise<string[]> {
  const rows = await read
    .selectFrom('users')
    .select('uid')
    .$if(role === 'any', (query) => query.where('role_id', 'is not', null))
    .$if(role !== 'any', (query) => query.where('role_id', '=', Number(role)))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ uid }) => uid);
}

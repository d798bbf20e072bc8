// SQL of profiles: the people of the staff portal with name, e-mail, photo and role. Passwords and sessions are in the
// accounts.
import { sql } from 'kysely';
import { emailKey } from '../../../contract/fields/email.ts';
import { USER_SEARCH_DEFAULT, USER_SEARCH_MAX } from '../../../contract/limits.ts';
import type { Database } from '../../platform/database/types.ts';
import { foldSearch, SEARCHED_MAX } from '../../platform/text/fold-search.ts';
import * as schema from '../../portal-database/schema.ts';

export interface Owner {
  readonly uid: string;
  readonly email: string;
}

const users = (read: schema.PortalSource) =>
  read
    .selectFrom('users')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .selectAll('users')
    .select('roles.title as role_title');

export async function findByUid(read: schema.PortalSource, uid: string): Promise<schema.UserRow | null> {
  return (await users(read).where('uid', '=', uid).executeTakeFirst()) ?? null;
}

export async function findByEmail(read: schema.PortalSource, email: string): Promise<schema.UserRow | null> {
  return (await users(read).where('email_key', '=', emailKey(email)).executeTakeFirst()) ?? null;
}

/**
 * Adds the profile of an account; null when it has one already. The profile that `leftBy` names, of a deleted account,
 * passes to this one with roles and documents; any other loses the e-mail. `ahead`: before its owner was here.
 */
export function createProfile(
  database: Database<schema.PortalSchema>,
  { uid, email }: Owner,
  { name, leftBy, now, ahead = false }: { name: string | null; leftBy: string | null; now: number; ahead?: boolean },
): Promise<schema.UserRow | null> {
  return database.write(async (transaction) => {
    await releaseEmail(transaction, email, [uid, leftBy ?? uid]);
    const row = await transaction
      .insertInto('users')
      .values({
        uid,
        name,
        photo: null,
        ...emailColumns({ name }, email),
        created_at: ahead ? MADE_AHEAD : now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    const profile = await findByUid(transaction, uid);
    if (row) return profile;
    if (profile) return ahead ? null : takeOver(transaction, profile, name, now);
    const left = leftBy === null ? null : await findByUid(transaction, leftBy);
    if (left?.email_key !== emailKey(email)) return null;
    await transaction
      .updateTable('users')
      .set({ uid, ...emailColumns(left, email), updated_at: now })
      .where('id', '=', left.id)
      .execute();
    await recordFormerUid(transaction, left.uid, left.id);
    return findByUid(transaction, uid);
  });
}

/** `created_at` of a profile that was made ahead and that its owner has not made yet. */
const MADE_AHEAD = 0;

/** Whether a profile was made ahead, and its owner was not here yet to make it. */
export const isMadeAhead = ({ created_at }: Pick<schema.UserRow, 'created_at'>): boolean => created_at === MADE_AHEAD;

/** Lets the owner make a profile that was made ahead; null when it is the owner's already. */
async function takeOver(transaction: schema.PortalSource, profile: schema.UserRow, given: string | null, now: number) {
  if (!isMadeAhead(profile)) return null;
  const name = given ?? profile.name;
  const own = { name, search_text: searchTextOf({ name, email: profile.email }), created_at: now, updated_at: now };
  await transaction.updateTable('users').set(own).where('id', '=', profile.id).execute();
  return { ...profile, ...own };
}

/** Sets the e-mail of a profile to that of its account, taking it from any other; null without such a profile. */
export function changeEmail(database: Database<schema.PortalSchema>, { uid, email }: Owner, now: number) {
  return database.write(async (transaction) => {
    const user = await lockedByUid(database, transaction, uid);
    if (!user) return null;
    await releaseEmail(transaction, email, [uid]);
    const copy = emailColumns(user, email);
    await transaction
      .updateTable('users')
      .set({ ...copy, updated_at: now })
      .where('id', '=', user.id)
      .execute();
    return { ...user, ...copy, updated_at: now };
  });
}

/** What is kept of an e-mail, and found by it. */
export const emailColumns = ({ name }: Pick<schema.UserRow, 'name'>, email: string) => ({
  email,
  email_key: emailKey(email),
  search_text: searchTextOf({ name, email }),
});

/** Takes an e-mail away from all profiles but these: their key becomes the uid, which no e-mail equals. */
async function releaseEmail(transaction: schema.PortalSource, email: string, except: readonly string[]): Promise<void> {
  await transaction
    .updateTable('users')
    .set(({ ref }) => ({ email_key: ref('uid') }))
    .where('email_key', '=', emailKey(email))
    .where('uid', 'not in', except)
    .execute();
}

/** Changes a name; null when there is no such profile. */
export function renameProfile(database: Database<schema.PortalSchema>, uid: string, name: string | null, now: number) {
  return database.write(async (transaction) => {
    const user = await lockedByUid(database, transaction, uid);
    if (!user) return null;
    const search_text = searchTextOf({ name, email: user.email });
    await transaction
      .updateTable('users')
      .set({ name, search_text, updated_at: now })
      .where('id', '=', user.id)
      .execute();
    return { ...user, name, search_text, updated_at: now };
  });
}

export async function setDocumentMails(
  database: Database<schema.PortalSchema>,
  uid: string,
  wanted: boolean,
): Promise<void> {
  await database.write((transaction) =>
    transaction
      .updateTable('users')
      .set({ document_mails: wanted ? 1 : 0 })
      .where('uid', '=', uid)
      .execute(),
  );
}

/** Puts a photo in place; resolves to the name of the one before (null: none), undefined without a profile. */
export function setPhoto(database: Database<schema.PortalSchema>, uid: string, photo: string, now: number) {
  return database.write(async (transaction) => {
    const user = await lockedByUid(database, transaction, uid);
    if (!user) return undefined;
    await transaction.updateTable('users').set({ photo, updated_at: now }).where('id', '=', user.id).execute();
    return user.photo;
  });
}

export interface UserSearch {
  /** Literal text, empty: everybody. */
  readonly text: string;
  readonly limit: number;
  /** Users added after this one only. */
  readonly after: number;
  /** Only users whose role sees this pair and has, where any are named, one of these actions there. */
  readonly holding?: schema.RoleCondition;
  /** Only those whose role makes them staff. */
  readonly staff?: true;
}

/** Users whose name, e-mail or position holds the text, oldest first. */
export function searchProfiles(read: schema.PortalSource, { text, limit, after, holding, staff }: UserSearch) {
  const part = foldSearch(text);
  if (part.length > SEARCHED_MAX) return Promise.resolve([]);
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`;
  const searched = sql`users.search_text || ' ' || coalesce(roles.title_key, '')`;
  return users(read)
    .where('users.id', '>', after)
    .$if(part !== '', (query) => query.where(sql<boolean>`${searched} LIKE ${pattern} ESCAPE '\\'`))
    .$if(holding !== undefined, (query) =>
      holding ? query.where('users.role_id', 'in', schema.rolesWithPermission(read, holding)) : query,
    )
    .$if(staff === true, (query) => query.where('users.role_id', 'in', schema.rolesOfStaff(read)))
    .orderBy('users.id')
    .limit(limit)
    .execute();
}

export async function isStaff(
  read: schema.PortalSource,
  { role_id }: Pick<schema.UserRow, 'role_id'>,
): Promise<boolean> {
  if (role_id === null) return false;
  const found = await read
    .selectFrom(schema.rolesOfStaff(read).as('staff'))
    .select('role_id')
    .where('role_id', '=', role_id)
    .executeTakeFirst();
  return found !== undefined;
}

/** The profile of an account, locked until the transaction ends; null when there is none. */
async function lockedByUid({ dialect }: Database<schema.PortalSchema>, transaction: schema.PortalSource, uid: string) {
  const row = await users(transaction)
    .where('uid', '=', uid)
    .$if(dialect === 'postgres', (query) => query.forUpdate('users'))
    .executeTakeFirst();
  return row ?? null;
}

/** Records that a profile had this uid before it passed to another account. */
async function recordFormerUid(transaction: schema.PortalChange, uid: string, user: number): Promise<void> {
  await transaction
    .insertInto('former_uids')
    .values({ uid, user_id: user })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ user_id: user }))
    .execute();
}

/** Maps uids to present ones: that of a profile which has passed to another account, all others to themselves. */
export async function presentUids(
  read: schema.PortalSource,
  uids: readonly string[],
): Promise<(uid: string) => string> {
  if (uids.length === 0) return (uid) => uid;
  const rows = await read
    .selectFrom('former_uids')
    .innerJoin('users', 'users.id', 'former_uids.user_id')
    .select(['former_uids.uid as former', 'users.uid'])
    .where('former_uids.uid', 'in', uids)
    .execute();
  const present = new Map(rows.map(({ former, uid }) => [former, uid]));
  return (uid) => present.get(uid) ?? uid;
}

const searchTextOf = (user: { name: string | null; email: string }): string =>
  foldSearch(`${user.name ?? ''} ${user.email}`);

/** How many users to answer with: a number out of range is no number. */
export function readLimit(text: string | undefined): number {
  const limit = /^\d{1,9}$/.test(text ?? '') ? Number(text) : 0;
  return limit >= 1 && limit <= USER_SEARCH_MAX ? limit : USER_SEARCH_DEFAULT;
}

import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/types.ts';
import type { InformatorSchema, UserRow } from '../schema.ts';
import { foldSearch, searchTextOf } from './rules.ts';

type Source = Kysely<InformatorSchema>;

/** Who a profile belongs to. */
export interface Owner {
  readonly uid: string;
  readonly email: string;
}

/** The profile of an account, or null. */
export async function byUid(read: Source, uid: string): Promise<UserRow | null> {
  return (await read.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst()) ?? null;
}

/**
 * Adds the profile of an account; null when it has one already. A profile that another account left under the same
 * e-mail (the auth service was restored without it) passes to this one, roles and documents included.
 */
export function create(
  database: Database<InformatorSchema>,
  { uid, email }: Owner,
  name: string | null,
  now: number,
): Promise<UserRow | null> {
  return database.write(async (transaction) => {
    const row = await transaction
      .insertInto('users')
      .values({
        uid,
        email,
        email_key: email.toLowerCase(),
        name,
        photo: null,
        search_text: searchTextOf({ name, email, position: '' }),
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (row || (await byUid(transaction, uid))) return row ?? null;
    const taken = await transaction
      .updateTable('users')
      .set({ uid, updated_at: now })
      .where('email_key', '=', email.toLowerCase())
      .returningAll()
      .executeTakeFirst();
    return taken ?? null;
  });
}

/** Changes a name; null when there is no such profile. */
export function rename(
  database: Database<InformatorSchema>,
  uid: string,
  name: string | null,
  now: number,
): Promise<UserRow | null> {
  return database.write(async (transaction) => {
    const user = await lockedByUid(database, transaction, uid);
    if (!user) return null;
    const search_text = searchTextOf({ name, email: user.email, position: '' });
    await transaction
      .updateTable('users')
      .set({ name, search_text, updated_at: now })
      .where('id', '=', user.id)
      .execute();
    return { ...user, name, search_text, updated_at: now };
  });
}

/** Puts a photo in place; resolves to the name of the one before (null: none), undefined when there is no such profile. */
export function setPhoto(
  database: Database<InformatorSchema>,
  uid: string,
  photo: string,
  now: number,
): Promise<string | null | undefined> {
  return database.write(async (transaction) => {
    const user = await lockedByUid(database, transaction, uid);
    if (!user) return undefined;
    await transaction
      .updateTable('users')
      .set({ photo, updated_at: now })
      .where('id', '=', user.id)
      .execute();
    return user.photo;
  });
}

export interface UserSearch {
  /** Literal text, empty: everybody. */
  readonly text: string;
  readonly limit: number;
  /** Users added after this one only. */
  readonly after: number;
}

/** Users whose name, e-mail or position holds the text, oldest first. */
export function search(read: Source, { text, limit, after }: UserSearch): Promise<UserRow[]> {
  const part = foldSearch(text);
  // A longer one is in nobody's text, and SQLite refuses very long patterns.
  if (part.length > SEARCHED_MAX) return Promise.resolve([]);
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`;
  return read
    .selectFrom('users')
    .selectAll()
    .where('id', '>', after)
    .$if(part !== '', (query) => query.where(sql<boolean>`search_text LIKE ${pattern} ESCAPE '\\'`))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** More characters than name, e-mail and position have together. */
const SEARCHED_MAX = 2_000;

async function lockedByUid(
  { dialect }: Database<InformatorSchema>,
  transaction: Source,
  uid: string,
): Promise<UserRow | null> {
  const row = await transaction
    .selectFrom('users')
    .selectAll()
    .where('uid', '=', uid)
    .$if(dialect === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  return row ?? null;
}

import type { AccountKey, KnownAccount } from '../../../contract/accounts/identity.ts';
import { emailKey } from '../../../contract/fields/email.ts';
import type { Doer } from '../../../contract/journal/events.ts';
import { isUniqueViolation } from '../../platform/database/concurrent-writes.ts';
import { busy } from '../../platform/http/request.ts';
import type { UserRow } from '../../portal-database/schema.ts';
import type { PeopleContext } from './context.ts';
import {
  changeEmail,
  createProfile,
  findByEmail,
  findByUid,
  type Owner,
  renameProfile,
  searchProfiles,
  type UserSearch,
} from './profile-store.ts';

type Context = Pick<PeopleContext, 'accounts' | 'database' | 'clock' | 'log'>;

/** An account by uid or e-mail; throws 503 when the auth service cannot be asked. */
export const accountOf = ({ accounts, log }: Context, key: AccountKey): Promise<KnownAccount | null> =>
  accounts.accountOf(key).catch((error: unknown) => {
    log.error({ err: error }, 'the auth service could not be asked about an account');
    throw busy();
  });

/** The profile with the e-mail that its account has now: a profile keeps only a copy, to be searched and shown. */
export async function withPresentEmail(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  row: UserRow,
  email: string,
): Promise<UserRow> {
  if (row.email === email && row.email_key === emailKey(email)) return row;
  try {
    return (await changeEmail(database, { uid: row.uid, email }, clock())) ?? row;
  } catch (error) {
    // Somebody was given the e-mail at this very moment; the next look tells who has it.
    if (isUniqueViolation(error)) return row;
    throw error;
  }
}

/**
 * The profile of whoever has this e-mail now, whatever the profiles say; where no account has it, of whoever had it last.
 * Null when there is none. Throws 503 when the auth service cannot be asked.
 */
export async function byPresentEmail(context: Context, email: string): Promise<UserRow | null> {
  const { read } = context.database;
  const account = await accountOf(context, { email });
  const row = account ? await findByUid(read, account.uid) : await findByEmail(read, email);
  if (!row) return null;
  const present = account ?? (await accountOf(context, { uid: row.uid }));
  return present ? withPresentEmail(context, row, present.email) : row;
}

/**
 * Uid of the profile that an account which is gone left under the caller's e-mail; null when there is none. Somebody who has
 * another e-mail by now is not gone. Throws 503 when the auth service cannot be asked.
 */
export async function orphanedProfileUid(context: Context, caller: Owner): Promise<string | null> {
  const row = await findByEmail(context.database.read, caller.email);
  if (!row || row.uid === caller.uid) return null;
  return (await accountOf(context, { uid: row.uid })) ? null : row.uid;
}

type AheadContext = Pick<PeopleContext, 'accounts' | 'directory' | 'database' | 'clock' | 'log'>;

/** `claimed`: the account may have been anybody's, and waits for its owner now, who was invited. */
interface EnsuredProfile {
  readonly profile: UserRow;
  readonly claimed: boolean;
}

/**
 * The profile of whoever has this e-mail, made ahead where the owner of the account was not here yet. Null when there is
 * neither. Roles hang on profiles, so the account is claimed first: nobody but its owner comes by what is given ahead.
 * Throws 503 when the auth service cannot be asked.
 */
export async function ensureProfile(context: AheadContext, email: string, by: Doer): Promise<EnsuredProfile | null> {
  const account = await askDirectory(context, context.directory.claim(email, by));
  const claimed = account?.claimed ?? false;
  const profile =
    !account || (await findByUid(context.database.read, account.uid))
      ? await byPresentEmail(context, email)
      : await makeAhead(context, account);
  return profile && { profile, claimed };
}

async function makeAhead(
  context: AheadContext,
  account: { readonly uid: string; readonly email: string; readonly name: string | null },
): Promise<UserRow | null> {
  const leftBy = await orphanedProfileUid(context, account);
  const made = { name: account.name, leftBy, now: context.clock(), ahead: true };
  // Null: its owner came at this very moment.
  return (await createProfile(context.database, account, made)) ?? findByUid(context.database.read, account.uid);
}

type RenameContext = Pick<PeopleContext, 'database' | 'directory' | 'clock' | 'log'>;

/** Gives the account the name of its profile: letters about accounts greet by it, other services show it. Throws 503. */
export const renameAccount = (
  context: RenameContext,
  { uid, name }: Pick<UserRow, 'uid' | 'name'>,
  by: Doer,
): Promise<void> => askDirectory(context, context.directory.rename(uid, name, by));

/**
 * Renames somebody everywhere; null when there is no such profile. The account comes first: where it cannot be renamed
 * (503), nothing is, and the next attempt changes both.
 */
export async function renamePerson(
  context: RenameContext,
  uid: string,
  name: string | null,
  by: Doer,
): Promise<UserRow | null> {
  if (!(await findByUid(context.database.read, uid))) return null;
  await renameAccount(context, { uid, name }, by);
  return renameProfile(context.database, uid, name, context.clock());
}

/** How many users are looked at at once when those found first were disabled. */
const MORE = 100;

type DisabledContext = Pick<PeopleContext, 'accounts' | 'log'>;

/** Those of these people whose accounts are disabled; throws 503 when the auth service cannot be asked. */
export async function disabledOf(
  { accounts, log }: DisabledContext,
  uids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (uids.length === 0) return new Set();
  return accounts.disabledAmong(uids).catch((error: unknown) => {
    log.error({ err: error }, 'the auth service could not be asked about accounts');
    throw busy();
  });
}

/** As `search`, without those whose accounts are disabled: they can neither sign nor stand in for anybody. */
export async function searchEnabled(
  context: DisabledContext & Pick<PeopleContext, 'database'>,
  wanted: UserSearch,
): Promise<UserRow[]> {
  const found: UserRow[] = [];
  let { limit, after } = wanted;
  for (;;) {
    const page = await searchProfiles(context.database.read, { ...wanted, limit, after });
    const uids = page.map(({ uid }) => uid);
    const disabled = await disabledOf(context, uids);
    found.push(...page.filter(({ uid }) => !disabled.has(uid)));
    const last = page.at(-1);
    if (!last || page.length < limit || found.length >= wanted.limit) return found.slice(0, wanted.limit);
    after = last.id;
    limit = MORE;
  }
}

/** What the directory of accounts answers; throws 503 when it cannot be asked. */
export const askDirectory = <T>({ log }: Pick<PeopleContext, 'log'>, question: Promise<T>): Promise<T> =>
  question.catch((error: unknown) => {
    log.error({ err: error }, 'the auth service could not be asked about people');
    throw busy();
  });

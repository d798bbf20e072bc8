// How profiles follow accounts, which another service keeps: finding them by e-mail, making them ahead, renaming; and
// what profiles need from outside.
import type { FastifyBaseLogger } from 'fastify';
import type { BrokenRoutes } from '../../../contract/access/access.ts';
import type { AccountKey, AccountStates, IdleState, KnownAccount } from '../../../contract/accounts/accounts.ts';
import type { Editor } from '../../../contract/answers.ts';
import { emailKey } from '../../../contract/fields/email.ts';
import type { AuditTrail, Doer } from '../../../contract/journal/events.ts';
import type { AccountDirectory } from '../../../contract/people/people.ts';
import type { HandedDocuments, PersonTies } from '../../../contract/people/ties.ts';
import { isUniqueViolation } from '../../platform/database/concurrent-writes.ts';
import type { Database } from '../../platform/database/types.ts';
import type { StoredFiles } from '../../platform/files/stored-files.ts';
import type { Limits } from '../../platform/http/limits.ts';
import { busy } from '../../platform/http/request.ts';
import type { ServiceTokens } from '../../platform/secrets.ts';
import type { TableReader } from '../../platform/sheet-reader/read-table.ts';
import type { PortalChange, PortalSchema, PortalSource, UserRow } from '../../portal-database/schema.ts';
import type { Permissions } from '../roles/permissions.ts';
import * as profileStore from './profile-store.ts';

export interface PeopleContext {
  readonly database: Database<PortalSchema>;
  readonly permissions: Permissions;
  readonly photos: StoredFiles;
  /** Where received files lie while they are worked on. */
  readonly incomingFolder: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Where the organisation is: its days begin there. */
  readonly timeZone: string;
  readonly limits: Limits;
  readonly accounts: AccountStates;
  readonly directory: AccountDirectory;
  readonly documents: ListedDocuments & TiedDocuments;
  readonly tables: TableReader;
  readonly serviceTokens: ServiceTokens;
  readonly log: FastifyBaseLogger;
  readonly trail: AuditTrail;
}

/** The port of documents under the rows of the lists of directions and tasks. */
export interface ListedDocuments {
  count(transaction: PortalChange, list: 'directings' | 'tasks', id: number): Promise<number>;
  /** Makes recipients of a task's documents wait for the acceptors, or no longer. */
  askInTurn(transaction: PortalChange, task: number, ordered: boolean, now: number): Promise<void>;
}

type Profile = Pick<UserRow, 'id' | 'uid' | 'name' | 'email' | 'role_id'>;

interface DocumentNeeds {
  readonly database: Database<PortalSchema>;
  readonly people: { disabledAmong(uids: readonly string[]): Promise<ReadonlySet<string>> };
}

interface HandOver {
  readonly by: Editor;
  readonly at: number;
  readonly timeZone: string;
}

/** Whose rights change: the holders of these roles, and these people, by uid. */
export interface Affected {
  readonly roles: readonly number[];
  readonly uids: readonly string[];
}

/** The port of documents and templates that hang on people and on what their roles allow. */
interface TiedDocuments {
  tiesOf(read: PortalSource, person: Profile): Promise<Omit<PersonTies, 'substitute' | 'represents'>>;
  /** Checks a hand-over; the answer makes it inside a transaction. */
  prepareHandOver(
    needs: DocumentNeeds,
    change: { readonly from: Profile; readonly to: Profile },
  ): Promise<(transaction: PortalChange, save: HandOver) => Promise<HandedDocuments>>;
  /** The people of all templates, by uid. */
  castOfTemplates(read: PortalSource): Promise<string[]>;
  /** What works before a change of these roles and people and does not after it; the caller rolls it back. */
  brokenBy(
    transaction: PortalChange,
    affected: Affected,
    disabled: ReadonlySet<string>,
    change: () => Promise<void>,
  ): Promise<BrokenRoutes>;
}

type Context = Pick<PeopleContext, 'accounts' | 'database' | 'clock' | 'log'>;

/** An account by uid or e-mail; throws 503 when the auth service cannot be asked. */
export const accountOf = ({ accounts, log }: Context, key: AccountKey): Promise<KnownAccount | null> =>
  askAuthService({ log }, accounts.accountOf(key));

/** The profile with the e-mail that its account has now: a profile keeps only a copy, to be searched and shown. */
export async function withPresentEmail(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  row: UserRow,
  email: string,
): Promise<UserRow> {
  if (row.email === email && row.email_key === emailKey(email)) return row;
  try {
    return (await profileStore.changeEmail(database, { uid: row.uid, email }, clock())) ?? row;
  } catch (error) {
    // Another profile got the e-mail at this very moment; the next read finds whose it is.
    if (isUniqueViolation(error)) return row;
    throw error;
  }
}

/** The profile of the account with this e-mail now, or the one that had it last; null: none. Throws 503. */
export async function byPresentEmail(context: Context, email: string): Promise<UserRow | null> {
  const { read } = context.database;
  const account = await accountOf(context, { email });
  const row = account ? await profileStore.findByUid(read, account.uid) : await profileStore.findByEmail(read, email);
  if (!row) return null;
  const present = account ?? (await accountOf(context, { uid: row.uid }));
  return present ? withPresentEmail(context, row, present.email) : row;
}

/** Uid of the profile that a deleted account left under the caller's e-mail; null: none. Throws 503. */
export async function orphanedProfileUid(context: Context, caller: profileStore.Owner): Promise<string | null> {
  const row = await profileStore.findByEmail(context.database.read, caller.email);
  if (!row || row.uid === caller.uid) return null;
  return (await accountOf(context, { uid: row.uid })) ? null : row.uid;
}

type AheadContext = Pick<PeopleContext, 'accounts' | 'directory' | 'database' | 'clock' | 'log'>;

/** `claimed`: the account was unconfirmed and has been voided for its owner, who was invited. */
interface EnsuredProfile {
  readonly profile: UserRow;
  readonly claimed: boolean;
}

/**
 * The profile of the account with this e-mail, made ahead where its owner was not here yet; null: neither. It is
 * claimed first, because roles belong to profiles: only its owner gets what is given ahead. Throws 503.
 */
export async function ensureProfile(context: AheadContext, email: string, by: Doer): Promise<EnsuredProfile | null> {
  const account = await askAuthService(context, context.directory.claim(email, by));
  const claimed = account?.claimed ?? false;
  const profile =
    !account || (await profileStore.findByUid(context.database.read, account.uid))
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
  // Null: its owner made it at this very moment.
  return (
    (await profileStore.createProfile(context.database, account, made)) ??
    profileStore.findByUid(context.database.read, account.uid)
  );
}

type RenameContext = Pick<PeopleContext, 'database' | 'directory' | 'clock' | 'log'>;

/** Sets the name of an account to that of its profile, for mails about accounts and other services. Throws 503. */
export const renameAccount = (context: RenameContext, { uid, name }: Pick<UserRow, 'uid' | 'name'>, by: Doer) =>
  askAuthService(context, context.directory.rename(uid, name, by));

/** Renames a person in account and profile; null without a profile. Where the account cannot be renamed, neither is. */
export async function renamePerson(context: RenameContext, uid: string, name: string | null, by: Doer) {
  if (!(await profileStore.findByUid(context.database.read, uid))) return null;
  await renameAccount(context, { uid, name }, by);
  return profileStore.renameProfile(context.database, uid, name, context.clock());
}

/** How many users are read at once when the first ones were disabled. */
const MORE = 100;

type DisabledContext = Pick<PeopleContext, 'accounts' | 'log'>;

/** Those of these people whose accounts are disabled; throws 503 when the auth service cannot be asked. */
export async function disabledOf({ accounts, log }: DisabledContext, uids: readonly string[]) {
  if (uids.length === 0) return new Set<string>();
  return askAuthService({ log }, accounts.disabledAmong(uids));
}

/** Those of these people whose accounts do not work, and why; throws 503 when the auth service cannot be asked. */
export async function idleOf({ accounts, log }: DisabledContext, uids: readonly string[]) {
  if (uids.length === 0) return new Map<string, IdleState>();
  return askAuthService({ log }, accounts.idleAmong(uids));
}

/** As `searchProfiles`, without disabled accounts: they can neither sign nor substitute. */
export async function searchEnabled(
  context: DisabledContext & Pick<PeopleContext, 'database'>,
  wanted: profileStore.UserSearch,
): Promise<UserRow[]> {
  const found: UserRow[] = [];
  let { limit, after } = wanted;
  for (;;) {
    const page = await profileStore.searchProfiles(context.database.read, { ...wanted, limit, after });
    const uids = page.map(({ uid }) => uid);
    const disabled = await disabledOf(context, uids);
    found.push(...page.filter(({ uid }) => !disabled.has(uid)));
    const last = page.at(-1);
    if (!last || page.length < limit || found.length >= wanted.limit) return found.slice(0, wanted.limit);
    after = last.id;
    limit = MORE;
  }
}

/** Awaits an answer of the auth service about people; logs why it cannot be asked, and throws 503 then. */
export const askAuthService = <T>({ log }: Pick<PeopleContext, 'log'>, question: Promise<T>): Promise<T> =>
  question.catch((error: unknown) => {
    log.error({ err: error }, 'the auth service could not be asked about people');
    throw busy();
  });

/** The service of accounts (mauth in the API): connects its modules and registers its routes. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger } from 'fastify';
import type { AccountStates, Identity } from '../../contract/accounts/accounts.ts';
import { readEmail } from '../../contract/fields/email.ts';
import { AUDIT_DAYS, SESSION_DAYS } from '../../contract/limits.ts';
import type { AccountDirectory } from '../../contract/people/people.ts';
import type { PlaceOfAddress } from '../../settings/networks.ts';
import { createTrail, type Trail } from '../platform/audit-trail.ts';
import type { Database } from '../platform/database/types.ts';
import type { Limits } from '../platform/http/limits.ts';
import type { MailTransport, OutboxSchema } from '../platform/mail/mail.ts';
import { createOutbox, type Outbox } from '../platform/mail/outbox.ts';
import { createServiceTokens, type Secrets } from '../platform/secrets.ts';
import type { WatchedService } from '../platform/watch/watched-service.ts';
import { emailRoutes, ownAccountRoutes } from './account-routes.ts';
import { adminRoutes } from './admin-routes.ts';
import * as administration from './administration.ts';
import type { AccountsContext } from './context.ts';
import { createNewPasswords, type NewPasswords, RefusedPassword } from './credentials/new-passwords.ts';
import { createPasswords, type HashCost, type Passwords } from './credentials/passwords.ts';
import { type Clock, type Pause, type Random, systemPause, systemRandom } from './credentials/random.ts';
import { createKeySeal, resealKeys } from './credentials/second-factor-codes.ts';
import { createTokens } from './credentials/tokens.ts';
import { createAccountStates, createDirectory } from './directory.ts';
import { factorRoutes } from './factor-routes.ts';
import { createGuessLimits, type GuessLimits } from './guess-limits.ts';
import { createInvitations, invitationRoutes } from './invitations.ts';
import { recordCountedEntries, sweepAudit, withAuditLog } from './journal/record.ts';
import { auditRoutes } from './journal/routes.ts';
import { createMailTexts } from './mail-texts.ts';
import * as mailedLinks from './mailed-links.ts';
import { createAccountMails, withdrawalOf } from './mails.ts';
import { createReauthentication, reauthenticationRoutes } from './reauthentication.ts';
import { createRegistration } from './registration.ts';
import { createFactorCheck, createFactors, type FactorPolicy, type Factors } from './second-factor.ts';
import { directoryRoutes, serviceRoutes } from './service-routes.ts';
import { sessionRoutes, signInRoutes } from './session-routes.ts';
import { createIdentity, createSessions, type Sessions } from './sessions.ts';
import { createSetupLinks, type SetupLinks, setupRoutes } from './setup-links.ts';
import type { AccountsSchema } from './store/schema.ts';
import { sessionHorizon } from './store/session-store.ts';
import { countOpenAdministrators, fillSearchTexts, userByEmail, userByUid } from './store/user-store.ts';
import { accountsWithoutEmail, type Swept, sweepAccounts, unifyEmails } from './upkeep.ts';

export interface AccountsSettings {
  readonly secrets: Secrets;
  /** Characters of a new password at least. */
  readonly passwordMin: number;
  /** Whether new passwords that guessers try first are taken; not by default. */
  readonly allowCommonPasswords?: boolean;
  /** How long a given password is recent enough for sensitive changes, minutes; 0: as long as its session. */
  readonly reauthMinutes: number;
  readonly factorPolicy: FactorPolicy;
  /** Name of the shop: authenticator apps show it, and it makes no good password. */
  readonly siteName: string;
  readonly limits: Limits;
  readonly registrationOpen: boolean;
  /** Whether the e-mail of a new account has to be confirmed. */
  readonly verification: boolean;
  /** Whether the first who signs up administrates: for trials only, a shop that is reached from outside has a set-up link. */
  readonly firstAdministrates?: boolean;
  readonly transport: MailTransport;
  readonly siteAddress: () => string;
  /** Time zone of the shop, for moments in mails. */
  readonly timeZone: string;
  readonly log: FastifyBaseLogger;
  /** How long a session lasts whatever its use; SESSION_DAYS by default. */
  readonly sessionDays?: number;
  /** What the place of an address is called; by default nothing. */
  readonly placeOf?: PlaceOfAddress;
  /** How long entries of the journal are kept; 0: for ever; AUDIT_DAYS by default. */
  readonly auditDays?: number;
  readonly clock: Clock;
  readonly random?: Random;
  /** What guesses are slowed down with. */
  readonly pause?: Pause;
  readonly hashCost?: HashCost;
}

export interface AccountsService {
  /** Its routes, relative to the prefix MAUTH. */
  readonly routes: FastifyPluginAsyncTypebox;
  readonly database: Database<AccountsSchema>;
  readonly identity: Identity;
  readonly accountStates: AccountStates;
  readonly directory: AccountDirectory;
  readonly accounts: administration.Administration;
  readonly setupLinks: SetupLinks;
  readonly sessions: Sessions;
  readonly recovery: mailedLinks.Recovery;
  readonly emailChanges: mailedLinks.EmailChanges;
  readonly factors: Factors;
  readonly passwords: Passwords;
  readonly newPasswords: NewPasswords;
  readonly slowdown: GuessLimits;
  readonly outbox: Outbox;
  /** Where this and other services record events. */
  readonly trail: Trail;
  /** Removes entries of the journal that are too old; resolves to how many. */
  sweepAudit(): Promise<number>;
  /**
   * Where there is no administrator, makes this e-mail one; resolves to what to sign in with, null where there is a
   * reason against it (`accounts.whyNoAdministrator`). Throws RefusedPassword for a password that is not allowed.
   */
  firstAdministrator(
    email: string,
    password?: string,
    order?: administration.AdministratorOrder,
  ): Promise<FirstAdministrator | null>;
  /** Removes what is no longer needed; every hour by itself where openAccounts has opened the service. */
  sweep(): Promise<Swept>;
  readonly watched: WatchedService;
  /** True when the database takes changes; rejects with the reason when it does not. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

/** `generated`: the password was made up and has to be shown. */
interface FirstAdministrator extends administration.FirstPassword {
  readonly email: string;
}

/** What the product is called, on its pages and by its makers. */
const PRODUCT_NAMES = ['запчасти', 'zapchasti', 'parts-shop'];

/** Brings stored accounts to today's form; once at a start, before the service opens over them. */
export async function renewAccounts(
  database: Database<AccountsSchema>,
  { secrets, log }: Pick<AccountsSettings, 'secrets' | 'log'>,
): Promise<void> {
  await fillSearchTexts(database);
  await unifyEmails(database, log);
  await resealKeys(database, secrets, log);
}

/** The service over an open database, which it closes in the end. */
export function accountsOver(opened: Database<AccountsSchema>, settings: AccountsSettings): AccountsService {
  const { clock, random = systemRandom } = settings;
  const database = withAuditLog(opened, settings.log);
  const write = (heaps: Parameters<typeof recordCountedEntries>[1]) =>
    database.write((transaction) => recordCountedEntries(transaction, heaps));
  const trail = createTrail({ write, clock, log: settings.log });
  const passwords = createPasswords(settings.hashCost);
  const tokens = createTokens(settings.secrets, clock, random);
  const accountStates = createAccountStates(database);
  const { limits, log, verification, sessionDays = SESSION_DAYS, auditDays = AUDIT_DAYS } = settings;
  const newPasswords = createNewPasswords({
    shortest: settings.passwordMin,
    allowCommon: settings.allowCommonPasswords ?? false,
    shopWords: () => [...PRODUCT_NAMES, settings.siteName ?? '', ...new URL(settings.siteAddress()).host.split('.')],
  });
  const outbox = createOutbox({
    // The outbox knows only its own table of this database.
    database: database as unknown as Database<OutboxSchema>,
    ...{ secrets: settings.secrets, transport: settings.transport, clock, log },
    shopName: settings.siteName,
    withdrawalOf: withdrawalOf(database),
  });
  const { siteAddress } = settings;
  const letters = createMailTexts({ siteAddress, timeZone: settings.timeZone });
  const postbox = createAccountMails({ database, outbox, letters, siteAddress, clock, random });
  const shared: AccountsContext = { database, passwords, postbox, limits, clock, random };
  const accounts = administration.createAdministration(shared);
  const { firstAdministrates = false } = settings;
  const registration = createRegistration({ ...shared, verification, firstAdministrates, log });
  const recovery = mailedLinks.createRecovery({ ...shared, registration });
  const emailChanges = mailedLinks.createEmailChanges({ ...shared, verification });
  const directory = createDirectory(shared);
  const setupLinks = createSetupLinks(shared);
  const invitations = createInvitations({ ...shared, registration });
  const onUnconfirmed = registration.remind;
  const slowdown = createGuessLimits({ ...shared, pause: settings.pause ?? systemPause });
  const { factorPolicy, siteName, reauthMinutes: minutes } = settings;
  const keySeal = createKeySeal(settings.secrets);
  const factorCheck = createFactorCheck({ ...shared, keySeal, slowdown, log });
  const factors = createFactors({ ...shared, policy: factorPolicy, keySeal, siteName });
  const sessionDeps = { ...shared, tokens, slowdown, sessionDays, factorCheck, factorPolicy, onUnconfirmed, trail };
  const sessions = createSessions(sessionDeps);
  const reauthentication = createReauthentication({ ...shared, factorCheck, slowdown, minutes, trail });
  const flows = { registration, recovery, emailChanges, reauthentication, postbox, newPasswords, limits };
  const serviceTokens = createServiceTokens(settings.secrets, clock);
  const parts = [
    signInRoutes({ sessions, slowdown, limits, userByUid: (uid) => userByUid(database.read, uid) }),
    ownAccountRoutes({ ...flows, isOpen: settings.registrationOpen }),
    sessionRoutes({
      sessions,
      placeOf: settings.placeOf ?? (() => ''),
      uidOf: async (emailKey) => (await userByEmail(database.read, emailKey))?.uid,
    }),
    emailRoutes(flows),
    reauthenticationRoutes(reauthentication, slowdown, limits),
    factorRoutes(factors, reauthentication, limits),
    adminRoutes({ ...flows, accounts, factors, outbox, clock }),
    invitationRoutes({ invitations, postbox, reauthentication, newPasswords, limits }),
    setupRoutes({ setupLinks, newPasswords, limits }),
    auditRoutes({ database, trail, timeZone: settings.timeZone, auditDays }),
    serviceRoutes(accountStates, write, serviceTokens),
    directoryRoutes(directory, serviceTokens),
  ];
  const horizon = () => sessionHorizon(clock(), sessionDays);
  return {
    routes: async (app) => {
      for (const part of parts) await app.register(part);
    },
    ...{ database, accountStates, directory, accounts, setupLinks, sessions, recovery, emailChanges, factors },
    ...{ passwords, newPasswords, slowdown, outbox, trail },
    identity: createIdentity(tokens, database, horizon, factorPolicy, reauthentication),
    sweepAudit: () => sweepAudit(database, { now: clock(), days: auditDays }),
    firstAdministrator: async (address, given, order = {}) => {
      const email = readEmail(address);
      if (!email) throw new Error(`not an e-mail address: ${address}`);
      if (await accounts.whyNoAdministrator(email, order.except)) return null;
      const read = given === undefined ? undefined : await newPasswords.read(given, email.key);
      if (read?.password === null) throw new RefusedPassword(read.reason);
      const made = await accounts.firstAdministrator(email, read?.password, order);
      return made && { email: email.typed, ...made };
    },
    sweep: () => sweepAccounts(database, clock, horizon),
    watched: {
      ...{ name: 'mauth', database, outbox },
      accounts: {
        state: async () => ({
          openAdministrators: await countOpenAdministrators(database.read),
          withoutEmail: (await accountsWithoutEmail(database.read)).map(({ email }) => email),
          trustsSignUps: settings.registrationOpen && !verification,
        }),
      },
    },
    ready: () => database.probe().then(() => true),
    close: async () => {
      await outbox.close();
      await passwords.close();
      await trail.close();
      await database.close();
    },
  };
}

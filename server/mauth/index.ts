import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sql } from 'kysely';
import type { Identity } from '../../contract/identity.ts';
import { openDatabase } from '../database/open.ts';
import type { Database, DatabaseLocation } from '../database/types.ts';
import type { Limits } from '../http/limits.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { readEmail, readNewPassword } from './credentials.ts';
import { createIdentity } from './identity.ts';
import { mauthMigrations } from './migrations/index.ts';
import { createPasswords, type HashCost, type Passwords } from './passwords.ts';
import { type Clock, type Random, systemRandom } from './ports.ts';
import { mauthRoutes } from './routes.ts';
import type { MauthSchema } from './schema.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createTokens } from './tokens.ts';
import { userByUid } from './user-store.ts';

interface MauthSettings {
  readonly jwtSecret: string;
  /** Characters of a new password at least. */
  readonly passwordMin: number;
  readonly limits: Limits;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly hashCost?: HashCost;
}

/** The auth service. */
export interface Mauth {
  /** Its routes, relative to the prefix MAUTH. */
  readonly routes: FastifyPluginAsyncTypebox;
  readonly identity: Identity;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  /**
   * Where nobody administrates, makes this e-mail an administrator; resolves to what to sign in with, null when somebody
   * does. Throws when the e-mail or the password is not valid.
   */
  firstAdministrator(email: string, password?: string): Promise<FirstAdministrator | null>;
  /** Whether the database answers. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

export interface FirstAdministrator {
  readonly email: string;
  readonly password: string;
  /** Whether the password was made up and has to be told. */
  readonly generated: boolean;
}

/** Opens the service's database, migrated, and the service over it. */
export async function openMauth(settings: MauthSettings & { location: DatabaseLocation }): Promise<Mauth> {
  return mauthOver(await openDatabase<MauthSchema>(settings.location, mauthMigrations), settings);
}

/** The service over an open database, which it closes in the end. */
export function mauthOver(database: Database<MauthSchema>, settings: MauthSettings): Mauth {
  const { clock = Date.now, random = systemRandom } = settings;
  const passwords = createPasswords(settings.hashCost);
  const tokens = createTokens(settings.jwtSecret, clock, random);
  const accounts = createAccounts({ database, passwords, clock, random });
  const sessions = createSessions({ database, passwords, tokens, clock, random });
  return {
    routes: mauthRoutes({
      sessions,
      limits: settings.limits,
      userByUid: (uid) => userByUid(database.read, uid),
    }),
    identity: createIdentity(tokens, database),
    accounts,
    sessions,
    passwords,
    firstAdministrator: async (address, given) => {
      const email = readEmail(address);
      if (!email) throw new Error(`not an e-mail address: ${address}`);
      const password = given === undefined ? undefined : readNewPassword(given, settings.passwordMin);
      if (password === null) throw new Error('the password of the first administrator is not valid');
      const made = await accounts.firstAdministrator(email, password);
      return made && { email: email.typed, ...made };
    },
    ready: () =>
      sql`SELECT 1`.execute(database.read).then(
        () => true,
        () => false,
      ),
    close: () => database.close(),
  };
}

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Identity } from '../../../contract/accounts/accounts.ts';
import { INFORMATOR } from '../../../contract/api.ts';
import { type AuditTrail, NO_TRAIL } from '../../../contract/journal/events.ts';
import { type Portal, portalOver } from '../../../server/operations/services/portal.ts';
import { buildServer } from '../../../server/platform/http-server/server.ts';
import type { Mail } from '../../../server/platform/mail/mail.ts';
import { portalMigrations } from '../../../server/portal-database/migrations.ts';
import type { PortalSchema } from '../../../server/portal-database/schema.ts';
import type { OpenFresh } from '../../support/databases.ts';
import { informatorSettings, Surroundings } from '../../support/informator.ts';
import { EVENING } from '../../support/moment.ts';
import { type Answer, type Call, type Method, requestTo } from '../../support/request.ts';
import { UNHURRIED } from '../../support/unhurried.ts';

/** The info service over a fresh database, behind a server without a listener. */
export interface Staff {
  readonly informator: Portal;
  readonly app: FastifyInstance;
  readonly filesFolder: string;
  /** A request below the prefix of the service, by default as the user `ivan`. */
  call(method: Method, path: string, options?: Call): Promise<Answer>;
  /** Makes the profile of a user with this name. */
  join(user: string, name?: string): Promise<Answer>;
  /** Names in a folder of the service. */
  files(folder: string): Promise<string[]>;
  /** How often the service has said that visitors see something else. */
  changes(): number;
  /** Mails that went out, the oldest first. */
  readonly mails: Mail[];
  readonly around: Surroundings;
  /** Sets the clock of the service, which stands at EVENING until then; milliseconds since the epoch. */
  setClock(now: number): void;
}

/** A token is `<uid>` or `<uid>@<e-mail address>`; `admin` is an administrator. */
const identity: Identity = {
  hasRecentPassword: async () => true,
  callerOf: async (token) => {
    const [, uid = '', email] = /^([a-z0-9]+)@?(.+)?$/.exec(token) ?? [];
    if (uid === '' || uid === 'nobody') return null;
    return {
      uid,
      email: email ?? `${uid}@parts.example`,
      name: null,
      rank: uid === 'admin' ? 'admin' : 'user',
      sessionId: uid,
      mustChangePassword: false,
    };
  },
};

/** Runs a test with the service, which reports changes of rights to `trail`, and removes everything again. */
export async function withStaff(
  open: OpenFresh,
  test: (staff: Staff) => Promise<void>,
  trail: AuditTrail = NO_TRAIL,
): Promise<void> {
  const opened = await open<PortalSchema>(portalMigrations);
  // The opener of the database closes it.
  const database = { ...opened, close: async () => {} };
  const filesFolder = await mkdtemp(join(tmpdir(), 'parts-informator-'));
  let changes = 0;
  const onChange = () => {
    changes++;
  };
  let now = EVENING;
  const around = new Surroundings();
  const informator = await portalOver(database, {
    ...informatorSettings(around),
    filesFolder,
    clock: () => now,
    log: pino({ level: 'silent' }),
    onChange,
    trail,
  });
  const app = await buildServer({
    limits: UNHURRIED,
    services: [{ name: 'informator', prefix: INFORMATOR, routes: informator.routes }],
    identity,
    trail,
  });
  const call: Staff['call'] = async (method, path, options = {}) =>
    app.inject(await requestTo(INFORMATOR + path, method, { as: 'ivan', ...options }));
  try {
    await test({
      informator,
      app,
      filesFolder,
      call,
      join: (user, name) => call('POST', '/user/', { as: user, json: { name } }),
      files: async (folder) => (await readdir(join(filesFolder, folder)).catch(() => [])).sort(),
      changes: () => changes,
      mails: around.mails,
      around,
      setClock: (moment) => {
        now = moment;
      },
    });
  } finally {
    await app.close();
    await informator.close();
    await rm(filesFolder, { recursive: true, force: true });
  }
}

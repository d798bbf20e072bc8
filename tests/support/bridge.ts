import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { migrations } from '../../server/catalogue/context/migrations.ts';
import type { CatalogueSchema } from '../../server/catalogue/context/schema.ts';
import { type ShopService, shopServiceOver } from '../../server/operations/services/shop.ts';
import { buildServer } from '../../server/platform/http-server/server.ts';
import type { NewPosition } from './add-positions-job.ts';
import type { OpenFresh } from './databases.ts';
import { testIdentity } from './http-server.ts';
import { type Answer, type Call, type Method, requestTo } from './request.ts';
import { UNHURRIED } from './unhurried.ts';

const ADD = new URL('./add-positions-job.ts', import.meta.url);

/** Midday of the day 20,000 in every time zone between -12 and +11. */
export const NOON = 20_000 * 86_400_000 + 43_200_000;

/** The catalogue service over a fresh database with one brand «ТЕСТ» and one provider, behind a server without a listener. */
export interface TestBridge {
  readonly bridge: ShopService;
  readonly app: FastifyInstance;
  readonly filesFolder: string;
  /** Moment that the service takes for now; tests move it. */
  now: number;
  add(...positions: NewPosition[]): Promise<number[]>;
  /** A request below the prefix of the service, by default as an administrator. */
  call(method: Method, path: string, options?: Call): Promise<Answer>;
}

/**
 * Runs a test with the service and takes everything away again. Its search starts with the first question: most tests ask
 * none, and starting it takes half of what a service takes.
 */
export async function withBridge(
  open: OpenFresh,
  test: (bridge: TestBridge) => Promise<void>,
  settings: Partial<Parameters<typeof shopServiceOver>[1]> = {},
): Promise<void> {
  const opened = await open<CatalogueSchema>(migrations);
  // The opener of the database closes it.
  const database = { ...opened, close: async () => {} };
  const filesFolder = await mkdtemp(join(tmpdir(), 'parts-bridge-'));
  await database.write(async (transaction) => {
    const row = { created_at: 0, updated_at: 0 };
    await transaction
      .insertInto('brands')
      .values({ title: 'ТЕСТ', ...row })
      .execute();
    await transaction
      .insertInto('providers')
      .values({ title: 'Поставщик', ...row })
      .execute();
    // What a start would do in a thread, only to find that there is nothing to do.
    const filled = await transaction.selectFrom('positions').select('id').limit(1).executeTakeFirst();
    if (!filled) await transaction.deleteFrom('pending_upkeep').where('name', '=', 'plus-keys').execute();
  });
  const moment = { now: NOON };
  const bridge = await shopServiceOver(database, {
    filesFolder,
    timeZone: 'Asia/Yekaterinburg',
    priceTtlDays: 30,
    clock: () => moment.now,
    log: pino({ level: 'silent' }),
    searchIsAhead: false,
    ...settings,
  });
  const app = await buildServer({
    limits: UNHURRIED,
    services: [{ name: 'bridge', prefix: '/api/bridge', routes: bridge.routes }],
    identity: testIdentity,
  });
  try {
    await test(
      Object.assign(moment, {
        bridge,
        app,
        filesFolder,
        add: (...positions: NewPosition[]) => bridge.context.database.runJob<NewPosition[], number[]>(ADD, positions),
        call: async (method: Method, path: string, options?: Call) =>
          app.inject(await requestTo(`/api/bridge${path}`, method, options)),
      }),
    );
  } finally {
    await app.close();
    await bridge.close();
    await rm(filesFolder, { recursive: true, force: true });
  }
}

import { pino } from 'pino';
import type { CatalogueSchema } from '../../server/catalogue/context/schema.ts';
import { type ShopService, shopServiceOver } from '../../server/operations/services/shop.ts';
import type { Database } from '../../server/platform/database/types.ts';
import { buildServer } from '../../server/platform/http-server/server.ts';
import type { NewPosition } from './add-positions-job.ts';
import { NOON } from './bridge.ts';
import { testIdentity } from './http-server.ts';
import { type Answer, type Call, type Method, requestTo } from './request.ts';
import { UNHURRIED } from './unhurried.ts';

const ADD = new URL('./add-positions-job.ts', import.meta.url);

/** The catalogue service as one of several processes over a database would run it. */
export interface ShopProcess {
  readonly bridge: ShopService;
  /** Where its copies came from, in order. */
  readonly origins: readonly string[];
  /** Articles that a search finds, in the order of the answer. */
  find(query: string): Promise<string[]>;
  get(path: string): Promise<Answer>;
  /** A request, by default as an administrator. */
  call(method: Method, path: string, options?: Call): Promise<Answer>;
  add(...positions: NewPosition[]): Promise<number[]>;
  stop(): Promise<void>;
}

type ShopServiceSettings = Parameters<typeof shopServiceOver>[1];

/** Starts the service; the database stays open when it stops. */
export async function startShop(
  database: Database<CatalogueSchema>,
  settings: Pick<ShopServiceSettings, 'filesFolder'> & Partial<ShopServiceSettings>,
): Promise<ShopProcess> {
  const origins: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => tell(origins, line) });
  const bridge = await shopServiceOver(
    { ...database, close: async () => {} },
    { timeZone: 'UTC', priceTtlDays: 0, clock: () => NOON, log, ...settings },
  );
  const app = await buildServer({
    limits: UNHURRIED,
    services: [{ name: 'bridge', prefix: '/api/bridge', routes: bridge.routes }],
    identity: testIdentity,
  });
  const get = (path: string) => app.inject(`/api/bridge${path}`);
  return {
    bridge,
    origins,
    get,
    call: async (method, path, options) => app.inject(await requestTo(`/api/bridge${path}`, method, options)),
    find: async (query) => {
      const answer = await get(`/search/?query=${encodeURIComponent(query)}`);
      if (answer.statusCode === 404) return [];
      return answer.json<{ positions: { article: string }[] }>().positions.map(({ article }) => article);
    },
    add: (...positions) => bridge.context.database.runJob<NewPosition[], number[]>(ADD, positions),
    stop: async () => {
      await app.close();
      await bridge.close();
    },
  };
}

function tell(origins: string[], line: string): void {
  const { origin } = JSON.parse(line) as { origin?: string };
  if (origin) origins.push(origin);
}

/** One brand and one provider, as the positions of tests need them. */
export async function addOwners(database: Database<CatalogueSchema>): Promise<void> {
  await database.write(async (transaction) => {
    const row = { title: 'ТЕСТ', created_at: 0, updated_at: 0 };
    await transaction.insertInto('brands').values(row).execute();
    await transaction.insertInto('providers').values(row).execute();
  });
}

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Arrival, ImportSource } from '../../../contract/price-lists/sources.ts';
import type { ImportSourceSettings } from '../../../server/price-lists/sources/index.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import type { OpenFresh } from '../../support/databases.ts';
import { type ImapServer, startImapServer } from '../../support/imap-server.ts';

const SECRETS = ['a secret of this installation'] as const;

/** A folder that is removed after the test. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parts-arrivals-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A mail server that is stopped after the test. */
export async function openImapServer(...access: Parameters<typeof startImapServer>): Promise<ImapServer> {
  const server = await startImapServer(...access);
  onTestFinished(server.close);
  return server;
}

/** A shop whose sources may lie on this machine, and whose folders hold files that are written completely. */
export const withSources = (
  open: OpenFresh,
  test: (shop: TestBridge) => Promise<void>,
  settings: Partial<ImportSourceSettings> = {},
): Promise<void> =>
  withBridge(open, test, {
    arrivals: { secrets: SECRETS, importFolder: '', allowsPrivate: true, settledMs: 0, ...settings },
  });

/** Adds a source of the one provider and brand, with limits that nothing exceeds by itself. */
export async function addSource(shop: TestBridge, wish: Readonly<Record<string, unknown>>): Promise<ImportSource> {
  const json = { title: 'Прайс', providerId: 1, brandId: 1, ...wish };
  const answer = await shop.call('POST', '/import/sources', { json });
  if (answer.statusCode !== 201) throw new Error(answer.payload);
  return answer.json<ImportSource>();
}

/** Looks at a source and waits for the end of it; the source as it is then. */
export async function check(shop: TestBridge, id: number): Promise<ImportSource> {
  await shop.bridge.arrivals?.scheduler.check(id);
  const { sources } = (await shop.call('GET', '/import/sources')).json<{ sources: ImportSource[] }>();
  const source = sources.find((each) => each.id === id);
  if (!source) throw new Error('no such source');
  return source;
}

export const arrivalsOf = async (shop: TestBridge): Promise<Arrival[]> =>
  (await shop.call('GET', '/import/arrivals')).json<{ arrivals: Arrival[] }>().arrivals;

/** A price list of so many rows as a text. */
export const listText = (count: number, price: number): string =>
  `Артикул;Наименование;Цена;Остаток\r\n${Array.from({ length: count }, (_, at) => `Ф-${at}01;Фильтр масляный ${at};${price + at},50;${at % 5}\r\n`).join('')}`;

export const priceOf = async ({ bridge }: TestBridge, article: string): Promise<number | undefined> =>
  (
    await bridge.context.database.read
      .selectFrom('positions')
      .select('price')
      .where('article', '=', article)
      .executeTakeFirst()
  )?.price;

/** Serves on a free port of this machine until the end of the test. */
export async function site(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

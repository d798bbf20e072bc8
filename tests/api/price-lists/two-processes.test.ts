// @module-tag deep
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '../../../server/platform/database/postgres-connection.ts';
import type { DatabaseLocation } from '../../../server/platform/database/types.ts';
import { workFolder } from '../../support/workbooks-read.ts';
import { LOOK_MS, shopIn } from './evening-shop.ts';
import { type Fields, KillableShop, type List } from './kill-moments.ts';

vi.setConfig({ testTimeout: 90_000 });

const FIELDS: Fields = {
  brandId: '1',
  providerId: '1',
  addNewPositionMode: 'on',
  article: '1',
  title: '2',
  price: '3',
  amount: '4',
};
/** So long that another process starts beside its import on any machine; it is killed before its end. */
const LONG: List = {
  name: 'long.csv',
  content: Buffer.from(Array.from({ length: 300_000 }, (_, at) => `A-${at};Фильтр ${at};5;5`).join('\n')),
  fields: FIELDS,
};
const SHORT: List = { name: 'short.csv', content: Buffer.from('Б-1;Вал;5;5'), fields: { ...FIELDS, providerId: '2' } };

/** A schema of its own on the tests' server, removed after the test. */
function postgres(url: string): DatabaseLocation {
  const schema = `two_${randomBytes(6).toString('hex')}`;
  onTestFinished(async () => {
    const client = await connect(url, 'public');
    await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await client.end();
  });
  return { dialect: 'postgres', url, schema };
}

const { TEST_DATABASE_URL = '' } = process.env;
const DIALECTS: readonly (readonly [string, (folder: string) => DatabaseLocation])[] = [
  ['SQLite', (folder) => ({ dialect: 'sqlite', file: join(folder, 'bridge.db') })],
  ...(TEST_DATABASE_URL ? [['PostgreSQL', () => postgres(TEST_DATABASE_URL)] as const] : []),
];

test.each(DIALECTS)(
  'security 29: with two processes on %s a start leaves the import of the other alone, waits behind it, and ends it when that one is killed',
  async (name, locationIn) => {
    const folder = await workFolder();
    const owners = ['Первый', 'Второй'];
    const shop = await shopIn(folder, owners, locationIn(folder));
    const first = await KillableShop.start(shop.location, shop.filesFolder);
    await first.begin(LONG, 'reading');
    const second = await KillableShop.start(shop.location, shop.filesFolder);
    const states = async () => (await second.runs()).map(({ outcome, fileName }) => `${fileName} ${outcome}`);
    expect(await states()).toEqual(['long.csv running']);

    // The other one's run can be cancelled from here, and ours from there; an embedded database is the importer's alone.
    if (name === 'PostgreSQL') {
      const unwanted = second.apply(SHORT);
      unwanted.catch(() => {});
      await expect.poll(() => states()).toContain('short.csv queued');
      const [run] = await second.runs();
      expect(await first.cancel(run?.id ?? 0)).toBe(200);
      await expect(unwanted).rejects.toThrow('cancelled');
      expect(await first.cancel(run?.id ?? 0)).toBe(409);
    }
    const waiting = second.apply(SHORT);
    await pause(10 * LOOK_MS);
    expect(await states()).toContain('long.csv running');
    await first.kill();
    expect(await waiting).toMatchObject({ created: 1 });
    await vi.waitFor(
      async () => expect(await states()).toEqual(expect.arrayContaining(['short.csv done', 'long.csv interrupted'])),
      { timeout: 15_000 },
    );
  },
);

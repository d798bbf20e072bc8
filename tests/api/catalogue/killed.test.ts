// @module-tag deep
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sweepCatalogue } from '../../../server/catalogue/changes/upkeep.ts';
import { openShopService } from '../../../server/operations/services/databases.ts';
import type { ShopService } from '../../../server/operations/services/shop.ts';
import { doubledName } from '../../../server/platform/files/stored-files.ts';
import type { NewPosition } from '../../support/add-positions-job.ts';
import { killAfter } from '../../support/kill.ts';
import { EVENING } from '../../support/moment.ts';
import { writtenAt } from '../../support/written-at.ts';

const LOOP = fileURLToPath(new URL('../../support/photo-loop.ts', import.meta.url));
const ADD = new URL('../../support/add-positions-job.ts', import.meta.url);
const TWO_HOURS = 7_200_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-killed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = () => join(folder, 'bridge.db');
const filesFolder = () => join(folder, 'files');
const open = (): Promise<ShopService> =>
  openShopService({
    location: { dialect: 'sqlite', file: file() },
    filesFolder: filesFolder(),
    timeZone: 'UTC',
    priceTtlDays: 0,
    clock: () => EVENING,
    log: pino({ level: 'silent' }),
  });

test('security 29: killed in the middle of replacing photos, every row has its photo, and the sweep leaves no other file', async () => {
  const first = await open();
  await first.database.write(async (transaction) => {
    const row = { title: 'ТЕСТ', created_at: 0, updated_at: 0 };
    await transaction.insertInto('brands').values(row).execute();
    await transaction.insertInto('providers').values(row).execute();
  });
  await first.database.runJob<NewPosition[], number[]>(ADD, [{ article: 'A-1' }]);
  await first.close();

  for (const afterMs of [3, 11, 29]) {
    await killAfter(afterMs, LOOP, file(), filesFolder());
    // Two hours later: whatever the row does not name is old enough to go.
    await writtenAt(filesFolder(), EVENING - TWO_HOURS);
    const bridge = await open();
    const { photo } = await bridge.database.read.selectFrom('positions').select('photo').executeTakeFirstOrThrow();
    expect(photo).not.toBeNull();
    const stored = await readdir(join(filesFolder(), 'photos'));
    expect(stored).toEqual(expect.arrayContaining([photo, doubledName(photo ?? '')]));
    await sweepCatalogue(bridge.context);
    expect((await readdir(join(filesFolder(), 'photos'))).sort()).toEqual([photo, doubledName(photo ?? '')].sort());
    await bridge.close();
  }
});

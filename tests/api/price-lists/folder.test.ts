import { appendFile, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { RunAnswer } from '../../../contract/catalogue/runs.ts';
import { aboveSql } from '../../support/databases.ts';
import { addSource, arrivalsOf, check, listText, priceOf, testFolder, withSources } from './sources.ts';

vi.setConfig({ testTimeout: 180_000 });

aboveSql('price lists in a folder', (open) => {
  test('are applied inside the limits of their source, held outside, decided about, and moved', async () => {
    const importFolder = await testFolder();
    const home = join(importFolder, 'Поставщик');
    await mkdir(home);
    await withSources(
      open,
      async (shop) => {
        const { id } = await addSource(shop, { kind: 'folder', settings: { folder: 'Поставщик' } });
        await writeFile(join(home, 'price.csv'), listText(20, 100));
        expect(await check(shop, id)).toMatchObject({ problem: null, isChecking: false });
        expect(await arrivalsOf(shop)).toMatchObject([
          { state: 'applied', fileName: 'price.csv', runId: 1, plan: { counts: { created: 20 } }, reason: null },
        ]);
        expect(await priceOf(shop, 'Ф-001')).toBe(10_050);

        await writeFile(join(home, 'price.csv'), listText(20, 900));
        await check(shop, id);
        const [held] = await arrivalsOf(shop);
        expect(held).toMatchObject({ state: 'held', runId: null, plan: { counts: { priceUp: 20 } } });
        expect(held?.reason).toContain('Цена');
        expect(await priceOf(shop, 'Ф-001')).toBe(10_050);
        expect((await readdir(join(home, 'done'))).sort()).toEqual(['price (2).csv', 'price.csv']);

        const applied = await shop.call('POST', `/import/arrivals/${held?.id}/apply`);
        expect(applied.json()).toMatchObject({
          state: 'applied',
          runId: 2,
          reason: expect.stringMatching(/^Цены выше/),
        });
        const [byItself, byHand] = (await Promise.all(
          [1, 2].map(async (run) => (await shop.call('GET', `/import/runs/${run}`)).json()),
        )) as RunAnswer[];
        expect(byItself).toMatchObject({ uid: '', who: 'Прайс' });
        expect(byHand).toMatchObject({ uid: 'admin', who: 'admin' });
        expect(await priceOf(shop, 'Ф-001')).toBe(90_050);
        expect((await shop.call('POST', `/import/arrivals/${held?.id}/apply`)).statusCode).toBe(409);
        expect((await shop.call('POST', `/import/arrivals/${held?.id}/reject`)).statusCode).toBe(409);

        await writeFile(join(home, 'cheap.csv'), listText(20, 50));
        await check(shop, id);
        const [cheap] = await arrivalsOf(shop);
        const rejected = await shop.call('POST', `/import/arrivals/${cheap?.id}/reject`);
        expect(rejected.json()).toMatchObject({ state: 'ignored', runId: null });
        expect(await priceOf(shop, 'Ф-001')).toBe(90_050);
        expect(await readdir(join(shop.filesFolder, 'arrivals'))).toEqual([]);

        await writeFile(join(home, 'notes.pdf'), '%PDF-1.4');
        await check(shop, id);
        expect((await arrivalsOf(shop))[0]).toMatchObject({ state: 'failed', reason: expect.stringContaining('не') });
        expect(await readdir(join(home, 'failed'))).toEqual(['notes.pdf']);
        expect((await readdir(home)).sort()).toEqual(['done', 'failed']);
      },
      { importFolder },
    );
  });

  test('are left alone while they grow, as are links and files under a temporary name', async () => {
    const importFolder = await testFolder();
    const home = join(importFolder, 'a');
    await mkdir(home);
    await withSources(
      open,
      async (shop) => {
        const { id } = await addSource(shop, { kind: 'folder', settings: { folder: 'a' } });
        const file = join(home, 'price.csv');
        await writeFile(file, listText(20, 100));
        await writeFile(join(home, 'price.csv.part'), 'x');
        await writeFile(join(home, '~$price.xlsx'), 'x');
        await symlink('/etc/passwd', join(home, 'passwd.csv'));
        let isChecked = false;
        const checked = check(shop, id).finally(() => {
          isChecked = true;
        });
        while (!isChecked) {
          await appendFile(file, 'Ф-1;');
          await pause(100);
        }
        await checked;
        expect(await arrivalsOf(shop)).toEqual([]);
        expect((await readdir(home)).sort()).toEqual(['passwd.csv', 'price.csv', 'price.csv.part', '~$price.xlsx']);
      },
      { importFolder, settledMs: 1_000 },
    );
  });

  test('need a folder that is there, inside the one of the setting', () =>
    withSources(open, async (shop) => {
      for (const folder of ['', '..', '../a', 'a/b', '/etc', '.ssh', 'a\\b'])
        await expect(addSource(shop, { kind: 'folder', settings: { folder } })).rejects.toThrow('invalid settings');
      const { id } = await addSource(shop, { kind: 'folder', settings: { folder: 'a' } });
      expect(await check(shop, id)).toMatchObject({ problem: expect.stringContaining('IMPORT_DIR') });
    }));
});

// What was checked is what is applied: of an upload, and of lists that wait until a person decides.
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { DryRunAnswer, UploadAnswer } from '../../../contract/catalogue/runs.ts';
import { namePattern } from '../../../server/price-lists/sources/received-files.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { upload } from './catalogue.ts';
import { addSource, arrivalsOf, check, listText, priceOf, testFolder, withSources } from './sources.ts';

vi.setConfig({ testTimeout: 180_000 });

const checkOf = async (shop: TestBridge, content: string, fields = {}): Promise<DryRunAnswer> =>
  (await upload(shop, content, { ...fields, dryRun: '1' })).json();

aboveSql('a check of an upload', (open) => {
  test.each([
    ['a price of one position was changed', (shop: TestBridge) => upload(shop, listText(1, 150))],
    ['a position was added', (shop: TestBridge) => upload(shop, listText(21, 100))],
  ])('does not hold for a catalogue in which %s: the new one comes, and holds', (_, change) =>
    withBridge(open, async (shop) => {
      await upload(shop, listText(20, 100));
      const list = listText(30, 120);
      const seen = await checkOf(shop, list);
      expect(await checkOf(shop, list)).toEqual(seen);
      await change(shop);
      const refused = await upload(shop, list, { seen: seen.digest, confirm: '0' });
      expect([refused.statusCode, refused.json()]).toMatchObject([409, { error: 'import differs', dryRun: true }]);
      const { digest, counts } = await checkOf(shop, list);
      expect(refused.json()).toMatchObject({ digest, counts });
      expect(digest).not.toBe(seen.digest);
      expect(await priceOf(shop, 'Ф-501')).toBe(10_550);
      const applied = await upload(shop, list, { seen: digest, confirm: '0' });
      expect([applied.statusCode, await priceOf(shop, 'Ф-501')]).toEqual([200, 12_550]);
    }),
  );

  test('that was looked at confirms its doubts, and a call that insists needs none', () =>
    withBridge(open, async (shop) => {
      await upload(shop, listText(20, 100));
      const list = listText(20, 900);
      const { digest, suspicions } = await checkOf(shop, list);
      expect(suspicions.length).toBeGreaterThan(0);
      expect((await upload(shop, list, { confirm: '0' })).json()).toMatchObject({ error: 'import looks wrong' });
      const applied = (await upload(shop, list, { seen: digest, confirm: '0' })).json<UploadAnswer>();
      expect(applied).toMatchObject({ updated: 20, isConfirmed: true, doubtful: suspicions });
      const insisted = await upload(shop, listText(20, 100), { seen: digest, confirm: '1' });
      expect(insisted.json()).toMatchObject({ updated: 20 });
    }));
});

aboveSql('lists of a source that wait', (open) => {
  const FOLDER = { kind: 'folder', settings: { folder: 'a' } };

  /** A shop with a source that has applied a list of 20 positions, and how a list comes to it, made on a day of May. */
  const withLists = (
    work: (shop: TestBridge, comes: (name: string, price: number, day: number) => Promise<void>) => Promise<void>,
  ) =>
    testFolder().then((importFolder) =>
      withSources(
        open,
        async (shop) => {
          const home = join(importFolder, 'a');
          await mkdir(home);
          const { id } = await addSource(shop, FOLDER);
          const comes = async (name: string, price: number, day: number) => {
            const path = join(home, name);
            await writeFile(path, listText(20, price));
            const made = new Date(Date.UTC(2020, 4, day));
            await utimes(path, made, made);
            expect(await check(shop, id)).toMatchObject({ problem: null });
          };
          await comes('Прайс 10.05.26.csv', 100, 10);
          await work(shop, comes);
        },
        { importFolder },
      ),
    );

  test('give their place to a newer one: of five only the last waits, with its own check', () =>
    withLists(async (shop, comes) => {
      for (const day of [11, 12, 13, 14, 15]) await comes(`Прайс ${day}.05.26.csv`, 900 + day, day);
      const [last, ...before] = await arrivalsOf(shop);
      expect(last).toMatchObject({ state: 'held', fileName: 'Прайс 15.05.26.csv' });
      expect(before.map(({ state }) => state)).toEqual(['ignored', 'ignored', 'ignored', 'ignored', 'applied']);
      expect(before[0]?.reason).toContain('Прайс 15.05.26.csv');
      await comes('Прайс 14.05.26 опоздал.csv', 950, 14);
      expect(await priceOf(shop, 'Ф-001')).toBe(10_050);
    }));

  test('stay beside a list of another kind, and one that comes late does not take the place of a newer one', () =>
    withLists(async (shop, comes) => {
      await comes('Прайс 15.05.26.csv', 900, 15);
      await comes('Шины.csv', 800, 16);
      await comes('Прайс (май).csv', 700, 14);
      expect((await arrivalsOf(shop)).map(({ state }) => state)).toEqual(['ignored', 'held', 'held', 'applied']);
      expect((await arrivalsOf(shop))[0]?.reason).toContain('Прайс 15.05.26.csv');
    }));

  test('made before the list that was applied last say so, and are not applied by themselves', () =>
    withLists(async (shop, comes) => {
      await comes('Прайс 09.05.26.csv', 101, 9);
      const [older] = await arrivalsOf(shop);
      expect(older).toMatchObject({ state: 'held', reason: expect.stringContaining('Прайс 10.05.26.csv') });
      expect(older?.reason).toContain('старше');
      expect(await priceOf(shop, 'Ф-001')).toBe(10_050);
      await comes('Прайс 11.05.26.csv', 102, 11);
      expect((await arrivalsOf(shop)).map(({ state }) => state)).toEqual(['applied', 'ignored', 'applied']);
      expect(await priceOf(shop, 'Ф-001')).toBe(10_250);
    }));

  test('made before the list that was applied last say so of a renewed check, too, and after a person applied them', () =>
    withLists(async (shop, comes) => {
      await comes('Прайс 09.05.26.csv', 900, 9);
      const [older] = await arrivalsOf(shop);
      const path = `/import/arrivals/${older?.id}`;
      await upload(shop, listText(20, 110));
      const said = async () => (await arrivalsOf(shop))[0]?.reason?.replaceAll('\u00a0', ' ') ?? '';
      const isOlder = /Прайс от 09\.05\.2020, .* старше уже загруженного «Прайс 10\.05\.26\.csv» от 10\.05\.2020/;
      expect((await shop.call('POST', `${path}/apply`)).json()).toMatchObject({ error: 'import differs' });
      expect(await said()).toMatch(/^Каталог изменился/);
      expect(await said()).toMatch(isOlder);
      expect((await shop.call('POST', `${path}/apply`)).json()).toMatchObject({ state: 'applied' });
      expect(await said()).toMatch(isOlder);
      expect(await said()).toContain('больше чем в 3 раза');
      expect(await said()).not.toContain('Каталог изменился');
    }));

  test('that a person rejects say who did', () =>
    withLists(async (shop, comes) => {
      await comes('Прайс 11.05.26.csv', 900, 11);
      const [waiting] = await arrivalsOf(shop);
      const rejected = (await shop.call('POST', `/import/arrivals/${waiting?.id}/reject`)).json();
      expect(rejected.state).toBe('ignored');
      expect(rejected.reason.replaceAll('\u00a0', ' ')).toMatch(/^Решение: не применять\. Кто решил: .+\.\n/);
    }));

  test('are applied as their check has shown them: where the catalogue has changed, the new check comes first', () =>
    withLists(async (shop, comes) => {
      await comes('Прайс 11.05.26.csv', 900, 11);
      const [waiting] = await arrivalsOf(shop);
      const apply = (query = '') => shop.call('POST', `/import/arrivals/${waiting?.id}/apply${query}`);
      await upload(shop, listText(20, 90_000));
      const refused = await apply(`?seen=${waiting?.plan?.digest}`);
      expect([refused.statusCode, refused.json().error]).toEqual([409, 'import differs']);
      expect(await priceOf(shop, 'Ф-001')).toBe(9_000_050);
      const [anew] = await arrivalsOf(shop);
      expect(anew).toMatchObject({ state: 'held', plan: { digest: refused.json().digest, counts: { priceDown: 20 } } });
      expect(anew?.reason).toContain('Каталог изменился');
      expect((await apply(`?seen=${waiting?.plan?.digest}`)).statusCode).toBe(409);
      expect((await apply(`?seen=${anew?.plan?.digest}`)).json()).toMatchObject({ state: 'applied' });
      expect(await priceOf(shop, 'Ф-001')).toBe(90_050);
    }));

  test('are applied as they come out by now for a call that insists', () =>
    withLists(async (shop, comes) => {
      await comes('Прайс 11.05.26.csv', 900, 11);
      const [waiting] = await arrivalsOf(shop);
      await upload(shop, listText(20, 90_000));
      const applied = await shop.call('POST', `/import/arrivals/${waiting?.id}/apply?confirm=1`);
      expect(applied.json()).toMatchObject({ state: 'applied' });
    }));
});

describe('the name of a list', () => {
  test.each([
    ['Прайс 10.05.26.csv', 'Прайс от 11 мая 2026.xlsx', false],
    ['Прайс 10.05.26.csv', 'ПРАЙС_11-05-2026.xlsx', true],
    ['price_1_декабря.xls', 'price_27_ноября (2).xls', true],
    ['tyres.csv', 'wheels.csv', false],
    ['2026-05-10.csv', '2026-05-11.csv', true],
  ])('of %s and %s is one without numbers and months: %s', (one, other, isOne) => {
    expect(namePattern(one) === namePattern(other)).toBe(isOne);
  });
});

import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import type { PartsAnswer, PartsDirectory } from '../../../contract/catalogue/parts.ts';
import type { SearchAnswer } from '../../../contract/catalogue/positions.ts';
import type { SearchWordPage } from '../../../contract/catalogue/search-words.ts';
import { readTitles } from '../../../server/catalogue/changes/upkeep.ts';
import { pendingReread } from '../../../server/catalogue/part-reader/own-readings.ts';
import { wordKey } from '../../../server/catalogue/search-words/dictionary.ts';
import { savedNow } from '../../../server/platform/database/types.ts';
import { NOON, type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';

const REBUILD = new URL('../../../server/catalogue/changes/read-titles-job.ts', import.meta.url);

async function find(shop: TestBridge, query: string): Promise<string[]> {
  const answer = await shop.call('GET', `/search/?query=${encodeURIComponent(query)}`, { as: null });
  return answer.statusCode === 404 ? [] : (answer.json() as SearchAnswer).positions.map(({ article }) => article);
}

const say = (shop: TestBridge, json: object) => shop.call('POST', '/search/words', { json });
const takeBack = (shop: TestBridge, word: string) =>
  shop.call('DELETE', `/search/words?word=${encodeURIComponent(word)}`);
const list = async (shop: TestBridge, query: string): Promise<SearchWordPage> =>
  (await shop.call('GET', `/search/words?${query}`)).json();

const directory = async (shop: TestBridge): Promise<PartsDirectory> =>
  (await shop.call('GET', '/parts/directory', { as: null })).json();

/** How many parts are of each kind, as all titles read. */
async function kindsOf(shop: TestBridge): Promise<Record<string, number>> {
  const { kinds } = await directory(shop);
  return Object.fromEntries(kinds.map(({ value, count }) => [value, count]));
}

aboveSql('wordings that the shop says are parts, machines or neither', (open) => {
  test('are read in titles that are there and that come, and in queries', { tags: ['store'] }, () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'К-1', title: 'Клыкастик левый' }, { article: 'С-1', title: 'Стартер КАМАЗ' });
      expect(await kindsOf(shop)).toEqual({ стартер: 1 });
      const saved = await say(shop, { word: 'Клыкастик', kind: 'part', means: 'Зубья ковша' });
      expect(saved.json()).toMatchObject({ word: 'Клыкастик', kind: 'part', means: ['зуб ковша'] });
      expect(await kindsOf(shop)).toEqual({ стартер: 1, 'зуб ковша': 1 });
      await shop.add({ article: 'К-2', title: 'Клыкастики' }, { article: 'З-1', title: 'Зуб ковша' });
      expect(await kindsOf(shop)).toEqual({ стартер: 1, 'зуб ковша': 3 });
      const { reading, parts } = (
        await shop.call('GET', `/parts/?query=${encodeURIComponent('клыкастика')}`, { as: null })
      ).json() as PartsAnswer;
      expect(reading?.kind).toBe('зуб ковша');
      expect(parts.map(({ article }) => article).sort()).toEqual(['З-1', 'К-1', 'К-2']);

      await say(shop, { word: 'стартер', kind: 'plain' });
      expect(await kindsOf(shop)).toEqual({ 'зуб ковша': 3 });
      await say(shop, { word: 'клыкастик', kind: 'synonym', means: 'зуб' });
      expect(await kindsOf(shop)).toEqual({ 'зуб ковша': 1 });
      expect((await takeBack(shop, 'стартер')).statusCode).toBe(204);
      expect(await kindsOf(shop)).toEqual({ стартер: 1, 'зуб ковша': 1 });
    }),
  );

  test('that replace what the shop said before answer what that was, where it was something else', () =>
    withBridge(open, async (shop) => {
      const replaced = async (json: object) => (await say(shop, json)).json().replaced;
      expect(await replaced({ word: 'вкладыши', kind: 'synonym', means: 'подшипник; втулка' })).toBeNull();
      expect(await replaced({ word: 'Вкладыш', kind: 'synonym', means: 'подшипник; втулка' })).toBeNull();
      const before = { word: 'Вкладыш', kind: 'synonym', means: ['подшипник', 'втулка'] };
      expect(await replaced({ word: 'вкладыш', kind: 'stop' })).toEqual(before);
      expect(await replaced({ word: 'вкладыш', kind: 'stop' })).toBeNull();
    }));

  test('are read as they were said after the index is built anew', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'К-1', title: 'Стартер мишка косолапый' });
      await say(shop, { word: 'мишка косолапый', kind: 'machine', means: 'камаз' });
      const machines = async () => (await directory(shop)).machines.map(({ value }) => value);
      expect(await machines()).toEqual(['КАМАЗ']);
      const { database } = shop.bridge.context;
      if (database.dialect === 'sqlite') await database.runJob(REBUILD, null);
      expect(await machines()).toEqual(['КАМАЗ']);
    }));

  test('are read at the next start where a crash came before their titles were read, whatever was said since', () =>
    withBridge(open, async (shop) => {
      const { database } = shop.bridge.context;
      if (database.dialect !== 'sqlite') return;
      await readTitles(database);
      await shop.add({ article: 'К-1', title: 'Клыкастик' }, { article: 'Ш-1', title: 'Шмякалка' });
      await database.write(async (transaction) => {
        const said = { key: wordKey('клыкастик'), word: 'клыкастик', kind: 'part' as const, means: 'зуб ковша' };
        await transaction
          .insertInto('search_words')
          .values({ ...said, ...savedNow(null, NOON) })
          .execute();
        await transaction.executeQuery(
          CompiledQuery.raw('UPDATE read_titles SET read_with = read_with || ?', [pendingReread('клыкастик')]),
        );
      });
      await say(shop, { word: 'шмякалка', kind: 'part', means: 'стартер' });
      expect(await kindsOf(shop)).toEqual({ стартер: 1 });
      await readTitles(database);
      expect(await kindsOf(shop)).toEqual({ стартер: 1, 'зуб ковша': 1 });
    }));

  test('need a name that the product knows, and are offered such', () =>
    withBridge(open, async (shop) => {
      const wrong = await say(shop, { word: 'клыкастик', kind: 'part', means: 'зуп ковша' });
      expect([wrong.statusCode, wrong.json().error]).toEqual([400, 'unknown part']);
      expect(wrong.json().near).toContain('зуб ковша');
      expect((await say(shop, { word: 'клыкастик', kind: 'machine', means: '' })).json().error).toBe('unknown machine');
      const names = (kind: string, text: string) =>
        shop.call('GET', `/search/words/names?kind=${kind}&text=${encodeURIComponent(text)}`);
      expect((await names('part', 'зуб ков')).json().names[0]).toBe('зуб ковша');
      expect((await names('machine', 'камаз')).json().names).toHaveLength(20);
      expect((await names('plain', 'камаз')).statusCode).toBe(400);
      const title = `Клыкастик ${'а'.repeat(100)}`;
      expect((await say(shop, { word: title, kind: 'part', means: 'зуб ковша' })).statusCode).toBe(200);
    }));
});

aboveSql('words of the shop', (open) => {
  test('count for the next search, and no more when they are taken back', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'S-1', title: 'Стартер' }, { article: 'F-1', title: 'Фильтр масляный' });
      expect(await find(shop, 'крутилка')).toEqual([]);
      const saved = await say(shop, { word: ' Крутилка ', kind: 'synonym', means: 'стартер; электростартер' });
      expect(saved.statusCode).toBe(200);
      expect(saved.json()).toMatchObject({
        word: 'Крутилка',
        means: ['стартер', 'электростартер'],
        builtIn: null,
        own: { savedBy: { email: expect.any(String) } },
      });
      expect(await find(shop, 'крутилка')).toEqual(['S-1']);
      expect(await find(shop, 'крутилку')).toEqual(['S-1']);

      expect((await say(shop, { word: 'крутилка', kind: 'stop' })).json()).toMatchObject({ kind: 'stop', means: [] });
      expect(await find(shop, 'крутилка стартера')).toEqual(['S-1']);
      expect((await list(shop, 'own=1')).total).toBe(1);
      expect((await takeBack(shop, 'КРУТИЛКА')).statusCode).toBe(204);
      expect((await takeBack(shop, 'крутилка')).statusCode).toBe(404);
      expect(await find(shop, 'крутилка')).toEqual([]);
    }));

  test('go over what the product says, and can take a word of it out', { tags: ['store'] }, () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'G-1', title: 'Головка блока цилиндров' }, { article: 'G-2', title: 'Гайка' });
      expect(await find(shop, 'гбц')).toEqual(['G-1']);
      await say(shop, { word: 'ГБЦ', kind: 'abbreviation', means: ['гайка'] });
      expect(await find(shop, 'гбц')).toEqual(['G-2']);
      const [word] = (await list(shop, `query=${encodeURIComponent('гбц')}`)).words;
      expect(word).toMatchObject({ word: 'ГБЦ', means: ['гайка'], builtIn: { kind: 'abbreviation' } });
      await say(shop, { word: 'гбц', kind: 'none', means: [] });
      expect(await find(shop, 'гбц')).toEqual([]);
      await takeBack(shop, 'гбц');
      expect(await find(shop, 'гбц')).toEqual(['G-1']);
    }),
  );

  test('may run in circles', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'S-1', title: 'Стартер' });
      await say(shop, { word: 'крутилка', kind: 'synonym', means: 'вертушка; вращалка' });
      await say(shop, { word: 'вертушка', kind: 'synonym', means: 'вращалка; крутилка' });
      await say(shop, { word: 'вращалка', kind: 'synonym', means: 'крутилка; вертушка; стартер' });
      for (const word of ['крутилка', 'вертушка', 'вращалка']) expect(await find(shop, word), word).toEqual(['S-1']);
    }));

  test('that name a maker add to what either name finds, and take no machine from it', { tags: ['store'] }, () =>
    withBridge(open, async (shop) => {
      await shop.add(
        { article: 'Ф-1', title: 'Фильтр масляный Урал-4320', manufacturer: 'Прогресс' },
        { article: 'Ф-2', title: 'Фильтр масляный', manufacturer: 'УралАЗ' },
        { article: 'Ф-3', title: 'Фильтр масляный', manufacturer: 'АЗ УРАЛ' },
        { article: 'В-1', title: 'Вал', manufacturer: 'АЗ УРАЛ' },
        { article: 'В-2', title: 'Вал', manufacturer: 'Заря' },
        { article: 'В-3', title: 'Вал', manufacturer: 'Луч' },
        { article: 'В-4', title: 'Вал МАЗ', manufacturer: 'Луч' },
      );
      const machines = async (query: string) =>
        ((await shop.call('GET', `/parts/?query=${encodeURIComponent(query)}`, { as: null })).json() as PartsAnswer)
          .reading?.machines;
      const pairs = [
        ['уралаз', 'аз урал'],
        ['фильтр уралаз', 'фильтр аз урал'],
        ['заря', 'луч'],
        ['вал заря', 'вал луч'],
      ] as const;
      const before = new Map<string, string[]>();
      for (const query of pairs.flat()) before.set(query, await find(shop, query));
      const read = await machines('уралаз');
      expect(read).toHaveLength(1);
      await say(shop, { word: 'УралАЗ', kind: 'maker', means: 'АЗ УРАЛ' });
      await say(shop, { word: 'Заря', kind: 'maker', means: 'Луч' });
      expect(await machines('уралаз')).toEqual(read);
      for (const pair of pairs) {
        const either = [...new Set(pair.flatMap((query) => before.get(query) ?? []))].sort();
        expect(either.length, pair.join()).toBeGreaterThan(1);
        for (const query of pair) {
          expect((await find(shop, query)).sort(), query).toEqual(either);
          const { total } = (
            await shop.call('GET', `/parts/?query=${encodeURIComponent(query)}`, { as: null })
          ).json() as PartsAnswer;
          expect(total, query).toEqual({ count: either.length, exact: true });
        }
      }
    }),
  );

  test('that say nothing are refused, and nothing changes', () =>
    withBridge(open, async (shop) => {
      const refusals: [object, string][] = [
        [{ word: '', kind: 'stop' }, 'invalid word'],
        [{ word: '!!!', kind: 'stop' }, 'invalid word'],
        [{ word: 'а'.repeat(61), kind: 'stop' }, 'invalid word'],
        [{ word: 'вал', kind: 'other', means: 'ось' }, 'invalid kind'],
        [{ word: 'вал', kind: 'synonym' }, 'invalid means'],
        [{ word: 'вал', kind: 'synonym', means: ' ; ' }, 'invalid means'],
        [{ word: 'вал', kind: 'synonym', means: 'Валы' }, 'invalid means'],
        [{ word: 'вал', kind: 'synonym', means: ['ось', 5] }, 'invalid means'],
        [{ word: 'вал', kind: 'synonym', means: Array.from({ length: 11 }, (_, at) => `ось ${at}`) }, 'invalid means'],
      ];
      for (const [body, error] of refusals) {
        const answer = await say(shop, body);
        expect([answer.statusCode, answer.json().error], JSON.stringify(body)).toEqual([400, error]);
      }
      expect((await list(shop, 'own=1')).words).toEqual([]);
      expect((await shop.call('GET', '/search/words?kind=other')).statusCode).toBe(400);
      expect((await shop.call('GET', '/search/words', { as: null })).statusCode).toBe(401);
    }));

  test('stand with those of the product in pages by the alphabet', () =>
    withBridge(open, async (shop) => {
      const all: string[] = [];
      let page = await list(shop, '');
      all.push(...page.words.map(({ word }) => word));
      while (page.next !== null) {
        page = await list(shop, `cursor=${encodeURIComponent(page.next)}`);
        all.push(...page.words.map(({ word }) => word));
      }
      expect(all).toHaveLength(page.total);
      expect(new Set(all).size).toBe(all.length);
      const stops = await list(shop, 'kind=stop');
      expect(stops.words.every(({ kind, means }) => kind === 'stop' && means.length === 0)).toBe(true);
    }));
});

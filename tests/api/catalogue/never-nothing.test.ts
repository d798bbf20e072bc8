import { expect, test } from 'vitest';
import type { SearchAnswer } from '../../../contract/catalogue/positions.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';

async function find(bridge: TestBridge, query: string, more = ''): Promise<SearchAnswer | null> {
  const answer = await bridge.call('GET', `/search/?query=${encodeURIComponent(query)}${more}`, { as: null });
  return answer.statusCode === 404 ? null : answer.json();
}

const articles = (answer: SearchAnswer | null) => answer?.positions.map(({ article }) => article) ?? [];
const kinds = (answer: SearchAnswer | null) => answer?.notes?.map(({ kind }) => kind) ?? [];

aboveSql('a search that finds nothing as typed', (open) => {
  test('leaves out words that say nothing about the part', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: 'F1', title: 'Фильтр масляный' }, { article: 'F2', title: 'Насос' });
      for (const query of [
        'куплю фильтр масляный',
        'фильтр масляный цена',
        'фильтр масляный б/у в Новосибирске',
        'фильтр масляный 2 шт',
        'фильтр для масла масляный 2шт с доставкой до Нижнего Новгорода',
      ]) {
        expect(articles(await find(bridge, query)), query).toEqual(['F1']);
      }
      // What says nothing is left out without a word.
      expect(await find(bridge, 'Куплю фильтр масляный')).not.toHaveProperty('note');
      expect(await find(bridge, 'цена')).toBeNull();
    }));

  test('reads names of makers and abbreviations as what they mean', () =>
    withBridge(open, async (bridge) => {
      await bridge.add(
        { article: 'K1', title: 'Колодки тормозные Toyota Camry' },
        { article: 'G1', title: 'Головка блока цилиндров КамАЗ' },
        { article: 'G2', title: 'Рукав высокого давления' },
      );
      const pads = await find(bridge, 'колодки тойота');
      expect(articles(pads)).toEqual(['K1']);
      expect(pads).not.toHaveProperty('notes');
      expect(articles(await find(bridge, 'гбц камаз'))).toEqual(['G1']);
      expect(articles(await find(bridge, 'ГБЦ kamaz'))).toEqual(['G1']);
      expect(articles(await find(bridge, 'куплю рвд недорого'))).toEqual(['G2']);
      expect(articles(await find(bridge, 'kolodki tojota'))).toEqual(['K1']);
      expect(await find(bridge, 'колодки тойота', '&strict=1')).toBeNull();
    }));

  test('drops the least telling word, one that nobody holds before others', () =>
    withBridge(open, async (bridge) => {
      await bridge.add(
        { article: 'V1', title: 'Вал карданный Урал' },
        { article: 'V2', title: 'Вал Урал' },
        { article: 'V3', title: 'Шестерня Урал' },
      );
      const unknown = await find(bridge, 'вал карданный восьмиосный');
      expect(articles(unknown)).toEqual(['V1']);
      expect(unknown?.notes).toEqual([{ kind: 'dropped', text: 'восьмиосный' }]);
      const common = await find(bridge, 'шестерня карданный урал');
      expect(common?.notes?.every(({ kind }) => kind === 'dropped')).toBe(true);
      expect(common?.positions.length).toBeGreaterThan(0);
      expect(await find(bridge, 'восьмиосный бегемот')).toBeNull();
    }));

  test('finds the part alone where many known words never stand together', () =>
    withBridge(open, async (bridge) => {
      await bridge.add(
        { article: 'T1', title: 'Труба приёмная' },
        { article: 'T2', title: 'Глушитель Урал' },
        { article: 'T3', title: 'Стартер Камаз' },
        { article: 'T4', title: 'Кронштейн радиатора' },
      );
      const answer = await find(bridge, 'труба приёмная глушитель стартер камаз кронштейн радиатора');
      expect(articles(answer)).toEqual(['T1']);
      expect(kinds(answer)).toEqual(['dropped']);
    }));

  test('reads an article by sound', () =>
    withBridge(open, async (bridge) => {
      await bridge.add(
        { article: '238Б-1601130', title: 'Диск' },
        { article: '4320ЯХ-1201010', title: 'Бак' },
        { article: 'БДС-2', title: 'Борона' },
        { article: 'SF-77', title: 'Фильтр' },
      );
      const disk = await find(bridge, '238B-1601130');
      expect(articles(disk)).toEqual(['238Б-1601130']);
      expect(disk?.notes).toEqual([{ kind: 'sound', text: '238B-1601130', means: '238Б-1601130' }]);
      expect(articles(await find(bridge, '4320YAX1201010'))).toEqual(['4320ЯХ-1201010']);
      expect(articles(await find(bridge, 'bds-2'))).toEqual(['БДС-2']);
      expect(articles(await find(bridge, 'bds 2'))).toEqual(['БДС-2']);
      expect(articles(await find(bridge, 'СФ-77'))).toEqual(['SF-77']);
      expect(articles(await find(bridge, 'диск 238B-1601130'))).toEqual(['238Б-1601130']);
    }));

  test('guesses an article with a wrong, swapped, missing or doubled character, never beside an exact one', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: '740.1003010', title: 'Головка' }, { article: '740.1009999' });
      for (const typed of ['740.1003018', '740.1030010', '740.103010', '740.10033010', '74O.1003O1l']) {
        const answer = await find(bridge, typed);
        expect(articles(answer), typed).toEqual(['740.1003010']);
        expect(kinds(answer), typed).toEqual(['near']);
        expect(answer, typed).toMatchObject({ exact: 0, positions: [{ match: 'similar' }] });
      }
      expect(articles(await find(bridge, 'головка 740.1003018'))).toEqual(['740.1003010']);
      await bridge.add({ article: '740.1003018' });
      const exact = await find(bridge, '740.1003018');
      expect(articles(exact)).toEqual(['740.1003018']);
      expect(exact).not.toHaveProperty('notes');
    }));

  test('goes on from page to page in the reading that was found', () =>
    withBridge(open, async (bridge) => {
      await bridge.add(...Array.from({ length: 5 }, (_, at) => ({ article: `T${at}`, title: 'Колодки Toyota' })));
      const first = await find(bridge, 'куплю колодки тойота', '&limit=3');
      const rest = await find(bridge, 'куплю колодки тойота', `&limit=3&cursor=${first?.next}`);
      expect([...articles(first), ...articles(rest)]).toEqual(['T0', 'T1', 'T2', 'T3', 'T4']);
      expect(rest).not.toHaveProperty('notes');
    }));

  test('answers whatever is typed, in bounded work', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: '1', title: 'Фильтр' });
      const many = 'аб '.repeat(70);
      for (const query of [many, `${'1а '.repeat(60)}`, 'q'.repeat(200), 'x1'.repeat(100), '# # #', 'б/у ; ""']) {
        const answer = await bridge.call('GET', `/search/?query=${encodeURIComponent(query)}`, { as: null });
        expect([200, 404], query).toContain(answer.statusCode);
      }
    }));
});

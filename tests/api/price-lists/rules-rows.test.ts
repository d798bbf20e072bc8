import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { FormFields } from '../../../server/price-lists/rules/form-fields.ts';
import { aboveSql } from '../../support/databases.ts';
import { importText, openCatalogue, positionsOf } from './catalogue.ts';

vi.setConfig({ testTimeout: 60_000 });

/** A group of goods as lists show it: where its name, its stock and its total stand. */
const group = fc.record({
  stocks: fc.array(fc.nat(50), { minLength: 1, maxLength: 4 }),
  heading: fc.constantFrom('none', 'article', 'title', 'total in article', 'total in title'),
  end: fc.constantFrom('none', 'Итого', 'Всего:', 'page', 'note', 'blank', 'numbers', 'nameless'),
});

const ENDS: Readonly<Record<string, (sum: number) => string>> = {
  none: () => '',
  Итого: (sum) => `Итого;;;${sum};`,
  'Всего:': (sum) => `;Всего:;;${sum};`,
  page: () => 'Артикул;Наименование;Цена;Остаток;Производитель',
  note: () => ';Цены указаны с НДС;;;',
  blank: () => ';;;;',
  numbers: () => '1;2;3;4;5',
  nameless: () => 'б/н;Болт;5;1;',
};

/** The lines of a list of groups, and the articles of its goods. */
function listOf(groups: readonly (typeof group extends fc.Arbitrary<infer One> ? One : never)[]) {
  const articles: string[] = [];
  const lines = groups.flatMap(({ stocks, heading, end }) => {
    const sum = stocks.reduce((one, other) => one + other, 0);
    const stock = heading.startsWith('total') && sum > 0 ? String(sum) : '';
    const name = heading.endsWith('title') ? `;Насосы;;${stock};` : `Насосы;;;${stock};`;
    const goods = stocks.map((amount) => {
      articles.push(`N-${articles.length + 100}`);
      return `${articles.at(-1)};Насос ${articles.length};${articles.length * 7};${amount};`;
    });
    return [...(heading === 'none' ? [] : [name]), ...goods, ENDS[end]?.(sum) ?? ''];
  });
  return { lines: lines.filter((line) => line !== ''), articles };
}

aboveSql('rows by the rules of an upload', (open) => {
  const articles = async (database: Parameters<typeof positionsOf>[0]) =>
    (await positionsOf(database)).map(({ article }) => article);

  it.each<[string, FormFields, string[], string[]]>([
    ['without a price', { priceless: 'skip' }, ['A-1;Ф;5;1;', 'A-2;Ф;;1;', 'A-3;Ф;звоните;1;'], ['A-1']],
    ['with a word', { skipWords: 'уценка; б/у' }, ['A-1;Ф;5;1;', 'A-2;Ф Б/У;5;1;', 'A-3;Ф;5;1;Уценка'], ['A-1']],
    ['by price', { minPrice: '5', maxPrice: '9' }, ['A-1;Ф;5;1;', 'A-2;Ф;4,99;1;', 'A-3;Ф;10;1;'], ['A-1']],
  ])('%s are left out on purpose, told, and no reason to doubt', async (_which, form, lines, left) => {
    const database = await openCatalogue(open);
    const report = await importText(database, lines, { form });
    expect(report).toMatchObject({ created: 1, skipped: 2, failed: 0, doubtful: [] });
    expect(report.warnings.filter(({ code }) => code.startsWith('left-out')).map(({ row }) => row)).toEqual([2, 3]);
    expect(await articles(database)).toEqual(left);
  });

  it('that are left out name their manufacturer all the same', async () => {
    const database = await openCatalogue(open);
    await importText(database, ['A-1;Фильтр;5;1;MANN']);
    await importText(database, ['A-1;Фильтр;;1;MANN', 'A-1;Фильтр;7;1;'], { form: { priceless: 'skip' } });
    expect((await positionsOf(database)).map(({ manufacturer, price }) => [manufacturer, price])).toEqual([
      ['MANN', 500],
      ['', 700],
    ]);
  });

  it('without an article have their code, told once', async () => {
    const database = await openCatalogue(open);
    const form = { article: '', code: '1', articleFrom: 'code' };
    const lines = ['K-1;Фильтр;5;1;', 'K-2;Кольцо;5;1;', 'Кольца;;;;', 'K-3;Кольцо;6;1;'];
    const report = await importText(database, lines, { form });
    expect(report).toMatchObject({ created: 3, groups: 1 });
    expect(report.warnings.map(({ row, code }) => [row, code])).toEqual([[1, 'article-from-code']]);
    expect(await articles(database)).toEqual(['K-1', 'K-2', 'K-3']);
  });

  it('without an article have the one in their title, told once', async () => {
    const database = await openCatalogue(open);
    const form = { article: '', articleFrom: 'title' };
    const lines = [';Колодки 04465-33471;5;1;', ';Фильтр арт. W712;6;1;', ';Ветошь;7;1;'];
    const report = await importText(database, lines, { form });
    expect(report).toMatchObject({ created: 2, skipped: 1 });
    expect(report.warnings.map(({ row, code }) => [row, code])).toEqual([
      [1, 'article-from-title'],
      [3, 'no-article'],
    ]);
    expect(await articles(database)).toEqual(['04465-33471', 'W712']);
  });

  const BY_TITLE = { article: '', articleFrom: 'whole-title' };

  it('without any article are named by title and manufacturer, reported once', async () => {
    const database = await openCatalogue(open);
    const lines = [
      ';Смазки;;;',
      ';Литол-24 0,8 кг;5;1;МС',
      ';Литол-24 08 кг;6;1;МС',
      ';Литол-24 0,8 кг;7;1;Газпром',
      ';Ветошь;8;1;',
    ];
    const report = await importText(database, lines, { form: BY_TITLE });
    expect(report).toMatchObject({ created: 4, groups: 1, skipped: 0, failed: 0, duplicates: 0, doubtful: [] });
    expect(report.warnings.map(({ row, code }) => [row, code])).toEqual([[2, 'article-from-whole-title']]);
    expect((await positionsOf(database)).map(({ article, title, price }) => [article, title, price]).sort()).toEqual([
      ['', 'Ветошь', 800],
      ['', 'Литол-24 0,8 кг', 500],
      ['', 'Литол-24 0,8 кг', 700],
      ['', 'Литол-24 08 кг', 600],
    ]);
    const spelt = [';  ЛИТОЛ-24  0,8 КГ;9;1;мс', ...lines.slice(2), ';2026;1;1;', ';—;1;1;'];
    const again = await importText(database, spelt, { form: BY_TITLE });
    expect(again).toMatchObject({ created: 0, updated: 1, unchanged: 3, skipped: 2 });
    expect(await importText(database, spelt, { form: BY_TITLE })).toMatchObject({ created: 0, unchanged: 4 });
  });

  it.each([
    ['alone', []],
    ['beside rows with articles that repeat too', ['A-1;Фильтр;5;1;', 'A-1;Фильтр;6;1;', 'A-2;Кольцо;5;1;']],
  ])('named by title are lost by no repeat of a title, %s: each name is one position', async (_, named) => {
    const database = await openCatalogue(open);
    const titles = Array.from({ length: 1_200 }, (__, at) => `Ветошь № ${at % 700}`);
    const lines = [...titles.map((title, at) => `;${title};${at + 1};1;`), ...named];
    const form = { ...(named.length === 0 && { article: '' }), articleFrom: 'whole-title' };
    const report = await importText(database, lines, { form });
    const repeats = named.length === 0 ? 500 : 501;
    expect(report).toMatchObject({ created: lines.length - repeats, duplicates: repeats, failed: 0, skipped: 0 });
    expect(await positionsOf(database)).toHaveLength(lines.length - repeats);
    const again = await importText(database, lines, { form: { ...form, missing: 'hide' } });
    expect(again).toMatchObject({ created: 0, updated: 0, duplicates: repeats, counts: { hidden: 0 } });
  });

  it('of a thousand titles that share a word with a digit are a thousand positions', async () => {
    const database = await openCatalogue(open);
    const lines = Array.from({ length: 1_000 }, (_, at) => `;Полка 600x300 для М1250${at % 9} вид ${at};5;1;`);
    const report = await importText(database, lines, { form: BY_TITLE });
    expect(report).toMatchObject({ created: 1_000, duplicates: 0, failed: 0 });
  });

  it('named by title keep their article where they have one, and new ones are not added where that is not wished', async () => {
    const database = await openCatalogue(open);
    const lines = ['A-1;Фильтр;5;1;', ';Ветошь;6;1;'];
    const form = { articleFrom: 'whole-title' };
    const refused = await importText(database, lines, { form: { ...form, addNewPositionMode: '' } });
    expect(refused).toMatchObject({ created: 0, skipped: 2 });
    expect(await importText(database, lines, { form })).toMatchObject({ created: 2 });
    expect(await articles(database)).toEqual(['A-1', '']);
  });

  it('without title and known article are no positions; those of known articles change them', async () => {
    const database = await openCatalogue(open);
    expect(await importText(database, ['A-1;Фильтр;5;1;'])).toMatchObject({ created: 1 });
    const report = await importText(database, ['A-1;;6;2;', 'A-2;;7;1;', 'A-3; - ;8;1;', 'A-4;Кольцо;9;1;']);
    expect(report).toMatchObject({ created: 1, updated: 1, skipped: 2 });
    expect(report.warnings.map(({ row, code, column }) => [row, code, column])).toEqual([
      [2, 'no-title', 'B'],
      [3, 'no-title', 'B'],
    ]);
    expect(await articles(database)).toEqual(['A-1', 'A-4']);
  });

  it('about the list bring no positions, and change one that has their article', async () => {
    const database = await openCatalogue(open);
    await importText(database, ['DOMKRAT;Домкрат;5;1;', 'A-1;Фильтр;5;1;']);
    const lines = [
      'A-1;Фильтр;6;1;',
      'DOMKRAT;Домкрат;;;',
      'Менеджер;Петров;;;',
      'Тел.:;222-33-44;;;',
      'КР-15;Кронштейн;;;',
    ];
    const report = await importText(database, lines);
    expect(report).toMatchObject({ created: 1, updated: 2, groups: 2, skipped: 0 });
    expect(report.warnings).toMatchObject([{ row: 3, code: 'heading', text: 'Менеджер' }]);
    expect((await articles(database)).toSorted()).toEqual(['A-1', 'DOMKRAT', 'КР-15']);
    expect(await importText(database, lines)).toMatchObject({ created: 0, updated: 0, groups: 2 });
  });

  it('that sum up others are no positions, by their words and by their numbers', async () => {
    const database = await openCatalogue(open);
    const lines = [
      'Насосы;;104,5;12;',
      'A-1;Насос;100;4;',
      'A-2;Насос;109;8;',
      'Фильтры;;;5;',
      'A-3;Фильтр;10;2;',
      'A-4;Фильтр;20;3;',
      ';Итого по группе;;5;',
      'Всего;;239;17;',
      'Всего наименований 4, на сумму 1000 руб.;;;;',
    ];
    const report = await importText(database, lines);
    expect(report).toMatchObject({ created: 4, totals: 5, groups: 0, skipped: 0, failed: 0, doubtful: [] });
    expect(report.warnings).toMatchObject([{ code: 'total' }]);
    expect(await articles(database)).toEqual(['A-1', 'A-2', 'A-3', 'A-4']);
  });

  it('are goods or not, however groups, totals, notes and headings stand among them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(group, { minLength: 1, maxLength: 5 }), async (groups) => {
        const database = await openCatalogue(open);
        const { lines, articles: goods } = listOf(groups);
        const report = await importText(database, lines);
        expect(await articles(database)).toEqual(goods);
        expect(report.failed).toBe(0);
      }),
      { numRuns: 12 },
    );
  });

  /** The form's columns are those before the last one, which holds a unit. */
  const numbered = (unit: string) => [
    '1;Фильтры',
    ...Array.from({ length: 1_100 }, (_, at) => `F-${at};Фильтр;5;1;MANN;${unit}`),
    '2;Кольца',
    `777;Кольцо;;;;${unit}`,
  ];

  it('that are headings with a number are groups where other rows fill more columns', async () => {
    const database = await openCatalogue(open);
    expect(await importText(database, numbered('шт.'))).toMatchObject({ created: 1_101, groups: 2 });
    expect(await articles(database)).toContain('777');
  });

  it('look the same without a price in a list of few columns, and are positions there', async () => {
    const database = await openCatalogue(open);
    expect(await importText(database, numbered(''))).toMatchObject({ created: 1_103, groups: 0 });
  });
});

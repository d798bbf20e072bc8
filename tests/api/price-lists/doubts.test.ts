import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import { writeBook } from '../../support/workbooks.ts';
import { workFolder } from '../../support/workbooks-read.ts';
import { importFile, importText, openCatalogue, positionsOf } from './catalogue.ts';

vi.setConfig({ testTimeout: 60_000 });

const list = (count: number, price: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `A-${at};Фильтр;${price(at)};1;`);
const kinds = ({ doubtful }: { doubtful: readonly { kind: string }[] }) => doubtful.map(({ kind }) => kind);

aboveSql('a run that reads as no success', (open) => {
  it('applied nothing, lost its prices, or moved them', async () => {
    const database = await openCatalogue(open);
    expect(
      kinds(
        await importText(
          database,
          list(20, () => '5'),
        ),
      ),
    ).toEqual([]);
    expect(
      kinds(
        await importText(
          database,
          list(20, (at) => (at < 3 ? '50,01' : '6')),
        ),
      ),
    ).toEqual(['prices-moved']);
    expect(
      kinds(
        await importText(
          database,
          list(20, (at) => (at < 7 ? '' : '6')),
        ),
      ),
    ).toEqual(['prices-missing']);
    expect(
      kinds(
        await importText(
          database,
          list(20, (at) => (at < 5 ? 'x' : '6')),
        ),
      ),
    ).toEqual(['mostly-failed']);
    const nothing = await importText(
      database,
      list(20, () => 'x'),
    );
    expect(kinds(nothing)).toEqual(['nothing-applied', 'columns-shifted', 'column-unlike']);
    expect(nothing).toMatchObject({ failed: 20, message: expect.stringContaining('обновлено 0') });
    const unknown = Array.from({ length: 5 }, (_, at) => `B-${at};Кольцо;1;1;`);
    const known = await importText(database, [...list(1, () => '6'), ...unknown], { form: { addNewPositionMode: '' } });
    expect(kinds(known)).toEqual([]);
  });

  it('has prices that are formulas without values: every row fails, and no price becomes 0', async () => {
    const database = await openCatalogue(open);
    await importText(
      database,
      list(20, () => '5'),
    );
    const file = join(await workFolder(), 'formulas.xlsx');
    const formula = (at: number) => ({ xml: `<c><f>D${at + 1}*2</f></c>` });
    const rows = Array.from({ length: 20 }, (_, at) => [`A-${at}`, 'Фильтр', formula(at), 1]);
    const drawnDown = Array.from({ length: 20 }, (_, at) => [null, null, formula(at + 20)]);
    await writeBook(file, { sheets: [{ name: 'A', rows: [...rows, ...drawnDown] }] });
    const report = await importFile(database, file);
    expect(report).toMatchObject({ failed: 20, skipped: 0 });
    expect(report.errors[0]).toMatchObject({ row: 1, column: 'C', code: 'formula-without-value' });
    expect(kinds(report)).toEqual(['nothing-applied']);
    expect((await positionsOf(database)).every(({ price }) => price === 500)).toBe(true);
  });

  it('moves the bulk of the prices by one factor', async () => {
    const database = await openCatalogue(open);
    const prices = (factor: number, usual = 0) =>
      list(30, (at) => String(((at + 5) * (at < usual ? 1.1 : factor)).toFixed(2)));
    await importText(database, prices(1));
    // Ordinary rises differ.
    expect(kinds(await importText(database, prices(1.3, 12)))).toEqual([]);
    expect(kinds(await importText(database, prices(1, 12)))).toEqual([]);
    await importText(database, prices(1));
    const noMarkup = await importText(database, prices(1 / 1.2));
    expect(kinds(noMarkup)).toEqual(['prices-shifted']);
    expect(noMarkup.doubtful[0]?.text.replaceAll('\u00a0', ' ')).toContain('Все цены ×0,83');
    await importText(database, prices(1));
    const report = await importText(database, prices(2.4, 6));
    expect(kinds(report)).toEqual(['prices-shifted']);
    expect(report.doubtful[0]?.text.replaceAll('\u00a0', ' ')).toContain(
      'Цены выше примерно в 2,4 раза у 24 из 30 позиций',
    );
    expect(kinds(await importText(database, prices(1, 6)))).toEqual(['prices-shifted']);
  });

  it('takes prices away, which is no fall of them; a file that names few of them asks', async () => {
    const database = await openCatalogue(open);
    await importText(
      database,
      list(20, () => '5'),
    );
    const some = await importText(
      database,
      list(20, (at) => (at < 2 ? 'по запросу' : at < 3 ? '4' : '5')),
    );
    expect(some).toMatchObject({ doubtful: [], counts: { priceGone: 2, priceDown: 1, unchanged: 17 } });
    // Half of what the list names is new and has a price.
    const added = Array.from({ length: 20 }, (_, at) => `B-${at};Кольцо;1;1;`);
    const gone = await importText(database, [...list(20, (at) => (at < 8 ? 'Звоните' : '5')), ...added]);
    expect(kinds(gone)).toEqual(['prices-gone']);
    expect(gone.counts).toMatchObject({ priceGone: 6, priceDown: 0 });
  });

  it('says which words of stock it took for how many pieces, and that headings were passed over', async () => {
    const database = await openCatalogue(open);
    const { warnings, groups, skipped } = await importText(database, [
      'A-1;Фильтр;5;мало;',
      'A-2;Фильтр;5;мало;',
      'A-3;Фильтр;5;много;',
      ';Кольца;;;',
      ';Прокладки;;;',
    ]);
    expect({ groups, skipped }).toEqual({ groups: 2, skipped: 0 });
    expect(warnings.map(({ row, message }) => [row, message.replaceAll('\u00a0', ' ')])).toEqual([
      [1, '«мало» вместо остатка принято за 1 шт.'],
      [3, '«много» вместо остатка принято за 10 шт.'],
      [4, 'Строки-заголовки пропущены'],
    ]);
  });

  it('says that there is no column of stock, and what stays only where there is something', async () => {
    const database = await openCatalogue(open);
    const said = async (lines: readonly string[]) => {
      const { warnings } = await importText(database, lines, { form: { amount: '' } });
      return warnings.map(({ row, code, message }) => [row, code, message.replaceAll('\u00a0', ' ')]);
    };
    expect(await said(['A-1;Фильтр;5;1;'])).toEqual([
      [0, 'no-stock-column', 'Столбец остатка не указан: у новых позиций остатка не будет'],
    ]);
    expect(await said(['A-1;Фильтр;5;1;'])).toEqual([
      [0, 'no-stock-column', 'Столбец остатка не указан: остатки останутся прежними'],
    ]);
  });

  it('has no column of prices: new goods without a price are counted, old prices named where there are any', async () => {
    const database = await openCatalogue(open);
    const said = async (lines: readonly string[]) => {
      const { doubtful } = await importText(database, lines, { form: { price: '' } });
      return doubtful.map(({ kind, text }) => `${kind}: ${text.replaceAll('\u00a0', ' ')}`);
    };
    expect(await said(['A-1;Фильтр;5;1;', 'A-2;Кольцо;5;1;'])).toEqual([
      'no-price-column: Столбец цены не указан: новых позиций без цены — 2. Выберите столбец цены.',
    ]);
    expect(await said(['A-1;Фильтр;5;1;'])).toEqual([
      'no-price-column: Столбец цены не указан. Выберите столбец цены.',
    ]);
    await importText(database, ['A-1;Фильтр;5;1;']);
    expect(await said(['A-1;Фильтр;5;2;'])).toEqual([
      'no-price-column: Столбец цены не указан: у известных прежние цены останутся. Выберите столбец цены.',
    ]);
  });

  it('brings goods together under other titles, whatever the cause', async () => {
    const database = await openCatalogue(open);
    const goods = Array.from({ length: 30 }, (_, at) => `A-${at};Фильтр ${at};5;1;`);
    const same = ['A-1;ФИЛЬТР-1;5;1;', 'A-2;Фильтр  2;5;1;', 'A-3;Фильтр 3.;5;1;'];
    expect(kinds(await importText(database, [...goods, ...same]))).toEqual([]);
    const other = ['A-1;Кольцо;5;1;', 'A-2;Втулка;5;1;'];
    const { doubtful } = await importText(database, [...goods, ...other]);
    const [doubt] = doubtful.map(({ kind, text }) => `${kind}: ${text.replaceAll('\u00a0', ' ')}`);
    expect(doubt).toMatch(/^rows-collapse: .*«Фильтр 1» и «Кольцо»/u);
    const titles = Array.from({ length: 40 }, (_, at) => `;Кольцо 12345 исполнение ${at};5;1;`);
    const folded = await importText(database, titles, { form: { article: '', articleFrom: 'title' } });
    expect(kinds(folded)).toEqual(['rows-collapse']);
  });

  it('takes words for no stock whose meaning is unknown, until the shop says it', async () => {
    const database = await openCatalogue(open);
    const lines = ['A-1;Фильтр;5;Склад;', 'A-2;Фильтр;5;Склад;', 'A-3;Фильтр;5;Транзит;', 'A-4;Фильтр;5;—;'];
    const { doubtful } = await importText(database, lines);
    expect(doubtful).toMatchObject([{ kind: 'stock-words', text: expect.stringContaining('«склад»') }]);
    const form = { stockWords: 'Склад = 3; Транзит = transit' };
    expect(kinds(await importText(database, lines, { form }))).toEqual([]);
    expect((await positionsOf(database)).map(({ amount }) => amount)).toEqual([3, 3, 0, 0]);
  });

  it('counts a position once, however often the file names it', async () => {
    const database = await openCatalogue(open);
    await importText(
      database,
      list(2, () => '5'),
    );
    const filler = Array.from({ length: 1_500 }, (_, at) => `F-${at};Деталь;1;1;`);
    const lines = ['A-0;Фильтр;500;1;', 'A-0;Фильтр;600;1;', ...filler, 'A-0;Фильтр;5;1;', 'A-1;Фильтр;6;1;'];
    expect(kinds(await importText(database, lines))).toEqual([]);
  });
});

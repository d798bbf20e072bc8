import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ListLineAnswer, ListPartsAnswer } from '../../../contract/catalogue/parts.ts';
import { LIST_NEAR_LINES_MAX, SEARCH_LIST_MAX } from '../../../contract/limits.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { readWhole, texts, workFolder } from '../../support/workbooks-read.ts';

const ask = async (bridge: TestBridge, lines: unknown): Promise<ListPartsAnswer> => {
  const answer = await bridge.call('POST', '/search/list/parts', { as: null, json: { lines } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

/** What a line found, as `article × amount: sum (short)`. */
const told = ({ readings, chosen }: ListLineAnswer) => {
  const { article, amount, parts } = readings[chosen] ?? { article: '', amount: 0, parts: [] };
  const [part] = parts;
  return `${article} × ${amount}: ${part ? `${part.maker} ${part.sum} (${part.short})` : 'nothing'}`;
};

aboveSql('a list with quantities', (open) => {
  test('is answered by parts: which offers to take, what they cost, what is short, and all together', () =>
    withBridge(open, async (bridge) => {
      const owner = { created_at: 0, updated_at: 0 };
      await bridge.bridge.context.database.write((transaction) =>
        transaction
          .insertInto('providers')
          .values({ title: 'Второй', ...owner })
          .execute(),
      );
      const given = { title: 'Вал', manufacturer: 'КАМАЗ', article: '740-1' };
      const [cheap, dear] = await bridge.add(
        { ...given, price: 10_000, amount: 3 },
        { ...given, price: 12_050, amount: 2, providerId: 2 },
        { article: '55-5', title: 'Насос', manufacturer: 'БОШ', price: 0, amount: 10 },
        { article: '740-9', title: 'Ось', manufacturer: 'КАМАЗ', price: 500, amount: 0 },
      );
      const { lines, totals, headings } = await ask(
        bridge,
        'Артикул\tКол-во\n740-1\t4\n740 1\t7\n55-5\t2\n740-9\nнет-такого-1 3 шт',
      );
      expect(headings).toBe(1);
      expect(lines.map(told)).toEqual([
        '740-1 × 4: КАМАЗ 420.50 (0)',
        // Four of the five in stock are taken by the line above.
        '740 1 × 7: КАМАЗ 720.50 (6)',
        '55-5 × 2: Bosch 0.00 (0)',
        '740-9 × 1: КАМАЗ 5.00 (1)',
        'нет-такого-1 × 3: nothing',
      ]);
      expect(lines[0]?.readings[0]?.parts[0]).toMatchObject({
        offers: 2,
        takes: [
          { positionId: cheap, stock: 'Склад № 1', amount: 3, inStock: 3, price: '100.00' },
          { positionId: dear, stock: 'Склад № 2', amount: 1, inStock: 1, price: '120.50' },
        ],
      });
      expect(lines[2]?.readings[0]?.parts[0]).toMatchObject({ unpriced: 2 });
      expect(totals).toEqual({
        ...{ found: 4, missing: 1, pieces: 14, sum: '1146.00', inStockSum: '541.00' },
        ...{ short: 2, unpriced: 1, open: 0 },
      });
    }));

  test('shows both readings of a number at the end, and chooses the one that finds something', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: '740.1003010-20' }, { article: '5320-350' });
      const { lines } = await ask(bridge, ['740 1003010 20', '5320 350 20', '5320-999 20', '55 20']);
      expect(lines.map(({ readings, chosen }) => [readings.length, chosen])).toEqual([
        [2, 0],
        [2, 1],
        [2, 1],
        [2, 0],
      ]);
      expect(lines[1]?.readings[1]).toMatchObject({ article: '5320 350', amount: 20 });
    }));

  test('of several makers takes the one that the line names, else the one in stock', () =>
    withBridge(open, async (bridge) => {
      await bridge.add(
        { article: '740-1', manufacturer: 'КАМАЗ', amount: 0, price: 1_000 },
        { article: '740-1', manufacturer: 'МАЗ', amount: 5, price: 9_000 },
        { article: '740-1', manufacturer: 'БОШ', amount: 5, price: 8_000, hidden: 1 },
      );
      const { lines } = await ask(bridge, '740-1\n740-1\tкамаз\t2\n740-1\tБОШ\t2\n740-1;Вал;1');
      expect(lines.map(({ readings }) => readings[0]?.parts.map(({ maker }) => maker))).toEqual([
        ['МАЗ', 'КАМАЗ'],
        ['КАМАЗ', 'МАЗ'],
        ['МАЗ', 'КАМАЗ'],
        ['МАЗ', 'КАМАЗ'],
      ]);
    }));

  test('offers articles that one slip makes of those that are not there', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: '740.1003010' });
      const wrong = '740.1003011\t2';
      const { lines } = await ask(bridge, Array(LIST_NEAR_LINES_MAX + 1).fill(wrong));
      expect(lines[0]?.near).toEqual(['740.1003010']);
      expect(lines.filter(({ near }) => near.length > 0)).toHaveLength(LIST_NEAR_LINES_MAX);
    }));

  test('tells of each quantity that is none, counts one piece, and takes lists of any shape', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: '740-1', amount: 5, price: 100 });
      const { lines, totals } = await ask(bridge, ['740-1\t0', '740-1\t-1', '740-1\t1e9', '740-1\tшт']);
      expect(lines.map(({ readings }) => [readings[0]?.problem, readings[0]?.amount])).toEqual([
        ['zero', 1],
        ['negative', 1],
        ['too large', 1],
        ['no number', 1],
      ]);
      expect(totals.pieces).toBe(4);
      const nothing = {
        found: 0,
        missing: 0,
        pieces: 0,
        sum: '0.00',
        inStockSum: '0.00',
        short: 0,
        unpriced: 0,
        open: 0,
      };
      for (const none of [undefined, null, '', {}, [], [null], true, '\n\t\n'])
        expect(await ask(bridge, none)).toEqual({ lines: [], totals: nothing, headings: 0, ignored: 0 });
      const long = await ask(bridge, Array(SEARCH_LIST_MAX + 5).fill('740-1'));
      expect([long.lines.length, long.ignored]).toEqual([SEARCH_LIST_MAX, 5]);
    }));

  test('becomes a workbook with quantities and sums, in which no text is a formula', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: '740-1', title: '=1+1', manufacturer: 'КАМАЗ', amount: 2, price: 10_050 });
      const answer = await bridge.call('POST', '/search/list/parts?format=xlsx', {
        as: null,
        json: { lines: '740-1\t3\n=2+2\t1' },
      });
      expect(answer.statusCode).toBe(200);
      const file = join(await workFolder(), 'list.xlsx');
      await writeFile(file, answer.rawPayload);
      const rows = texts(await readWhole(file));
      expect(rows[0]?.slice(0, 3)).toEqual(['Запрос', 'Нужно, шт', 'Артикул']);
      expect(rows[1]).toEqual([
        ...['740-1', '3', '740-1', '=1+1', '', 'КАМАЗ', 'Склад № 1', '3', '2', '100.50', '301.50'],
        'под заказ 1 шт',
      ]);
      expect([rows[2]?.[0], rows[2]?.at(-1)]).toEqual(['=2+2', 'не найдено']);
      expect([rows[3]?.[0], rows[3]?.[1], rows[3]?.[10]]).toEqual(['Итого', '3', '301.50']);
    }));
});

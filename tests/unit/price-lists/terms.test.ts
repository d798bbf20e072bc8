import { describe, expect, it } from 'vitest';
import { termsText } from '../../../rules/format/texts.ts';
import { guessSheet } from '../../../server/catalogue/sheets/guess-sheet.ts';
import type { Cell } from '../../../server/platform/sheet-reader/messages.ts';
import { readDelivery, termOf } from '../../../server/price-lists/rules/cells.ts';
import type { FormFields } from '../../../server/price-lists/rules/form-fields.ts';
import { readRow } from '../../../server/price-lists/rules/row.ts';
import { settingsOf } from '../../../server/price-lists/settings/import-settings.ts';

describe('a time of delivery', () => {
  it.each<[string, number | null | undefined]>([
    ['3', 3],
    ['3 дня', 3],
    ['2-3 дня', 3],
    ['2 – 3 раб. дн.', 3],
    ['от 2 до 5 дней', 5],
    ['до 14 дн', 14],
    ['5 к.д.', 5],
    ['7р.д.', 7],
    ['1 нед.', 7],
    ['1-2 недели', 14],
    ['1,5 нед', 11],
    ['неделя', 7],
    ['2 мес.', 60],
    ['24 ч', 1],
    ['36 часов', 2],
    ['3 days', 3],
    ['2w', 14],
    ['3 дня (Москва)', 3],
    ['СЕГОДНЯ', 0],
    ['В наличии', 0],
    ['завтра', 1],
    ['0', 0],
    ['', null],
    ['—', null],
    ['Под заказ', null],
    ['уточняйте', null],
    ['заказная позиция', null],
    ['5-2', undefined],
    ['999 дней', undefined],
    ['-3', undefined],
    ['1.2.3', undefined],
    ['10 шт.', undefined],
    ['Москва', undefined],
    [`${'9'.repeat(300)} дней`, undefined],
  ])('«%s» is %s days', (text, days) => expect(readDelivery(text)).toBe(days));
});

/** The least quantity that a cell with this text names. */
const readLot = (text: string) => termOf('lot', { kind: 'text', text }, 5, { row: 9, errors: [], warnings: [] });

describe('a least quantity of an order', () => {
  it.each<[string, number | null | undefined]>([
    ['10', 10],
    ['10 шт.', 10],
    ['от 10 шт.', 10],
    ['мин. 5', 5],
    ['кратно 4', 4],
    ['упак. 12', 12],
    ['12 шт/упак', 12],
    ['1 000', 1000],
    ['0,5', 1],
    ['2.5 м', 3],
    ['поштучно', 1],
    ['0', null],
    ['', null],
    ['-', null],
    ['нет', null],
    ['-5', undefined],
    ['5-10', undefined],
    ['коробка', undefined],
    ['1000001', undefined],
  ])('«%s» is %s', (text, lot) => expect(readLot(text)).toBe(lot));
});

/** A row of article, title, price, delivery and least quantity. */
function read(form: FormFields, delivery: Cell | null, lot: Cell | null = null) {
  const text = (said: string): Cell => ({ kind: 'text', text: said });
  const cells = new Map([text('A1'), text('Фильтр'), text('10'), delivery, lot].map((cell, at) => [at + 1, cell]));
  for (const [column, cell] of cells) if (cell === null) cells.delete(column);
  const row = { row: 9, cells: cells as ReadonlyMap<number, Cell> };
  return readRow(row, settingsOf({ article: '1', title: '2', price: '3', delivery: '4', lot: '5', ...form }));
}

describe('the terms of a row', () => {
  const text = (said: string): Cell => ({ kind: 'text', text: said });
  const FIXED = { deliveryFixed: '1 нед.' };

  it.each<[string, FormFields, Cell | null, number | null | undefined]>([
    ['of its cell', FIXED, text('2-3 дня'), 3],
    ['of a number', {}, { kind: 'number', number: 2.2, text: '2,2' }, 3],
    ['none where the cell is empty', {}, null, null],
    ['fixed where the cell is empty', FIXED, null, 7],
    ['fixed where the cell puts it off', FIXED, text('под заказ'), 7],
    ['fixed where nobody names a column', { ...FIXED, delivery: '' }, text('3'), 7],
    ['untouched without column and rule', { delivery: '' }, text('3'), undefined],
  ])('are %s', (_case, form, cell, days) => {
    const reading = read(form, cell);
    expect(reading).toMatchObject({ kind: 'position', warnings: [] });
    expect('candidate' in reading && reading.candidate.fields.delivery).toBe(days);
  });

  it('that cannot be read cost the row nothing but a warning, and leave the position its own', () => {
    const reading = read({}, { kind: 'date', text: '02.мар' }, text('коробка'));
    expect(reading).toMatchObject({
      kind: 'position',
      candidate: { fields: { price: 1_000 } },
      warnings: [
        { row: 9, column: 'D', code: 'delivery-unread', text: '02.мар' },
        { row: 9, column: 'E', code: 'lot-unread', text: 'коробка' },
      ],
    });
    const { fields } = (reading as { candidate: { fields: object } }).candidate;
    expect('delivery' in fields || 'lot' in fields).toBe(false);
  });

  it('security 31: are read in no time, whatever the cell holds', () => {
    const long = [`${'от '.repeat(20_000)}3`, `3 ${'раб'.repeat(20_000)}`, `${'1 000'.repeat(9_000)} шт`];
    for (const said of long) {
      expect(readDelivery(said)).not.toBe(null);
      expect(readLot(said)).not.toBe(null);
    }
  });
});

describe('the columns of terms', () => {
  const guess = (...header: string[]) => {
    const row = (at: number, texts: readonly string[]) => ({
      row: at,
      cells: new Map(texts.map((said, column): [number, Cell] => [column + 1, { kind: 'text', text: said }])),
    });
    const data = Array.from({ length: 12 }, (_, at) =>
      row(at + 2, [`AB-10${at}`, `Фильтр номер ${at}`, `${at * 17 + 30},50`, `${at % 4}`, '2-3', '10']),
    );
    return guessSheet('', [row(1, ['Артикул', 'Наименование', 'Цена', 'Остаток', ...header]), ...data]).columns;
  };

  it.each([
    ['Срок поставки', 'Мин. партия'],
    ['Срок', 'Кратность'],
    ['Дней', 'Упаковка'],
    ['Кол-во дней', 'Кол-во в упаковке'],
    ['Доставка, дн.', 'Минимальный заказ'],
    ['Delivery days', 'MOQ'],
  ])('are told by their names: «%s», «%s»', (delivery, lot) => {
    expect(guess(delivery, lot)).toMatchObject({ article: 1, title: 2, price: 3, amount: 4, delivery: 5, lot: 6 });
  });

  it.each([
    ['Срок годности', 'Цена за упаковку'],
    ['Стоимость доставки', 'Вес упаковки'],
    ['Дата поставки', 'Тип упаковки'],
  ])('are not mistaken: «%s», «%s»', (other, another) => {
    expect(guess(other, another)).toMatchObject({ amount: 4, delivery: null, lot: null });
  });
});

it('a buyer is told the terms that matter', () => {
  const text = (deliveryDays: number | null, leastAmount: number | null, deliveryFrom: number | null = null) =>
    termsText({ deliveryDays, deliveryFrom, leastAmount }).replaceAll('\u00a0', ' ');
  expect(text(3, 10)).toBe('3 дня, от 10 шт.');
  expect(text(21, 1)).toBe('21 день');
  expect(text(0, 1_000)).toBe('сегодня, от 1 000 шт.');
  expect(text(3, null, 2)).toBe('2–3 дня');
  expect(text(1, null, 1)).toBe('1 день');
  expect(text(null, null)).toBe('');
});

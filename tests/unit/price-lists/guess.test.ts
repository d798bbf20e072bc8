import { describe, expect, test } from 'vitest';
import type { SheetGuess } from '../../../contract/price-lists/guess.ts';
import { guessSheet } from '../../../server/catalogue/sheets/guess-sheet.ts';
import { headerScores } from '../../../server/catalogue/sheets/header.ts';
import { type Cell, type SheetRow, textCell } from '../../../server/platform/sheet-reader/messages.ts';

type Value = string | number | null;

const cellOf = (value: Value): Cell =>
  typeof value === 'number' ? { kind: 'number', text: String(value), number: value } : textCell(value ?? '');

/** Rows of a sheet from row 1; blank cells are left out, as a reader leaves them out. */
const sheet = (...rows: readonly (readonly Value[])[]): SheetRow[] =>
  rows
    .map((values, at) => ({
      row: at + 1,
      cells: new Map(
        values.map((value, column) => [column + 1, cellOf(value)] as const).filter(([, { kind }]) => kind !== 'empty'),
      ),
    }))
    .filter(({ cells }) => cells.size > 0);

const PARTS = ['Фильтр масляный', 'Ремень поликлиновой', 'Колодки тормозные', 'Насос водяной', 'Прокладка ГБЦ'];
/** Data of so many parts, made by a row for each of them. */
const goods = (make: (at: number, title: string) => readonly Value[], count = 25): (readonly Value[])[] =>
  Array.from({ length: count }, (_, at) => make(at, `${PARTS[at % PARTS.length]} ${at + 40}`));

const guessed = (...rows: readonly (readonly Value[])[]): SheetGuess => guessSheet('Лист1', sheet(...rows));
/** The columns that were found. */
const found = ({ columns }: SheetGuess) =>
  Object.fromEntries(Object.entries(columns).filter(([, column]) => column !== null));

describe('what stands above the table of the unit of its prices', () => {
  const list = (caption: string) =>
    guessed(
      [caption],
      ['Артикул', 'Наименование', 'Цена', 'Остаток'],
      ...goods((at, title) => [`A-${at}`, title, at + 5, 2]),
    );

  test('counts as in the heading of the prices', () => {
    expect(list('Цены указаны в тыс. руб.')).toMatchObject({ priceUnit: 'x1000', notes: ['price unit'] });
    expect(list('Скидка от 100 шт.')).toMatchObject({ priceUnit: null, notes: [] });
  });
});

describe('the layout of a sheet', () => {
  test('is told by its header, in Russian, Ukrainian and English', () => {
    const rows = goods((at, title) => [`AB-${at}00`, title, 'BOSCH', 150 + at * 7.5, at % 9]);
    for (const header of [
      ['Артикул', 'Наименование', 'Производитель', 'Цена, руб.', 'Остаток'],
      ['Кат. номер', 'Номенклатура', 'Бренд', 'Розничная', 'Кол-во'],
      ['Артикул', 'Найменування', 'Виробник', 'Ціна', 'Залишок'],
      ['Part No', 'Description', 'Brand', 'Price', 'Stock'],
    ]) {
      const guess = guessed(header, ...rows);
      expect(found(guess)).toEqual({ article: 1, title: 2, manufacturer: 3, price: 4, amount: 5 });
      expect(guess).toMatchObject({ startRow: 2, headerRows: [1], notes: [] });
      expect(guess.certainty).toBeGreaterThan(0.6);
    }
  });

  test('takes no goods for a part of the header whose articles and titles have its words', () => {
    for (const [article, title, price] of [
      ['КОЛ', 'Колодка передняя КОЛ', '100,50'],
      ['ART', 'Товар', '100.00 руб.'],
      ['OEM', 'Деталь OEM', '1 200'],
    ] as const) {
      const rows = Array.from({ length: 8 }, (_, at) => [
        `${article}-${at + 101}`,
        `${title} ${at}`,
        price,
        `${at} шт`,
      ]);
      const guess = guessed(['Артикул', 'Наименование', 'Цена', 'Остаток'], ...rows);
      expect(guess).toMatchObject({ startRow: 2, headerRows: [1] });
    }
  });

  test('tells the currency in the heading of the price', () => {
    const rows = goods((at, title) => [`AB-${at}00`, title, 150 + at * 7.5, at % 9]);
    const priced = (heading: string) => guessed(['Артикул', 'Наименование', heading, 'Остаток'], ...rows);
    expect(priced('Цена грн')).toMatchObject({ currency: 'UAH', notes: ['foreign currency'] });
    expect(priced('Price USD')).toMatchObject({ currency: 'USD', notes: ['foreign currency'] });
    expect(priced('Цена (у.е.)')).toMatchObject({ currency: 'UE', notes: ['foreign currency'] });
    expect(priced('Цена, руб.')).toMatchObject({ currency: 'RUB', notes: [] });
    expect(priced('Цена')).toMatchObject({ currency: null, notes: [] });
    const captioned = guessed(['Вид цены:', 'прайс (EUR)'], ['Артикул', 'Наименование', 'Цена', 'Остаток'], ...rows);
    expect(captioned).toMatchObject({ currency: 'EUR', notes: ['foreign currency'] });
  });

  test('is found below a letterhead, through headers of two rows and numbers of columns', () => {
    const guess = guessed(
      ['ООО «Ромашка», прайс-лист от 01.02.2026'],
      ['Тел. +7 351 111-22-33'],
      [null],
      ['№ п/п', 'Артикул', 'Наименование', 'Опт', 'Розница', 'Склад'],
      [null, null, null, 'Цена', 'Цена', 'Остаток'],
      ['1', '2', '3', '4', '5', '6'],
      ['<№>', '<арт>', '<наим>', '<опт>', '<розн>', '<скл>'],
      ...goods((at, title) => [at + 1, `К-${at}11`, title, 100 + at, 130.5 + at, at % 4]),
    );
    expect(found(guess)).toEqual({ article: 2, title: 3, price: 5, amount: 6 });
    expect(guess).toMatchObject({ startRow: 8, headerRows: [4, 5], prices: [5, 4], notes: ['several prices'] });
  });

  test('is not misled by discounts, buying prices, bar codes and groups of goods', () => {
    const guess = guessed(
      ['Группа', 'Штрихкод', 'Артикул', 'Наименование товара', 'Закупочная цена', 'Скидка %', 'Цена'],
      ...goods((at, title) => ['Фильтры', 4_600_000_000_000 + at, `Ф${at}-7`, title, 80 + at, 10, 120.5 + at]),
    );
    expect(found(guess)).toEqual({ article: 3, title: 4, price: 7 });
    expect(guess.prices).toEqual([7, 5]);
  });

  test('takes the column of titles that differ, not the one with the name of the group', () => {
    const guess = guessed(
      ['Номенклатура', 'Характеристика номенклатуры', 'Номенклатура.Артикул', 'Остаток', '1. Розница'],
      ...goods((at, title) => ['1. Продукция -> 1.1 Фильтры', title, 36_700 + at, at, `${at + 7},02 UAH`]),
    );
    expect(found(guess)).toEqual({ article: 3, title: 2, amount: 4, price: 5 });
  });

  test('takes the stock that counts for all warehouses, and names the others', () => {
    const guess = guessed(
      ['Артикул', 'Наименование', 'Цена', 'Резерв', 'Остаток Уфа', 'Остаток всего', 'Остаток Казань'],
      ...goods((at, title) => [`Д${at}5`, title, 10.5 * (at + 3), 1, at, at + 2, 2]),
    );
    expect(guess).toMatchObject({ columns: { amount: 6 }, stocks: [6, 5, 7], notes: ['several stocks'] });
  });

  test('adds up the stocks of single warehouses where no column says what there is in all', () => {
    const named = guessed(
      ['Артикул', 'Наименование', 'Цена', 'Склад Уфа', 'Склад Пермь', 'В пути'],
      ...goods((at, title) => [`Д${at}5`, title, 10.5 * (at + 3), at, 2, 7]),
    );
    expect(named).toMatchObject({ columns: { amount: 4 }, places: [4, 5], notes: ['several stocks'] });
    const towns = guessed(
      ['Артикул', 'Наименование', 'Кратность', 'Цена', 'Казань', 'Москва', 'Уфа'],
      ...goods((at, title) => [`Д${at}5`, title, 1, 10.5 * (at + 3), at % 4, 2, at % 3]),
    );
    expect(towns).toMatchObject({ columns: { amount: 5, lot: 3 }, stocks: [5, 6, 7], places: [5, 6, 7] });
    const inAll = guessed(
      ['Артикул', 'Наименование', 'Цена', 'Основной склад', 'Магазин', 'Итого'],
      ...goods((at, title) => [`Д${at}5`, title, 10.5 * (at + 3), at, 2, at + 2]),
    );
    expect(inAll).toMatchObject({ columns: { amount: 6 }, places: [] });
    const alone = guessed(
      ...goods((at, title) => [`XK${at}-${at * 7}A`, `${title} усиленный`, 99.9 + at * 3, at % 7, 2]),
    );
    expect(alone).toMatchObject({ notes: ['no header', 'several stocks'], places: [] });
  });

  test.each([
    ['abbreviated', ['Обозн.', 'Наим.', 'Ц. с НДС', 'Ост.', 'Сумма остатка']],
    ['transliterated', ['Artikul', 'Naimenovanie', 'Tsena', 'Ostatok', 'Summa']],
    ['Belarusian', ['Артыкул', 'Назва', 'Цана', 'Рэшта', 'Сума']],
    ['Kazakh', ['Каталог нөмірі', 'Атауы', 'Бағасы', 'Қалдық', 'Сомасы']],
    ['Polish', ['Indeks', 'Nazwa', 'Cena brutto', 'Stan', 'Wartość']],
    ['of a program', ['PIN', 'NAME', 'PRICE', 'RVALUE', 'MINBM']],
  ])('reads headings that are %s', (_which, headings) => {
    const guess = guessed(
      headings,
      ...goods((at, title) => [`XK${at}-${at * 7}A`, title, 99.9 + at * 3, at % 7, (99.9 + at * 3) * (at % 7)]),
    );
    expect(found(guess)).toMatchObject({ article: 1, title: 2, price: 3, amount: 4 });
  });

  test('takes the price of one piece, not of a kilogram or a thousand, and what the shop sells at, not its own cost', () => {
    const rows = goods((at, title) => [`Д${at}5`, title, 212 + at, 1314.4 + at, 1.31 + at]);
    const byUnit = guessed(
      ['Артикул', 'Наименование', 'Цена, руб./кг', 'Цена, руб./1000 шт.', 'Цена, руб./шт.'],
      ...rows,
    );
    expect(found(byUnit)).toMatchObject({ price: 5 });
    const bySale = guessed(['Артикул', 'Наименование', 'Уч. цена', 'Цена опт', 'Цена прод.'], ...rows);
    expect(found(bySale)).toMatchObject({ price: 5 });
  });

  test('begins with the first good, though it has another price than the chosen one', () => {
    const [first, ...others] = goods((at, title) => [`Д${at}-1005`, title, 672.9 + at, 403.7 + at, 2]);
    const guess = guessed(
      ['Артикул', 'Наименование', 'Цена новый', 'Цена восстановленный', 'Наличие'],
      [...(first ?? []).slice(0, 2), '', 933.6, 2],
      ...others,
    );
    expect(guess).toMatchObject({ startRow: 2 });
  });

  test('says when the code of the supplier stands in for the article, or the article is inside the title', () => {
    const byCode = guessed(
      ['Код', 'Номенклатура', 'Цена'],
      ...goods((at, title) => [`000000${at + 42}`, title, 12.5 * (at + 1)]),
    );
    expect(byCode).toMatchObject({ columns: { article: 1, code: null }, notes: ['article from code'] });
    const inTitle = guessed(['Товар', 'Остаток'], ...goods((at, title) => [`${title}, арт. PG${at}B6`, at % 5]));
    expect(inTitle).toMatchObject({
      columns: { article: 1, title: 1, price: null, amount: 2 },
      notes: ['article in title', 'no price'],
    });
    for (const { certainty } of [byCode, inTitle]) expect(certainty).toBeLessThanOrEqual(0.7);
  });

  test('is told from contents alone where there is no header, and then never surely', () => {
    const guess = guessed(...goods((at, title) => [`XK${at}-${at * 7}A`, `${title} усиленный`, 99.9 + at * 3, at % 7]));
    expect(found(guess)).toMatchObject({ article: 1, title: 2, price: 3 });
    expect(guess).toMatchObject({ startRow: 1, headerRows: [], notes: ['no header'] });
    expect(guess.certainty).toBeLessThan(0.6);
  });

  test('leaves the sizes of tyres alone, and takes the three measures of a parcel', () => {
    const tyres = guessed(
      ['Артикул', 'Наименование', 'Ширина', 'Высота', 'Диаметр', 'Цена'],
      ...goods((at, title) => [`Ш${at}1`, title, 175, 65, 14, 4000 + at]),
    );
    expect(tyres.columns).toMatchObject({ width: null, height: null, length: null });
    const parcels = guessed(
      ['Артикул', 'Наименование', 'Цена', 'Длина, мм', 'Ширина, мм', 'Высота, мм', 'Вес, кг'],
      ...goods((at, title) => [`Ш${at}1`, title, 4000 + at, 100 + at, 50, 20, 1.5]),
    );
    expect(parcels.columns).toMatchObject({ length: 4, width: 5, height: 6, weight: 7 });
  });

  test('of a sheet without data is nothing, and says so', () => {
    expect(guessed(['Артикул', 'Наименование', 'Цена'])).toMatchObject({ certainty: 0 });
    expect(guessSheet('Пусто', [])).toMatchObject({ certainty: 0, rows: [] });
    expect(guessSheet('Пусто', []).notes).toContain('no rows');
  });

  test('shows the first rows in their places, long texts cut', () => {
    const guess = guessed([null], ['Артикул', 'Наименование', 'Цена'], ['A-1', 'я'.repeat(5_000), 7]);
    expect(guess.rows[0]).toEqual(['', '', '']);
    expect(guess.rows[2]?.[0]).toBe('A-1');
    expect(guess.rows[2]?.[1]?.length).toBeLessThanOrEqual(200);
  });
});

describe('a price', () => {
  const rows = goods((at, title) => [`AB-${at}00`, title, 100 + at, 120.5 + at, 150 + at, at % 9]);
  const layout = (...header: readonly (readonly Value[])[]) => guessed(['ООО «Ромашка»'], ...header, ...rows);

  test('is found under a heading of two rows, whichever of them names it', () => {
    const top = layout(
      ['Артикул', 'Наименование', 'Цена, руб.', null, null, 'Остаток'],
      [null, null, 'закупка', 'опт', 'розница', 'шт'],
    );
    expect(top).toMatchObject({ startRow: 4, headerRows: [2, 3], columns: { price: 5, amount: 6 } });
    const above = layout(
      ['Группа', null, 'Себестоимость', 'Цена', 'Отпускная цена', 'Склад'],
      ['Артикул', 'Номенклатура', null, null, null, 'Кол-во'],
    );
    expect(above).toMatchObject({ startRow: 4, columns: { article: 1, title: 2, price: 4, amount: 6 } });
    const numbered = layout(
      ['Товар', null, 'Стоимость', null, null, 'Остаток'],
      ['Обозначение', 'Наименование', 'входная', 'без НДС', 'с НДС', null],
      ['1', '2', '3', '4', '5', '6'],
    );
    expect(numbered).toMatchObject({ startRow: 5, columns: { article: 1, title: 2, price: 5, amount: 6 } });
  });

  test('is what a visitor pays: retail before wholesale, with tax before without, never the buying price', () => {
    for (const [header, price] of [
      [['Закуп', 'Опт', 'Розница'], 5],
      [['Розница', 'Опт', 'Закупочная цена'], 3],
      [['Цена без НДС', 'Цена с НДС', 'Входная цена'], 4],
      [['Цена без НДС', 'Закупочная', 'Цена'], 5],
      [['Цена дилера', 'Цена партнёра', 'РРЦ'], 5],
      [['Цена, USD', 'Цена, руб.', 'Старая цена'], 4],
      [['Цена за 100 шт', 'Цена за 1000 шт', 'Цена за шт.'], 5],
      [['Розн.', 'Мелк. опт', 'Кр. опт'], 3],
      [['Скидка, %', 'Цена со скидкой', 'Цена'], 5],
      [['Цена1', 'Цена2', 'Цена3'], 3],
    ] as const)
      expect([header, layout(['Артикул', 'Наименование', ...header, 'Остаток']).columns.price]).toEqual([
        header,
        price,
      ]);
  });

  test('may be the buying price where there is no other', () => {
    const only = guessed(
      ['Артикул', 'Наименование', 'Закупочная цена'],
      ...goods((at, title) => [`AB-${at}00`, title, 100 + at]),
    );
    expect(only.columns.price).toBe(3);
  });
});

describe('an article', () => {
  test('is of several columns of articles the one that does not repeat', () => {
    const own = guessed(
      ['Артикул', 'Название', 'Артикул камня', 'Цена', 'Остаток'],
      ...goods((at, title) => [at + 1, title, `${at % 6}Г`, 900 + at, at % 5]),
    );
    expect(own.columns.article).toBe(1);
    const second = guessed(
      ['Артикул группы', 'Артикул', 'Название', 'Цена'],
      ...goods((at, title) => [`Г-${at % 3}`, `К-${at}1`, title, 900 + at]),
    );
    expect(second.columns.article).toBe(2);
    const code = guessed(
      ['Код', 'Кат. №', 'Наименование', 'Цена'],
      ...goods((at, title) => [100 + (at % 4), `740.${at}3`, title, 900 + at]),
    );
    expect(code.columns.article).toBe(2);
  });

  test('and its title are found under one merged heading', () => {
    for (const header of [
      ['Артикул, наименование', null, 'Цена', 'Остаток'],
      ['Номенклатура', null, 'Цена', 'Остаток'],
      ['Товар', null, 'Цена', 'Остаток'],
    ])
      expect(found(guessed(header, ...goods((at, title) => [`AB-${at}00`, title, 90 + at, at % 5])))).toEqual({
        article: 1,
        title: 2,
        price: 3,
        amount: 4,
      });
  });

  test('is never a price, a bar code or a code that repeats', () => {
    const prices = guessed(...goods((at, title) => [title, 2190 + at * 10, 1781 + at * 8]));
    expect(found(prices)).toEqual({ title: 1, price: 2 });
    expect(prices).toMatchObject({ prices: [2, 3], notes: ['no header', 'no article', 'several prices'] });
    const before = guessed(...goods((at, title) => [2190.5 + at * 10, title]));
    expect(before.columns).toMatchObject({ article: null, title: 2, price: 1 });
    const groups = guessed(
      ['Код', 'Наименование', 'Цена'],
      ...goods((at, title) => [`00${at % 3}`, title, 12.5 * (at + 1)]),
    );
    expect(groups.columns.article).toBeNull();
    expect(groups.notes).toContain('no article');
  });

  test('is not taken out of titles of which few contain one', () => {
    const few = guessed(
      ['Товар', 'Цена'],
      ...goods((at, title) => [at % 5 === 0 ? `${title}, арт. PG${at}B6` : title, 90 + at]),
    );
    expect(few).toMatchObject({ columns: { article: null, title: 1 }, notes: ['no article'] });
  });
});

describe('a sheet without a header', () => {
  test('keeps the columns of the specification while its first column holds articles', () => {
    for (const rows of [
      goods((at, title) => [`AB-${at}00`, title, 5 + (at % 3)], 3),
      goods((at, title) => [740_100 + at, title, 1500 + at * 7]),
      goods((at, title) => [`OC ${at + 90}`, title, at % 2 === 0 ? 'звоните' : 'по запросу'], 6),
      goods((at) => [`74${at}.1`, `БМ${at}`, 12.5 + at], 4),
    ])
      expect(guessed(...rows).columns).toMatchObject({ article: 1, title: 2, price: 3 });
  });

  test('begins with its first goods, below what its supplier writes above them', () => {
    const guess = guessed(
      ['ООО «Ромашка»', null, 'г. Уфа'],
      ['Цены действительны до конца месяца'],
      [null],
      ['Фильтры'],
      ...goods((at, title) => [`XK${at}-${at * 7}A`, `${title} усиленный`, 99.9 + at * 3, at % 7]),
    );
    expect(guess).toMatchObject({ startRow: 5, columns: { article: 1, title: 2, price: 3, amount: 4 } });
  });
});

/** What stands in columns of lists, by a letter for each kind. */
const CELLS: Readonly<Record<string, (at: number) => Value>> = {
  n: (at) => at + 1,
  a: (at) => `${['AB', '740.', 'LF-'][at % 3]}${1_000 + at * 37}`,
  c: (at) => `00-0000${1_000 + at}`,
  o: (at) => (at % 3 === 0 ? null : `${31_000 + at}-${100 + at}`),
  t: (at) => `${PARTS[at % PARTS.length]} ${['КАМАЗ', 'Урал'][at % 2]} ${at % 7}`,
  m: (at) => ['BOSCH', 'MANN', 'ГАЗ', 'SKF'][at % 4] as string,
  g: (at) => ['Двигатель', 'Кузов'][Math.floor(at / 10) % 2] as string,
  p: (at) => 150.5 + at * 13.37,
  q: (at) => 120.25 + at * 11,
  s: (at) => at % 17,
  w: (at) => ['есть', 'нет', 'мало'][at % 3] as string,
  u: () => 'шт',
  e: (at) => String(4_600_000_000_000 + at * 7_919),
  d: (at) => `${[5, 10, 15][at % 3]}%`,
  k: (at) => [1, 2, 4][at % 3] as number,
  '-': () => null,
};

test.each<[header: string, cells: string, columns: string]>([
  ['№ | Код | Артикул | Наименование | Ед. | Цена | Остаток', 'ncatups', '..atxps'],
  ['Бренд | Каталожный номер | Описание | Цена, руб | Наличие, шт', 'matps', 'matps'],
  ['Артикул производителя | Бренд | Номенклатура | Склад 1 | Склад 2 | Итого | Опт | Розн', 'amtsssqp', 'amt..s.p'],
  ['Код товара | Товар | Произв. | Своб. остаток | Баз. цена | Цена со скидкой', 'atmspq', 'atmsp.'],
  ['Штрих-код | Наименование | Торг. марка | Артикул | Цена с НДС | Цена без НДС | Ост.', 'etmapqs', '.tmap.s'],
  ['Арт | Наим-е | Ед изм | РРЦ | Дилерская | Нал.', 'atupqw', 'at.p.s'],
  ['OEM | Аналог | Бренд | Наименование | Скидка | Цена USD | Доступно', 'oomtdps', 'a.mt.ps'],
  ['Каталожный № детали | Наименование | Применяемость | Кол. на 1 авт. | Цена | Скл.', 'atgkps', 'at..ps'],
  ['Номер | Кат. номер (старый) | Деталь | Изготов. | Цена, р. | К-во', 'aotmps', 'a.tmps'],
  ['Наличие | Цена | Наименование | Артикул | Пр-ль', 'sptam', 'sptam'],
  ['Товар | Арт | Цена поставщика | Цена продажи | Шт', 'taqps', 'ta.ps'],
  ['Артикул | Товар | Новая цена | Старая цена | Изменение, %', 'atpqd', 'atp..'],
  ['Группа товаров | Товар | Артикул группы | Артикул | Цена | Остаток, уп.', 'gtgaps', '.t.aps'],
  ['Назва товару | Виробник | Код | Ціна, грн | Наявність', 'tmcps', 'tmaps'],
  ['Номенклатура | Количество | Цена', 'tsp', 'tsp'],
  ['Артикул | Бренд | Наименование | Цена > - | - > до 10 шт | Остаток > Москва | - > СПб', 'amtpqss', 'amtp.s.'],
  [
    'Номенклатура > Код | - > Наименование | Остатки > Основной | - > Транзит | Цены > Опт | - > Розница',
    'atsspq',
    'ats..p',
  ],
])('the columns of «%s» are found', (header, cells, columns) => {
  const headings = header.split(' | ').map((heading) => heading.split(' > '));
  const levels = Math.max(...headings.map(({ length }) => length));
  const rows = Array.from({ length: levels }, (_, level) =>
    headings.map((texts) => {
      const text = texts[level] ?? '-';
      return text === '-' ? null : text;
    }),
  );
  const kinds = [...cells].map((letter) => CELLS[letter] as (at: number) => Value);
  const guess = guessed(...rows, ...Array.from({ length: 40 }, (_, at) => kinds.map((kind) => kind(at))));
  const named = { a: 'article', t: 'title', m: 'manufacturer', p: 'price', s: 'amount' } as const;
  const wanted = Object.entries(named).map(([letter, name]) => [name, columns.indexOf(letter) + 1 || null]);
  expect(guess).toMatchObject({ startRow: levels + 1, columns: Object.fromEntries(wanted) });
});

test('a sheet without a header is read past its letterhead, in spite of a sum below it', () => {
  const guess = guessed(
    ['ООО «Ромашка», г. Уфа'],
    ['тел. 8-800-100', 'a@example.ru'],
    ...goods((at, title) => [`${title} усиленный`, 150.5 + at * 13, at % 17], 60),
    ['Итого', null, 99_999],
    ['Цены могут быть изменены'],
  );
  expect(guess).toMatchObject({ startRow: 3, columns: { article: null, title: 1, price: 2, amount: 3 } });
});

test('the quantity for a car, in a pack or of the least order is no stock', () => {
  for (const heading of [
    'Кол-во на авто',
    'Количество на а/м',
    'Кол. на двигатель',
    'Кол-во в упаковке',
    'Мин. кол-во',
  ]) {
    const guess = guessed(
      ['Артикул', 'Наименование', heading, 'Цена', 'Ост.'],
      ...goods((at, title) => [`AB-${at}00`, title, (at % 4) + 1, 150 + at, at % 9]),
    );
    expect([heading, guess.columns.amount]).toEqual([heading, 5]);
    const alone = guessed(
      ['Артикул', 'Наименование', heading, 'Цена'],
      ...goods((at, title) => [`AB-${at}00`, title, (at % 4) + 1, 150 + at]),
    );
    expect([heading, alone.columns.amount]).toEqual([heading, null]);
  }
});

test('the first row is the first of goods, below groups, sums of groups and numbers of columns', () => {
  const header = ['Артикул', 'Наименование', 'Цена', 'Остаток'];
  const rows = goods((at, title) => [`AB-${at}00`, title, 150 + at, at + 1]);
  for (const [above, startRow] of [
    [[['Фильтры']], 3],
    [
      [
        [null, 'Двигатель'],
        [null, 'Фильтры', null, 380],
      ],
      4,
    ],
    [[[1, 2, 3, 4], [null], ['А  Насосы', null, 546.2, 1358]], 5],
  ] as const)
    expect(guessed(header, ...above, ...rows).startRow).toBe(startRow);
});

test('a sheet counts its goods, not its groups, by its first rows', () => {
  const rows = goods((at, title) => (at % 5 === 0 ? ['Фильтры'] : [`AB-${at}00`, title, 150 + at]), 100);
  const header = ['Артикул', 'Наименование', 'Цена'];
  expect(guessed(header, ...rows).goods).toBe(80);
  expect(guessSheet('Лист1', sheet(header, ...rows), { extent: 1_001 }).goods).toBe(800);
  expect(guessed(['Раздел', 'Лист'], ['Фильтры', 'Шины']).goods).toBe(0);
});

test('a header names what it says, and denies what it says too', () => {
  const best = (text: string) => [...headerScores(text)].sort((one, other) => other[1] - one[1])[0]?.[0];
  expect(best('Центр. склад')).toBe('amount');
  expect(best('Саранск опт остаток')).toBe('amount');
  expect(best('Цена закупочная')).toBe('price');
  expect(best('Код производителя')).toBe('article');
  expect(best('Марка (бренд)')).toBe('manufacturer');
  expect(best('Скидка от цены, %')).toBe('price');
  expect(headerScores('Скидка от цены, %').get('price')).toBeLessThan(4);
  expect(headerScores(`Цены действительны ${'до конца месяца '.repeat(10)}`).size).toBe(0);
});

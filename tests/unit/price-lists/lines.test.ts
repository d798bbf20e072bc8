import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REQUEST_AMOUNT_MAX, SEARCH_LIST_MAX, SEARCH_QUERY_MAX } from '../../../contract/limits.ts';
import { linesOf, plainLine, quantityIn, readList, wordedLine } from '../../../rules/catalogue/list.ts';

/** The readings of one line as `article × amount`, with what is wrong and the maker. */
const read = (line: string) =>
  readList([line]).lines[0]?.readings.map(({ article, amount, problem, maker }) =>
    [`${article} × ${amount}`, problem, maker].filter(Boolean).join(', '),
  );

describe('a line of a list', () => {
  it.each([
    ['740.1003010-20', '740.1003010-20 × 1'],
    ['740.1003010-20\t4', '740.1003010-20 × 4'],
    ['4\t740.1003010-20', '740.1003010-20 × 4'],
    ['238Б-1601130;3', '238Б-1601130 × 3'],
    ['2;238Б-1601130', '238Б-1601130 × 2'],
    ['238Б-1601130   5', '238Б-1601130 × 5'],
    ['5   238Б-1601130', '238Б-1601130 × 5'],
    ['740  1003010  2', '740 1003010 × 2'],
    ['238Б-1601130   Диск сцепления   2', '238Б-1601130 × 2'],
    ['740-10 10 шт.', '740-10 × 10'],
    ['740-10 - 5шт', '740-10 × 5'],
    ['740-10 (5 шт)', '740-10 × 5'],
    ['740-10, 5 компл.', '740-10 × 5'],
    ['740-10 x2', '740-10 × 2'],
    ['740-10 х 2', '740-10 × 2'],
    ['2 pcs 740-10', '740-10 × 2'],
    ['740-10 к-т 2', '740-10 × 2'],
    ['740-10 шт. 4', '740-10 × 4'],
    ['740-10 кол-во 2', '740-10 × 2'],
    ['740-10, количество: 3 шт', '740-10 × 3'],
    ['1. 238Б-1601130 2шт', '238Б-1601130 × 2'],
    ['740\t1 000', '740 × 1000'],
    ['740\t2,00', '740 × 2'],
    ['"740 10"\t2', '740 10 × 2'],
    ['1\t238Б-1601130\tДиск сцепления\tшт\t4\t1 500,00', '238Б-1601130 × 4, Диск сцепления'],
    ['238Б-1601130\tМАЗ\t3', '238Б-1601130 × 3, МАЗ'],
    ['МАЗ\t238Б-1601130\t3', '238Б-1601130 × 3, МАЗ'],
    ['1003010\t2', '1003010 × 2'],
    ['2\t1003010', '1003010 × 2'],
    ['238Б-1601130\t4\t1500', '238Б-1601130 × 4'],
    ['---', '--- × 1'],
    ['шт', 'шт × 1'],
  ])('«%s» has one reading', (line, expected) => {
    expect(read(line)).toEqual([expected]);
  });

  it.each([
    ['740 1003010 2', '740 1003010 2 × 1', '740 1003010 × 2'],
    ['740-10, 5', '740-10, 5 × 1', '740-10 × 5'],
    ['БДС 2', 'БДС 2 × 1', 'БДС × 2'],
    ['740-10 1,5', '740-10 1,5 × 1', '740-10 × 1, fraction'],
    ['740-10 2.5 шт', '740-10 2.5 шт × 1', '740-10 × 1, fraction'],
  ])('«%s» has two', (line, whole, parted) => {
    expect(read(line)).toEqual([whole, parted]);
  });

  it.each([
    ['740-10\t0', 'zero'],
    ['740-10;-1', 'negative'],
    ['740-10   1e9', 'too large'],
    ['740-10\t1000000000', 'too large'],
    ['740-10\tшт', 'no number'],
    ['740-10 шт', 'no number'],
    ['740-10\t2,5', 'fraction'],
    ['740-10 0 шт', 'zero'],
    ['740-10 -1', 'negative'],
    ['740-10 1e9', 'too large'],
  ])('«%s»: the quantity is none', (line, problem) => {
    expect(read(line)?.at(-1)).toBe(`740-10 × 1, ${problem}`);
  });

  /** An article as they are: pieces of letters and digits between the signs that are usual. */
  const article = fc
    .array(fc.stringMatching(/^[A-ZА-Я0-9]{1,6}$/u), { minLength: 1, maxLength: 3 })
    .map((pieces) => pieces.join('-'))
    .filter((text) => /\d{3}/.test(text) && quantityIn(text) === null);
  const amount = fc.integer({ min: 1, max: REQUEST_AMOUNT_MAX });

  it('gives back article and quantity, whatever parts them', () => {
    fc.assert(
      fc.property(article, amount, (named, wanted) => {
        for (const line of [
          `${named}\t${wanted}`,
          `${wanted}\t${named}`,
          `${named};${wanted}`,
          `${named}    ${wanted}`,
          `${named} ${wanted} шт`,
          `${wanted} шт ${named}`,
          `${named} x${wanted}`,
        ])
          expect(readList([line]).lines[0]?.readings, line).toEqual([
            { article: named, amount: wanted, problem: null, maker: '' },
          ]);
      }),
    );
  });

  it('has a plain form with no other reading, under whatever headings', () => {
    const word = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .map((text) => text.replaceAll(/[\t\r\n]/gu, ' ').trim());
    const named = word.filter((text) => /[\p{L}\p{N}]/u.test(text));
    fc.assert(
      fc.property(named, amount, fc.oneof(fc.constant(''), named), (text, wanted, maker) => {
        const line = plainLine({ article: text, amount: wanted, maker });
        const { lines } = readList(['№\tАртикул\tКол-во', line]);
        expect(lines[0]?.readings).toEqual([{ article: text, amount: wanted, problem: null, maker }]);
      }),
    );
  });

  it('is read whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        for (const { readings } of readList(linesOf(text)).lines) {
          expect(readings.length).toBeGreaterThan(0);
          for (const one of readings) {
            expect(one.amount).toBeGreaterThanOrEqual(1);
            expect(one.amount).toBeLessThanOrEqual(REQUEST_AMOUNT_MAX);
            expect(one.article.length).toBeLessThanOrEqual(SEARCH_QUERY_MAX);
          }
        }
      }),
    );
  });
});

describe('a list', () => {
  it('is read by its headings, which are left out', () => {
    const text =
      '№\tНаименование\tАртикул\tЦена\tКол-во\n1\tВал 15\t740-1\t1500\t3\n\tВал\t740-2\t900\t\n\tВал\t740-3\t1\tшт';
    const { lines, headings } = readList(linesOf(text));
    expect(headings).toBe(1);
    expect(
      lines.map(({ line, readings }) => [line, readings.map((one) => [one.article, one.amount, one.problem])]),
    ).toEqual([
      [1, [['740-1', 3, null]]],
      [2, [['740-2', 1, null]]],
      [3, [['740-3', 1, 'no number']]],
    ]);
    expect(readList(['Артикул Количество', '740-1 2 шт']).lines).toHaveLength(1);
    expect(readList(['Деталь 5']).headings).toBe(0);
  });

  it('has so many lines and no more, and the others are counted', () => {
    const { lines, ignored } = readList(['Артикул', ...Array(10_000).fill('740-1\t2')]);
    expect([lines.length, ignored]).toEqual([SEARCH_LIST_MAX, 10_000 - SEARCH_LIST_MAX]);
  });

  it('keeps the cells of a line that begins with an empty one', () => {
    expect(linesOf('\t740\r\n\r\n  \n5\t6 \n')).toEqual(['\t740', '5\t6']);
  });
});

it.each([
  ['Стартер КамАЗ 1,5', 'Стартер КамАЗ × 1, fraction'],
  ['прокладка к-т 2', 'прокладка × 2'],
  ['рукав 1/2 кол-во: 4', 'рукав 1/2 × 4'],
  // A last number may be a word of what is asked for.
  ['стартер камаз 2', 'стартер камаз 2 × 1, no number'],
  ['насос урал 4320', 'насос урал 4320 × 1'],
  ['238Б-1601130,2', '238Б-1601130,2 × 1'],
])('the quantity of a line in words is read, or said to be unclear: %s', (line, expected) => {
  const { words, amount, problem } = wordedLine(line);
  expect([`${words} × ${amount}`, problem].filter(Boolean).join(', ')).toBe(expected);
});

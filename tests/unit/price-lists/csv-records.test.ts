import { describe, expect, it } from 'vitest';
import { CsvRecords, guessDelimiter } from '../../../server/platform/sheet-reader/csv-records.ts';
import type { ReadingRemark } from '../../../server/platform/sheet-reader/messages.ts';

/** Fields of all records of a text with semicolons, and what is remarked: code and row. */
function recordsOf(text: string) {
  const remarks: string[] = [];
  const remark = ({ code, row }: ReadingRemark) => remarks.push(`${code} ${row}`);
  const records = new CsvRecords(';', guessDelimiter(text).width, remark);
  const rows: (readonly string[])[] = [];
  for (const line of text.split('\n')) for (const { fields } of records.add(line)) rows.push(fields);
  for (const { fields } of records.end()) rows.push(fields);
  return { rows, remarks };
}

describe('records of a delimited text', () => {
  it.each([
    ['a;"b;c";d', ['a', 'b;c', 'd']],
    ['"a""b";c', ['a"b', 'c']],
    ['"";""', ['', '']],
    ['a;', ['a', '']],
    ['', ['']],
    ['a;1/2";b', ['a', '1/2"', 'b']],
    ['a;"Болт" М8;b', ['a', '"Болт" М8', 'b']],
    ['"a" ;b', ['a', 'b']],
  ])('%j is one record', (line, fields) => {
    expect(recordsOf(line)).toEqual({ rows: [fields], remarks: [] });
  });

  it('a cell in quotes may take several lines', () => {
    const text = 'A1;Фильтр;5\nA2;"Комплект:\nкольцо, ""болт""";6\nA3;Вал;7';
    expect(recordsOf(text)).toEqual({
      rows: [
        ['A1', 'Фильтр', '5'],
        ['A2', 'Комплект:\nкольцо, "болт"', '6'],
        ['A3', 'Вал', '7'],
      ],
      remarks: [],
    });
  });

  it.each([
    ['the end of the text', 'A1;Фильтр;5\nA2;"Болт;6\nA3;Вал;7', '"Болт'],
    ['a cell in quotes', 'A1;Фильтр;5\nA2;"Болт;6\nA3;"Вал";7', '"Болт'],
    ['inches', 'A1;Фильтр;5\nA2;"Болт;6\nГруппа\nA4;Гайка 1/2";7\nA3;Вал;7', '"Болт'],
  ])('a quote that is never closed takes no row, up to %s', (_, text, title) => {
    const { rows, remarks } = recordsOf(text);
    expect(remarks).toEqual(['quote-left-open 2']);
    expect(rows).toHaveLength(text.split('\n').length);
    expect(rows[1]).toEqual(['A2', title, '6']);
    expect(rows.at(-1)).toEqual(['A3', 'Вал', '7']);
  });

  it('a quote that is never closed takes no row of a long list', () => {
    const lines = Array.from({ length: 30_000 }, (_, at) => `A${at};Фильтр ${at};${at}`);
    lines[9] = 'A9;"Фильтр 9;9';
    const { rows, remarks } = recordsOf(lines.join('\n'));
    expect(remarks).toEqual(['quote-left-open 10']);
    expect(rows.map(([article]) => article)).toEqual(lines.map((_, at) => `A${at}`));
  });

  it('a cell of several lines that looks like more than one row is told', () => {
    expect(recordsOf('A1;Фильтр;5\nA2;"Комплект:\nкольцо; болт "М8" ";6').remarks).toEqual(['quotes-take-rows 2']);
  });
});

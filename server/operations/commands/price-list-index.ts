/** Reads the INDEX.md of a folder of price lists. */
import type { FormFields } from '../../price-lists/rules/form-fields.ts';

export interface IndexedList {
  readonly file: string;
  readonly fields: FormFields;
  readonly articles: number | null;
  readonly goods: number | null;
}

/** Columns of the table that name columns of the upload form. */
const FORM_FIELDS: Readonly<Record<string, string>> = {
  sheet: 'sheet',
  'data from': 'startRow',
  article: 'article',
  title: 'title',
  price: 'price',
  amount: 'amount',
  maker: 'manufacturer',
};

/** Reads the first Markdown table that has a column `file`; a dash in a cell means that the column is not given. */
export function parseIndex(markdown: string): IndexedList[] {
  const rows = markdown
    .split('\n')
    .filter((line) => /^\s*\|/u.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/^\||\|$/gu, '')
        .split('|')
        .map((cell) => cell.trim()),
    );
  const start = rows.findIndex((row) => row.includes('file'));
  const header = rows[start];
  if (!header) return [];
  return rows
    .slice(start + 1)
    .filter((row) => !/^:?-+:?$/u.test(row[0] ?? ''))
    .map((row) => {
      const cell = (name: string) => row[header.indexOf(name)] ?? '';
      const fields: Record<string, string> = {};
      for (const [name, field] of Object.entries(FORM_FIELDS)) {
        if (header.includes(name)) fields[field] = cell(name) === '-' ? '' : cell(name);
      }
      const goods = count(cell('goods')) ?? count(GOODS_IN_WORDS.exec(cell('right reading'))?.[1] ?? '');
      return { file: cell('file'), fields, articles: count(cell('article rows')), goods };
    });
}

/** «4,184 goods» in a table that says in words how a list is to be read. */
const GOODS_IN_WORDS = /(?<![\d,])([\d,]+) goods/u;

function count(cell: string): number | null {
  const digits = /^\d[\d,]*/u.exec(cell)?.[0].replaceAll(',', '');
  return digits === undefined ? null : Number(digits);
}

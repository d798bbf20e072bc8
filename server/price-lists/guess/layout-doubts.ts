// What the first rows of a sheet say against the columns and the first row by which it is to be read.

import { POSITION_COLUMNS } from '../../../contract/catalogue/columns.ts';
import type { UploadDoubt } from '../../../contract/catalogue/runs.ts';
import type { SheetGuess } from '../../../contract/price-lists/guess.ts';
import { columnLetters } from '../../../rules/format/sheet-columns.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { FITS, factsOf } from '../../catalogue/sheets/column-facts.ts';
import { guessSheet } from '../../catalogue/sheets/guess-sheet.ts';
import type { SheetRow } from '../../platform/sheet-reader/messages.ts';
import { garbledDoubts } from '../rules/doubts.ts';
import type { ColumnMap } from '../rules/form-fields.ts';
import type { PriceUnit } from '../rules/selling-price.ts';
import { followsHeadings, headerDoubt, headersOf, type PresetHeader } from '../settings/presets.ts';

/** The headings of the columns that some first rows show. */
export const headersOfRows = (rows: readonly SheetRow[]): string[] => headersOf(guessSheet('', rows));

/** The columns that are compared with what the sheet seems to hold: those that do harm when they are mistaken. */
const CHECKED = ['article', 'title', 'price', 'amount', 'manufacturer'] as const;
type Checked = (typeof CHECKED)[number];

/** From here on a guess is sure enough to speak against a choice. */
const SURE = 0.5;
/** Rows that a column has to have before its contents speak against it. */
const ROWS_MIN = 5;
/** Rows of goods above the first row that is read, from which on they are missed. */
const ROWS_ABOVE_MIN = 3;

interface Layout {
  readonly columns: ColumnMap;
  readonly startRow: number;
  /** What the rules say that prices are for; null or absent: nothing. */
  readonly priceUnit?: PriceUnit | null;
}

/** What the first rows of a sheet say against the way in which it is to be read, which `preset` may have settled before. */
export const layoutDoubts = (rows: readonly SheetRow[], layout: Layout, preset: PresetHeader | null): UploadDoubt[] => [
  ...garbledDoubts(textsOf(rows)),
  ...doubtsOfColumns(rows, layout, preset),
];

const textsOf = (rows: readonly SheetRow[]): string[] =>
  rows.flatMap(({ cells }) => [...cells.values()].map(({ text }) => text));

function doubtsOfColumns(rows: readonly SheetRow[], layout: Layout, preset: PresetHeader | null): UploadDoubt[] {
  const guess = guessSheet('', rows);
  const headers = headersOf(guess);
  const moved = preset && !followsHeadings(preset, layout.columns, headers) ? headerDoubt(preset, headers) : null;
  if (moved) return [moved, ...doubtsOfLayout(rows, layout, guess)];
  const isSettled = preset !== null && preset.headers.length > 0;
  return isSettled ? [] : doubtsOfLayout(rows, layout, guess);
}

/** Headings of a column of units, and units of many pieces in it. */
const OF_UNITS = /^(?:ед(?:\.|иниц|$)|е\. ?и|unit$|uom$)/iu;
const MANY = /^(?:тыс(?:\.|яч\p{L}*)?|т\.|т|сотня?|сот\.|10+) ?(?:шт|ед|pcs)|^(?:тыс\.?|тысяча?|сотня)$/iu;

/** What is to be asked where the rows themselves say that their prices are for many pieces («тыс. шт» under «Ед. изм.»). */
function unitsDoubt(data: readonly SheetRow[], { columns, priceUnit }: Layout, guess: SheetGuess): UploadDoubt[] {
  if (columns.price === undefined || priceUnit) return [];
  const column = headersOf(guess).findIndex((heading) => OF_UNITS.test(heading.trim())) + 1;
  const units = data.map(({ cells }) => cells.get(column)?.text.trim() ?? '').filter((unit) => MANY.test(unit));
  if (column === 0 || units[0] === undefined) return [];
  const text = typographed(
    `В столбце ${named(guess, column)} стоит «${units[0]}»: цены и остатки таких строк не за штуку. Укажите в правилах, за сколько штук цена, или 1, если товар так и продаётся.`,
  );
  return [{ kind: 'price-unit', text }];
}

function doubtsOfLayout(rows: readonly SheetRow[], layout: Layout, guess: SheetGuess) {
  const { columns, startRow } = layout;
  const data = rows.filter(({ row, cells }) => row >= Math.max(startRow, guess.startRow) && cells.size > 1);
  const doubts: UploadDoubt[] = unitsDoubt(data, layout, guess);
  for (const name of CHECKED) {
    const chosen = columns[name];
    if (chosen === undefined) continue;
    // The price may be guessed where no cell speaks for it: the columns of the specification stay then.
    const isGuessed = guess.columns[name] === chosen && name !== 'price';
    const text = isGuessed ? null : (better(guess, name, chosen) ?? unlike(data, name, chosen));
    if (text !== null) doubts.push({ kind: 'column-unlike', text });
  }
  const above = rows.filter(({ row, cells }) => row >= guess.startRow && row < startRow && cells.size > 1).length;
  if (guess.certainty >= SURE && above >= ROWS_ABOVE_MIN) {
    const text = typographed(
      `Похоже, список начинается со строки ${guess.startRow}, а читается со строки ${startRow}.`,
    );
    doubts.push({ kind: 'rows-above', text });
  }
  return doubts;
}

/** Another column that is surely the wanted one; null when the choice is as good as any. */
function better(guess: SheetGuess, name: Checked, chosen: number): string | null {
  const { columns, prices, stocks, certainty, notes } = guess;
  const found = columns[name];
  if (certainty < SURE || found === null || found === chosen) return null;
  if (name === 'price' && prices.includes(chosen)) return null;
  if (name === 'amount' && stocks.includes(chosen)) return null;
  // Where codes replace articles, it is unknown which of the two is meant.
  if (name === 'article' && notes.includes('article from code')) return null;
  const { label } = POSITION_COLUMNS[name];
  return typographed(`«${label}» — похоже, столбец ${named(guess, found)}, а указан ${named(guess, chosen)}.`);
}

/** `B («Наименование товара»)`: a column with its heading. */
function named(guess: SheetGuess, column: number): string {
  const heading = headersOf(guess)[column - 1] ?? '';
  return heading === '' ? columnLetters(column) : `${columnLetters(column)} («${heading}»)`;
}

/** What stands in the column cannot be what it is read as. */
function unlike(data: readonly SheetRow[], name: Checked, chosen: number): string | null {
  // A formula without a value says nothing of what stands there.
  const filled = data.filter(({ cells }) => (cells.get(chosen)?.kind ?? 'formula') !== 'formula');
  if (filled.length < ROWS_MIN || FITS[name](factsOf(chosen, filled)) > 0) return null;
  const sample = filled[0]?.cells.get(chosen)?.text ?? '';
  const { label } = POSITION_COLUMNS[name];
  return typographed(
    `Похоже, сдвинуты столбцы: в столбце ${columnLetters(chosen)} вместо «${label}» стоит «${sample}».`,
  );
}

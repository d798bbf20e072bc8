import { UPLOAD_COLUMNS, type UploadColumn } from '../../../contract/upload-columns.ts';
import { columnNumber } from '../../../rules/sheet-columns.ts';
import type { UploadSettings } from './upload-settings.ts';

type Columns = UploadSettings['columns'];

/** What a column of a file can be made to mean; `more-amount` adds its stock to that of the other columns. */
export type ColumnChoice = UploadColumn | 'more-amount' | '';

/** The numbers of the columns that a field names. */
export const numbersIn = (text: string): number[] =>
  text.split(/[\s,;]+/).flatMap((piece) => columnNumber(piece) ?? []);

/** Everything that a column is used as; an article that stands inside the title makes two. */
export const meaningsOf = (columns: Columns, number: number): UploadColumn[] =>
  UPLOAD_COLUMNS.filter((name) => numbersIn(columns[name]).includes(number));

/**
 * The columns after one was given another meaning. What it meant before it means no more; another column of that
 * meaning loses it, unless their stock is to add up.
 */
export function withMeaning(columns: Columns, number: number, choice: ColumnChoice): Columns {
  const left = Object.fromEntries(
    UPLOAD_COLUMNS.map((name) => {
      const numbers = numbersIn(columns[name]);
      return [
        name,
        numbers.includes(number) ? listOf(numbers.filter((other) => other !== number)) : columns[name],
      ];
    }),
  ) as Columns;
  if (choice === '') return left;
  if (choice !== 'more-amount') return { ...left, [choice]: String(number) };
  return { ...left, amount: listOf([...numbersIn(left.amount), number]) };
}

const listOf = (numbers: readonly number[]): string => numbers.join(',');

import { UPLOAD_COLUMN_MAX } from '../limits.ts';
import { type Field, Refusal } from './field.ts';

/** A role that was chosen for words of the sheet: null gives none. */
export type RoleChoices = ReadonlyMap<string, number | null>;

const CHOICES_MAX = 500;

/** The title of a sheet; undefined: the first with headings that are recognised. */
export const sheetTitle: Field<string | undefined> = {
  schema: {
    type: 'string',
    description: 'Title of a sheet; left out, the first whose headings are recognised',
  },
  read: (value) => {
    if (value === undefined || value === '') return undefined;
    return typeof value === 'string' ? value : new Refusal('invalid form');
  },
};

/** A column by number from 1; null: none; undefined: as recognised. */
export const sheetColumn: Field<number | null | undefined> = {
  schema: {
    type: ['integer', 'string', 'null'],
    description: 'Number of a column from 1; empty: there is none; left out: as its heading says',
  },
  read: (value) => {
    if (value === undefined) return undefined;
    if (value === '' || value === null) return null;
    const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
    const column = /^\d{1,4}$/.test(text) ? Number(text) : 0;
    return column >= 1 && column <= UPLOAD_COLUMN_MAX ? column : new Refusal('invalid form');
  },
};

/** Roles for words of the sheet that are the title of none. */
export const roleChoices: Field<RoleChoices> = {
  schema: {
    type: 'string',
    description:
      'JSON list of pairs: words of the column of roles, and the id of the role they mean or null for none',
    examples: ['[["ст. кладовщик", 3], ["стажёр", null]]'],
  },
  read: (value) => {
    if (value === undefined || value === '') return new Map();
    const pairs = typeof value === 'string' ? parsed(value) : null;
    if (!Array.isArray(pairs) || pairs.length > CHOICES_MAX || !pairs.every(isChoice))
      return new Refusal('invalid form');
    return new Map(pairs);
  },
};

const isChoice = (pair: unknown): pair is [string, number | null] =>
  Array.isArray(pair) &&
  pair.length === 2 &&
  typeof pair[0] === 'string' &&
  (pair[1] === null || (Number.isSafeInteger(pair[1]) && (pair[1] as number) > 0));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// How a preset reads a file of its provider whose header has changed since it was saved, where no page can be asked.

import type { Preset } from '../../../contract/catalogue/runs.ts';
import {
  SHEET_HEADERS,
  UPLOAD_COLUMN_DEFAULTS,
  UPLOAD_COLUMNS,
  type UploadColumn,
} from '../../../contract/price-lists/columns.ts';
import type { SheetGuess } from '../../../contract/price-lists/guess.ts';
import { likeliestSheet } from '../../../rules/price-lists/likeliest-sheet.ts';
import { movedLayout } from '../../../rules/price-lists/moved-columns.ts';
import { type FormFields, isSameTitle } from '../rules/form-fields.ts';
import { sheetForms } from './import-settings.ts';
import { headersOf, isSameHeader } from './presets.ts';

/**
 * What takes the place of fields of a preset for this file: each column stands where its heading stands now, in a sheet of
 * another title the same. Nothing where header and title are as they were, or unknown.
 */
export function fieldsForFile({ fields, headers }: Preset, guesses: readonly SheetGuess[]): FormFields {
  // The order refuses it.
  if (sheetForms(fields) === null) return {};
  const sheets = sheetsOf(fields);
  if (sheets.length === 0) return fieldsOfOne(fields, headers, guesses);
  const moved = sheets.map((entry) => {
    const guess = guesses.find(({ name }) => isSameTitle(name, String(entry.name)));
    return guess ? entryForSheet(entry, guess) : entry;
  });
  return { sheets: JSON.stringify(moved) };
}

function fieldsOfOne(fields: FormFields, headers: readonly string[], guesses: readonly SheetGuess[]): FormFields {
  if (headers.length === 0) return {};
  const title = fields.sheet?.trim() ?? '';
  const named = title === '' ? guesses[0] : guesses.find(({ name }) => isSameTitle(name, title));
  const sheet = named ?? likeliestSheet({ sheets: guesses });
  if (!sheet) return {};
  return { ...(named ? {} : { sheet: sheet.name }), ...layoutNow(fields, headers, sheet)?.fields };
}

type SheetEntry = Readonly<Record<string, unknown>>;

/** The sheets of a form as it has them. */
const sheetsOf = ({ sheets = '' }: FormFields): readonly SheetEntry[] =>
  sheets.trim() === '' ? [] : JSON.parse(sheets);

function entryForSheet(entry: SheetEntry, guess: SheetGuess): SheetEntry {
  const headers = (entry[SHEET_HEADERS] ?? []) as readonly string[];
  const moved = layoutNow({ ...NO_COLUMNS, ...textsOf(entry) }, headers, guess);
  if (moved === null) return entry;
  // Of several sheets headings are compared without their columns: those that were all found are as good as the same.
  return { ...entry, ...moved.fields, ...(moved.isFound && { [SHEET_HEADERS]: headersOf(guess) }) };
}

const NO_COLUMNS: FormFields = Object.fromEntries(UPLOAD_COLUMNS.map((name) => [name, '']));
const textsOf = (entry: SheetEntry): FormFields =>
  Object.fromEntries(UPLOAD_COLUMNS.flatMap((name) => (name in entry ? [[name, String(entry[name])]] : [])));

/** The rows and columns of a layout in a sheet of another header; null where it is the same or unknown. */
function layoutNow(fields: FormFields, before: readonly string[], guess: SheetGuess) {
  const headers = headersOf(guess);
  if (before.length === 0 || headers.length === 0 || isSameHeader({ headers: [...before] }, headers)) return null;
  const isNamed = UPLOAD_COLUMNS.some((name) => fields[name] !== undefined);
  const said = isNamed ? fields : UPLOAD_COLUMN_DEFAULTS;
  const typed = Object.fromEntries(UPLOAD_COLUMNS.map((name) => [name, said[name] ?? ''])) as Record<
    UploadColumn,
    string
  >;
  const { startRow, endRow, columns, isFound } = movedLayout(typed, before, { ...guess, headers });
  return { fields: { startRow, endRow, ...columns }, isFound };
}

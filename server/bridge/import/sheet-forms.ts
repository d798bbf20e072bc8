import { POSITION_NAME_MAX, UPLOAD_SHEETS_MAX } from '../../../contract/limits.ts';
import { UPLOAD_COLUMNS } from '../../../contract/upload-columns.ts';
import { SHEET_FIELDS, SHEET_HEADERS, SHEET_LAYOUT, SHEET_PRICES } from '../../../contract/upload-sheets.ts';
import { columnNumber, columnText } from '../../../rules/sheet-columns.ts';
import type { FormFields } from './form-fields.ts';
import { columnList } from './rules/columns.ts';
import { ROW_NUMBER_MAX } from './rules/limits.ts';

/** One of several sheets of an upload. */
export interface SheetForm {
  /** The form as it is for this sheet alone. */
  readonly fields: FormFields;
  /** What its columns are called; empty where nobody knows. */
  readonly headers: readonly string[];
}

const NO_LAYOUT: FormFields = Object.fromEntries(SHEET_LAYOUT.map((name) => [name, '']));
const COLUMNS: readonly string[] = UPLOAD_COLUMNS;
const ROWS: readonly string[] = ['startRow', 'endRow'];

/**
 * The forms of the sheets that the field `sheets` names, in its order; none where the field is empty, null where anything
 * in it is not as it should be: a name twice, a field that is none of a sheet, a row or a column that there cannot be.
 */
export function sheetForms({ sheets = '', ...fields }: FormFields): readonly SheetForm[] | null {
  if (sheets.trim() === '') return [];
  const listed = parsed(sheets);
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > UPLOAD_SHEETS_MAX) return null;
  const forms: SheetForm[] = [];
  const names = new Set<string>();
  for (const entry of listed as unknown[]) {
    const form = formOf(entry, fields);
    const name = form?.fields.sheet?.toLowerCase() ?? '';
    if (form === null || names.has(name)) return null;
    names.add(name);
    forms.push(form);
  }
  return forms;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function formOf(entry: unknown, fields: FormFields): SheetForm | null {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return null;
  const { name, [SHEET_HEADERS]: headers = [], ...said } = entry as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || name.trim() === '' || name.length > POSITION_NAME_MAX) return null;
  if (!Array.isArray(headers) || !headers.every((text) => typeof text === 'string')) return null;
  const texts: Record<string, string> = {};
  for (const [field, value] of Object.entries(said)) {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || !SHEET_FIELDS.includes(field) || !isRight(field, text.trim()))
      return null;
    texts[field] = text.trim();
  }
  const { startRow = '', endRow = '' } = texts;
  if (endRow !== '' && Number(endRow) < Number(startRow)) return null;
  const others = Object.fromEntries(
    SHEET_PRICES.filter((pair) => pair.some((field) => field in texts))
      .flat()
      .map((field) => [field, '']),
  );
  return { fields: { ...fields, ...NO_LAYOUT, ...others, ...texts, sheet: name.trim() }, headers };
}

/** Of a field that says where something stands, only what there can be; the rules of the others are checked with the form's. */
function isRight(field: string, text: string): boolean {
  if (text === '') return true;
  if (ROWS.includes(field)) return /^[1-9]\d{0,6}$/.test(text) && Number(text) <= ROW_NUMBER_MAX;
  if (!COLUMNS.includes(field)) return true;
  if (field === 'amount') return columnList(text) !== null;
  return /^(?:\d{1,5}|[A-Z]{1,3})$/.test(columnText(text)) && columnNumber(text) !== null;
}

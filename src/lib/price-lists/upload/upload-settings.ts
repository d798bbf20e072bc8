// Everything that is typed into the upload form of a price list: defaults, mistakes, and how it is sent and remembered.
// The file is apart (chosen-file.ts).
import { UPLOAD_RULES, type UploadRule } from '../../../../contract/limits.ts';
import {
  SHEET_TAKE,
  UPLOAD_COLUMN_DEFAULTS,
  UPLOAD_COLUMNS,
  type UploadColumn,
} from '../../../../contract/price-lists/columns.ts';
import { UPLOAD_START_ROW } from '../../../../contract/price-lists/upload.ts';
import { columnLetters, columnNumber } from '../../../../rules/format/sheet-columns.ts';
import { readSheets, type SheetLayout, type SheetPrices, sheetsText } from './sheet-layouts.ts';
import { areBands, areBrandRows, isRounding, isVat } from './typed-rules.ts';

/** What is typed into the upload form, as text; the file stands apart, because it cannot be remembered. */
export interface UploadSettings {
  readonly brandId: string;
  readonly providerId: string;
  readonly addNewPositionMode: boolean;
  /** The sheet that is shown; rows, columns and `articleFrom` are those of it. */
  readonly sheet: string;
  /** Every sheet of a file that has several, as it was when another one was shown; empty for other files. */
  readonly sheets: readonly SheetLayout[];
  readonly startRow: string;
  readonly endRow: string;
  readonly profit: string;
  /** Currency of the prices, and how many roubles one unit of it is. */
  readonly currency: string;
  readonly rate: string;
  readonly repeated: string;
  /** What becomes of positions that the list does not name. */
  readonly missing: string;
  readonly columns: Readonly<Record<UploadColumn, string>>;
  /** By which rules rows are read; an empty one changes nothing. */
  readonly rules: Readonly<Record<UploadRule, string>>;
}

type TextField = Exclude<keyof UploadSettings, 'addNewPositionMode' | 'sheets' | 'columns' | 'rules'>;

export const columnsBy = (textOf: (column: UploadColumn) => string) =>
  Object.fromEntries(UPLOAD_COLUMNS.map((column) => [column, textOf(column)])) as Record<UploadColumn, string>;
const rulesBy = (textOf: (rule: UploadRule) => string) =>
  Object.fromEntries(UPLOAD_RULES.map((rule) => [rule, textOf(rule)])) as Record<UploadRule, string>;

const DEFAULT_TEXTS: Readonly<Record<TextField, string>> = {
  brandId: '',
  providerId: '',
  sheet: '',
  startRow: String(UPLOAD_START_ROW),
  endRow: '',
  profit: '',
  currency: '',
  rate: '',
  repeated: 'last',
  missing: 'leave',
};
const textsBy = (textOf: (field: TextField) => string) =>
  Object.fromEntries(TEXT_FIELDS.map((name) => [name, textOf(name)])) as Record<TextField, string>;
const TEXT_FIELDS = Object.keys(DEFAULT_TEXTS) as readonly TextField[];

export const DEFAULT_SETTINGS: UploadSettings = {
  ...DEFAULT_TEXTS,
  addNewPositionMode: true,
  sheets: [],
  columns: columnsBy((column) => UPLOAD_COLUMN_DEFAULTS[column] ?? ''),
  rules: rulesBy(() => ''),
};

/** The other name of a column (`3` → `C`, `C` → `3`); '' when the text names none exactly. */
export function columnTwin(text: string): string {
  const number = /^(?:[A-Z]{1,3}|[1-9]\d{0,4})$/.test(text) ? columnNumber(text) : null;
  if (number === null) return '';
  return text === String(number) ? columnLetters(number) : String(number);
}

/** Kinds of mistake a form can be seen to have before it is sent, by field. */
export type SettingsErrors = Readonly<Partial<Record<ErrorField, Mistake>>>;
type Mistake = 'empty' | 'column' | 'row' | 'order' | 'percent' | 'rate' | 'currency' | 'sheet' | 'rule';
type WrongRule = 'markup' | 'rounding' | 'vat' | 'brandByManufacturer';
type ErrorField = Exclude<keyof UploadSettings, 'columns' | 'rules'> | UploadColumn | WrongRule;
type Errors = { -readonly [field in keyof SettingsErrors]: SettingsErrors[field] };

/** Roubles as they are typed; any other currency is worth nothing without a rate. */
const ROUBLES = /^(?:rub|rur|₽|р(?:уб)?\.?|рубл\p{L}*)$/iu;

const isRow = (text: string): boolean => /^[1-9]\d*$/.test(text.trim());

/** What is wrong with the settings; an empty object when they may be sent. */
export function settingsErrors(settings: UploadSettings): SettingsErrors {
  const errors: Errors = {};
  if (settings.brandId === '') errors.brandId = 'empty';
  if (settings.providerId === '') errors.providerId = 'empty';
  Object.assign(errors, priceErrors({ ...settings, markup: settings.rules.markup }));
  if (!isRounding(settings.rules.rounding)) errors.rounding = 'rule';
  if (!isVat(settings.rules.vat)) errors.vat = 'rule';
  if (!areBrandRows(settings.rules.brandByManufacturer)) errors.brandByManufacturer = 'rule';
  const sheets = sheetsOf(settings);
  if (sheets.length > 0 && !sheets.some(({ isUsed }) => isUsed)) errors.sheets = 'empty';
  else if (sheets.some((sheet) => (sheet.sheet === settings.sheet ? hasWrongPrices : isWrong)(sheet)))
    errors.sheets = 'sheet';
  const shown = sheets.find(({ sheet }) => sheet === settings.sheet);
  return shown && !shown.isUsed ? errors : { ...layoutErrors(shownLayout(settings)), ...errors };
}

/** Whether a sheet is to be read and cannot be, as it stands. */
export const isWrong = (sheet: SheetLayout): boolean =>
  sheet.isUsed && (Object.keys(layoutErrors(sheet)).length > 0 || hasWrongPrices(sheet));

const hasWrongPrices = ({ isUsed, prices }: SheetLayout): boolean =>
  isUsed && prices !== null && Object.keys(priceErrors(prices)).length > 0;

export function priceErrors({ currency, rate, profit, markup }: SheetPrices): SettingsErrors {
  const errors: Errors = {};
  if (!/^(?:-?\d+(?:[.,]\d+)?)?$/.test(profit.trim())) errors.profit = 'percent';
  const [code, worth] = [currency.trim(), rate.trim()];
  if (worth !== '' && !(/^\d+(?:[.,]\d+)?$/.test(worth) && /[1-9]/.test(worth))) errors.rate = 'rate';
  if (worth !== '' && code === '') errors.currency = 'currency';
  if (worth === '' && code !== '' && !ROUBLES.test(code)) errors.rate = 'empty';
  if (!areBands(markup)) errors.markup = 'rule';
  return errors;
}

function layoutErrors({ startRow, endRow, columns, articleFrom }: SheetLayout): SettingsErrors {
  const errors: Errors = {};
  if (!isRow(startRow) && startRow.trim() !== '') errors.startRow = 'row';
  if (endRow.trim() !== '') {
    if (!isRow(endRow)) errors.endRow = 'row';
    else if (Number(endRow) < Number(startRow)) errors.endRow = 'order';
  }
  for (const column of UPLOAD_COLUMNS) {
    const text = columns[column];
    const pieces = column === 'amount' ? text.split(/[\s,;]+/) : [text];
    if (text !== '' && pieces.some((piece) => columnTwin(piece) === '')) errors[column] = 'column';
  }
  if (columns.article === '' && articleFrom === '') errors.article = 'empty';
  return errors;
}

function shownLayout({ sheet, startRow, endRow, columns, rules }: UploadSettings): SheetLayout {
  const { articleFrom } = rules;
  return { sheet, isUsed: true, startRow, endRow, columns, articleFrom, prices: null, headers: [], take: '' };
}

/** Every sheet as it stands now, the shown one too; none where the file has just one. */
export const sheetsOf = (settings: UploadSettings): readonly SheetLayout[] =>
  settings.sheets.map((sheet) => {
    const { isUsed, prices, headers, take } = sheet;
    return sheet.sheet === settings.sheet ? { ...shownLayout(settings), isUsed, prices, headers, take } : sheet;
  });

/** The settings with another sheet shown; what was typed of the one before is kept. */
export function withShown(settings: UploadSettings, name: string): UploadSettings {
  const sheets = sheetsOf(settings);
  const next = sheets.find(({ sheet }) => sheet === name);
  if (!next) return settings;
  const { sheet, startRow, endRow, columns, articleFrom } = next;
  return { ...settings, sheets, sheet, startRow, endRow, columns, rules: { ...settings.rules, articleFrom } };
}

/** The settings with a sheet that is read even where it reads badly. */
export const withSheetTaken = (settings: UploadSettings, name: string): UploadSettings => ({
  ...settings,
  sheets: sheetsOf(settings).map((sheet) => (sheet.sheet === name ? { ...sheet, take: SHEET_TAKE[0] } : sheet)),
});

/** The prices of a sheet that is read alone take the place of the form's. */
const withPrices = (settings: UploadSettings, prices: SheetPrices | null): UploadSettings => {
  if (prices === null) return settings;
  const { markup, ...others } = prices;
  return { ...settings, ...others, rules: { ...settings.rules, markup } };
};

/** The fields of the form, by name. Every column goes along, an empty one too: the file has no such column then. */
export function formFields(given: UploadSettings): Readonly<Record<string, string>> {
  const used = sheetsOf(given).filter(({ isUsed }) => isUsed);
  const [first] = used;
  const settings = withPrices(
    first ? withShown(given, first.sheet) : given,
    used.length === 1 ? (first?.prices ?? null) : null,
  );
  return {
    brandId: settings.brandId,
    providerId: settings.providerId,
    ...(settings.addNewPositionMode && { addNewPositionMode: 'on' }),
    sheet: settings.sheet,
    sheets: used.length > 1 ? sheetsText(used) : '',
    startRow: settings.startRow,
    endRow: settings.endRow,
    profit: settings.profit.trim().replace(',', '.'),
    currency: settings.currency.trim(),
    rate: settings.rate.trim(),
    repeated: settings.repeated,
    missing: settings.missing,
    ...settings.columns,
    ...settings.rules,
  };
}

/** Settings out of the fields of a form; a field that is missing is one that is empty. */
export function readFields(fields: Readonly<Record<string, string>>): UploadSettings {
  const text = (name: string) => fields[name] ?? '';
  return {
    ...textsBy(text),
    addNewPositionMode: text('addNewPositionMode') !== '',
    sheets: readSheets(text('sheets')),
    repeated: text('repeated') || DEFAULT_SETTINGS.repeated,
    missing: text('missing') || DEFAULT_SETTINGS.missing,
    columns: columnsBy(text),
    rules: rulesBy(text),
  };
}

export interface UploadMarks {
  readonly uploadId: string;
  readonly dryRun?: '1';
  readonly source?: 'page';
  /** `1` passes what looks wrong; `0` refuses it. */
  readonly confirm?: '0' | '1';
  /** The digest of the check that was looked at: only what it has shown is applied. */
  readonly seen?: string;
  /** At the end of the run the user who began it gets a notice in the menu (`notify`) or a mail. */
  readonly notify?: '1';
  readonly mail?: '1';
  readonly preset?: string;
}

/** The form that is sent. The fields come before the file, so that the service can follow it from its first byte. */
export function uploadForm(settings: UploadSettings, { file, fileId }: PriceFile, marks: UploadMarks): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...marks, ...formFields(settings) })) form.set(name, value);
  form.set('fileName', file.name);
  if (fileId === null) form.set('file', file);
  else form.set('fileId', fileId);
  return form;
}

/** Settings out of stored text; whatever is missing or of another shape gets its default. */
export function readSettings(stored: string | null): UploadSettings | null {
  if (stored === null) return null;
  try {
    const read = JSON.parse(stored) as Partial<Record<keyof UploadSettings, unknown>> | null;
    const text = (value: unknown, byDefault: string) => (typeof value === 'string' ? value : byDefault);
    const columns = (read?.columns ?? {}) as Partial<Record<UploadColumn, unknown>>;
    const rules = (read?.rules ?? {}) as Partial<Record<UploadRule, unknown>>;
    return {
      ...textsBy((name) => text(read?.[name], DEFAULT_TEXTS[name])),
      addNewPositionMode: read?.addNewPositionMode !== false,
      // They are of the file that was chosen then.
      sheets: [],
      columns: columnsBy((column) => text(columns[column], DEFAULT_SETTINGS.columns[column])),
      rules: rulesBy((rule) => text(rules[rule], '')),
    };
  } catch {
    return null;
  }
}

/** A chosen file, and the name under which the service may still have it. */
export interface PriceFile {
  readonly file: File;
  readonly fileId: string | null;
}

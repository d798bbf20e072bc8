import { UPLOAD_START_ROW } from '../../../contract/upload.ts';
import {
  UPLOAD_COLUMN_DEFAULTS,
  UPLOAD_COLUMNS,
  type UploadColumn,
} from '../../../contract/upload-columns.ts';
import { columnLetters, columnNumber } from '../../../rules/sheet-columns.ts';

/** What is typed into the upload form, as text; the file stands apart, because it cannot be remembered. */
export interface UploadSettings {
  readonly brandId: string;
  readonly providerId: string;
  readonly addNewPositionMode: boolean;
  readonly sheet: string;
  readonly startRow: string;
  readonly endRow: string;
  readonly profit: string;
  /** Currency of the prices, and how many roubles one unit of it is. */
  readonly currency: string;
  readonly rate: string;
  readonly repeated: string;
  readonly columns: Readonly<Record<UploadColumn, string>>;
}

/** The settings of an untouched form. */
export const DEFAULT_SETTINGS: UploadSettings = {
  brandId: '',
  providerId: '',
  addNewPositionMode: true,
  sheet: '',
  startRow: String(UPLOAD_START_ROW),
  endRow: '',
  profit: '',
  currency: '',
  rate: '',
  repeated: 'last',
  columns: Object.fromEntries(
    UPLOAD_COLUMNS.map((column) => [column, UPLOAD_COLUMN_DEFAULTS[column] ?? '']),
  ) as Record<UploadColumn, string>,
};

/** The other name of a column (`3` → `C`, `C` → `3`); '' when the text names none exactly. */
export function columnTwin(text: string): string {
  const number = /^(?:[A-Z]{1,3}|[1-9]\d{0,4})$/.test(text) ? columnNumber(text) : null;
  if (number === null) return '';
  return text === String(number) ? columnLetters(number) : String(number);
}

/** Kinds of mistake a form can be seen to have before it is sent, by field. */
export type SettingsErrors = Readonly<
  Partial<
    Record<
      Exclude<keyof UploadSettings, 'columns'> | UploadColumn,
      'empty' | 'column' | 'row' | 'order' | 'percent' | 'rate' | 'currency'
    >
  >
>;

const isRow = (text: string): boolean => /^[1-9]\d*$/.test(text.trim());

/** What is wrong with the settings; an empty object when they may be sent. */
export function settingsErrors(settings: UploadSettings): SettingsErrors {
  const errors: { -readonly [field in keyof SettingsErrors]: SettingsErrors[field] } = {};
  if (settings.brandId === '') errors.brandId = 'empty';
  if (settings.providerId === '') errors.providerId = 'empty';
  if (!isRow(settings.startRow) && settings.startRow.trim() !== '') errors.startRow = 'row';
  if (settings.endRow.trim() !== '') {
    if (!isRow(settings.endRow)) errors.endRow = 'row';
    else if (Number(settings.endRow) < Number(settings.startRow)) errors.endRow = 'order';
  }
  if (!/^\s*(?:-?\d+(?:[.,]\d+)?)?\s*$/.test(settings.profit)) errors.profit = 'percent';
  const rate = settings.rate.trim();
  if (rate !== '' && !(/^\d+(?:[.,]\d+)?$/.test(rate) && /[1-9]/.test(rate))) errors.rate = 'rate';
  if (rate !== '' && settings.currency.trim() === '') errors.currency = 'currency';
  for (const column of UPLOAD_COLUMNS) {
    const text = settings.columns[column];
    const pieces = column === 'amount' ? text.split(/[\s,;]+/) : [text];
    if (text !== '' && pieces.some((piece) => columnTwin(piece) === '')) errors[column] = 'column';
  }
  if (settings.columns.article === '') errors.article = 'empty';
  return errors;
}

/** The form that is sent. Every column goes along, an empty one too: it means that the file has no such column. */
export function uploadForm(settings: UploadSettings, file: File, uploadId: string): FormData {
  const form = new FormData();
  // The fields come before the file, so that the service can follow the upload from its first byte.
  form.set('uploadId', uploadId);
  form.set('brandId', settings.brandId);
  form.set('providerId', settings.providerId);
  if (settings.addNewPositionMode) form.set('addNewPositionMode', 'on');
  form.set('sheet', settings.sheet);
  form.set('startRow', settings.startRow);
  form.set('endRow', settings.endRow);
  form.set('profit', settings.profit.trim().replace(',', '.'));
  form.set('currency', settings.currency.trim());
  form.set('rate', settings.rate.trim());
  form.set('repeated', settings.repeated);
  for (const column of UPLOAD_COLUMNS) form.set(column, settings.columns[column]);
  form.set('file', file);
  return form;
}

/** Settings out of stored text; whatever is missing or of another shape gets its default. */
export function readSettings(stored: string | null): UploadSettings | null {
  if (stored === null) return null;
  try {
    const read = JSON.parse(stored) as Partial<Record<keyof UploadSettings, unknown>> | null;
    const text = (value: unknown, byDefault: string) => (typeof value === 'string' ? value : byDefault);
    const columns = (read?.columns ?? {}) as Partial<Record<UploadColumn, unknown>>;
    return {
      brandId: text(read?.brandId, ''),
      providerId: text(read?.providerId, ''),
      addNewPositionMode: read?.addNewPositionMode !== false,
      sheet: text(read?.sheet, ''),
      startRow: text(read?.startRow, DEFAULT_SETTINGS.startRow),
      endRow: text(read?.endRow, ''),
      profit: text(read?.profit, ''),
      currency: text(read?.currency, ''),
      rate: text(read?.rate, ''),
      repeated: text(read?.repeated, DEFAULT_SETTINGS.repeated),
      columns: Object.fromEntries(
        UPLOAD_COLUMNS.map((column) => [column, text(columns[column], DEFAULT_SETTINGS.columns[column])]),
      ) as Record<UploadColumn, string>,
    };
  } catch {
    return null;
  }
}

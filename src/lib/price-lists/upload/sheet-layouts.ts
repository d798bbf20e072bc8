// How each sheet of a file with several is read (rows, columns, prices), as the upload form keeps and sends it.
import * as columnsContract from '../../../../contract/price-lists/columns.ts';

/** The currency and the mark-up of a sheet, as typed. */
export type SheetPrices = Readonly<Record<columnsContract.SheetPriceField, string>>;

const PRICE_FIELDS: readonly columnsContract.SheetPriceField[] = columnsContract.SHEET_PRICES.flat();

export const NO_SHEET_PRICES: SheetPrices = { currency: '', rate: '', profit: '', markup: '' };

/** How one of several sheets of a file is read, and whether it is; rows and columns as they are typed. */
export interface SheetLayout {
  readonly sheet: string;
  readonly isUsed: boolean;
  readonly startRow: string;
  readonly endRow: string;
  readonly columns: Readonly<Record<columnsContract.UploadColumn, string>>;
  readonly articleFrom: string;
  /** Null where those of the form count. */
  readonly prices: SheetPrices | null;
  /** Headings of its columns; empty where unknown. */
  readonly headers: readonly string[];
  /** `always` reads it even where it reads badly. */
  readonly take: string;
}

/** Sheets as the form sends them; what is not given is left out. */
export function sheetsText(sheets: readonly SheetLayout[]): string {
  const entries = sheets.map(({ sheet, startRow, endRow, columns, articleFrom, prices, headers, take }) => {
    const said = Object.entries({ startRow, endRow, take, ...columns }).filter(([, text]) => text.trim() !== '');
    // Said even where it is empty: what the form says otherwise is of another sheet.
    return {
      name: sheet,
      ...Object.fromEntries(said),
      articleFrom,
      ...prices,
      [columnsContract.SHEET_HEADERS]: headers,
    };
  });
  return JSON.stringify(entries);
}

/** Sheets out of what a form sent; none where that is of another shape. */
export function readSheets(text: string): readonly SheetLayout[] {
  if (text === '') return [];
  try {
    const entries = JSON.parse(text) as unknown;
    return Array.isArray(entries) ? entries.flatMap(readSheet) : [];
  } catch {
    return [];
  }
}

function readSheet(entry: unknown): readonly SheetLayout[] {
  const fields = (entry ?? {}) as Readonly<Record<string, unknown>>;
  const { name, [columnsContract.SHEET_HEADERS]: headers } = fields;
  if (typeof name !== 'string') return [];
  const text = (field: string) => String(fields[field] ?? '');
  const columns = Object.fromEntries(columnsContract.UPLOAD_COLUMNS.map((column) => [column, text(column)]));
  return [
    {
      sheet: name,
      isUsed: true,
      startRow: text('startRow'),
      endRow: text('endRow'),
      columns: columns as Record<columnsContract.UploadColumn, string>,
      articleFrom: text('articleFrom'),
      prices: PRICE_FIELDS.some((field) => field in fields)
        ? { currency: text('currency'), rate: text('rate'), profit: text('profit'), markup: text('markup') }
        : null,
      headers: Array.isArray(headers) ? headers.map(String) : [],
      take: text('take'),
    },
  ];
}

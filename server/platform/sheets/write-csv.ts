/** Writes the price list as CSV, and guards cells against being run as formulas. */
import { plainDigits } from './decimal.ts';
import type { Column, SheetRow } from './write-xlsx.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** The price list as text that Russian Excel opens: BOM, `;`, CRLF, decimal comma, no live formulas. */
export async function* csvPages(
  columns: readonly Column[],
  pages: AsyncIterable<readonly SheetRow[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + line(columns.map(({ header }) => quoted(header))));
  for await (const page of pages) {
    yield Buffer.from(page.map((row) => line(columns.map((column, at) => field(column, row[at] ?? '')))).join(''));
  }
}

const line = (fields: readonly string[]) => fields.join(';') + LINE_END;

function field({ kind }: Column, value: string | number): string {
  if (typeof value === 'string') return quoted(guardCell(value.toWellFormed()));
  // Never as 1e-7: our own import, like most programs, could not read it.
  return (kind === 'money' ? (value / 100).toFixed(2) : plainDigits(value)).replace('.', ',');
}

const quoted = (text: string) => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Beginnings that a spreadsheet may take for a formula, full-width forms included, behind any apostrophes. */
const RISKY = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Puts an apostrophe before a text that a spreadsheet would run as a formula. */
export const guardCell = (text: string): string => (RISKY.test(text) ? `'${text}` : text);

/** Exactly undoes `guardCell`; any other text stays as it is. */
export const unguardCell = (text: string): string => (text.startsWith("'") && RISKY.test(text) ? text.slice(1) : text);

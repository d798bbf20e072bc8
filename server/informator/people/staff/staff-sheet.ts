import { STAFF_COLUMNS } from '../../../../contract/staff-columns.ts';
import type { TableRow, TableSheet } from '../../../sheets/read-table.ts';
import { columnOfEmails, columnsNamedBy, namesColumns, type StaffColumns } from './recognise-columns.ts';

/** Headings stand within the first rows. */
const HEADING_ROWS = 30;
/** Rows that show which columns there are. */
const LOOKED_AT = 100;

/** The wishes of whoever sends the file; what is left out is as the sheet says. */
export type SheetWish = { readonly sheet?: string | undefined } & {
  readonly [Name in keyof StaffColumns]?: number | null | undefined;
};

/** One person of a list, as the sheet has it. */
export interface StaffLine {
  readonly row: number;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly job: string;
}

/** The sheet of a list of staff, read. */
interface StaffSheet {
  readonly sheet: string;
  readonly headingRow: number;
  readonly headings: readonly { readonly column: number; readonly title: string }[];
  readonly columns: StaffColumns;
  readonly lines: readonly StaffLine[];
  readonly hasMore: boolean;
}

/** Reads the sheet that is wished for, or the first whose headings are recognised, else the first with anything on it. */
export function staffSheet(sheets: readonly TableSheet[], wish: SheetWish): StaffSheet {
  const wished = sheets.find(({ name }) => name === wish.sheet);
  const sheet = wished ??
    sheets.find((one) => headingOf(one)) ??
    sheets.find(({ rows }) => rows.length > 0) ?? { name: '', rows: [], hasMore: false };
  const heading = headingOf(sheet);
  const said = heading
    ? columnsNamedBy(heading.cells)
    : columnOfEmails(sheet.rows.slice(0, LOOKED_AT).map(({ cells }) => cells));
  const columns = Object.fromEntries(
    STAFF_COLUMNS.map((name) => [name, wish[name] === undefined ? said[name] : wish[name]]),
  ) as StaffColumns;
  const headingRow = heading?.row ?? 0;
  return {
    sheet: sheet.name,
    headingRow,
    headings: headingsOf(sheet.rows, heading),
    columns,
    lines: sheet.rows.filter(({ row }) => row > headingRow).flatMap((row) => lineOf(row, columns) ?? []),
    hasMore: sheet.hasMore,
  };
}

const headingOf = ({ rows }: TableSheet): TableRow | undefined =>
  rows.slice(0, HEADING_ROWS).find(({ cells }) => namesColumns(columnsNamedBy(cells)));

const clean = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/gu, ' ').trim();

/** Every column that holds something, by its heading, else by the first thing in it. */
function headingsOf(rows: readonly TableRow[], heading: TableRow | undefined) {
  const titles = new Map<number, string>();
  for (const { cells } of [...(heading ? [heading] : []), ...rows.slice(0, LOOKED_AT)])
    for (const [column, text] of cells) if (!titles.has(column)) titles.set(column, clean(text));
  return [...titles].sort(([one], [other]) => one - other).map(([column, title]) => ({ column, title }));
}

/** Null for a row that has nothing in the columns of a person. */
function lineOf({ row, cells }: TableRow, columns: StaffColumns): StaffLine | null {
  const at = (name: keyof StaffColumns) => clean(cells.get(columns[name] ?? 0));
  const name = [at('surname'), at('name'), at('patronymic')].filter((part) => part !== '').join(' ');
  const line = { row, name, email: at('email'), role: at('role'), job: at('job') };
  return name === '' && line.email === '' ? null : line;
}

// Reads a list of staff from the sheets of a file.
import { STAFF_COLUMNS, type StaffColumn } from '../../../contract/people/words.ts';
import type { TableRow, TableSheet } from '../../platform/sheet-reader/read-table.ts';
import { foldSearch } from '../../platform/text/fold-search.ts';

/** Headings stand within the first rows. */
const HEADING_ROWS = 30;
/** Rows that show which columns there are. */
const LOOKED_AT = 100;

/** The wishes of the sender of the file; what is left out is as the sheet says. */
export type SheetWish = { readonly sheet?: string | undefined } & {
  readonly [Name in keyof StaffColumns]?: number | null | undefined;
};

export interface StaffLine {
  readonly row: number;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly job: string;
}

interface StaffSheet {
  readonly sheet: string;
  readonly headingRow: number;
  readonly headings: readonly { readonly column: number; readonly title: string }[];
  readonly columns: StaffColumns;
  readonly lines: readonly StaffLine[];
  readonly hasMore: boolean;
}

/** Reads the sheet that is wished for, or the first whose headings are recognised, else the first with a row. */
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

/** Columns of a sheet, from 1; null: none. */
type StaffColumns = Readonly<Record<StaffColumn, number | null>>;

/** How lists of staff call their columns, letters and digits only; the first that fits counts. */
const HEADINGS: Readonly<Record<StaffColumn, RegExp>> = {
  email:
    /^(e?mail|(адрес)?(электронн(ая|ой)|рабочая|корпоративная)?почт[аы]|эл(ектронный)?(почта|адрес)|email.*|почта.*)$/u,
  surname: /^(фамилия|surname|lastname)$/u,
  patronymic: /^(отчество|patronymic|middlename)$/u,
  name: /^(фио.*|имя|полноеимя|имяифамилия|фамилияимя.*|фамилияиимя|сотрудник|работник|name|fullname|firstname)$/u,
  role: /^(роль|рольнасайте|рольвпортале|доступ|role)$/u,
  job: /^(должность|позиция|специальность|position|jobtitle|job)$/u,
};

const NO_COLUMNS: StaffColumns = { surname: null, name: null, patronymic: null, email: null, role: null, job: null };

const plain = (heading: string): string => foldSearch(heading).replace(/[^\p{L}\p{N}]/gu, '');

function columnsNamedBy(cells: ReadonlyMap<number, string>): StaffColumns {
  const found: Record<StaffColumn, number | null> = { ...NO_COLUMNS };
  for (const [column, text] of cells) {
    const heading = plain(text);
    const name = STAFF_COLUMNS.find((one) => HEADINGS[one].test(heading));
    if (name) found[name] ??= column;
  }
  return found;
}

/** Whether a row is one of headings: it names the column of e-mails, or at least two others. */
const namesColumns = (columns: StaffColumns): boolean =>
  columns.email !== null || STAFF_COLUMNS.filter((name) => columns[name] !== null).length >= 2;

/** Without headings: the column where most e-mails stand, and nothing else. */
function columnOfEmails(rows: readonly ReadonlyMap<number, string>[]): StaffColumns {
  const counts = new Map<number, number>();
  for (const cells of rows)
    for (const [column, text] of cells)
      if (/^[^\s@]+@\S+$/u.test(text.trim())) counts.set(column, (counts.get(column) ?? 0) + 1);
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return { ...NO_COLUMNS, email: best?.[0] ?? null };
}

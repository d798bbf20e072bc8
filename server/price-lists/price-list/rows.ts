// Reads positions as rows of our own price list, newest first. Its columns are in platform/sheets/own-columns.ts.
import { columnsInPlace, type PositionColumnName } from '../../../contract/catalogue/columns.ts';
import { NO_PRICE } from '../../../rules/format/texts.ts';
import { IS_SHOWN, stockTitle } from '../../catalogue/context/position.ts';
import type { JobConnection } from '../../platform/database/jobs.ts';
import { plainRows } from '../../platform/database/sqlite-connection.ts';

const PAGE = 5_000;

const EXPORTED = columnsInPlace('exported');
/** What is read of a position: its id and the day of its price, then the columns of the list. */
const COLUMNS = ['id', 'price_day', ...EXPORTED] as const;
type PriceRow = readonly [id: number, price_day: number, ...exported: (string | number)[]];

interface Writing {
  readonly liveDay: number;
  readonly brands: ReadonlyMap<number, string>;
  readonly stockOf: (providerId: number) => string;
}
type Say = (value: string | number, live: boolean, writing: Writing) => string | number;

/** The columns whose cell says something else than the table. */
const SAYS: Readonly<Partial<Record<PositionColumnName, Say>>> = {
  // No price is no number: the word stands at the end of the row, and an empty cell is read as no price.
  price: (kopecks, live) => (live && kopecks !== 0 ? kopecks : ''),
  amount: (amount, live) => (live ? amount : 0),
  provider_id: (id, _live, { stockOf }) => stockOf(Number(id)),
  brand_id: (id, _live, { brands }) => brands.get(Number(id)) ?? '',
};
const PRICE_CELL = 1 + EXPORTED.indexOf('price');
const FIRST = COLUMNS.length - EXPORTED.length;
const SAID = EXPORTED.map((name) => SAYS[name]);

/** A row of OWN_COLUMNS. */
function cellsOf(number: number, row: PriceRow, writing: Writing): (string | number)[] {
  const live = row[1] >= writing.liveDay;
  const cells: (string | number)[] = [number];
  for (let at = 0; at < SAID.length; at++) {
    const value = row[FIRST + at] ?? '';
    cells.push(SAID[at]?.(value, live, writing) ?? value);
  }
  cells.push(cells[PRICE_CELL] === '' ? NO_PRICE : '');
  return cells;
}

/** Which positions a list holds: a condition over `from`, which names them `p`; its places count from $2. */
interface ChosenRows {
  readonly from: string;
  readonly condition: string;
  readonly values: readonly (string | number)[];
}

const SHOWN: ChosenRows = { from: 'positions p', condition: IS_SHOWN, values: [] };

const rowsOf = ({ from, condition }: ChosenRows): string =>
  `SELECT ${COLUMNS.map((name) => `p.${name}`).join(', ')} FROM ${from}
   WHERE p.id < $1 AND ${condition} ORDER BY p.id DESC LIMIT ${PAGE}`;

/** Reads the next rows in the order of the list; as arrays, which both sides make for half the cost of objects. */
function pageReader(connection: JobConnection, chosen: ChosenRows): (before: number) => Promise<readonly PriceRow[]> {
  const sql = rowsOf(chosen);
  if (connection.dialect === 'sqlite') {
    const statement = connection.db.prepare(sql.replace(/\$(\d+)/gu, '?$1'));
    statement.setReturnArrays(true);
    return async (before) => statement.all(before, ...chosen.values) as unknown as PriceRow[];
  }
  return async (before) => {
    const rows = await connection.query<Record<string, string | number>>(sql, [before, ...chosen.values]);
    return rows.map((row) => COLUMNS.map((name) => row[name]) as unknown as PriceRow);
  };
}

/** Runs a query without parameters other than whole numbers, on either database. */
export async function selectRows<Row>(connection: JobConnection, sql: string): Promise<Row[]> {
  return connection.dialect === 'sqlite' ? plainRows<Row>(connection.db.prepare(sql))() : connection.query<Row>(sql);
}

/** Visible positions, or others, as rows of OWN_COLUMNS, newest first; prices and amounts before `liveDay` are 0. */
export async function* priceRows(connection: JobConnection, liveDay: number, signal: AbortSignal, chosen = SHOWN) {
  const titles = await selectRows<{ id: number; title: string }>(connection, 'SELECT id, title FROM brands');
  const brands = new Map(titles.map(({ id, title }) => [id, title]));
  const named = await selectRows<{ id: number; public_name: string }>(
    connection,
    "SELECT id, public_name FROM providers WHERE public_name <> ''",
  );
  const names = new Map(named.map((row) => [row.id, row.public_name]));
  const writing = { liveDay, brands, stockOf: (id: number) => stockTitle(id, names.get(id)) };
  const pageBefore = pageReader(connection, chosen);
  let number = 0;
  let before = Number.MAX_SAFE_INTEGER;
  while (true) {
    signal.throwIfAborted();
    const page = await pageBefore(before);
    const last = page.at(-1);
    if (!last) return;
    [before] = last;
    yield page.map((row) => cellsOf(++number, row, writing));
  }
}

import { plainRows } from '../../database/sqlite/plain-rows.ts';
import type { JobConnection } from '../../database/types.ts';
import type { SheetRow } from '../../sheets/xlsx.ts';
import { firstLiveDay, stockTitle } from '../position.ts';

/** Positions read at a time. */
const PAGE = 5_000;

/** Columns of `positions` as a PriceRow holds them. */
const COLUMNS = [
  'id',
  'article',
  'title',
  'price',
  'amount',
  'price_day',
  'manufacturer',
  'provider_id',
  'brand_id',
] as const;
type PriceRow = readonly [
  id: number,
  article: string,
  title: string,
  price: number,
  amount: number,
  price_day: number,
  manufacturer: string,
  provider_id: number,
  brand_id: number,
];

const ROWS = (before: string) =>
  `SELECT ${COLUMNS.join(', ')} FROM positions WHERE id < ${before} ORDER BY id DESC LIMIT ${PAGE}`;

/** Reads the next rows in the order of the list; as arrays, which both sides make for half the cost of objects. */
function pageReader(connection: JobConnection): (before: number) => Promise<readonly PriceRow[]> {
  if (connection.dialect === 'sqlite') {
    const statement = connection.db.prepare(ROWS('?'));
    statement.setReturnArrays(true);
    return async (before) => statement.all(before) as unknown as PriceRow[];
  }
  return async (before) => {
    const rows = await connection.query<Record<string, string | number>>(ROWS('$1'), [before]);
    return rows.map((row) => COLUMNS.map((name) => row[name]) as unknown as PriceRow);
  };
}

/** Runs a query without parameters other than whole numbers, on either database. */
export async function selectRows<Row>(connection: JobConnection, sql: string): Promise<Row[]> {
  return connection.dialect === 'sqlite'
    ? plainRows<Row>(connection.db.prepare(sql))()
    : connection.query<Row>(sql);
}

/** All positions as rows of OWN_COLUMNS, newest first, in pages; expired prices and amounts are 0. */
export async function* priceRows(
  connection: JobConnection,
  today: number,
  ttlDays: number,
  signal: AbortSignal,
): AsyncGenerator<SheetRow[]> {
  const liveDay = firstLiveDay(today, ttlDays);
  const brands = new Map(
    (await selectRows<{ id: number; title: string }>(connection, 'SELECT id, title FROM brands')).map(
      ({ id, title }) => [id, title],
    ),
  );
  const pageBefore = pageReader(connection);
  let number = 0;
  let before = Number.MAX_SAFE_INTEGER;
  while (true) {
    signal.throwIfAborted();
    const page = await pageBefore(before);
    const last = page.at(-1);
    if (!last) return;
    [before] = last;
    yield page.map(([id, article, title, price, amount, priceDay, manufacturer, providerId, brandId]) => {
      const live = priceDay >= liveDay;
      return [
        ++number,
        article,
        title,
        live ? price : 0,
        live ? amount : 0,
        manufacturer,
        stockTitle(providerId),
        brands.get(brandId) ?? '',
        id,
      ];
    });
  }
}

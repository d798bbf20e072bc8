import { plainRows } from '../../database/sqlite/plain-rows.ts';
import type { JobConnection } from '../../database/types.ts';
import type { SheetRow } from '../../sheets/xlsx.ts';
import { firstLiveDay, stockTitle } from '../position.ts';

/** Positions read at a time. */
const PAGE = 5_000;

interface PriceRow {
  readonly id: number;
  readonly article: string;
  readonly title: string;
  readonly price: number;
  readonly amount: number;
  readonly price_day: number;
  readonly manufacturer: string;
  readonly provider_id: number;
  readonly brand_id: number;
}

const ROWS =
  'SELECT id, article, title, price, amount, price_day, manufacturer, provider_id, brand_id FROM positions';

/** Runs a query without parameters other than whole numbers, on either database. */
export async function select<Row>(connection: JobConnection, sql: string): Promise<Row[]> {
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
    (await select<{ id: number; title: string }>(connection, 'SELECT id, title FROM brands')).map(
      ({ id, title }) => [id, title],
    ),
  );
  let number = 0;
  let before = Number.MAX_SAFE_INTEGER;
  while (true) {
    signal.throwIfAborted();
    const page = await select<PriceRow>(
      connection,
      `${ROWS} WHERE id < ${before} ORDER BY id DESC LIMIT ${PAGE}`,
    );
    const last = page.at(-1);
    if (!last) return;
    before = last.id;
    yield page.map((row) => {
      const live = row.price_day >= liveDay;
      return [
        ++number,
        row.article,
        row.title,
        live ? row.price : 0,
        live ? row.amount : 0,
        row.manufacturer,
        stockTitle(row.provider_id),
        brands.get(row.brand_id) ?? '',
        row.id,
      ];
    });
  }
}

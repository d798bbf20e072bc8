/** Requests as the API and the .xlsx file show them. */
import type { Readable } from 'node:stream';
import { REQUEST_PAGE } from '../../contract/limits.ts';
import type * as api from '../../contract/requests/requests.ts';
import { type CatalogueContext, liveDayOf } from '../catalogue/context/context.ts';
import { type OfferRow, offeredPosition, stockTitle, twoDecimals } from '../catalogue/context/position.ts';
import { visiblePositions } from '../catalogue/parts/visible-positions.ts';
import { editorOfRow } from '../platform/database/types.ts';
import { ownColumn } from '../platform/sheets/own-columns.ts';
import { type Column, xlsxStream } from '../platform/sheets/write-xlsx.ts';
import { isoTime } from '../platform/text/day.ts';
import type { EventRecord, ItemRecord, RequestedItem, RequestRecord } from './store.ts';

/** The offers that visitors see now, by id, and the first day whose prices count. */
interface Today {
  readonly offers: ReadonlyMap<number, OfferRow>;
  readonly liveDay: number;
}

/** An offer of a request beside how it stands now. */
function itemAnswer(item: ItemRecord, { offers, liveDay }: Today): api.RequestItem {
  const offer = offers.get(item.position_id);
  const now = offer && offeredPosition(offer, liveDay);
  return {
    positionId: item.position_id,
    article: item.article,
    title: item.title,
    manufacturer: item.manufacturer || null,
    brand: item.brand,
    stock: stockTitle(item.provider_id),
    amount: item.amount,
    price: twoDecimals(item.price),
    sum: twoDecimals(item.price * item.amount),
    now: now ? { price: now.price, amount: now.amount, alias: now.alias, leastAmount: now.leastAmount } : null,
  };
}

const summaryOf = ({ id, number, state, created_at, positions, total, unpriced }: RequestRecord) => ({
  ...{ id, number, state, positions, unpriced },
  at: isoTime(created_at),
  total: twoDecimals(total),
});

export const rowAnswer = (request: RequestRecord): api.RequestRow => ({
  ...summaryOf(request),
  name: request.name,
  phone: request.phone,
  email: request.email,
  changedAt: isoTime(request.saved_at),
  changedBy: editorOfRow(request),
});

const eventAnswer = (event: EventRecord): api.RequestEvent => ({
  at: isoTime(event.saved_at),
  by: editorOfRow(event),
  ...(event.state === null ? {} : { state: event.state }),
  ...(event.note === null ? {} : { note: event.note }),
});

export const staffAnswer = (
  request: RequestRecord,
  items: readonly ItemRecord[],
  events: readonly EventRecord[],
  today: Today,
): api.StaffRequest => ({
  ...rowAnswer(request),
  comment: request.comment,
  signedIn: request.uid !== null,
  items: items.map((item) => itemAnswer(item, today)),
  events: events.map(eventAnswer),
});

export const ownAnswer = (request: RequestRecord, items: readonly ItemRecord[], today: Today): api.OwnRequest => ({
  ...summaryOf(request),
  comment: request.comment,
  items: items.map((item) => itemAnswer(item, today)),
});

/** A page out of rows that were read with one more than it holds. */
export function pageOf(rows: readonly RequestRecord[]): { page: RequestRecord[]; next: string | null } {
  const page = rows.slice(0, REQUEST_PAGE);
  return { page, next: rows.length > page.length ? String(page.at(-1)?.id ?? '') : null };
}

/** Positions that one query asks for: SQLite takes 32,766 parameters, PostgreSQL 65,535. */
const ASKED = 1_000;

/** How the offers of requests stand now. */
export async function todayFor(context: CatalogueContext, items: readonly ItemRecord[]): Promise<Today> {
  const ids = [...new Set(items.map(({ position_id }) => position_id))];
  const offers = new Map<number, OfferRow>();
  for (let from = 0; from < ids.length; from += ASKED) {
    for (const [id, row] of await visiblePositions(context.shown.read, ids.slice(from, from + ASKED)))
      offers.set(id, row);
  }
  return { offers, liveDay: liveDayOf(context) };
}

const SHOWN = ['article', 'title', 'manufacturer', 'brand', 'stock', 'amount', 'price'] as const;
const COLUMNS: readonly Column[] = [...SHOWN.map(ownColumn), { header: 'Сумма', width: 14, kind: 'money' }];

/** The offers of a request as an .xlsx; `name` is the title of the sheet. Texts are never read as formulas. */
export const requestWorkbook = (name: string, items: readonly RequestedItem[]): Readable =>
  xlsxStream({
    name,
    columns: COLUMNS,
    rowCount: items.length,
    rows: items.map(({ article, title, manufacturer, brand, provider_id, amount, price }) => [
      ...[article, title, manufacturer, brand, stockTitle(provider_id), amount, price],
      price * amount,
    ]),
  });

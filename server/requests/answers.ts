/** Requests as the API and the .xlsx file show them. */
import type { Readable } from 'node:stream';
import { REQUEST_PAGE } from '../../contract/limits.ts';
import type * as api from '../../contract/requests/requests.ts';
import { countOf, formatDay, NO_PRICE } from '../../rules/format/texts.ts';
import { type CatalogueContext, liveDayOf } from '../catalogue/context/context.ts';
import { type OfferRow, offeredPosition, twoDecimals } from '../catalogue/context/position.ts';
import { visiblePositions } from '../catalogue/parts/visible-positions.ts';
import { stockTitles } from '../catalogue/positions/references.ts';
import { editorOfRow } from '../platform/database/types.ts';
import { ownColumn } from '../platform/sheets/own-columns.ts';
import { type Column, type SheetRow, xlsxStream } from '../platform/sheets/write-xlsx.ts';
import { isoTime } from '../platform/text/day.ts';
import type { RequestContext } from './make-request.ts';
import {
  type EventRecord,
  type ItemRecord,
  type Lacking,
  type RequestedItem,
  type RequestRecord,
  totalsOf,
} from './store.ts';

/** The offers that visitors see now, by id, and the first day whose prices count. */
interface Today {
  readonly offers: ReadonlyMap<number, OfferRow>;
  readonly liveDay: number;
  readonly stockOf: (providerId: number) => string;
}

/** An offer of a request beside how it stands now. */
function itemAnswer(item: ItemRecord, { offers, liveDay, stockOf }: Today): api.RequestItem {
  const offer = offers.get(item.position_id);
  const now = offer && offeredPosition(offer, liveDay);
  return {
    positionId: item.position_id,
    article: item.article,
    title: item.title,
    manufacturer: item.manufacturer || null,
    brand: item.brand,
    stock: stockOf(item.provider_id),
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

const detailsOf = ({ company, inn, city, carrier }: RequestRecord) => ({ company, inn, city, carrier });

export const rowAnswer = (request: RequestRecord): api.RequestRow => ({
  ...summaryOf(request),
  name: request.name,
  phone: request.phone,
  email: request.email,
  ...detailsOf(request),
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
  consent: request.consent_at === null ? null : { text: request.consent_text ?? 0, at: isoTime(request.consent_at) },
  signedIn: request.uid !== null,
  items: items.map((item) => itemAnswer(item, today)),
  events: events.map(eventAnswer),
});

export const ownAnswer = (request: RequestRecord, items: readonly ItemRecord[], today: Today): api.OwnRequest => ({
  ...summaryOf(request),
  ...detailsOf(request),
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
  return { offers, liveDay: liveDayOf(context), stockOf: await stockTitles(context.database.read) };
}

const SHOWN = ['article', 'title', 'manufacturer', 'brand', 'stock', 'amount', 'price'] as const;
const COLUMNS: readonly Column[] = [
  ...SHOWN.map(ownColumn),
  { header: 'Сумма, ₽', width: 14, kind: 'money' },
  { header: 'Примечание', width: 44, kind: 'text' },
];

/** What stands below the offers of a workbook, besides what they come to. */
export interface WorkbookFoot {
  /** «Заявка № 7» or «Заявка», and its day. */
  readonly title: string;
  readonly shop: readonly string[];
  /** Who asks, a label and a text each; [] in a file for the buyer. */
  readonly buyer: readonly SheetRow[];
  readonly stockOf: (providerId: number) => string;
}

/** The offers of a request as an .xlsx; `name` is the title of the sheet. Texts are never read as formulas. */
export function requestWorkbook(
  name: string,
  items: readonly (RequestedItem & Lacking)[],
  foot: WorkbookFoot,
): Readable {
  const rows = items.map((item): SheetRow => {
    const { article, title, manufacturer, brand, provider_id, amount, price, lack = '' } = item;
    const money = price === 0 ? ['', ''] : [price, price * amount];
    const remark = [price === 0 ? `цена ${NO_PRICE}` : '', lack].filter(Boolean).join('; ');
    return [article, title, manufacturer, brand, foot.stockOf(provider_id), amount, ...money, remark];
  });
  const { total, unpriced } = totalsOf(items);
  const pieces = items.reduce((sum, { amount }) => sum + amount, 0);
  const blanks = (cells: SheetRow): SheetRow => [...cells, ...COLUMNS.slice(cells.length).map(() => '')];
  const without = unpriced > 0 ? `без ${countOf(unpriced, ['позиции', 'позиций', 'позиций'])}` : '';
  const last: SheetRow = ['Итого', '', '', '', '', pieces, '', total === 0 ? '' : total, without];
  const below: SheetRow[] = [[foot.title], ...foot.shop.map((line) => [line])];
  if (foot.buyer.length > 0) below.push([], ...foot.buyer);
  const all = [...rows, last, blanks([]), ...below.map(blanks)];
  return xlsxStream({ name, columns: COLUMNS, rowCount: all.length, filtered: rows.length, rows: all });
}

/** What stands below the offers of a workbook: its title and day, and the shop. */
export async function footOf(
  context: RequestContext,
  title: string,
  moment: number,
  buyer: WorkbookFoot['buyer'] = [],
): Promise<WorkbookFoot> {
  const { name, phone, siteAddress } = context.shop;
  return {
    title: `${title} от ${formatDay(new Date(moment), context.timeZone)}`,
    shop: [name, phone, siteAddress()].filter(Boolean),
    buyer,
    stockOf: await stockTitles(context.database.read),
  };
}

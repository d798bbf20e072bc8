import { createHash } from 'node:crypto';
import type { WantedItem } from '../../contract/requests/forms.ts';
import type { PositionRow } from '../catalogue/context/position.ts';
import { articleKey } from '../platform/text/article-key.ts';
import { foldSearch } from '../platform/text/fold-search.ts';

/** What a buyer sends, read. */
export interface SentRequest {
  readonly name: string;
  readonly phone: string | null;
  readonly email: { readonly typed: string; readonly key: string } | null;
  readonly comment: string;
  readonly items: readonly WantedItem[];
}

/** An offer as of sending; price in kopecks. */
export interface RequestedItem {
  readonly position_id: number;
  readonly article: string;
  readonly title: string;
  readonly manufacturer: string;
  readonly brand: string;
  readonly provider_id: number;
  readonly price: number;
  readonly amount: number;
}

/** The offer as it is put into a request; one last confirmed before `liveDay` has no price. */
export const itemOf = (row: PositionRow, amount: number, liveDay: number): RequestedItem => ({
  position_id: row.id,
  article: row.article,
  title: row.title,
  manufacturer: row.manufacturer,
  brand: row.brand_title,
  provider_id: row.provider_id,
  price: row.price_day >= liveDay ? row.price : 0,
  amount,
});

/** Sum in kopecks, and how many offers have no price. */
export const totalsOf = (items: readonly Pick<RequestedItem, 'price' | 'amount'>[]) => ({
  total: items.reduce((sum, { price, amount }) => sum + price * amount, 0),
  unpriced: items.filter(({ price }) => price === 0).length,
});

/** SHA-256 over all that was sent: the same call again has the same. */
export function contentOf({ name, phone, email, comment, items }: SentRequest): string {
  const offers = items.map(({ positionId, amount }) => [positionId, amount]);
  const whole = [name, phone, email?.key ?? null, comment, offers];
  return createHash('sha256').update(JSON.stringify(whole)).digest('hex');
}

/** What a request is found by: its number, the buyer, and the offers, articles in any notation. */
export function searchTextOf(number: number, sent: SentRequest, items: readonly RequestedItem[]): string {
  const { name, phone, email, comment } = sent;
  const offers = items.flatMap(({ article, title, manufacturer }) => [
    article,
    articleKey(article),
    title,
    manufacturer,
  ]);
  return foldSearch([`№${number}`, name, phone, phone?.replace(/\D/g, ''), email?.key, comment, ...offers].join(' '));
}

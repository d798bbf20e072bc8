// The rows of the price list that goods and offers of an accounting program (1C) become: what each says of its position.
import { cleanText, cutText } from '../../catalogue/sheets/cell-values.ts';
import { sourceKeyOfId } from '../../platform/text/source-key.ts';
import { ARTICLE_MAX } from '../rules/form-fields.ts';
import { type Goods, goodsIdOf, type Offer } from './settings.ts';

/** Columns of a written price list; but for the first they have the names of their fields in the upload form. */
export const LIST_COLUMNS = [
  'source',
  'article',
  'title',
  'manufacturer',
  'code',
  'price',
  'amount',
  'weight',
  'width',
  'height',
  'length',
] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];

/** A row by the names of its columns; a number is a stock or a size. */
export type ListRow = Readonly<Partial<Record<ListColumn, string | number>>>;

/** What the catalogue has of a position that the program names by an id. */
export interface KnownPosition {
  readonly id: number;
  readonly source_key: string;
  readonly article: string;
  readonly title: string;
  readonly manufacturer: string;
  readonly code: string;
}

/** An offer with what is known of its goods. */
export interface OfferedGoods {
  readonly offer: Offer;
  readonly goods: Goods | undefined;
}

/** The row of goods for one of their positions, a variant's among them; null where it would change nothing. */
export function goodsRow(goods: Goods, position: KnownPosition): ListRow | null {
  const source = position.source_key;
  if (goods.isRemoved) return { source, article: position.article, amount: 0 };
  // A variant has a name and perhaps an article of its own, which its offer brings.
  if (source !== sourceKeyOfId(goods.id)) return null;
  const row = { source, ...textsOf({ goods, offer: null }) };
  const isSaid = (name: 'title' | 'manufacturer' | 'code') => row[name] !== '' && row[name] !== position[name];
  const differs = row.article !== position.article || isSaid('title') || isSaid('manufacturer') || isSaid('code');
  return differs ? row : null;
}

/** The row of an offer; null for removed goods that the catalogue does not have. */
export function offerRow(offered: OfferedGoods, position: KnownPosition | undefined): ListRow | null {
  const { offer, goods } = offered;
  const source = sourceKeyOfId(offer.id);
  if (offer.isRemoved || goods?.isRemoved) return position ? { source, article: position.article, amount: 0 } : null;
  const texts = textsOf(offered);
  // A file of prices alone says nothing of articles.
  const article = texts.article || (goods ? '' : (position?.article ?? ''));
  const price = offer.price === '' ? '0' : (offer.price ?? '');
  return { source, ...texts, article, price, amount: offer.amount ?? '' };
}

/** A text as the price list has it: one line. */
const lineOf = (text: string): string => cleanText(text.replace(/\s+/gu, ' '));

/** The article that an offer, or goods alone, have; the code stands in where there is none. */
export function articleOf({
  offer,
  goods,
}: {
  readonly offer: Offer | null;
  readonly goods: Goods | undefined;
}): string {
  const own = isVariant(offer, goods) ? offer?.article || goods?.article : goods?.article || offer?.article;
  return cutText(lineOf(own || goods?.code || ''), ARTICLE_MAX);
}

function textsOf(offered: { readonly offer: Offer | null; readonly goods: Goods | undefined }) {
  const { offer, goods } = offered;
  return {
    article: articleOf(offered),
    title: lineOf(titleOf(offer, goods)),
    manufacturer: lineOf(goods?.manufacturer ?? ''),
    code: lineOf(goods?.code ?? ''),
  };
}

/** What was remembered is of the goods that the offer is a variant of. */
const isVariant = (offer: Offer | null, goods: Goods | undefined): boolean =>
  offer !== null && offer.id !== (goods?.id ?? goodsIdOf(offer.id));

function titleOf(offer: Offer | null, goods: Goods | undefined): string {
  if (!offer || !isVariant(offer, goods)) return goods?.title || offer?.title || '';
  const common = goods?.title ?? '';
  if (offer.title !== '' && offer.title !== common) return offer.title;
  return offer.variant === '' || common === '' ? common : `${common} (${offer.variant})`;
}

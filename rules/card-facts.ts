import type { Position } from '../contract/bridge.ts';
import { formatAmount } from './format/amount.ts';
import { formatPrice } from './format/price.ts';
import { formatSize } from './format/size.ts';

/** What a card says of a position, ready to be shown; '' where nothing is known. */
export interface CardFacts {
  readonly title: string;
  readonly article: string;
  /** Who stands beside the article: the manufacturer, or the brand where nobody named one. */
  readonly maker: string;
  readonly manufacturer: string;
  readonly brand: string;
  readonly price: string;
  readonly amount: string;
  readonly stock: string;
  readonly length: string;
  readonly width: string;
  readonly height: string;
  readonly weight: string;
}

/** The facts of a position. Browser and server both write them, so that neither changes what the other has shown. */
export const cardFacts = (position: Position): CardFacts => ({
  title: position.title,
  article: position.article,
  maker: position.manufacturer || position.brantTitle,
  manufacturer: position.manufacturer ?? '',
  brand: position.brantTitle,
  price: formatPrice(position.price) ?? '',
  amount: formatAmount(position.amount) ?? '',
  stock: position.stock,
  length: formatSize(position.length, 'мм') ?? '',
  width: formatSize(position.width, 'мм') ?? '',
  height: formatSize(position.height, 'мм') ?? '',
  weight: formatSize(position.weight, 'кг') ?? '',
});

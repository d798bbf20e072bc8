import type { Position } from '../contract/bridge.ts';
import { type ColumnsWith, columnsInPlace } from '../contract/columns-by-use.ts';
import { POSITION_COLUMNS, type PositionColumn } from '../contract/position-columns.ts';
import { formatAmount } from './format/amount.ts';
import { formatExactPrice } from './format/price.ts';
import { formatSize } from './format/size.ts';

type Detail = ColumnsWith<'card'>;

/** The rows «О детали» of a card, in order: the name of the fact and its label. */
export const CARD_DETAILS: readonly { readonly fact: Detail; readonly label: string }[] = columnsInPlace(
  'card',
).map((fact) => ({ fact, label: POSITION_COLUMNS[fact].label }));

/** What a card says of a position, ready to be shown; '' where nothing is known. */
export interface CardFacts extends Readonly<Record<Detail, string>> {
  readonly title: string;
  readonly article: string;
  /** Who stands beside the article: the manufacturer, or the brand where nobody named one. */
  readonly maker: string;
  readonly price: string;
  readonly amount: string;
  readonly stock: string;
}

function detail(position: Position, fact: Detail): string {
  const { card, unit }: PositionColumn = POSITION_COLUMNS[fact];
  const said = String((card && position[card.says]) ?? '');
  return unit === 'мм' || unit === 'кг' ? (formatSize(said, unit) ?? '') : said;
}

/** The facts of a position. Browser and server both write them, so that neither changes what the other has shown. */
export const cardFacts = (position: Position): CardFacts => ({
  ...(Object.fromEntries(CARD_DETAILS.map(({ fact }) => [fact, detail(position, fact)])) as Record<
    Detail,
    string
  >),
  title: position.title,
  article: position.article,
  maker: position.manufacturer || position.brantTitle,
  price: formatExactPrice(position.price) ?? '',
  amount: formatAmount(position.amount) ?? '',
  stock: position.stock,
});

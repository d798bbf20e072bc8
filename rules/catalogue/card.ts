import {
  type ColumnsWith,
  columnsInPlace,
  POSITION_COLUMNS,
  type PositionColumn,
} from '../../contract/catalogue/columns.ts';
import type { Offer, PartCross } from '../../contract/catalogue/parts.ts';
import type { Position } from '../../contract/catalogue/positions.ts';
import { formatAmount, formatExactPrice, formatNumber, formatSize, NBSP, termsText } from '../format/numbers.ts';
import { type OfferView, offersText, offerView, type PartView, partView } from './part.ts';

type Detail = ColumnsWith<'card'>;

/** The rows «О детали» of a card, in order: the name of the fact and its label. */
export const CARD_DETAILS: readonly { readonly fact: Detail; readonly label: string }[] = columnsInPlace('card').map(
  (fact) => ({ fact, label: POSITION_COLUMNS[fact].label }),
);

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
  ...(Object.fromEntries(CARD_DETAILS.map(({ fact }) => [fact, detail(position, fact)])) as Record<Detail, string>),
  title: position.title,
  article: position.article,
  maker: position.manufacturer || position.brantTitle,
  price: formatExactPrice(position.price) ?? '',
  amount: formatAmount(position.amount) ?? '',
  stock: position.stock,
});

/** An offer on the card of its part. */
export interface CardOfferView extends OfferView {
  /** The day on which the price was last confirmed, 23.11.2026. */
  readonly date: string;
  /** Whether it is the one that the card is of; '' or not. */
  readonly own: string;
}

/** The offers of a part, ready to be shown on a card; lists are empty and texts '' where there is nothing to tell. */
export interface CardOffersView {
  /** The terms of the one of the card where it is alone. */
  readonly ownTerms: string;
  /** «6 предложений»; '' where the one of the card is alone. */
  readonly offersText: string;
  readonly offers: readonly CardOfferView[];
  /** Nobody has any; '' or not. */
  readonly noneInStock: string;
}

const dayOf = (date: string | null): string => (date ?? '').split('-').reverse().join('.');

/** The offers as browser and server both write them. */
export const cardOffersView = (offers: readonly Offer[], own: Pick<Position, 'id' | 'amount'>): CardOffersView => ({
  ownTerms: offers.length > 1 ? '' : offers.map(termsText).join(),
  offersText: offers.length > 1 ? offersText(offers.length) : '',
  offers: offers.map((offer) => ({
    ...offerView(offer),
    date: dayOf(offer.priceDate),
    own: offer.id === own.id ? '1' : '',
  })),
  noneInStock: [own, ...offers].every(({ amount }) => !(amount > 0)) ? '1' : '',
});

/** Crosses that a card shows before its reader asks for all. */
const SHOWN = 10;

/** What replaces the part of a card, ready to be shown; lists are empty and texts '' where there is nothing to tell. */
export interface CardCrossesView {
  readonly crossesHeading: string;
  /** The first ones, each headed by its reason. */
  readonly crosses: readonly PartView[];
  /** «Показать все: 24»; '' where the first ones are all. */
  readonly crossesMore: string;
  readonly otherCrosses: readonly PartView[];
}

/** The crosses of a card as browser and server both write them. */
export function cardCrossesView(crosses: readonly PartCross[], photoFolder: string): CardCrossesView {
  const views = crosses.map(({ part, reason }) => partView(part, '', photoFolder, reason));
  const otherCrosses = views.slice(SHOWN);
  return {
    crossesHeading: views.length > 0 ? `Аналоги и${NBSP}замены` : '',
    crosses: views.slice(0, SHOWN),
    crossesMore: otherCrosses.length > 0 ? `Показать все:${NBSP}${formatNumber(views.length)}` : '',
    otherCrosses,
  };
}

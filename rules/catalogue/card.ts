// Turns the answer for a position into the texts and links that its card shows, for server and browser.

import * as columns from '../../contract/catalogue/columns.ts';
import { kindOf } from '../../contract/catalogue/kinds.ts';
import type { Offer, PartCross, TitleReading } from '../../contract/catalogue/parts.ts';
import type { Position } from '../../contract/catalogue/positions.ts';
import * as formats from '../format/texts.ts';
import { routeLinks, slugOf, systemLink } from '../routes.ts';
import { marksText } from './offer-wording.ts';
import { type OfferView, offersText, offerTitle, offerView, type PartView, partView } from './part.ts';
import { pictureSources } from './pictures.ts';

type Detail = columns.ColumnsWith<'card'>;

/** The rows «О детали» of a card, in order: the name of the fact and its label. */
export const CARD_DETAILS: readonly { readonly fact: Detail; readonly label: string }[] = columns
  .columnsInPlace('card')
  .map((fact) => ({ fact, label: columns.POSITION_COLUMNS[fact].label }));

/** What a card shows, as texts and lists; '' and empty where nothing is known. */
export interface CardView extends Readonly<Record<Detail, string>>, CardOffersView {
  readonly id: string;
  readonly title: string;
  /** What its title says of the offer: «аналог», «уценка: скол»; '' for an ordinary one. */
  readonly marks: string;
  /** '' where its source names it otherwise. */
  readonly article: string;
  /** «, артикул 740.1003010» behind the title; '' without one. */
  readonly articleNote: string;
  /** Stands beside the article: the manufacturer, or the brand where none is named. */
  readonly maker: string;
  readonly price: string;
  /** The two-decimal price that a request reports as seen, and the name with its marks. */
  readonly askedPrice: string;
  readonly askedTitle: string;
  readonly amount: string;
  readonly stock: string;
  /** The drawing where there is no photo, by what the title names. */
  readonly kind: string;
  readonly photo: string;
  readonly photoSet: string;
  /** The unit of a vehicle and the kind of part, with the addresses of their parts; '' where its title names none. */
  readonly system: string;
  readonly systemPath: string;
  readonly partKind: string;
  readonly partKindPath: string;
  readonly hasMachines: string;
  readonly machines: readonly MachineView[];
}

/** A machine that the part is for; a comma stands before all but the first. */
interface MachineView {
  readonly title: string;
  readonly path: string;
  readonly comma: string;
}

/** What a card shows: a position, and all offers of its part with itself among them. */
export interface ShownCard {
  readonly position: Position;
  readonly offers: readonly Offer[];
  readonly reading: TitleReading;
}

export const NOTHING_READ: TitleReading = { kind: '', system: '', machines: [] };

/** The machines in their order; a make or a family goes without saying where one of its models is named. */
function machineViews(machines: readonly string[]): MachineView[] {
  const isSaid = (name: string) =>
    machines.some((other) => other.startsWith(`${name} `) || other.startsWith(`${name}-`));
  return machines
    .filter((name) => !isSaid(name))
    .map((title, at) => ({ title, path: routeLinks.machine(slugOf(title)), comma: at > 0 ? '1' : '' }));
}

function detail(position: Position, fact: Detail): string {
  const { card, unit }: columns.PositionColumn = columns.POSITION_COLUMNS[fact];
  const said = String((card && position[card.says]) ?? '');
  return unit === '' ? said : (formats.formatSize(said, unit) ?? '');
}

export const articleNote = (article: string): string => (article === '' ? '' : `, артикул${formats.NBSP}${article}`);

/** The card of a position. Photos are addressed below `photoFolder`. */
export function cardView({ position, offers, reading }: ShownCard, photoFolder: string): CardView {
  const { id, article, manufacturer, brantTitle, price, amount, stock, photo } = position;
  const own = offers.find((offer) => offer.id === id);
  const title = own?.name ?? position.title;
  const picture = photo ? pictureSources(photoFolder, photo) : null;
  return {
    ...(Object.fromEntries(CARD_DETAILS.map(({ fact }) => [fact, detail(position, fact)])) as Record<Detail, string>),
    id: String(id),
    title,
    marks: marksText(own?.marks ?? []),
    askedTitle: own ? offerTitle(own) : position.title,
    article,
    articleNote: articleNote(article),
    maker: manufacturer || brantTitle,
    price: formats.formatPrice(price) ?? '',
    askedPrice: price,
    amount: formats.formatAmount(amount) ?? '',
    stock,
    kind: kindOf(title),
    photo: picture?.src ?? '',
    photoSet: picture?.srcSet ?? '',
    system: formats.capitalized(reading.system),
    systemPath: systemLink(reading.system),
    partKind: formats.capitalized(reading.kind),
    partKindPath: routeLinks.kind(slugOf(reading.kind)),
    hasMachines: reading.machines.length > 0 ? '1' : '',
    machines: machineViews(reading.machines),
    ...cardOffersView(offers, position, title),
  };
}

interface CardOfferView extends OfferView {
  /** When it can be had: «сегодня», «2–3 дня»; '' where nothing is said. */
  readonly delivery: string;
  /** The least quantity: «от 10 шт.»; '' where one piece will do. */
  readonly least: string;
  /** Whether it is the one that the card is of; '' or not. */
  readonly own: string;
}

/** The offers of a part, ready to be shown on a card; lists are empty and texts '' where there is nothing to show. */
interface CardOffersView {
  /** The terms of the one of the card where it is alone. */
  readonly ownTerms: string;
  /** «Цены на 23.11.2026», or between which days they were confirmed; '' without prices. */
  readonly priceDays: string;
  /** '' where the one of the card is alone. */
  readonly offersText: string;
  readonly offers: readonly CardOfferView[];
  /** '' where there is stock. */
  readonly noneInStock: string;
}

/** On which days the prices of these offers were last confirmed. */
function priceDaysText(offers: readonly Offer[]): string {
  const days = [...new Set(offers.flatMap(({ priceDate }) => priceDate ?? []))].sort().map(formats.dottedDay);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (offers.length === 1) return `Цена на${formats.NBSP}${first}`;
  return first === last
    ? `Цены на${formats.NBSP}${first}`
    : `Цены подтверждены с${formats.NBSP}${first} по${formats.NBSP}${last}`;
}

const cardOffersView = (
  offers: readonly Offer[],
  own: Pick<Position, 'id' | 'amount'>,
  title: string,
): CardOffersView => ({
  ownTerms: offers.length > 1 ? '' : offers.map(formats.termsText).join(),
  priceDays: priceDaysText(offers),
  offersText: offers.length > 1 ? offersText(offers.length) : '',
  offers: offers.map((offer) => ({
    ...offerView(offer, title),
    delivery: formats.deliveryText(offer),
    least: formats.leastText(offer),
    own: offer.id === own.id ? '1' : '',
  })),
  noneInStock: [own, ...offers].every(({ amount }) => !(amount > 0)) ? '1' : '',
});

/** Crosses that a card shows before its reader asks for all. */
const SHOWN = 10;

/** What replaces the part of a card, ready to be shown; lists are empty and texts '' where there is nothing to show. */
export interface CardCrossesView {
  readonly crossesHeading: string;
  /** The first ones, each headed by its reason. */
  readonly crosses: readonly PartView[];
  /** «Показать все: 24»; '' where the first ones are all. */
  readonly crossesMore: string;
  readonly otherCrosses: readonly PartView[];
}

export function cardCrossesView(crosses: readonly PartCross[], photoFolder: string): CardCrossesView {
  const views = crosses.map(({ part, reason }) => partView(part, '', photoFolder, reason));
  const otherCrosses = views.slice(SHOWN);
  return {
    crossesHeading: views.length > 0 ? `Аналоги и${formats.NBSP}замены` : '',
    crosses: views.slice(0, SHOWN),
    crossesMore: otherCrosses.length > 0 ? `Показать все:${formats.NBSP}${formats.formatNumber(views.length)}` : '',
    otherCrosses,
  };
}

import { kindOf } from '../../../contract/catalogue/kinds.ts';
import type { Offer, PartCross } from '../../../contract/catalogue/parts.ts';
import type { Position } from '../../../contract/catalogue/positions.ts';
import { cardCrossesView, cardFacts, cardOffersView } from '../../../rules/catalogue/card.ts';
import { pictureSources } from '../../../rules/catalogue/pictures.ts';
import { routeLinks } from '../../../rules/routes.ts';
import { scriptJson, type Values, valuesOf } from './page-template.ts';

/** Where a page and its photos are reached. */
export interface CardPlace {
  /** Address of the site, without a slash at the end. */
  readonly siteAddress: string;
  /** Folder of photos of parts as pages name it: a path of this site, or an address of another host. */
  readonly photoFolder: string;
}

/** What a product page shows. */
export interface FilledCard {
  readonly position: Position;
  /** All offers of its part, itself included. */
  readonly offers: readonly Offer[];
  /** What replaces the part. */
  readonly crosses: readonly PartCross[];
}

/** What the holes of the product page take for a position. */
export function cardValues(card: FilledCard, place: CardPlace): Values {
  const { position, offers, crosses } = card;
  const path = routeLinks.product(position.alias);
  const address = place.siteAddress + path;
  const photo = position.photo ? pictureSources(place.photoFolder, position.photo) : null;
  const image = photo ? new URL(photo.src, place.siteAddress).href : '';
  return {
    ...cardFacts(position),
    id: String(position.id),
    askedPrice: position.price,
    ...valuesOf(cardOffersView(offers, position)),
    ...valuesOf(cardCrossesView(crosses, place.photoFolder)),
    site: place.siteAddress,
    path,
    address,
    kind: kindOf(position.title),
    photo: photo?.src ?? '',
    photoSet: photo?.srcSet ?? '',
    picture: image || `${place.siteAddress}/og.png`,
    card: scriptJson({ position, offers }),
    product: scriptJson(productData(card, address, image)),
  };
}

/** The position as a Product (https://schema.org/Product); only what is known, an offer only with a price, several as an AggregateOffer. */
function productData({ position, offers }: FilledCard, address: string, image: string) {
  const { title, article, manufacturer, brantTitle } = position;
  const ways = offersData(position, offers, address);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title || article,
    url: address,
    sku: article,
    mpn: article,
    ...(image && { image }),
    brand: { '@type': 'Brand', name: brantTitle },
    ...(manufacturer && { manufacturer: { '@type': 'Organization', name: manufacturer } }),
    ...(ways && { offers: ways }),
  };
}

const inStock = (amount: number) => `https://schema.org/${amount > 0 ? 'InStock' : 'BackOrder'}`;

/** The ways to buy it; null where nobody has named a price. */
function offersData(position: Position, offers: readonly Offer[], url: string) {
  const prices = offers.map(({ price }) => price).filter((price) => Number(price) > 0);
  prices.sort((one, other) => Number(one) - Number(other));
  if (prices.length > 1) {
    return {
      '@type': 'AggregateOffer',
      url,
      lowPrice: prices[0],
      highPrice: prices.at(-1),
      offerCount: prices.length,
      priceCurrency: 'RUB',
      availability: inStock(Math.max(...offers.map(({ amount }) => amount))),
    };
  }
  const { price, amount } = position;
  if (!(Number(price) > 0)) return null;
  return { '@type': 'Offer', url, price, priceCurrency: 'RUB', availability: inStock(amount) };
}

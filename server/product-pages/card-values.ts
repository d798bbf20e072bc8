import type { Position } from '../../contract/bridge.ts';
import { kindOf } from '../../contract/kinds.ts';
import { cardFacts } from '../../rules/card-facts.ts';
import { pictureSources } from '../../rules/format/picture-sources.ts';
import { routeLinks } from '../../rules/routes/route-links.ts';
import { scriptJson, type Values } from './template.ts';

/** Where a page and its photos are reached. */
export interface CardPlace {
  /** Address of the site, without a slash at the end. */
  readonly siteAddress: string;
  /** Folder of photos of parts as pages name it: a path of this site, or an address of another host. */
  readonly photoFolder: string;
}

/** What the holes of the product page take for a position. */
export function cardValues(position: Position, place: CardPlace): Values {
  const path = routeLinks.product(position.alias);
  const address = place.siteAddress + path;
  const photo = position.photo ? pictureSources(place.photoFolder, position.photo) : null;
  const image = photo ? new URL(photo.src, place.siteAddress).href : '';
  return {
    ...cardFacts(position),
    id: String(position.id),
    askedPrice: position.price,
    site: place.siteAddress,
    path,
    address,
    kind: kindOf(position.title),
    photo: photo?.src ?? '',
    photoSet: photo?.srcSet ?? '',
    picture: image || `${place.siteAddress}/og.png`,
    position: scriptJson(position),
    product: scriptJson(productData(position, address, image)),
  };
}

/** The position as a Product (https://schema.org/Product); only what is known, an offer only with a price. */
function productData(position: Position, address: string, image: string) {
  const { title, article, manufacturer, brantTitle, price, amount } = position;
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
    ...(Number(price) > 0 && {
      offers: {
        '@type': 'Offer',
        url: address,
        price,
        priceCurrency: 'RUB',
        availability: `https://schema.org/${amount > 0 ? 'InStock' : 'BackOrder'}`,
      },
    }),
  };
}

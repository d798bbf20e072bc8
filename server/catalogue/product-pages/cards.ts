// Fills the prebuilt product page with a position, its offers and structured data before it is sent, and keeps recent
// pages ready.
import type { Offer, PartCross, TitleReading } from '../../../contract/catalogue/parts.ts';
import type { Position } from '../../../contract/catalogue/positions.ts';
import { cardCrossesView, cardView } from '../../../rules/catalogue/card.ts';
import { matcherOf, ROUTES, routeLinks, type Shell } from '../../../rules/routes.ts';
import type { Answer, Coding } from '../../platform/built-site/answers.ts';
import type { Site } from '../../platform/built-site/site.ts';
import * as filledPages from './filled-pages.ts';
import type { PageShell } from './shell.ts';
import { scriptJson, type Values, valuesOf } from './template.ts';

export interface FoundCard extends Omit<FilledCard, 'position'> {
  /** Null: there is none. */
  readonly position: Position | null;
  /** HTTP date up to which this is right, while the catalogue is out of reach; else null. */
  readonly asOf: string | null;
}

/** Knows the position of an id, of an alias or of a former alias. Rejects when it cannot say. */
export type CardSource = (address: CardAddress) => Promise<FoundCard>;

interface CardPages {
  readonly cards: CardSource;
  readonly place: () => CardPlace;
}

const SHELL_FILE: Shell = 'catalog/product.html';

export function withCards(site: Site, { cards, place }: CardPages): Site {
  const answers = createCardAnswers(place);
  return filledPages.withFilled(site, {
    files: [SHELL_FILE],
    fileOf: () => SHELL_FILE,
    address(path, query) {
      const named = cardAddress(path);
      return named && { named, query };
    },
    async fill(shell, { named, query }, coding) {
      const { position, asOf, ...part } = await filledPages.withinPageTime(find(cards, named));
      if (!position) return { answer: await answers.missing(shell, coding), status: 404, asOf };
      if ('alias' in named && named.alias !== position.alias)
        return { moved: routeLinks.product(position.alias) + (query && `?${query}`) };
      return { answer: await answers.found(shell, { position, ...part }, coding), status: 200, asOf };
    },
  });
}

async function find(cards: CardSource, address: CardAddress): Promise<FoundCard> {
  const found = await cards(address);
  if (found.position || !('alias' in address)) return found;
  const meant = normalizedAlias(address.alias);
  return meant === address.alias ? found : cards({ alias: meant });
}

/** Pages kept ready; a few megabytes. */
const KEPT_MAX = 500;

interface Kept {
  readonly shell: PageShell;
  /** What the page shows: another text is another page. */
  readonly shown: string;
  readonly answer: Answer;
}

/** Makes the pages of cards and keeps those asked for last, as long as neither the position nor the shell changes. */
function createCardAnswers(place: () => CardPlace) {
  const kept = new Map<string, Kept>();

  async function keep(key: string, shell: PageShell, shown: string, make: () => string, coding: Coding) {
    const found = kept.get(key);
    if (found?.shell === shell && found.shown === shown) {
      kept.delete(key);
      kept.set(key, found);
      return found.answer;
    }
    const answer = await filledPages.pageAnswer(shell, make(), coding);
    kept.set(key, { shell, shown, answer });
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    return answer;
  }

  return {
    found: (shell: PageShell, card: FilledCard, coding: Coding): Promise<Answer> =>
      keep(
        `${coding} ${card.position.id}`,
        shell,
        JSON.stringify(card),
        () => shell.found(cardValues(card, place())),
        coding,
      ),
    missing: (shell: PageShell, coding: Coding): Promise<Answer> =>
      keep(coding, shell, '', () => shell.missing({}), coding),
  };
}

type CardAddress = { readonly id: number } | { readonly alias: string };

/** Longer numbers are no id: those that JavaScript counts exactly end here. */
const ID_DIGITS_MAX = 15;

const matchAlias = matcherOf(ROUTES.product);
const matchId = matcherOf(ROUTES.card);

/** The card that a path, still encoded, names; null for any other and for a broken one. */
function cardAddress(path: string): CardAddress | null {
  const id = matchId(path)?.[1];
  if (id !== undefined) return id.length > ID_DIGITS_MAX ? null : { id: Number(id) };
  const alias = matchAlias(path)?.[1];
  if (alias === undefined) return null;
  // What is no encoded text names no card either: its reader gets the page that says so.
  const read = decoded(alias) ?? alias;
  return read.includes('\0') ? null : { alias: read };
}

/** How a mistyped alias was meant: in small letters, and encoded once only. */
const normalizedAlias = (alias: string): string => ((alias.includes('%') && decoded(alias)) || alias).toLowerCase();

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

interface CardPlace {
  /** Address of the site, without a slash at the end. */
  readonly siteAddress: string;
  /** Folder of photos of parts as pages name it: a path of this site, or an address of another host. */
  readonly photoFolder: string;
}

interface FilledCard {
  readonly position: Position;
  /** All offers of its part, itself included. */
  readonly offers: readonly Offer[];
  readonly crosses: readonly PartCross[];
  readonly reading: TitleReading;
}

function cardValues(card: FilledCard, place: CardPlace): Values {
  const { position, offers, crosses, reading } = card;
  const path = routeLinks.product(position.alias);
  const address = place.siteAddress + path;
  const view = cardView({ position, offers, reading }, place.photoFolder);
  const image = view.photo && new URL(view.photo, place.siteAddress).href;
  return {
    ...valuesOf(view),
    ...valuesOf(cardCrossesView(crosses, place.photoFolder)),
    site: place.siteAddress,
    path,
    address,
    picture: image || `${place.siteAddress}/og.png`,
    card: scriptJson({ position, offers, reading }),
    product: scriptJson(productData(card, address, image)),
  };
}

/** The position as a Product (https://schema.org/Product); only what is known, an offer only with a price, several as an AggregateOffer. */
function productData({ position, offers }: FilledCard, address: string, image: string) {
  const { title, article, manufacturer, brantTitle } = position;
  const forSale = offersData(position, offers, address);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title || article,
    url: address,
    ...(article && { sku: article, mpn: article }),
    ...(image && { image }),
    brand: { '@type': 'Brand', name: brantTitle },
    ...(manufacturer && { manufacturer: { '@type': 'Organization', name: manufacturer } }),
    ...(forSale && { offers: forSale }),
  };
}

const inStock = (amount: number) => `https://schema.org/${amount > 0 ? 'InStock' : 'BackOrder'}`;

/** The ways to buy it; null where no price is known. */
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

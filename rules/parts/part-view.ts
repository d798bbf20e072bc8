import type { Match } from '../../contract/bridge.ts';
import type { Part } from '../../contract/parts.ts';
import { formatAmount } from '../format/amount.ts';
import { markArticle } from '../format/highlight.ts';
import { type KeptPiece, keptWords } from '../format/kept-words.ts';
import { formatExactPrice } from '../format/price.ts';
import { routeLinks } from '../routes/route-links.ts';
import { type OfferView, offerView } from './offer-view.ts';
import { allText, fromText, GROUP_TEXTS, offersText } from './part-texts.ts';
import { type ThumbnailView, thumbnailView } from './thumbnail-view.ts';

/** A stretch of an article, `hit` where it matches what was typed. */
export interface PieceView {
  readonly key: string;
  readonly text: string;
  readonly hit: string;
}

/** A part in a list, ready to be shown; '' where nothing is known. */
export interface PartView extends ThumbnailView {
  readonly id: string;
  /** Heading above it, where it is found otherwise than the one before. */
  readonly group: string;
  readonly title: readonly KeptPiece[];
  /** The card of its first offer. */
  readonly path: string;
  readonly article: readonly PieceView[];
  readonly maker: string;
  /** In stock in all offers together. */
  readonly amount: string;
  /** The lowest price: with «от» where there are several offers. */
  readonly price: string;
  /** «9 предложений»; '' for one alone. */
  readonly offersText: string;
  readonly best: readonly OfferView[];
  /** How many offers are not among the best: «Все предложения: 9»; '' where all are. */
  readonly all: string;
}

function piecesOf(article: string, query: string): PieceView[] {
  let at = 0;
  return markArticle(article, query).map(({ text, hit }) => {
    const key = String(at);
    at += text.length;
    return { key, text, hit: hit ? '1' : '' };
  });
}

/** A part as browser and server both write it. `query` is what its article is marked by, `group` stands above it. */
export function partView(part: Part, query: string, photoFolder: string, group: string): PartView {
  const [first] = part.best;
  const photo = part.best.find((position) => position.photo)?.photo;
  const price = formatExactPrice(part.priceFrom) ?? '';
  return {
    id: String(part.id),
    group,
    title: keptWords(part.title || part.article),
    path: routeLinks.product(first?.alias ?? ''),
    article: piecesOf(part.article, query),
    maker: part.maker || first?.brantTitle || '',
    ...thumbnailView(part.title, photo, photoFolder),
    amount: formatAmount(part.amount) ?? '',
    price: price && part.offers > 1 ? fromText(price) : price,
    offersText: part.offers > 1 ? offersText(part.offers) : '',
    best: part.best.map(offerView),
    all: part.offers > part.best.length ? allText(part.offers) : '',
  };
}

/** Parts in the order of the answer, headed where the way they were found changes; one way alone needs no heading. */
export function partViews(parts: readonly Part[], query: string, photoFolder: string): PartView[] {
  const ways = new Set(parts.map(({ match }) => match));
  let before: Match | undefined;
  return parts.map((part) => {
    const { match } = part;
    const group = match && match !== before && ways.size > 1 ? GROUP_TEXTS[match] : '';
    before = match;
    return partView(part, query, photoFolder, group);
  });
}

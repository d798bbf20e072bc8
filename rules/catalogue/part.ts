// How a part (all positions of one article and maker) and its offers are shown in lists and results, with the texts of
// it, for server and browser. The card is in card.ts, the whole page of results in results.ts.
import { kindOf } from '../../contract/catalogue/kinds.ts';
import type { Part } from '../../contract/catalogue/parts.ts';
import type { Match, OfferedPosition } from '../../contract/catalogue/positions.ts';
import {
  AMOUNT_TO_ORDER,
  capitalized,
  countOf,
  formatAmount,
  formatNumber,
  formatPrice,
  NBSP,
  quoted,
  termsText,
} from '../format/texts.ts';
import { typographed } from '../format/typography.ts';
import { routeLinks } from '../routes.ts';
import { type KeptPiece, keptWords, markArticle, markDifference } from './article.ts';
import { marksText, saySame } from './offer-wording.ts';
import { thumbnailSources } from './pictures.ts';

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
  /** What its main offers are marked by: «аналог», «уценка: скол»; '' for ordinary ones. */
  readonly marks: string;
  /** That titles of its offers name different machines; '' where they agree. */
  readonly machines: string;
  /** The card of its first offer. */
  readonly path: string;
  readonly article: readonly PieceView[];
  readonly maker: string;
  /** In stock in its main offers together. */
  readonly amount: string;
  /** Its price: «от …» where there are several offers, «под заказ от …» where nothing in stock has one. */
  readonly price: string;
  /** «9 предложений»; '' for one alone. */
  readonly offersText: string;
  readonly best: readonly OfferView[];
  /** How many offers are not among the best: «Все предложения: 9»; '' where all are. */
  readonly all: string;
}

function piecesOf(article: string, query: string): PieceView[] {
  let at = 0;
  const marked = markArticle(article, query);
  return (marked.some(({ hit }) => hit) ? marked : markDifference(article, query)).map(({ text, hit }) => {
    const key = String(at);
    at += text.length;
    return { key, text, hit: hit ? '1' : '' };
  });
}

/** Who makes a part, as buyers read it: the brand where no list says. */
export const shownMaker = ({ maker, best: [first] }: Pick<Part, 'maker' | 'best'>): string =>
  maker || first?.brantTitle || '';

/** A part as browser and server both write it. `query` is what its article is marked by, `group` stands above it. */
export function partView(part: Part, query: string, photoFolder: string, group: string): PartView {
  const [first] = part.best;
  const photo = part.best.find((position) => position.photo)?.photo;
  const name = part.title || part.article;
  return {
    id: String(part.id),
    group,
    title: keptWords(name),
    marks: marksText(part.marks),
    machines: part.machines.length > 0 ? otherMachinesText(part.machines) : '',
    path: routeLinks.product(first?.alias ?? ''),
    article: piecesOf(part.article, query),
    maker: shownMaker(part),
    ...thumbnailView(part.title, photo, photoFolder),
    amount: formatAmount(part.amount) ?? '',
    price: partPrice(part),
    offersText: part.offers > 1 ? offersText(part.offers) : '',
    best: part.best.map((offer) => offerView(offer, name)),
    all: part.offers > part.best.length ? allText(part.offers) : '',
  };
}

/** Parts in the order of the answer, headed where the way they were found changes; one way alone needs no heading. */
export function partViews(parts: readonly Part[], query: string, photoFolder: string): PartView[] {
  const matches = new Set(parts.map(({ match }) => match));
  let before: Match | undefined;
  return parts.map((part) => {
    const { match } = part;
    const group = match && match !== before && matches.size > 1 ? GROUP_TEXTS[match] : '';
    before = match;
    return partView(part, query, photoFolder, group);
  });
}

export interface OfferView {
  readonly id: string;
  readonly path: string;
  readonly stock: string;
  readonly amount: string;
  readonly price: string;
  /** «срок 3 дня, от 10 шт.» */
  readonly terms: string;
  /** «аналог», «уценка: скол»; '' for an ordinary one. */
  readonly marks: string;
  /** Its own name where it says something else than the one above it; else ''. */
  readonly ownTitle: string;
  readonly article: string;
  readonly title: string;
  /** The two-decimal price that the buyer saw, as a request sends it. */
  readonly askedPrice: string;
}

/** An offer below `heading`, the name under which it is shown. */
export const offerView = (position: OfferedPosition, heading: string): OfferView => ({
  id: String(position.id),
  path: routeLinks.product(position.alias),
  stock: position.stock,
  amount: formatAmount(position.amount) ?? '',
  price: formatPrice(position.price) ?? '',
  terms: termsText(position),
  marks: marksText(position.marks),
  ownTitle: saySame(position.name, heading) ? '' : position.name,
  article: position.article,
  title: offerTitle(position),
  askedPrice: position.price ?? '',
});

export interface ThumbnailView {
  /** The drawing where there is no photo, by what the title names. */
  readonly kind: string;
  /** `src` and `srcset` of the photo; '' without one. */
  readonly photo: string;
  readonly photoSet: string;
}

/** The small picture of a part by its title and the name of its photo, which lies below `photoFolder`. */
export function thumbnailView(title: string, photo: string | null | undefined, photoFolder: string): ThumbnailView {
  const sources = photo ? thumbnailSources(photoFolder, photo) : null;
  return { kind: kindOf(title), photo: sources?.src ?? '', photoSet: sources?.srcSet ?? '' };
}

export const PART_FORMS = ['деталь', 'детали', 'деталей'] as const;
const OFFERS = ['предложение', 'предложения', 'предложений'] as const;

/** How much was found: «Найдено 38 деталей», «Найдено более 10 000 деталей». */
export function foundText(count: number, isExact: boolean): string {
  if (!isExact) return `Найдено ${moreThanParts(count)}`;
  const isOne = count % 10 === 1 && count % 100 !== 11;
  return `${isOne ? 'Найдена' : 'Найдено'}${NBSP}${countOf(count, PART_FORMS)}`;
}

/** What is found is but near to the article that was typed. */
export const guessText = (article: string): string => `Артикула${NBSP}${quoted(article)} нет. Возможно:`;

/** «более 10 000 деталей». */
export const moreThanParts = (count: number): string => `более${NBSP}${formatNumber(count)}${NBSP}деталей`;

/** How many parts have exactly the article that was typed; '' for none. */
export const exactText = (count: number): string => (count > 0 ? `Точных совпадений:${NBSP}${count}` : '');

export const shownText = (parts: number): string => `Показано:${NBSP}${parts}`;

export const CROSSES_TEXT = `Замены по${NBSP}номеру`;

export const offersText = (count: number): string => countOf(count, OFFERS);

/** The lowest of several prices: «от 10 103,91 ₽». */
const fromText = (price: string): string => `от${NBSP}${price}`;

/** The price of a part: «от 10 103,91 ₽» of several offers, «под заказ от …» where nothing in stock has one; '' for none. */
function partPrice({ priceFrom, toOrder, offers }: Pick<Part, 'priceFrom' | 'toOrder' | 'offers'>): string {
  const price = formatPrice(priceFrom) ?? '';
  if (price === '' || offers === 1) return price;
  return toOrder ? `${AMOUNT_TO_ORDER} ${fromText(price)}` : fromText(price);
}

/** The name of an offer with its marks: «Головка блока (аналог)». */
export function offerTitle({ name, marks }: Pick<OfferedPosition, 'name' | 'marks'>): string {
  const said = marksText(marks);
  return said === '' ? name : `${name} (${said})`;
}

export const otherMachinesText = (machines: readonly string[]): string =>
  `В${NBSP}предложениях указаны разные машины: ${machines.join(', ')}`;

/** How many parts a filter would leave: «12», «120+» where only the first of the found ones were counted. */
export const leftText = (count: number, isExact: boolean): string =>
  formatNumber(count) + (isExact || count === 0 ? '' : '+');

/** A value of a filter and how many parts it would leave: «Toyota (12)». */
export const optionText = (title: string, left: string): string => `${title}${NBSP}(${left})`;

export const filtersText = (count: number): string => (count === 0 ? 'Фильтры' : `Фильтры${NBSP}·${NBSP}${count}`);

const GROUP_TEXTS = typographed({
  exact: 'Точные совпадения',
  similar: 'Похожие номера',
  words: 'По словам в названии',
} as const);

export const ORDER_TEXTS = {
  relevance: 'сначала подходящие',
  price: 'сначала дешёвые',
  stock: 'сначала большой остаток',
} as const;

export const readingText = (query: string): string => `Показаны результаты для${NBSP}${quoted(query)}`;

/** What is looked for in place of words that find nothing: «Ищем «howo» вместо «хово».» */
export const readAsText = (typed: string, means: string): string => `Ищем ${quoted(means)} вместо ${quoted(typed)}.`;

/** Words without which the answer was found. */
export const leftOutText = (words: readonly string[]): string =>
  `Ищем без${NBSP}${words.map(quoted).join(', ')}: вместе с${NBSP}остальными словами ничего нет.`;

/** What the catalogue lacks of what was asked for. */
export const LACK_TEXTS = typographed({
  machine: (machine: string): string => `Для ${machine} в каталоге ничего нет`,
  machineOfPart: (machine: string): string => `Для ${machine} такой детали в каталоге нет`,
  side: (side: string): string => `С пометкой ${quoted(side)} ничего нет`,
  dropped: (words: string): string => `Ничего нет для ${quoted(words)}`,
  kind: (kind: string): string => `Точно такой детали нет: ${quoted(kind)}`,
  near: (article: string): string => `Артикула ${quoted(article)} в каталоге нет`,
  unknown: 'Точно такого в каталоге нет',
} as const);

/** What no title says of the parts that are shown, though they may be for it. */
export const UNSAID_TEXTS = typographed({
  model: (model: string, make: string): string => `Модель ${model} в названиях не указана: показаны детали для ${make}`,
  side: (side: string): string => `С пометкой ${quoted(side)} деталей нет: показаны без неё`,
} as const);

export const askedText = (names: readonly string[]): string => `Искали: ${names.join(', ')}`;

/** What is found in its place: «Насос водяной для других машин: 36 деталей», «Похожие детали: 36». */
export function similarText(kind: string, apart: string, count: number, isExact: boolean): string {
  if (kind !== '')
    return `${capitalized(kind)}${apart}: ${isExact ? countOf(count, PART_FORMS) : moreThanParts(count)}`;
  return `Похожие детали:${NBSP}${isExact ? '' : `более${NBSP}`}${formatNumber(count)}`;
}

/** How parts of the same kind differ from what was asked for. */
export const APART_TEXTS = typographed({
  machine: ' для других машин',
  side: ' без этой пометки',
  dropped: '',
} as const);

export const CHIP_TEXTS = { kind: 'Деталь', machine: 'Машина', side: 'Сторона' } as const;

export const removeText = (name: string): string => `Убрать: ${name}`;
export const notMachineText = (name: string): string => `Это не${NBSP}машина: ${name}`;

/** Why nothing is shown, in the words that were typed. */
export const nothingText = (query: string): string => `По${NBSP}запросу ${quoted(query)} товары не найдены.`;

/** The same where filters leave nothing of what there is. */
export const noneFilteredText = (query: string): string =>
  `${query === '' ? 'С' : `По${NBSP}запросу ${quoted(query)} с`}${NBSP}такими фильтрами товары не найдены.`;

/** The same of a question that names machines alone. */
export const noMachinesText = (machines: readonly string[]): string =>
  `Ищем ${machines.join(', ')}: таких деталей нет, товары не найдены.`;
export const nothingAsTypedText = (query: string): string => `Точно ${quoted(query)} ничего не${NBSP}найдено.`;

const allText = (count: number): string => `Все${NBSP}предложения:${NBSP}${formatNumber(count)}`;

import { formatNumber, NBSP } from '../format/number.ts';
import { countOf } from '../format/plural.ts';

export const PART_FORMS = ['деталь', 'детали', 'деталей'] as const;
const OFFERS = ['предложение', 'предложения', 'предложений'] as const;

/** How much was found: «Найдено 38 деталей», «Найдено более 10 000 деталей». */
export function foundText(count: number, isExact: boolean): string {
  if (!isExact) return `Найдено ${moreThanParts(count)}`;
  const isOne = count % 10 === 1 && count % 100 !== 11;
  return `${isOne ? 'Найдена' : 'Найдено'}${NBSP}${countOf(count, PART_FORMS)}`;
}

/** «более 10 000 деталей». */
export const moreThanParts = (count: number): string => `более${NBSP}${formatNumber(count)}${NBSP}деталей`;

/** How many parts have exactly the article that was typed; '' for none. */
export const exactText = (count: number): string => (count > 0 ? `Точных совпадений:${NBSP}${count}` : '');

/** How much of it is on the page, for readers. */
export const shownText = (parts: number): string => `Показано:${NBSP}${parts}`;

/** The heading of what replaces the article that was asked for. */
export const CROSSES_TEXT = `Замены по${NBSP}номеру`;

/** «9 предложений». */
export const offersText = (count: number): string => countOf(count, OFFERS);

/** The lowest of several prices: «от 10 103,91 ₽». */
export const fromText = (price: string): string => `от${NBSP}${price}`;

/** How many parts a filter would leave: «12», «120+» where only the first of the found ones were counted. */
export const leftText = (count: number, isExact: boolean): string =>
  formatNumber(count) + (isExact || count === 0 ? '' : '+');

/** A value of a filter and how many parts it would leave: «Toyota (12)». */
export const optionText = (title: string, left: string): string => `${title}${NBSP}(${left})`;

/** «Фильтры · 2». */
export const filtersText = (count: number): string =>
  count === 0 ? 'Фильтры' : `Фильтры${NBSP}·${NBSP}${count}`;

/** What parts of one answer have in common. */
export const GROUP_TEXTS = {
  exact: 'Точные совпадения',
  similar: 'Похожие номера',
  words: 'По\u00a0словам в\u00a0названии',
} as const;

export const ORDER_TEXTS = {
  relevance: 'сначала подходящие',
  price: 'сначала дешёвые',
  stock: 'сначала большой остаток',
} as const;

export const quoted = (text: string): string => `«${text}»`;

/** What the parts answer where the words as typed find nothing. */
export const readingText = (query: string): string => `Показаны результаты для${NBSP}${quoted(query)}`;

/** A word that was read otherwise. */
export const readAsText = (typed: string, means: string): string =>
  `${quoted(typed)} как${NBSP}${quoted(means)}`;

/** An article whose neighbours are shown. */
export const noArticleText = (article: string): string => `Артикула ${quoted(article)} в${NBSP}каталоге нет.`;

/** Why nothing is shown, in the words that were typed. */
export const nothingText = (query: string): string =>
  `По${NBSP}запросу ${quoted(query)} ничего нет. Что можно сделать:`;
export const nothingAsTypedText = (query: string): string =>
  `Точно ${quoted(query)} ничего не${NBSP}найдено.`;

/** How many offers there are besides those that are shown. */
export const allText = (count: number): string => `Все${NBSP}предложения:${NBSP}${formatNumber(count)}`;

// Texts of how well the titles of a price list are read, on the page of its run; apart from those that every page of
// price lists loads.
import type { TitleReading } from '../../../../contract/catalogue/runs.ts';
import { countOf, formatNumber } from '../../../../rules/format/texts.ts';
import { typographed } from '../../../../rules/format/typography.ts';

const TITLES = ['название', 'названия', 'названий'] as const;
const IN_TITLES = ['названии', 'названиях', 'названиях'] as const;

/** A share in whole percent: never all or nothing where it is not. */
function percentOf(count: number, all: number): string {
  const percent = Math.round((count / all) * 100);
  const least = count > 0 ? 1 : 0;
  const most = count < all ? 99 : 100;
  return `${Math.min(most, Math.max(least, percent))} %`;
}

/** How well the titles of a list are read, and the words that are not. */
export const titleReading = typographed({
  heading: 'Как прочитаны названия',
  loading: 'Считаем прочитанные названия…',
  failed: 'Не удалось посчитать, как прочитаны названия.',
  noTitles: 'В этом прайсе нет названий.',
  readOf: ({ titles, kinds, machines }: TitleReading): string =>
    `Прочитано: деталь — в ${percentOf(kinds, titles)} названий, машина — в ${percentOf(machines, titles)}.`,
  allRead: 'Всё прочитано: для каждой позиции понятно, что это за деталь.',
  noWords: 'В остальных названиях нет слов, по которым можно понять деталь.',
  words: 'Непонятные слова',
  wordsOf: ({ titles, kinds, unread }: TitleReading): string => {
    const rest = titles - kinds;
    const where = `Деталь не прочитана в ${countOf(rest, IN_TITLES)}.`;
    const from = unread < rest ? ` Слова посчитаны по первым ${formatNumber(unread)} из них.` : '';
    return `${where}${from} Чаще всего там стоят эти слова. Нажмите на слово, чтобы объяснить его в словаре поиска.`;
  },
  toWordsOf: (word: string, count: number): string => `${word}: ${countOf(count, TITLES)}, в словарь поиска`,
} as const);

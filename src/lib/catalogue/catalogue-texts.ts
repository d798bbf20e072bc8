// Texts of the search page for buyers, of its results and filters.
import { typographed } from '../../../rules/format/typography.ts';
import { site } from '../platform/site.ts';

export const catalog = typographed({
  heading: 'Каталог запчастей',
  results: 'Результаты поиска',
  trail: 'Вы здесь',
  groups: 'Разделы',
  loading: 'Ищем…',
  more: 'Загрузить ещё',
  similar: 'Показать похожие номера',
  lessFitting: 'Показать менее подходящие',
  loadingMore: 'Загружаем…',
  nothingDo: 'Что можно сделать:',
  nothingFiltered: 'Измените их или сбросьте.',
  withoutFilters: 'Показать без фильтров',
  nothingSteps: [
    'проверьте номер: достаточно его начала или трёх знаков из середины;',
    'уберите лишние слова и оставьте только номер или название детали;',
  ],
  nothingAsk: 'или спросите менеджера — под заказ привозим и то, чего нет в каталоге:',
  lackAsk: 'Спросите менеджера — под заказ привозим и то, чего нет в каталоге:',
  failed: 'Не удалось выполнить поиск',
  moreFailed: 'Не удалось загрузить следующие детали.',
  near: 'Возможно, вы искали:',
  asTyped: 'Искать точно как набрано',
  asUsual: 'Читать запрос как обычно',
  readingOfQuery: 'Как прочитан запрос',
  notMachine: 'это не машина',
  notAsTyped: 'Искать и похожее',
  hint: {
    heading: 'Что можно ввести',
    rows: [
      ['номер в любой записи', ['7401003010', '740.1003010', '740 1003010']],
      ['часть номера', ['1003010']],
      ['название или марку', ['колодки тормозные', 'подшипник SKF']],
      ['название вместе с номером', ['прокладка 740']],
    ],
    list: 'Нужно проверить сразу много номеров?',
    listLink: 'Поиск списком',
    price: 'Нужен весь каталог?',
    priceLink: 'Скачать прайс',
  },
  suggestions: 'Подсказки',
  showAll: (count: string) => `Показать все — ${count}`,
  moreThan: (count: string) => `более ${count}`,
  clearQueries: 'Очистить прошлые запросы',
  noScript: 'Чтобы увидеть результаты поиска, включите JavaScript или позвоните нам — подберём деталь по телефону:',
} as const);

export const filters = typographed({
  label: 'Фильтры и порядок',
  from: 'от',
  to: 'до',
  order: 'Порядок',
  clear: 'Сбросить фильтры',
  apply: 'Показать',
} as const);

/** The page of results before anything is asked, for search engines and shared links. */
export const catalogPage = typographed({
  title: `Каталог автозапчастей — ${site.name}`,
  description:
    'Поиск запчастей по каталожному номеру, артикулу или названию. Наличие, производитель и цена каждой позиции.',
});

/** What the tab says while results of a query are shown. */
export const searchTitle = typographed((query: string): string => `${query} — поиск запчастей — ${site.name}`);

/** The same; without words the title of any results. */
export const resultsTitle = (query: string): string => (query === '' ? catalogPage.title : searchTitle(query));

/** Whether a query is a number of a part, which is set in the monospaced face, and not words. */
export const looksLikeArticle = (query: string): boolean => /\d/.test(query) && !/\p{L}{4}/u.test(query);

import { site } from '../platform/site.ts';

/** Texts of the search page and of its results. */
export const catalog = {
  heading: 'Каталог запчастей',
  results: 'Результаты поиска',
  columns: {
    photo: 'Фото',
    title: 'Наименование, артикул',
    manufacturer: 'Производитель',
    amount: 'Остаток',
    price: 'Цена',
  },
  brand: 'Бренд',
  loading: 'Ищем…',
  more: 'Загрузить ещё',
  similar: 'Показать похожие номера',
  loadingMore: 'Загружаем…',
  nothing: 'товары не\u00a0найдены',
  nothingFiltered: 'С\u00a0такими фильтрами ничего нет.',
  withoutFilters: 'Показать без\u00a0фильтров',
  nothingSteps: [
    'проверьте номер: достаточно его начала или трёх знаков из\u00a0середины;',
    'уберите лишние слова и\u00a0оставьте только номер или название детали;',
  ],
  nothingAsk: 'или спросите менеджера\u00a0— под\u00a0заказ привозим и\u00a0то, чего нет в\u00a0каталоге:',
  failed: 'Не\u00a0удалось выполнить поиск',
  moreFailed: 'Не\u00a0удалось загрузить следующие детали.',
  readAs: 'Прочитано:',
  leftOut: 'Не\u00a0учтено:',
  near: 'Возможно, вы\u00a0искали:',
  asTyped: 'Искать точно как\u00a0набрано',
  notAsTyped: 'Искать и\u00a0похожее',
  hint: {
    heading: 'Что можно ввести',
    rows: [
      ['номер в\u00a0любой записи', ['7401003010', '740.1003010', '740 1003010']],
      ['часть номера', ['1003010']],
      ['название или марку', ['колодки тормозные', 'подшипник SKF']],
      ['название вместе с\u00a0номером', ['прокладка 740']],
    ],
    list: 'Нужно проверить сразу много номеров?',
    listLink: 'Поиск списком',
    price: 'Нужен весь каталог?',
    priceLink: 'Скачать прайс-лист',
  },
  suggestions: 'Подсказки',
  showAll: (count: string) => `Показать все\u00a0— ${count}`,
  moreThan: (count: string) => `более\u00a0${count}`,
  clearQueries: 'Очистить прошлые запросы',
  noScript:
    'Чтобы увидеть результаты поиска, включите JavaScript или позвоните нам\u00a0— подберём деталь по\u00a0телефону:',
} as const;

/** Texts of the form of filters; those of each filter stand with its column. */
export const filters = {
  label: 'Фильтры и\u00a0порядок',
  from: 'от',
  to: 'до',
  order: 'Порядок',
  clear: 'Сбросить фильтры',
  apply: 'Показать',
} as const;

/** What the tab says while results of a query are shown. */
export const searchTitle = (query: string): string => `${query}\u00a0— поиск запчастей\u00a0— ${site.name}`;

/** Whether a query is a number of a part, which is set in the monospaced face, and not words. */
export const isArticle = (query: string): boolean => /\d/.test(query) && !/\p{L}{4}/u.test(query);

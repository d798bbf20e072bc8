import { NBSP } from '../../../rules/format/number.ts';
import { countOf } from '../format/plural.ts';
import { site } from '../site/site.ts';

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
  groups: {
    exact: 'Точные совпадения',
    similar: 'Похожие номера',
    words: 'По\u00a0словам в\u00a0названии',
  },
  nothing: 'товары не\u00a0найдены',
  nothingFor: (query: string) => `По\u00a0запросу «${query}» ничего нет. Что можно сделать:`,
  nothingSteps: [
    'проверьте номер: достаточно его начала или трёх знаков из\u00a0середины;',
    'уберите лишние слова и\u00a0оставьте только номер или название детали;',
  ],
  nothingAsk: 'или спросите менеджера\u00a0— под\u00a0заказ привозим и\u00a0то, чего нет в\u00a0каталоге:',
  failed: 'Не\u00a0удалось выполнить поиск',
  moreFailed: 'Не\u00a0удалось загрузить следующие позиции.',
  note: (query: string) => `Показаны результаты для\u00a0«${query}»`,
  readAs: 'Прочитано:',
  readAsOne: (typed: string, means: string) => `«${typed}» как\u00a0«${means}»`,
  leftOut: 'Не\u00a0учтено:',
  quoted: (text: string) => `«${text}»`,
  noArticle: (article: string) => `Артикула «${article}» в\u00a0каталоге нет.`,
  near: 'Возможно, вы\u00a0искали:',
  asTyped: 'Искать точно как\u00a0набрано',
  nothingAsTyped: (query: string) => `Точно «${query}» ничего не\u00a0найдено.`,
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
  noScript:
    'Чтобы увидеть результаты поиска, включите JavaScript или позвоните нам\u00a0— подберём деталь по\u00a0телефону:',
} as const;

const POSITIONS = ['позиция', 'позиции', 'позиций'] as const;
const FOUND = ['Найдена', 'Найдено', 'Найдено'] as const;

/** How much was found: «Найдено 38 позиций», «Найдено более 1 000 позиций». */
export function foundText(total: number, isBound: boolean): string {
  if (isBound) return `Найдено более${NBSP}${countOf(total, POSITIONS)}`;
  const rule = total % 10 === 1 && total % 100 !== 11 ? FOUND[0] : FOUND[1];
  return `${rule}${NBSP}${countOf(total, POSITIONS)}`;
}

/** How much of it is on the page, for readers. */
export const shownText = (rows: number): string => `Показано:${NBSP}${rows}`;

/** How many rows have exactly the article that was typed. */
export const exactText = (count: number): string => `Точных совпадений:${NBSP}${count}`;

/** What the tab says while results of a query are shown. */
export const searchTitle = (query: string): string => `${query}\u00a0— поиск запчастей\u00a0— ${site.name}`;

import type { ListTotals } from '../../../contract/catalogue/parts.ts';
import type { AmountProblem } from '../../../contract/catalogue/words.ts';
import { LIST_FILE_MAX, LIST_FILE_ROWS_MAX, SEARCH_LIST_MAX } from '../../../contract/limits.ts';
import { countOf, formatBytes, formatNumber, formatPrice, NBSP } from '../../../rules/format/numbers.ts';

const LINES = ['строка', 'строки', 'строк'] as const;
const OFFERS = ['предложение', 'предложения', 'предложений'] as const;
const NAMES = ['наименование', 'наименования', 'наименований'] as const;
const HEADINGS = ['строка заголовков пропущена', 'строки заголовков пропущены', 'строк заголовков пропущено'] as const;

const pieces = (count: number): string => `${formatNumber(count)}${NBSP}шт`;

/** Texts of the search by a list of articles. */
export const listSearch = {
  heading: 'Поиск списком',
  lead: `Вставьте артикулы, по\u00a0одному в\u00a0строке,\u00a0— до\u00a0${SEARCH_LIST_MAX}. Количество\u00a0— рядом: через табуляцию, точку с\u00a0запятой или «5\u00a0шт». Подойдут столбцы, скопированные из\u00a0Excel.`,
  label: 'Артикулы',
  placeholder: '740.1003010-20\t4\n04465-33471; 2\n5320-3501090 10 шт',
  counter: (lines: number) => `${countOf(lines, LINES)} из\u00a0${SEARCH_LIST_MAX}`,
  tooMany: (extra: number) =>
    `Лишних строк: ${formatNumber(extra)}. Найдём первые\u00a0${SEARCH_LIST_MAX}, остальные проверьте вторым заходом.`,
  submit: 'Найти всё',
  clear: 'Очистить',
  summary: (found: number, missing: number) => `Найдено: ${found}. Не\u00a0найдено: ${missing}.`,
  ignored: (count: number) => `Не\u00a0проверено из-за ограничения: ${formatNumber(count)}.`,
  headings: (count: number) => `${countOf(count, HEADINGS)}.`,
  changed: 'Список изменён. Нажмите «Найти всё», чтобы обновить результат.',
  columns: { asked: 'Запрошено', part: 'Деталь', stock: 'Остаток', price: 'Цена', sum: 'Сумма' },
  wanted: pieces,
  missing: 'Не\u00a0найдено',
  near: 'Возможно, вы\u00a0искали:',
  replaceBy: (typed: string, near: string) => `Искать ${near} вместо ${typed}`,
  searchAlone: 'Искать отдельно',
  copyMissing: 'Скопировать ненайденные',
  copied: 'Скопировано',
  share: 'Скопировать ссылку на\u00a0список',
  tooLongToShare: 'Список слишком длинный для ссылки: передайте его файлом Excel.',
  toRequest: 'Всё в\u00a0заявку',
  export: 'Скачать в\u00a0Excel',
  exportFailed: 'Не\u00a0удалось подготовить файл.',
  failed: 'Не\u00a0удалось выполнить поиск',
  empty: 'Введите хотя бы один артикул.',
  fileName: (day: string) => `Поиск списком ${day}.xlsx`,
  offers: (count: number) => countOf(count, OFFERS),
  enough: (count: number) => `есть\u00a0${formatNumber(count)}`,
  short: (there: number, wanted: number) => `есть\u00a0${formatNumber(there)} из\u00a0${formatNumber(wanted)}`,
  onRequest: 'по\u00a0запросу',
  take: (stock: string, count: number, price: string | null) =>
    `${stock.replaceAll(' ', NBSP)}: ${pieces(count)}${price ? ` по\u00a0${price}` : ''}`,
  others: (count: number) => (count === 1 ? 'Ещё\u00a0один производитель' : `Другие производители: ${count}`),
  choose: 'Выбрать',
  chooseMaker: (title: string, maker: string) => `Выбрать: ${title}, ${maker}`,
  unnamedMaker: 'без производителя',
  from: (price: string) => `от\u00a0${price}`,
  readAs: (article: string, amount: number) => `Прочитать как ${article}, ${pieces(amount)}`,
  problems: {
    'no number': 'Количество не\u00a0указано\u00a0— посчитана 1\u00a0шт',
    zero: 'Количество\u00a0— ноль, посчитана 1\u00a0шт',
    negative: 'Количество меньше нуля\u00a0— посчитана 1\u00a0шт',
    fraction: 'Количество не\u00a0целое\u00a0— посчитана 1\u00a0шт',
    'too large': 'Количество слишком большое\u00a0— посчитана 1\u00a0шт',
  } satisfies Record<AmountProblem, string>,
  total: ({ found, pieces: count }: ListTotals) => `Итого: ${countOf(found, NAMES)}, ${pieces(count)}`,
  file: {
    label: 'Или файл со\u00a0списком',
    prompt: 'Перетащите файл сюда или выберите его',
    hint: `Excel, .ods или .csv до\u00a0${formatBytes(LIST_FILE_MAX)}. Столбцы с\u00a0артикулом и\u00a0количеством найдём сами.`,
    reading: 'Читаем файл…',
    nothing: (name: string) => `В\u00a0файле «${name}» не\u00a0нашлось ни\u00a0одного артикула.`,
    taken: (name: string, lines: number) => `Из\u00a0файла «${name}» взято: ${countOf(lines, LINES)}.`,
    cut: (rows: number, hasMore: boolean) =>
      `В\u00a0файле ${hasMore ? `больше\u00a0${formatNumber(LIST_FILE_ROWS_MAX)} строк` : countOf(rows, LINES)}: поместились первые\u00a0${SEARCH_LIST_MAX}.`,
    undo: 'Вернуть прежний список',
    tooLarge: `Файл больше\u00a0${formatBytes(LIST_FILE_MAX)}. Оставьте в\u00a0нём только список.`,
    unreadable: 'Это не\u00a0таблица. Подойдёт файл .xlsx, .xls, .ods или .csv.',
    empty: 'Файл пуст.',
    failed: 'Файл не\u00a0прочитан.',
  },
} as const;

/** What all comes to beside the sum: what of it is there, what is short, what has no price. */
export function totalNotes({ sum, inStockSum, short, unpriced }: ListTotals): string[] {
  const inStock = formatPrice(inStockSum);
  return [
    sum === inStockSum ? 'всё в\u00a0наличии' : inStock ? `в\u00a0наличии на\u00a0${inStock}` : '',
    short > 0 ? `не\u00a0хватает: ${countOf(short, LINES)}` : '',
    unpriced > 0 ? `без\u00a0цены: ${countOf(unpriced, LINES)}` : '',
  ].filter((note, at) => note !== '' && !(at === 0 && short > 0 && sum === inStockSum));
}

// Texts of the page where a buyer pastes a list of articles and finds all of them at once.
import type { ListTotals } from '../../../contract/catalogue/parts.ts';
import type { AmountProblem } from '../../../contract/catalogue/words.ts';
import { LIST_FILE_MAX, LIST_FILE_ROWS_MAX, SEARCH_LIST_MAX } from '../../../contract/limits.ts';
import { countOf, formatBytes, formatNumber, formatPrice, NBSP } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';

const LINES = ['строка', 'строки', 'строк'] as const;
const POSITIONS = ['позиции', 'позиций', 'позиций'] as const;
const NAMES = ['наименование', 'наименования', 'наименований'] as const;
const HEADINGS = ['строка заголовков пропущена', 'строки заголовков пропущены', 'строк заголовков пропущено'] as const;

const pieces = (count: number): string => `${formatNumber(count)}${NBSP}шт`;

export const listSearch = typographed({
  heading: 'Поиск списком',
  lead: `Вставьте список: по одной детали в строке, до ${SEARCH_LIST_MAX}. Артикул, название, производитель и количество — в любом порядке, хватит и одного названия. Подойдут столбцы, скопированные из Excel.`,
  label: 'Список деталей',
  placeholder: '740.1003010-20\t4\nДиск сцепления 238Б-1601130 2 шт\nпомпа ЗИЛ-130',
  counter: (lines: number) => `${countOf(lines, LINES)} из ${SEARCH_LIST_MAX}`,
  tooMany: (extra: number) =>
    `Лишних строк: ${formatNumber(extra)}. Найдём первые ${SEARCH_LIST_MAX}, остальные проверьте вторым заходом.`,
  submit: 'Найти всё',
  clear: 'Очистить',
  summary: (found: number, missing: number) => `Найдено: ${found}. Не найдено: ${missing}.`,
  ignored: (count: number) => `Не проверено из-за ограничения: ${formatNumber(count)}.`,
  headings: (count: number) => `${countOf(count, HEADINGS)}.`,
  changed: 'Список изменён. Нажмите «Найти всё», чтобы обновить результат.',
  columns: { asked: 'Запрошено', part: 'Деталь', stock: 'Остаток', price: 'Цена', sum: 'Сумма' },
  wanted: pieces,
  missing: 'Не найдено',
  missingCount: (count: number) => `Не найдено: ${count}`,
  near: 'Возможно, вы искали:',
  replaceBy: (typed: string, near: string) => `Искать ${near} вместо ${typed}`,
  searchAlone: 'Искать отдельно',
  copyMissing: 'Скопировать ненайденные',
  copied: 'Скопировано',
  share: 'Скопировать ссылку на список',
  tooLongToShare: 'Список слишком длинный для ссылки: передайте его файлом Excel.',
  toRequest: 'Всё в заявку',
  export: 'Скачать в Excel',
  exportFailed: 'Не удалось подготовить файл.',
  failed: 'Не удалось выполнить поиск',
  empty: 'Впишите хотя бы одну строку.',
  fileName: (day: string) => `Поиск списком ${day}.xlsx`,
  enough: (count: number) => `есть ${formatNumber(count)}`,
  short: (there: number, wanted: number) => `есть ${formatNumber(there)} из ${formatNumber(wanted)}`,
  onRequest: 'по запросу',
  /** `toOrder`: pieces beyond those that are there. */
  take: (stock: string, inStock: number, toOrder: number, price: string | null) => {
    const counts = [inStock > 0 ? pieces(inStock) : '', toOrder > 0 ? `${pieces(toOrder)} под заказ` : ''];
    return `${stock.replaceAll(' ', NBSP)}: ${counts.filter(Boolean).join(' и ')}${price ? ` по ${price}` : ''}`;
  },
  alsoThere: (marks: string, count: number, price: string | null) =>
    `В наличии есть ещё ${marks === '' ? 'предложение' : marks}: ${pieces(count)}${price ? ` по ${price}` : ''}`,
  others: (count: number) => (count === 1 ? 'Ещё один производитель' : `Другие производители: ${count}`),
  choose: 'Выбрать',
  otherParts: (count: number) => `Другие подходящие: ${count}`,
  byWords: 'Найдено по названию: проверьте',
  special: 'Без отметки такой нет: добавьте сами, если подходит',
  choosePart: (title: string, maker: string) => `Выбрать: ${[title, maker].filter(Boolean).join(', ')}`,
  unnamedMaker: 'без производителя',
  from: (price: string) => `от ${price}`,
  readAs: (article: string, amount: number) => `Прочитать как ${article}, ${pieces(amount)}`,
  problems: {
    'no number': 'Количество не указано — посчитана 1 шт',
    zero: 'Количество — ноль, посчитана 1 шт',
    negative: 'Количество меньше нуля — посчитана 1 шт',
    fraction: 'Количество не целое — посчитана 1 шт',
    'too large': 'Количество слишком большое — посчитана 1 шт',
  } satisfies Record<AmountProblem, string>,
  total: ({ found, pieces: count }: ListTotals) => `Итого: ${countOf(found, NAMES)}, ${pieces(count)}`,
  file: {
    label: 'Или файл со списком',
    prompt: 'Перетащите файл сюда или выберите его',
    hint: `Excel, .ods или .csv до ${formatBytes(LIST_FILE_MAX)}. Столбцы с артикулом и количеством найдём сами.`,
    reading: 'Читаем файл…',
    nothing: (name: string) => `В файле «${name}» не нашлось ни одного артикула.`,
    taken: (name: string, lines: number) => `Из файла «${name}» взято: ${countOf(lines, LINES)}.`,
    cut: (rows: number, hasMore: boolean) =>
      `В файле ${hasMore ? `больше ${formatNumber(LIST_FILE_ROWS_MAX)} строк` : countOf(rows, LINES)}: поместились первые ${SEARCH_LIST_MAX}.`,
    undo: 'Вернуть прежний список',
    tooLarge: `Файл больше ${formatBytes(LIST_FILE_MAX)}. Оставьте в нём только список.`,
    unreadable: 'Это не таблица. Подойдёт файл .xlsx, .xls, .ods или .csv.',
    empty: 'Файл пуст.',
    failed: 'Файл не прочитан.',
  },
} as const);

/** What all comes to beside the sum: what of it is there, what is short, what has no price. */
export function totalNotes({ sum, inStockSum, short, unpriced, open }: ListTotals): string[] {
  const inStock = formatPrice(inStockSum);
  return [
    typographed(sum === inStockSum ? 'всё в наличии' : inStock ? `в наличии на ${inStock}` : ''),
    typographed(short > 0 ? `не хватает на складе: ${countOf(short, LINES)}` : ''),
    typographed(unpriced > 0 ? `без ${countOf(unpriced, POSITIONS)} с ценой по запросу` : ''),
    typographed(open > 0 ? `без ${countOf(open, POSITIONS)}, которые ждут выбора` : ''),
  ].filter((note, at) => note !== '' && !(at === 0 && short > 0 && sum === inStockSum));
}

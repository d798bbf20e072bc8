/** What may be wrong with the file of a price list: a code for programs, words for the person who sent it. */
export const PRICE_LIST_PROBLEMS = {
  EMPTY: 'Файл пуст: сохраните или скачайте его ещё раз',
  NOT_EXCEL:
    'Файл не похож на прайс: нужен Excel (.xlsx, .xls), .ods, CSV или таблица HTML, можно в\u00a0zip',
  NOT_AS_NAMED:
    'Файл назван как таблица Excel, но\u00a0таблицы в\u00a0нём нет: откройте его в\u00a0Excel и\u00a0сохраните как .xlsx',
  PASSWORD: 'Файл защищён паролем: снимите защиту и загрузите его ещё раз',
  TRUNCATED: 'Файл обрывается: похоже, он скопирован или скачан не до конца',
  BROKEN: 'Файл повреждён: сохраните его в Excel заново и загрузите ещё раз',
  BINARY_BOOK: 'Формат .xlsb не читается: сохраните файл как .xlsx',
  DTD: 'В файле есть определения DTD: такие файлы не читаются',
  TOO_MANY_PARTS: 'В файле слишком много частей: это не прайс',
  TOO_BIG: 'Файл распаковывается в слишком большой объём данных',
  TOO_MANY_ROWS: 'В листе больше 1 048 576 строк',
  TOO_MANY_STRINGS: 'В файле слишком много разных строк текста',
  CELL_TOO_BIG: 'В одной из ячеек слишком длинный текст',
  NO_SHEET: 'Листа с таким названием в файле нет',
  NO_SHEETS: 'В файле нет видимых листов',
  TOO_MUCH_MEMORY: 'Чтение файла остановлено: ему нужно слишком много памяти',
  TOO_MUCH_TIME: 'Чтение файла остановлено: оно идёт слишком долго',
  CRASHED: 'Чтение файла прервалось: файл повреждён или слишком велик',
  CANCELLED: 'Загрузка отменена',
} as const;
export type PriceListProblemCode = keyof typeof PRICE_LIST_PROBLEMS;

type Words = (typeof PRICE_LIST_PROBLEMS)[PriceListProblemCode];
/** What is wrong with a file, in words, and what the person can do with it, e.g. the names of its sheets. */
export type PriceListProblem = Words | `${Words} (${string})`;

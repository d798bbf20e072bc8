import type { TextEncoding, UploadAnswer, UploadProgress } from '../../../contract/bridge.ts';
import { labelWithUnit } from '../../../contract/columns-by-use.ts';
import type { ImportError } from '../../../contract/errors.ts';
import { PRICE_FILE_MAX, UPLOAD_COLUMN_MAX, UPLOAD_REPORT_MAX } from '../../../contract/limits.ts';
import { POSITION_COLUMNS } from '../../../contract/position-columns.ts';
import type { Repeated } from '../../../contract/upload.ts';
import { UPLOAD_COLUMNS, type UploadColumn } from '../../../contract/upload-columns.ts';
import { formatNumber } from '../../../rules/format/number.ts';
import { columnLetters } from '../../../rules/sheet-columns.ts';
import { formatBytes } from '../format/bytes.ts';
import { countOf } from '../format/plural.ts';
import type { Failure } from '../http/failure.ts';
import { commonText, type ErrorTexts, failureText } from '../trouble/failure-texts.ts';
import type { CUT_SHORT } from './upload-store.ts';

const ROWS = ['строка', 'строки', 'строк'] as const;

/** Sizes are asked for with their unit; that a price is in roubles goes without saying. */
function columnLabel(column: UploadColumn): string {
  if (column === 'profitColumn') return 'Наценка строки';
  const { label, imported } = POSITION_COLUMNS[column];
  return imported.as === 'size' ? labelWithUnit(column) : label;
}

/** Texts of the upload of a price list. */
export const upload = {
  heading: 'Загрузка прайса',
  lead: 'Прайс поставщика в\u00a0Excel: цены, остатки и\u00a0новые позиции попадут в\u00a0каталог сразу после загрузки.',
  groups: { main: 'Основные', extra: 'Дополнительные', sizes: 'Характеристики' },
  columnsHint:
    'Номер столбца или его буква: 3\u00a0или C. Пустое поле\u00a0— столбца в\u00a0файле нет. Остатки из\u00a0нескольких столбцов складываются: 6,14.',
  brand: 'Бренд',
  chooseBrand: 'Выберите бренд',
  createBrand: 'Добавить бренд',
  provider: 'Поставщик',
  chooseProvider: 'Выберите поставщика',
  createProvider: 'Добавить поставщика',
  addNew: 'Добавлять новые позиции',
  addNewHint: 'Без отметки обновятся только позиции, которые уже есть в\u00a0каталоге.',
  file: 'Прайс-лист',
  filePrompt: 'Перетащите файл сюда или нажмите, чтобы выбрать',
  fileHint: `Файл .xls, .xlsx, .ods или .csv, можно в\u00a0.zip, до\u00a0${formatBytes(PRICE_FILE_MAX)}. Собственный прайс каталога узнаётся сам.`,
  fileClear: 'Убрать файл',
  sheet: 'Лист',
  sheetHint: 'Название листа. Если не\u00a0указать, возьмём первый.',
  startRow: 'Начальная строка',
  endRow: 'Конечная строка',
  endRowHint: 'Если не\u00a0указать, будет прочитан весь файл.',
  profit: 'Наценка, %',
  profitHint: 'Одна на\u00a0весь прайс, поверх цены из\u00a0файла.',
  currency: 'Валюта прайса',
  currencyHint: 'Если не\u00a0рубли: EUR, USD, UAH… Цены в\u00a0других валютах не\u00a0загрузятся.',
  rate: 'Курс',
  rateHint: 'Рублей за\u00a0единицу валюты. Если не\u00a0указать, один к\u00a0одному.',
  repeated: 'Если позиция повторяется',
  repeatedChoices: {
    last: 'взять последнюю строку',
    first: 'взять первую строку',
    sum: 'сложить остатки, цену взять последнюю',
    largest: 'взять строку с\u00a0наибольшим остатком',
    'lowest-price': 'взять строку с\u00a0наименьшей ценой',
  } satisfies Record<Repeated, string>,
  columns: Object.fromEntries(UPLOAD_COLUMNS.map((column) => [column, columnLabel(column)])) as Readonly<
    Record<UploadColumn, string>
  >,
  submit: 'Загрузить прайс',
  waiting: 'Загрузка прайса',
  leaveSafely: 'Страницу можно закрыть: загрузка продолжится, а\u00a0результат будет здесь ещё час.',
  stay: 'Не\u00a0закрывайте страницу, пока файл отправляется.',
  done: 'файл успешно загружен.',
  doubtful: 'файл прочитан, но\u00a0результат похож на\u00a0ошибку',
  again: 'Загрузить ещё один файл',
  retry: 'Попробуем ещё?',
  failed: 'файл не\u00a0загружен',
  lastSettings: 'Для этого поставщика есть настройки прошлой загрузки.',
  takeLastSettings: 'Взять их',
  errors: 'Строки с\u00a0ошибками',
  warnings: 'Предупреждения',
  firstOnly: `Одинаковых замечаний показаны первые\u00a0${UPLOAD_REPORT_MAX}.`,
  report: { row: 'Строка', column: 'Столбец', message: 'Что не\u00a0так', text: 'В\u00a0файле' },
} as const;

/** Field errors found before anything is sent. */
export const uploadFieldErrors = {
  file: 'Ошибка: файл не\u00a0загружен',
  large: `Файл больше ${formatBytes(PRICE_FILE_MAX)}.`,
  brandId: 'Ошибка: не\u00a0выбран бренд прайса',
  providerId: 'Ошибка: не\u00a0выбран поставщик',
  article: 'Укажите столбец с\u00a0артикулом.',
  column: 'Номер или буква столбца, например 3\u00a0или C.',
  row: 'Целое число от\u00a01.',
  endRow: 'Не\u00a0меньше начальной строки.',
  percent: 'Число, например 15\u00a0или 7,5.',
  rate: 'Число больше нуля, например 92,5.',
  currency: 'Укажите валюту, к\u00a0которой относится курс.',
} as const;

/** Refusals of an upload, by code of the API. */
const uploadErrors: ErrorTexts<ImportError | typeof CUT_SHORT> = {
  'field name "file" is empty': uploadFieldErrors.file,
  'файл Excel не получен': uploadFieldErrors.file,
  'file not uploaded': uploadFieldErrors.file,
  'brand not found': uploadFieldErrors.brandId,
  'provider not found': uploadFieldErrors.providerId,
  'column is over 512': `Ошибка: столбцы после ${UPLOAD_COLUMN_MAX}-го (${columnLetters(UPLOAD_COLUMN_MAX)}) не\u00a0читаются, укажите номер поменьше`,
  'article is empty': 'Ошибка: не\u00a0указан столбец с\u00a0артикулом',
  'file must be in excel format': 'Ошибка: это не\u00a0прайс-лист. Подойдёт файл .xls, .xlsx или .csv',
  'more than one file received': 'Ошибка: отправлено несколько файлов, нужен один',
  'more than 1 file received by field "file"': 'Ошибка: отправлено несколько файлов, нужен один',
  'request entity too large': `Ошибка: ${uploadFieldErrors.large}`,
  'upload cut short':
    'Отправка прервалась: страницу закрыли раньше времени. Выберите файл и загрузите его ещё раз.',
  'upload id already used': 'Ошибка: этот файл уже загружается',
  'invalid upload id': 'Ошибка: страница устарела. Обновите её и\u00a0загрузите файл ещё раз',
  'amount is empty': 'Ошибка: чтобы сравнивать или складывать остатки, укажите столбец количества',
  'price is empty': 'Ошибка: чтобы выбрать меньшую цену, укажите столбец цены',
  'invalid amount columns': 'Ошибка: столбцы количества перечисляются через запятую, например 6,14',
  'invalid repeated': 'Ошибка: неизвестно, что делать с\u00a0повторами. Обновите страницу',
  'unknown currency': 'Ошибка: такой валюты мы\u00a0не\u00a0знаем. Укажите код, например EUR',
  'invalid rate':
    'Ошибка: курс\u00a0— число больше нуля, рублей за\u00a0единицу валюты прайса. Укажите и\u00a0саму валюту',
  'upload already done': 'Эта загрузка уже закончилась: отменить её нельзя',
  'upload cancelled': 'Загрузка отменена, ничего не\u00a0изменено',
  'upload not found': 'Этой загрузки на\u00a0сервере нет',
};

/** Why an upload failed: the screen's own words, the service's words when they are for a person, or the common ones. */
export function uploadFailureText(failure: Failure): string {
  const own = (uploadErrors as Readonly<Record<string, string>>)[failure.code] ?? commonText(failure.code);
  if (own !== undefined) return own;
  const said = [failure.facts.message, failure.code].find((text) => /[а-яё]/i.test(String(text ?? '')));
  return said === undefined ? failureText(failure) : String(said);
}

const COUNTS: readonly (readonly [
  Exclude<keyof UploadAnswer, 'message' | 'runId' | 'doubtful' | 'errors' | 'warnings' | 'encoding'>,
  string,
])[] = [
  ['created', 'Добавлено позиций'],
  ['updated', 'Обновлено'],
  ['unchanged', 'Без изменений'],
  ['duplicates', 'Повторов в\u00a0файле'],
  ['skipped', 'Пропущено строк'],
  ['groups', 'Заголовков групп'],
  ['failed', 'Строк с\u00a0ошибками'],
];

/** Encodings as the programs call them in which a file is saved. */
const ENCODINGS: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1251': 'Windows-1251',
  ibm866: 'CP866 (DOS)',
  'koi8-r': 'KOI8-R',
};

/** What came of an upload, in numbers; the first three always, the rest when there is something to say. */
export function uploadCounts(answer: UploadAnswer): { name: string; count: string }[] {
  const counts = COUNTS.filter(([key], at) => at < 3 || answer[key] > 0).map(([key, name]) => ({
    name,
    count: formatNumber(answer[key]),
  }));
  return answer.encoding
    ? [...counts, { name: 'Кодировка файла', count: ENCODINGS[answer.encoding] }]
    : counts;
}

/** What an import is doing right now. */
export function progressText(progress: UploadProgress | null): string {
  switch (progress?.phase) {
    case 'receiving':
      return `Получено ${formatBytes(progress.bytes)}`;
    case 'reading':
      if (progress.rows === 0) return 'Открываем файл';
      return `Прочитано: ${countOf(progress.rows, ROWS)}${progress.rowsPerSecond > 0 ? `, ${formatNumber(progress.rowsPerSecond)}\u00a0в\u00a0секунду` : ''}`;
    case 'committing':
      return `Записываем в\u00a0каталог: ${countOf(progress.rows, ROWS)}`;
    case 'done':
    case 'failed':
      return 'Завершаем';
    default:
      return 'Отправляем файл';
  }
}

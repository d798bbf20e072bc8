import { labelWithUnit, POSITION_COLUMNS } from '../../../../contract/catalogue/columns.ts';
import type { ImportError } from '../../../../contract/errors.ts';
import { PRICE_FILE_MAX, UPLOAD_COLUMN_MAX, UPLOAD_REPORT_MAX } from '../../../../contract/limits.ts';
import { UPLOAD_COLUMNS, type UploadColumn } from '../../../../contract/price-lists/columns.ts';
import type { Missing, Repeated } from '../../../../contract/price-lists/upload.ts';
import { formatBytes, formatNumber } from '../../../../rules/format/numbers.ts';
import { columnLetters } from '../../../../rules/format/sheet-columns.ts';
import { quoted } from '../../../../rules/format/titles.ts';
import { commonText, type ErrorTexts, failureText } from '../../platform/failure-texts.ts';
import type { Failure } from '../../platform/http-client.ts';
import { uploadHeading } from '../headings.ts';
import { roundingTexts, vatTexts } from './rule-texts.ts';
import type { CUT_SHORT } from './upload-store.ts';

/** Sizes are asked for with their unit; that a price is in roubles goes without saying. */
function columnLabel(column: UploadColumn): string {
  if (column === 'profitColumn') return 'Наценка строки';
  if (column === 'currencyColumn') return 'Валюта строки';
  const { label, imported } = POSITION_COLUMNS[column];
  return imported.as === 'size' ? labelWithUnit(column) : label;
}

/** Texts of the upload of a price list. */
export const upload = {
  heading: uploadHeading,
  lead: 'Выберите прайс поставщика: столбцы определятся сами. Перед загрузкой видно, что изменится в\u00a0каталоге.',
  groups: {
    file: 'Файл',
    main: 'Чей это прайс',
    extra: 'Что где в\u00a0файле',
    rules: 'Правила: наценка, валюта, пропуск строк',
  },
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
  rateHint: 'Рублей за\u00a0единицу валюты.',
  repeated: 'Если позиция повторяется',
  repeatedChoices: {
    last: 'взять последнюю строку',
    first: 'взять первую строку',
    sum: 'сложить остатки, цену взять последнюю',
    largest: 'взять строку с\u00a0наибольшим остатком',
    'lowest-price': 'взять строку с\u00a0наименьшей ценой',
  } satisfies Record<Repeated, string>,
  missing: 'Позиции, которых нет в\u00a0прайсе',
  missingHint: 'Того\u00a0же поставщика и\u00a0бренда.',
  missingChoices: {
    leave: 'оставить как есть',
    zero: 'обнулить остаток',
    hide: 'убрать из\u00a0каталога',
  } satisfies Record<Missing, string>,
  columns: Object.fromEntries(UPLOAD_COLUMNS.map((column) => [column, columnLabel(column)])) as Readonly<
    Record<UploadColumn, string>
  >,
  submit: 'Проверить',
  submitHint: 'Проверка ничего не\u00a0меняет: сначала покажем, что будет с\u00a0каталогом.',
  waiting: 'Загрузка прайса',
  leaveSafely: 'Страницу можно закрыть: загрузка продолжится, а\u00a0результат останется в\u00a0разделе «Загрузки».',
  stay: 'Не\u00a0закрывайте страницу, пока файл отправляется.',
  done: 'файл успешно загружен.',
  doneNothing: 'файл прочитан, но\u00a0в\u00a0каталоге ничего не\u00a0изменилось: ни\u00a0одна строка не\u00a0взята.',
  doneBut: 'файл загружен, но\u00a0не\u00a0весь.',
  doubtful: 'файл прочитан, но\u00a0результат похож на\u00a0ошибку',
  unapplied: (failed: number, skipped: number) =>
    [
      failed > 0 && `Строк с\u00a0ошибками: ${formatNumber(failed)}.`,
      skipped > 0 && `Пропущено строк: ${formatNumber(skipped)}.`,
    ]
      .filter(Boolean)
      .join(' '),
  undoneCounts: 'Итоги загрузки, которая потом отменена',
  again: 'Загрузить ещё один файл',
  toRun: 'Подробный отчёт',
  retry: 'Попробуем ещё?',
  failed: 'файл не\u00a0загружен',
  /** '' where both are still there. */
  gone: ({ provider, brand }: { readonly provider: string; readonly brand: string }) =>
    [
      provider && `Поставщика ${quoted(provider)} удалили, пока форма была открыта: выберите другого.`,
      brand && `Бренд ${quoted(brand)} удалили, пока форма была открыта: выберите другой.`,
    ]
      .filter(Boolean)
      .join(' '),
  lastSettings: 'Для этого поставщика есть настройки прошлой загрузки.',
  takeLastSettings: 'Взять их',
  rulesLeft: (rules: readonly { readonly name: string; readonly value: string }[]) =>
    `Правила, заданные для прежнего поставщика или бренда, сюда не\u00a0перенесены: ${rules.map(({ name, value }) => `${name}: ${value}`).join('; ')}.`,
  takeRulesBack: 'Вернуть',
  chooseAgain: (fileName: string, isChecked: boolean) =>
    `${isChecked ? 'Проверялся' : 'Был выбран'} файл «${fileName}»: браузер не\u00a0хранит файлы, поэтому выберите его ещё раз. Настройки остались на\u00a0месте.`,
  lastUpload: 'Последняя загрузка',
  stopped: 'Загрузка прервана: в\u00a0каталоге ничего из\u00a0неё не\u00a0осталось.',
  errors: 'Строки с\u00a0ошибками',
  warnings: 'Предупреждения',
  firstOnly: `Одинаковых замечаний показаны первые\u00a0${UPLOAD_REPORT_MAX}.`,
  report: { row: 'Строка', column: 'Столбец', message: 'Что не\u00a0так', text: 'В\u00a0файле' },
} as const;

/** Field errors found before anything is sent. */
export const uploadFieldErrors = {
  file: 'Ошибка: файл не\u00a0загружен',
  unfit: 'Этот файл загрузить нельзя: выберите другой.',
  large: `Файл больше ${formatBytes(PRICE_FILE_MAX)}.`,
  brandId: 'Ошибка: не\u00a0выбран бренд прайса',
  providerId: 'Ошибка: не\u00a0выбран поставщик',
  article: 'Укажите столбец с\u00a0артикулом.',
  column: 'Номер или буква столбца, например 3\u00a0или C.',
  row: 'Целое число от\u00a01.',
  endRow: 'Не\u00a0меньше начальной строки.',
  percent: 'Число, например 15\u00a0или 7,5.',
  rate: 'Число больше нуля, например 92,5.',
  noRate: 'Укажите курс: сколько рублей стоит единица валюты.',
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
  'upload cut short': 'Отправка прервалась: страницу закрыли раньше времени. Выберите файл и загрузите его ещё раз.',
  'upload id already used': 'Ошибка: этот файл уже загружается',
  'invalid upload id': 'Ошибка: страница устарела. Обновите её и\u00a0загрузите файл ещё раз',
  'amount is empty': 'Ошибка: чтобы сравнивать или складывать остатки, укажите столбец количества',
  'price is empty': 'Ошибка: чтобы выбрать меньшую цену, укажите столбец цены',
  'invalid amount columns': 'Ошибка: столбцы количества перечисляются через запятую, например 6,14',
  'invalid repeated': 'Ошибка: неизвестно, что делать с\u00a0повторами. Обновите страницу',
  'invalid sheets':
    'Ошибка: листы прочитать нельзя: проверьте их начальные строки и\u00a0столбцы или обновите страницу',
  'unknown currency': 'Ошибка: такой валюты мы\u00a0не\u00a0знаем. Укажите код, например EUR',
  'invalid rate':
    'Ошибка: курс\u00a0— число больше нуля, рублей за\u00a0единицу валюты прайса. Укажите и\u00a0саму валюту',
  'code is empty': 'Ошибка: чтобы брать артикул из\u00a0кода, укажите столбец кода',
  'title is empty': 'Ошибка: чтобы искать артикул в\u00a0названии, укажите столбец наименования',
  'invalid markup':
    'Ошибка: проверьте «Наценку по\u00a0ценам». Каждая ступень начинается там, где кончается предыдущая, без верхней границы может быть только последняя, цены и\u00a0наценки\u00a0— числа',
  'invalid rounding': `Ошибка: проверьте «Округление». ${roundingTexts.mistakes.step} ${roundingTexts.mistakes.less}`,
  'invalid vat': `Ошибка: проверьте «НДС». ${vatTexts.mistake}`,
  'invalid rates': 'Ошибка: курсы записываются так: USD=92,5; EUR=100. Каждая валюта один раз, курс больше нуля',
  'invalid manufacturerFixed': 'Ошибка: в\u00a0названии производителя нужна буква или цифра',
  'invalid brandByManufacturer':
    'Ошибка: бренды по\u00a0производителю записываются так: BOSCH, MANN = номер бренда. Каждый производитель один раз',
  'brand of a manufacturer not found':
    'Ошибка: бренда из\u00a0таблицы «Бренды по\u00a0производителю» уже нет. Выберите другой или уберите строку',
  'manufacturer is empty': 'Ошибка: чтобы раскладывать прайс по\u00a0брендам, укажите, откуда брать производителя',
  'invalid deliveryFixed': 'Ошибка: срок поставки записывается так: 3, 2-3\u00a0дня или 1\u00a0неделя',
  'invalid manufacturerFrom': 'Ошибка: неизвестно, откуда брать производителя. Обновите страницу',
  'invalid synonyms':
    'Ошибка: названия производителей записываются так: HYUNDAI/KIA = MOBIS, HYUNDAI, KIA. Каждое название только в\u00a0одной строке',
  'invalid articleFrom': 'Ошибка: неизвестно, откуда брать артикул. Обновите страницу',
  'invalid priceless': 'Ошибка: неизвестно, что делать со\u00a0строками без цены. Обновите страницу',
  'invalid skipWords':
    'Ошибка: слова, по\u00a0которым строки пропускаются, перечисляются через точку с\u00a0запятой: уценка; б/у',
  'invalid minPrice': 'Ошибка: наименьшая цена\u00a0— число, рублей',
  'invalid maxPrice': 'Ошибка: наибольшая цена\u00a0— число, рублей, не\u00a0меньше наименьшей',
  'run handed over':
    'Сервер остановлен раньше, чем до\u00a0загрузки дошла очередь. Она не\u00a0пропала: её выполнит другой сервер или этот после запуска. Отправлять файл ещё раз не\u00a0нужно',
  'upload already done': 'Эта загрузка уже закончилась: отменить её нельзя',
  'upload cancelled': 'Загрузка отменена, ничего не\u00a0изменено',
  'upload not found': 'Этой загрузки на\u00a0сервере нет',
  'file is not kept': 'Файл на\u00a0сервере уже не\u00a0хранится: выберите его ещё раз',
  'import looks wrong': 'Загрузка похожа на\u00a0ошибку и\u00a0не\u00a0применена: посмотрите, что она изменит',
  'invalid missing': 'Ошибка: неизвестно, что делать с\u00a0позициями, которых нет в\u00a0прайсе. Обновите страницу',
  'invalid preset fields': 'Ошибка: настройки не\u00a0сохранены, страница устарела. Обновите её',
  'invalid preset headers': 'Ошибка: настройки не\u00a0сохранены, страница устарела. Обновите её',
  'invalid preset name': 'Ошибка: введите название настроек',
  'preset not found': 'Этих настроек уже нет',
  'preset with this name exists': 'Настройки с\u00a0таким названием у\u00a0поставщика уже есть',
  'run already ended': 'Эта загрузка уже закончилась',
  'run not found': 'Этой загрузки нет',
  'too many imports wait': 'В\u00a0очереди слишком много загрузок. Подождите, пока закончатся начатые',
};

/** Why an upload failed: the screen's own words, the service's words when they are for a person, or the common ones. */
export function uploadFailureText(failure: Failure): string {
  const own = (uploadErrors as Readonly<Record<string, string>>)[failure.code] ?? commonText(failure.code);
  if (own !== undefined) return own;
  const said = [failure.facts.message, failure.code].find((text) => /[а-яё]/i.test(String(text ?? '')));
  return said === undefined ? failureText(failure) : String(said);
}

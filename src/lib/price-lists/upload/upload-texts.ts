// Texts of the upload form for price lists, and why an upload failed. Rules are in rule-texts.ts, progress in
// progress-texts.ts.
import { labelWithUnit, POSITION_COLUMNS } from '../../../../contract/catalogue/columns.ts';
import type { ImportError } from '../../../../contract/errors.ts';
import { PRICE_FILE_MAX, TITLE_MAX, UPLOAD_COLUMN_MAX } from '../../../../contract/limits.ts';
import { UPLOAD_COLUMNS, type UploadColumn } from '../../../../contract/price-lists/columns.ts';
import type { Repeated } from '../../../../contract/price-lists/upload.ts';
import { columnLetters } from '../../../../rules/format/sheet-columns.ts';
import { formatBytes, formatNumber, quoted } from '../../../../rules/format/texts.ts';
import { typographed } from '../../../../rules/format/typography.ts';
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

export const upload = typographed({
  heading: uploadHeading,
  lead: 'Выберите прайс поставщика: столбцы определятся сами. Перед загрузкой видно, что изменится в каталоге.',
  groups: {
    file: 'Файл',
    main: 'Чей это прайс',
    extra: 'Что где в файле',
    rules: 'Правила: наценка, валюта, пропуск строк',
  },
  columnsHint:
    'Номер столбца или его буква: 3 или C. Пустое поле — столбца в файле нет. Остатки из нескольких столбцов складываются: 6,14.',
  brand: 'Бренд',
  chooseBrand: 'Выберите бренд',
  createBrand: 'Добавить бренд',
  provider: 'Поставщик',
  chooseProvider: 'Выберите поставщика',
  createProvider: 'Добавить поставщика',
  newProvider: 'Новый поставщик',
  newBrand: 'Новый бренд',
  newOwnerHint: 'Добавится в список при проверке файла.',
  chooseFromList: 'Выбрать из списка',
  addNew: 'Добавлять новые позиции',
  addNewHint: 'Без отметки обновятся только позиции, которые уже есть в каталоге.',
  file: 'Прайс',
  filePrompt: 'Перетащите файл сюда или нажмите, чтобы выбрать',
  fileHint: `Файл .xls, .xlsx, .ods или .csv, можно в .zip, до ${formatBytes(PRICE_FILE_MAX)}. Собственный прайс каталога узнаётся сам.`,
  fileClear: 'Убрать файл',
  sheet: 'Лист',
  sheetHint: 'Название листа. Если не указать, возьмём первый.',
  startRow: 'Начальная строка',
  endRow: 'Конечная строка',
  endRowHint: 'Если не указать, будет прочитан весь файл.',
  profit: 'Наценка, %',
  profitHint: 'Одна на весь прайс, поверх цены из файла.',
  currency: 'Валюта прайса',
  currencyHint: 'Если не рубли: EUR, USD, UAH… Цены в других валютах не загрузятся.',
  rate: 'Курс',
  rateHint: 'Рублей за единицу валюты.',
  repeated: 'Если позиция повторяется',
  repeatedChoices: {
    last: 'взять последнюю строку',
    first: 'взять первую строку',
    sum: 'сложить остатки, цену взять последнюю',
    largest: 'взять строку с наибольшим остатком',
    'lowest-price': 'взять строку с наименьшей ценой',
  } satisfies Record<Repeated, string>,
  missing: 'Позиции, которых нет в прайсе',
  missingHint: 'Того же поставщика и бренда.',
  missingChoices: { leave: 'оставить как есть', zero: 'обнулить остаток', hide: 'убрать из каталога' },
  columns: Object.fromEntries(UPLOAD_COLUMNS.map((column) => [column, columnLabel(column)])) as Readonly<
    Record<UploadColumn, string>
  >,
  submit: 'Проверить',
  submitHint: 'Проверка ничего не меняет: сначала покажем, что будет с каталогом.',
  waiting: 'Загрузка прайса',
  leaveSafely: 'Страницу можно закрыть: загрузка продолжится, а результат останется в разделе «Загрузки».',
  stay: 'Не закрывайте страницу, пока файл отправляется.',
  done: 'файл успешно загружен.',
  doneNothing: 'файл прочитан, но в каталоге ничего не изменилось: ни одна строка не взята.',
  doneBut: 'файл загружен, но не весь.',
  doubtful: 'файл загружен, но результат похож на ошибку. Проверьте его или отмените загрузку.',
  confirmed: 'применено с вашего подтверждения.',
  unapplied: (failed: number, skipped: number) =>
    [
      failed > 0 && `Строк с ошибками: ${formatNumber(failed)}.`,
      skipped > 0 && `Пропущено строк: ${formatNumber(skipped)}.`,
    ]
      .filter(Boolean)
      .join(' '),
  undoneCounts: 'Итоги загрузки, которая потом отменена',
  again: 'Загрузить ещё один файл',
  toRun: 'Подробный отчёт',
  retry: 'Попробуем ещё?',
  failed: 'файл не загружен',
  /** '' where both are still there. */
  gone: ({ provider, brand }: { readonly provider: string; readonly brand: string }) =>
    [
      provider && `Поставщика ${quoted(provider)} удалили, пока форма была открыта: выберите другого.`,
      brand && `Бренд ${quoted(brand)} удалили, пока форма была открыта: выберите другой.`,
    ]
      .filter(Boolean)
      .join(' '),
  otherProvider: (other: string) =>
    other === ''
      ? 'Прежний поставщик не выбран: с таким заголовком сохранены настройки другого. Выберите, чей это прайс.'
      : `Прежний поставщик не выбран: артикулы этого файла есть у поставщика ${quoted(other)}. Выберите, чей это прайс.`,
  lastSettings: 'Для этого поставщика есть настройки прошлой загрузки.',
  takeLastSettings: 'Взять их',
  rulesLeft: (rules: readonly { readonly name: string; readonly value: string }[]) =>
    `Правила, заданные для прежнего поставщика или бренда, сюда не перенесены: ${rules.map(({ name, value }) => `${name}: ${value}`).join('; ')}.`,
  takeRulesBack: 'Вернуть',
  chooseAgain: (fileName: string, isChecked: boolean) =>
    `${isChecked ? 'Проверялся' : 'Был выбран'} файл «${fileName}»: браузер не хранит файлы, поэтому выберите его ещё раз. Настройки остались на месте.`,
  lastUpload: 'Последняя загрузка',
  stopped: 'Загрузка прервана: в каталоге ничего из неё не осталось.',
  errors: 'Строки с ошибками',
  warnings: 'Предупреждения',
} as const);

export const uploadFieldErrors = typographed({
  file: 'Ошибка: файл не загружен',
  unfit: 'Этот файл загрузить нельзя: выберите другой.',
  large: `Файл больше ${formatBytes(PRICE_FILE_MAX)}.`,
  brandId: 'Ошибка: не выбран бренд прайса',
  providerId: 'Ошибка: не выбран поставщик',
  newTitle: `Введите название, не длиннее ${TITLE_MAX} знаков.`,
  article: 'Укажите столбец с артикулом.',
  column: 'Номер или буква столбца, например 3 или C.',
  row: 'Целое число от 1.',
  endRow: 'Не меньше начальной строки.',
  percent: 'Число, например 15 или 7,5.',
  rate: 'Число больше нуля, например 92,5.',
  noRate: 'Укажите курс: сколько рублей стоит единица валюты.',
  currency: 'Укажите валюту, к которой относится курс.',
} as const);

const uploadErrors = typographed<ErrorTexts<ImportError | typeof CUT_SHORT>>({
  'field name "file" is empty': uploadFieldErrors.file,
  'файл Excel не получен': uploadFieldErrors.file,
  'file not uploaded': uploadFieldErrors.file,
  'brand not found': uploadFieldErrors.brandId,
  'provider not found': uploadFieldErrors.providerId,
  'column is over 512': `Столбцы после ${UPLOAD_COLUMN_MAX}-го (${columnLetters(UPLOAD_COLUMN_MAX)}) не читаются, укажите номер поменьше.`,
  'article is empty': 'Не указан столбец с артикулом.',
  'file must be in excel format': 'Это не прайс. Подойдёт файл .xls, .xlsx или .csv.',
  'more than one file received': 'Отправлено несколько файлов, нужен один.',
  'more than 1 file received by field "file"': 'Отправлено несколько файлов, нужен один.',
  'request entity too large': uploadFieldErrors.large,
  'upload cut short': 'Отправка прервалась: страницу закрыли раньше времени. Выберите файл и загрузите его ещё раз.',
  'upload id already used': 'Этот файл уже загружается.',
  'invalid upload id': 'Страница устарела. Обновите её и загрузите файл ещё раз.',
  'amount is empty': 'Чтобы сравнивать или складывать остатки, укажите столбец количества.',
  'price is empty': 'Чтобы выбрать меньшую цену, укажите столбец цены.',
  'invalid amount columns': 'Столбцы количества перечисляются через запятую, например 6,14.',
  'invalid repeated': 'Неизвестно, что делать с повторами. Обновите страницу.',
  'invalid sheets': 'Листы прочитать нельзя: проверьте их начальные строки и столбцы или обновите страницу.',
  'unknown currency': 'Такой валюты мы не знаем. Укажите код, например EUR.',
  'invalid rate': 'Курс — число больше нуля, рублей за единицу валюты прайса. Укажите и саму валюту.',
  'code is empty': 'Чтобы брать артикул из кода, укажите столбец кода.',
  'title is empty': 'Чтобы искать артикул в названии, укажите столбец наименования.',
  'invalid markup':
    'Проверьте «Наценку по ценам». Каждая ступень начинается там, где кончается предыдущая, без верхней границы может быть только последняя, цены и наценки — числа.',
  'invalid rounding': `Проверьте «Округление». ${roundingTexts.mistakes.step} ${roundingTexts.mistakes.less}`,
  'invalid vat': `Проверьте «НДС». ${vatTexts.mistake}`,
  'invalid priceUnit': 'Проверьте «За что цена»: /100, x1000, x1000/100 или 1.',
  'invalid rates': 'Курсы записываются так: USD=92,5; EUR=100. Каждая валюта один раз, курс больше нуля.',
  'invalid manufacturerFixed': 'В названии производителя нужна буква или цифра.',
  'invalid brandByManufacturer':
    'Бренды по производителю записываются так: BOSCH, MANN = номер бренда. Каждый производитель один раз.',
  'brand of a manufacturer not found':
    'Бренда из таблицы «Бренды по производителю» уже нет. Выберите другой или уберите строку.',
  'manufacturer is empty': 'Чтобы раскладывать прайс по брендам, укажите, откуда брать производителя.',
  'invalid deliveryFixed': 'Срок поставки записывается так: 3, 2-3 дня или 1 неделя.',
  'invalid manufacturerFrom': 'Неизвестно, откуда брать производителя. Обновите страницу.',
  'invalid synonyms':
    'Названия производителей записываются так: HYUNDAI/KIA = MOBIS, HYUNDAI, KIA. Каждое название только в одной строке.',
  'invalid articleFrom': 'Неизвестно, откуда брать артикул. Обновите страницу.',
  'invalid priceless': 'Неизвестно, что делать со строками без цены. Обновите страницу.',
  'invalid skipWords': 'Слова, по которым строки пропускаются, перечисляются через точку с запятой: уценка; б/у.',
  'invalid stockWords': 'Слова остатка записываются так: Склад = есть, мало = 2. Каждое слово один раз.',
  'invalid minPrice': 'Наименьшая цена — число, рублей.',
  'invalid maxPrice': 'Наибольшая цена — число, рублей, не меньше наименьшей.',
  'run handed over':
    'Сервер остановлен раньше, чем до загрузки дошла очередь. Она не пропала: её выполнит другой сервер или этот после запуска. Отправлять файл ещё раз не нужно.',
  'upload already done': 'Эта загрузка уже закончилась: прервать её нельзя.',
  'upload cancelled': 'Загрузка прервана, ничего не изменено.',
  'upload not found': 'Этой загрузки на сервере нет.',
  'file is not kept': 'Файл на сервере уже не хранится: выберите его ещё раз.',
  'import differs':
    'После проверки каталог изменился, и загрузка сделала бы уже не то, что было показано. Ничего не изменено: проверьте ещё раз.',
  'import looks wrong': 'Загрузка похожа на ошибку и не применена: посмотрите, что она изменит.',
  'invalid missing': 'Неизвестно, что делать с позициями, которых нет в прайсе. Обновите страницу.',
  'invalid preset fields': 'Настройки не сохранены, страница устарела. Обновите её.',
  'invalid preset headers': 'Настройки не сохранены, страница устарела. Обновите её.',
  'invalid preset name': 'Введите название настроек.',
  'preset not found': 'Этих настроек уже нет.',
  'preset with this name exists': 'Настройки с таким названием у поставщика уже есть.',
  'run already ended': 'Эта загрузка уже закончилась.',
  'run not found': 'Этой загрузки нет.',
  'too many imports wait': 'В очереди слишком много загрузок. Подождите, пока закончатся начатые.',
});

/** Why an upload failed: the screen's own words, the service's words when they are for a person, or the common ones. */
export function uploadFailureText(failure: Failure): string {
  const own = (uploadErrors as Readonly<Record<string, string>>)[failure.code] ?? commonText(failure.code);
  if (own !== undefined) return own;
  const said = [failure.facts.message, failure.code].find((text) => /[а-яё]/i.test(String(text ?? '')));
  return said === undefined ? failureText(failure) : String(said).replace(/[^.!?…]$/u, '$&.');
}

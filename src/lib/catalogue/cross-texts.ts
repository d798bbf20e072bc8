import type { CrossWay } from '../../../contract/catalogue/words.ts';
import type { CrossError } from '../../../contract/errors.ts';
import { CROSS_TEXT_MAX, FILE_CROSSES_MAX } from '../../../contract/limits.ts';
import { formatNumber } from '../../../rules/format/numbers.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import type { CrossColumn } from './cross-calls.ts';
import { crossesHeading } from './headings.ts';

/** Texts of the same for administrators. */
export const crossEditor = {
  summary: 'Изменить аналоги и\u00a0замены',
  loading: 'Загружаем…',
  failed: 'Список не\u00a0загрузился.',
  empty: 'Замен пока нет.',
  cut: (shown: number) => `Показаны первые ${formatNumber(shown)}.`,
  list: 'Что сказано об\u00a0этой детали',
  ways: {
    both: 'заменяют друг друга',
    replaces: 'эта деталь заменяет',
    replaced: 'заменяет эту деталь',
  } satisfies Readonly<Record<CrossWay, string>>,
  anyMaker: 'любой производитель',
  byHand: 'вручную',
  ofRun: (fileName: string, id: number) => fileName || `загрузка №\u00a0${id}`,
  remove: 'Удалить',
  removeOf: (article: string) => `Удалить замену ${article}`,
  removeQuestion: 'Удалить замену?',
  removeDetails: (article: string) =>
    `«${article}» больше не\u00a0будет показан как замена, в\u00a0обе стороны. Следующий файл с\u00a0этим кроссом вернёт его.`,
  removed: (article: string) => `Замена «${article}» удалена.`,
  add: 'Добавить замену',
  article: 'Артикул',
  maker: 'Производитель',
  makerHint: 'Пусто\u00a0— любой.',
  way: 'Что чем заменяется',
  addWays: {
    both: 'заменяют друг друга',
    replaced: 'он заменяет эту деталь',
    replaces: 'эта деталь заменяет его',
  } satisfies Readonly<Record<CrossWay, string>>,
  save: 'Добавить',
  added: (article: string) => `Замена «${article}» добавлена.`,
  known: (article: string) => `Замена «${article}» уже была.`,
} as const;

/** What a column of a sheet of crosses is called. */
const COLUMNS: Readonly<Record<CrossColumn, string>> = {
  article: 'Артикул',
  maker: 'Производитель',
  cross: 'Кросс-артикул',
  crossMaker: 'Производитель кросса',
};

/** Texts of the page that takes files of crosses. */
export const crossFile = {
  heading: crossesHeading,
  lead: 'Таблица «что чем заменить»: артикул и\u00a0его кросс в\u00a0одной строке. Замены видны в\u00a0карточке детали и\u00a0в\u00a0поиске по\u00a0номеру.',
  file: 'Файл с\u00a0кроссами',
  fileHint: '.xlsx, .xls, .ods или .csv. Прайс-лист тоже подойдёт, если в\u00a0нём есть столбец с\u00a0кроссами.',
  filePrompt: 'Выберите файл или перетащите его сюда',
  fileClear: 'Убрать файл',
  guessing: 'Смотрим, что где в\u00a0файле…',
  guessFailed: 'Файл не\u00a0прочитан.',
  layout: 'Что где в\u00a0файле',
  sheet: 'Лист',
  noSheets: 'В\u00a0файле нет листов с\u00a0данными.',
  startRow: 'Первая строка',
  startRowHint: 'Строка, с\u00a0которой начинаются данные, без заголовка.',
  columns: COLUMNS,
  none: 'нет',
  choose: 'выберите столбец',
  several: 'Несколько кроссов в\u00a0ячейке разделяйте точкой с\u00a0запятой или новой строкой.',
  column: (letters: string, name: string, example: string) =>
    [`${letters}`, name && `«${name}»`, example && `например, ${example}`].filter(Boolean).join(' · '),
  way: 'Что чем заменяется',
  ways: {
    both: 'заменяют друг друга',
    replaces: 'артикул заменяет кросс',
    replaced: 'кросс заменяет артикул',
  } satisfies Readonly<Record<CrossWay, string>>,
  mistakes: {
    article: 'Выберите столбец с\u00a0артикулом.',
    cross: 'Выберите столбец с\u00a0кроссом, не\u00a0тот\u00a0же, что с\u00a0артикулом.',
    startRow: 'Напишите номер строки, с\u00a01.',
  },
  check: 'Проверить файл',
  checking: 'Читаем файл…',
  checked: 'Проверка: в\u00a0каталоге пока ничего не\u00a0изменилось.',
  nothing: 'Новых кроссов в\u00a0файле нет.',
  say: (count: number) => `Загрузить новые: ${formatNumber(count)}`,
  saying: 'Загружаем…',
  said: (count: number) => `Кроссы загружены, новых: ${formatNumber(count)}.`,
  toRun: 'Отчёт и\u00a0отмена',
  failed: 'Кроссы не\u00a0загружены.',
  figures: 'Итоги',
  counts: {
    created: 'новые',
    unchanged: 'уже есть',
    repeated: 'повторы',
    skipped: 'пропущены',
    failed: 'с\u00a0ошибками',
  },
  samples: 'Новые кроссы',
  sampleHint: (shown: number, all: number) =>
    shown < all ? `первые ${formatNumber(shown)}\u00a0из\u00a0${formatNumber(all)}` : formatNumber(all),
  row: 'Строка',
  errors: 'Ошибки',
  warnings: 'Предупреждения',
} as const;

/** Refusals of the service, by code. */
export const crossErrors: ErrorTexts<CrossError> = {
  'article is empty': crossFile.mistakes.article,
  'card not found': 'Этой позиции в\u00a0каталоге больше нет.',
  'cross is empty': crossFile.mistakes.cross,
  'cross not found': 'Эту замену уже удалили.',
  'cross of itself': 'Деталь не\u00a0может заменять саму себя.',
  'field name "file" is empty': 'Выберите файл.',
  'file is not kept': 'Файл на\u00a0сервере больше не\u00a0хранится. Выберите его ещё раз.',
  'file must be in excel format': 'Это не\u00a0таблица. Подойдёт .xlsx, .xls, .ods или .csv.',
  'file not uploaded': 'Выберите файл.',
  'invalid article': `Напишите артикул: с\u00a0буквами или цифрами, не\u00a0длиннее ${CROSS_TEXT_MAX} знаков.`,
  'invalid cross article': `Напишите артикул: с\u00a0буквами или цифрами, не\u00a0длиннее ${CROSS_TEXT_MAX} знаков.`,
  'invalid cross maker': `Производитель\u00a0— не\u00a0длиннее ${CROSS_TEXT_MAX} знаков.`,
  'invalid maker': `Производитель\u00a0— не\u00a0длиннее ${CROSS_TEXT_MAX} знаков.`,
  'invalid way': 'Выберите, что чем заменяется.',
  'more than 1 file received by field "file"': 'Выберите один файл.',
  'more than one file received': 'Выберите один файл.',
  'run handed over':
    'Сервер остановлен раньше, чем до\u00a0файла дошла очередь. Файл не\u00a0пропал: его загрузит другой сервер или этот после запуска. Отправлять его ещё раз не\u00a0нужно.',
  'too many crosses': `В\u00a0файле больше ${formatNumber(FILE_CROSSES_MAX)} кроссов. Разделите его.`,
  'too many imports wait': 'Слишком много загрузок в\u00a0очереди. Повторите позже.',
  'upload cancelled': 'Загрузка прервана, в\u00a0каталоге ничего не\u00a0изменилось.',
  'файл Excel не получен': 'Файл пустой.',
};

// Texts for administrators who edit crosses («this article replaces that one») by hand or upload a file of them.
import type { CrossWay } from '../../../contract/catalogue/words.ts';
import type { CrossError } from '../../../contract/errors.ts';
import { CROSS_TEXT_MAX, FILE_CROSSES_MAX } from '../../../contract/limits.ts';
import { formatNumber } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import type { CrossColumn } from './cross-calls.ts';

/** Texts of the same for administrators. */
export const crossEditor = typographed({
  summary: 'Изменить аналоги и замены',
  loading: 'Загружаем…',
  failed: 'Список не загрузился.',
  empty: 'Замен пока нет.',
  cut: (shown: number) => `Показаны первые ${formatNumber(shown)}.`,
  list: 'Что сказано об этой детали',
  directions: {
    both: 'заменяют друг друга',
    replaces: 'эта деталь заменяет',
    replaced: 'заменяет эту деталь',
  } satisfies Readonly<Record<CrossWay, string>>,
  anyMaker: 'любой производитель',
  byHand: 'вручную',
  ofRun: (fileName: string, id: number) => fileName || `загрузка № ${id}`,
  remove: 'Удалить',
  removeOf: (article: string) => `Удалить замену ${article}`,
  removeQuestion: 'Удалить замену?',
  removeDetails: (article: string) =>
    `«${article}» больше не будет показан как замена, в обе стороны. Следующий файл с этим кроссом вернёт его.`,
  removed: (article: string) => `Замена «${article}» удалена.`,
  add: 'Добавить замену',
  article: 'Артикул',
  maker: 'Производитель',
  makerHint: 'Пусто — любой.',
  direction: 'Что чем заменяется',
  addDirections: {
    both: 'заменяют друг друга',
    replaced: 'он заменяет эту деталь',
    replaces: 'эта деталь заменяет его',
  } satisfies Readonly<Record<CrossWay, string>>,
  save: 'Добавить',
  added: (article: string) => `Замена «${article}» добавлена.`,
  known: (article: string) => `Замена «${article}» уже была.`,
} as const);

const COLUMNS: Readonly<Record<CrossColumn, string>> = {
  article: 'Артикул',
  maker: 'Производитель',
  cross: 'Кросс-артикул',
  crossMaker: 'Производитель кросса',
};

export const crossFile = typographed({
  lead: 'Таблица «что чем заменить»: артикул и его кросс в одной строке. Замены видны в карточке детали и в поиске по номеру.',
  file: 'Файл с кроссами',
  fileHint: '.xlsx, .xls, .ods или .csv. Прайс тоже подойдёт, если в нём есть столбец с кроссами.',
  filePrompt: 'Выберите файл или перетащите его сюда',
  fileClear: 'Убрать файл',
  guessing: 'Смотрим, что где в файле…',
  guessFailed: 'Файл не прочитан.',
  layout: 'Что где в файле',
  sheet: 'Лист',
  noSheets: 'В файле нет листов с данными.',
  startRow: 'Первая строка',
  startRowHint: 'Строка, с которой начинаются данные, без заголовка.',
  columns: COLUMNS,
  none: 'нет',
  choose: 'выберите столбец',
  several: 'Несколько кроссов в ячейке разделяйте точкой с запятой или новой строкой.',
  column: (letters: string, name: string, example: string) =>
    [`${letters}`, name && `«${name}»`, example && `например, ${example}`].filter(Boolean).join(' · '),
  direction: 'Что чем заменяется',
  directions: {
    both: 'заменяют друг друга',
    replaces: 'артикул заменяет кросс',
    replaced: 'кросс заменяет артикул',
  } satisfies Readonly<Record<CrossWay, string>>,
  mistakes: {
    article: 'Выберите столбец с артикулом.',
    cross: 'Выберите столбец с кроссом, не тот же, что с артикулом.',
    startRow: 'Напишите номер строки, с 1.',
  },
  check: 'Проверить файл',
  checking: 'Читаем файл…',
  checked: 'Проверка: в каталоге пока ничего не изменилось.',
  nothing: 'Новых кроссов в файле нет.',
  say: (count: number) => `Загрузить новые: ${formatNumber(count)}`,
  saying: 'Загружаем…',
  listed: (count: number) => `Кроссы загружены, новых: ${formatNumber(count)}.`,
  toRun: 'Отчёт и отмена',
  failed: 'Кроссы не загружены.',
  figures: 'Итоги',
  counts: { created: 'новые', unchanged: 'уже есть', repeated: 'повторы', skipped: 'пропущены', failed: 'с ошибками' },
  samples: 'Новые кроссы',
  sampleHint: (shown: number, all: number) =>
    shown < all ? `первые ${formatNumber(shown)} из ${formatNumber(all)}` : formatNumber(all),
  row: 'Строка',
  errors: 'Ошибки',
  warnings: 'Предупреждения',
} as const);

export const crossErrors = typographed<ErrorTexts<CrossError>>({
  'article is empty': crossFile.mistakes.article,
  'card not found': 'Этой позиции в каталоге больше нет.',
  'cross is empty': crossFile.mistakes.cross,
  'cross not found': 'Эту замену уже удалили.',
  'cross of itself': 'Деталь не может заменять саму себя.',
  'field name "file" is empty': 'Выберите файл.',
  'file is not kept': 'Файл на сервере больше не хранится. Выберите его ещё раз.',
  'file must be in excel format': 'Это не таблица. Подойдёт .xlsx, .xls, .ods или .csv.',
  'file not uploaded': 'Выберите файл.',
  'invalid article': `Напишите артикул: с буквами или цифрами, не длиннее ${CROSS_TEXT_MAX} знаков.`,
  'invalid cross article': `Напишите артикул: с буквами или цифрами, не длиннее ${CROSS_TEXT_MAX} знаков.`,
  'invalid cross maker': `Производитель — не длиннее ${CROSS_TEXT_MAX} знаков.`,
  'invalid maker': `Производитель — не длиннее ${CROSS_TEXT_MAX} знаков.`,
  'invalid way': 'Выберите, что чем заменяется.',
  'more than 1 file received by field "file"': 'Выберите один файл.',
  'more than one file received': 'Выберите один файл.',
  'run handed over':
    'Сервер остановлен раньше, чем до файла дошла очередь. Файл не пропал: его загрузит другой сервер или этот после запуска. Отправлять его ещё раз не нужно.',
  'too many crosses': `В файле больше ${formatNumber(FILE_CROSSES_MAX)} кроссов. Разделите его.`,
  'too many imports wait': 'Слишком много загрузок в очереди. Повторите позже.',
  'upload cancelled': 'Загрузка прервана, в каталоге ничего не изменилось.',
  'файл Excel не получен': 'Файл пустой.',
});

import type { RunKind, RunOutcome, RunRow, RunSource, UndoAnswer } from '../../../../contract/catalogue/runs.ts';
import { KINDS_OF_SOURCES, type SourceKind } from '../../../../contract/catalogue/source-kinds.ts';
import { countOf, formatNumber } from '../../../../rules/format/numbers.ts';
import { tryAgain } from '../../platform/failure-texts.ts';
import { runHeadings } from '../headings.ts';

const POSITIONS = ['позиция', 'позиции', 'позиций'] as const;
const CHANGES = ['изменение', 'изменения', 'изменений'] as const;
const CROSSES = ['замена', 'замены', 'замен'] as const;
const ROWS = ['строка', 'строки', 'строк'] as const;

/** Where a run is or how it ended. */
const OUTCOMES: Readonly<Record<RunOutcome, string>> = {
  queued: 'в\u00a0очереди',
  running: 'идёт',
  done: 'загружено',
  failed: 'ошибка',
  cancelled: 'отменена',
  interrupted: 'прервана',
};

const KINDS: Readonly<Record<RunKind, string>> = {
  file: 'Прайс-лист',
  crosses: 'Кроссы',
  undo: 'Отмена загрузки',
  hand: 'Правка вручную',
};

const SOURCES: Readonly<Record<Exclude<RunSource, SourceKind>, { readonly ofRun: string }>> = {
  page: { ofRun: 'страница загрузки' },
  call: { ofRun: 'другая программа' },
  command: { ofRun: 'командная строка' },
  exchange: { ofRun: 'обмен с\u00a01С' },
};

/** Whether a run is made of a file that somebody brought. */
export const isOfFile = (kind: RunKind): boolean => kind === 'file' || kind === 'crosses';

/** Texts of the history of runs. */
export const runs = {
  ...runHeadings,
  crosses: 'список кроссов',
  lead: 'Что и\u00a0когда меняло каталог: прайс-листы, их отмены и\u00a0правки вручную.',
  loading: 'Загружаем историю…',
  failed: 'История не\u00a0загрузилась.',
  empty: 'Загрузок пока не\u00a0было.',
  toUpload: 'Загрузить прайс',
  list: 'История загрузок',
  more: 'Показать ещё',
  moreLoading: 'Загружаем…',
  moreFailed: 'Следующие загрузки не\u00a0показаны.',
  all: 'Все загрузки',
  again: tryAgain,
  noProvider: 'собственный прайс',
  shop: 'сам магазин',
  doubtful: 'сомнительно',
  undone: 'отменена потом',
  titleOf: ({ kind, fileName, undoes }: Pick<RunRow, 'kind' | 'fileName' | 'undoes'>): string => {
    if (kind === 'undo') return undoes === null ? KINDS.undo : `Отмена загрузки №\u00a0${undoes}`;
    return fileName || KINDS[kind];
  },
  sourceOf: (source: RunSource) => ({ ...SOURCES, ...KINDS_OF_SOURCES })[source].ofRun,
  undoneCounts: 'Итоги отменённой загрузки: в\u00a0каталоге их больше нет, кроме того, что успели изменить позже.',
  partly: 'загружено не\u00a0всё',
  outcomeOf: ({ kind, outcome }: Pick<RunRow, 'kind' | 'outcome'>): string =>
    outcome === 'done' && !isOfFile(kind) ? 'выполнено' : OUTCOMES[outcome],
  ahead: (count: number) =>
    count === 0 ? 'следующая в\u00a0очереди' : `перед ней в\u00a0очереди: ${formatNumber(count)}`,
  rowsRead: (count: number) => countOf(count, ROWS),
  perSecond: (count: number) => `${formatNumber(count)}\u00a0в\u00a0секунду`,
  left: (text: string) => `осталось около ${text}`,
  facts: {
    number: 'Номер',
    outcome: 'Состояние',
    started: 'Начата',
    duration: 'Длилась',
    who: 'Кто загрузил',
    source: 'Откуда',
    provider: 'Поставщик',
    brand: 'Бренд',
    preset: 'Настройки',
    file: 'Файл',
    undoes: 'Отменяет загрузку',
    undoneBy: 'Отменена загрузкой',
  },
  runNumber: (id: number) => `№\u00a0${id}`,
  runOf: (id: number) => `Загрузка №\u00a0${id}`,
  runFailed: 'Загрузка не\u00a0удалась.',
  missing: 'Такой загрузки нет.',
  unmoved: 'Загрузка ничего не\u00a0изменила.',
  cancel: 'Прервать загрузку',
  cancelQuestion: 'Прервать загрузку?',
  cancelDetails: 'В\u00a0каталоге ничего из\u00a0неё не\u00a0останется.',
  cancelYes: 'Прервать',
  download: 'Скачать файл',
  downloadErrors: 'Ошибки в\u00a0.xlsx',
  downloadErrorsHint:
    'Строки с\u00a0ошибками и\u00a0пропущенные, как в\u00a0прайсе, с\u00a0пояснением: исправьте и\u00a0загрузите этот файл.',
  downloadChanges: 'Изменения в\u00a0.xlsx',
  downloading: 'Готовим файл…',
  downloadFailed: 'Файл не\u00a0получен.',
  fileGone: 'файл уже не\u00a0хранится',
  changes: 'Что изменилось',
  changesEmpty: 'Изменений нет.',
  changesNone: (query: string) => `Артикулов, которые начинаются с\u00a0«${query}», загрузка не\u00a0меняла.`,
  changesSearch: 'начало артикула',
  changesFind: 'Найти',
  changesFilter: 'Отбор изменений',
  changesTotal: (count: number) => countOf(count, CHANGES),
  changesFound: (total: number) => `Найдено: ${formatNumber(total)}`,
  changesLoading: 'Загружаем изменения…',
  changesFailed: 'Изменения не\u00a0загрузились.',
  changesMoreFailed: 'Следующие изменения не\u00a0загрузились.',
  position: 'Позиция',
  change: 'Изменение',
  created: 'новая',
} as const;

/** Texts of taking a run back. */
export const undo = {
  open: 'Отменить загрузку',
  openAgain: 'Отменить оставшееся',
  question: 'Отменить загрузку?',
  checking: 'Смотрим, что вернётся',
  restored: (count: number) => `Вернутся прежние значения: ${countOf(count, POSITIONS)}.`,
  removed: (count: number) =>
    `Будут убраны из\u00a0каталога: ${countOf(count, POSITIONS)}, появившиеся с\u00a0этой загрузкой.`,
  crossesRestored: (count: number) => `Снова будут действовать ${countOf(count, CROSSES)}.`,
  crossesRemoved: (count: number) =>
    `Перестанут действовать ${countOf(count, CROSSES)} из\u00a0этой загрузки. Замена в\u00a0обе стороны считается за\u00a0две.`,
  kept: (count: number) => `Останутся как есть: ${countOf(count, POSITIONS)}. Их после этой загрузки меняли ещё раз.`,
  nothing: 'Возвращать нечего: всё, что изменила эта загрузка, с\u00a0тех пор изменили ещё раз.',
  safe: 'Отмена сама попадёт в\u00a0историю: её тоже можно отменить.',
  yes: 'Отменить загрузку',
  no: 'Оставить как есть',
  failed: 'Отменить не\u00a0получилось.',
  underWay: 'Отменяем загрузку',
  stop: 'Прервать отмену',
  close: 'Закрыть',
  hint: 'Окно можно закрыть: отмена продолжится, она видна в\u00a0истории загрузок.',
  keptHeading: 'Что останется и\u00a0почему',
  done: ({ restored, removed, crossesRestored, crossesRemoved, kept }: UndoAnswer) =>
    `Загрузка отменена: возвращено ${formatNumber(restored + crossesRestored)}, убрано ${formatNumber(removed + crossesRemoved)}, оставлено ${formatNumber(kept)}.`,
  toRun: 'Подробности отмены',
  keptShown: (shown: number, all: number) =>
    `Показаны первые ${formatNumber(shown)}\u00a0из\u00a0${formatNumber(all)}.`,
} as const;

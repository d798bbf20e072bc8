// Texts of the history of runs (a run = one import of a price list, an undo, or a correction by hand) and of the page
// of one run, for administrators.
import type { LinkedPhotos } from '../../../../contract/catalogue/photo-runs.ts';
import type { UndoAnswer } from '../../../../contract/catalogue/run-changes.ts';
import type { RunKind, RunOutcome, RunRow, RunSource } from '../../../../contract/catalogue/runs.ts';
import { KINDS_OF_SOURCES, type SourceKind } from '../../../../contract/catalogue/source-kinds.ts';
import { HIDDEN } from '../../../../contract/catalogue/words.ts';
import { UPLOAD_REPORT_MAX } from '../../../../contract/limits.ts';
import { countOf, formatNumber, NBSP } from '../../../../rules/format/texts.ts';
import { typographed } from '../../../../rules/format/typography.ts';
import { tryAgain } from '../../platform/failure-texts.ts';
import { runHeadings } from '../headings.ts';

const POSITIONS = ['позиция', 'позиции', 'позиций'] as const;
const CHANGES = ['изменение', 'изменения', 'изменений'] as const;
const CROSSES = ['замена', 'замены', 'замен'] as const;
const ROWS = ['строка', 'строки', 'строк'] as const;

const OUTCOMES = typographed<Readonly<Record<RunOutcome, string>>>({
  queued: 'в очереди',
  running: 'идёт',
  done: 'загружено',
  failed: 'ошибка',
  cancelled: 'прервана',
  interrupted: 'не закончена',
});

const KINDS: Readonly<Record<RunKind, string>> = {
  file: 'Прайс',
  crosses: 'Кроссы',
  undo: 'Отмена загрузки',
  hand: 'Правка вручную',
};

const SOURCES = typographed<Readonly<Record<Exclude<RunSource, SourceKind>, { readonly ofRun: string }>>>({
  page: { ofRun: 'страница загрузки' },
  call: { ofRun: 'другая программа' },
  command: { ofRun: 'командная строка' },
  exchange: { ofRun: 'обмен с 1С' },
});

export const isOfFile = (kind: RunKind): boolean => kind === 'file' || kind === 'crosses';

/** Texts of the history of runs. */
export const runs = typographed({
  ...runHeadings,
  crosses: 'список кроссов',
  lead: 'Что и когда меняло каталог: прайсы, их отмены и правки вручную.',
  loading: 'Загружаем историю…',
  failed: 'История не загрузилась.',
  empty: 'Загрузок пока не было.',
  toUpload: 'Загрузить прайс',
  list: 'История загрузок',
  more: 'Показать ещё',
  moreFailed: 'Следующие загрузки не показаны.',
  all: 'Все загрузки',
  again: tryAgain,
  noProvider: 'собственный прайс',
  shop: 'сам магазин',
  doubtful: 'сомнительно',
  confirmed: 'с подтверждением',
  /** Over the doubts of a run. */
  doubtsOf: ({ isConfirmed, who }: Pick<RunRow, 'isConfirmed' | 'who'>): string => {
    if (!isConfirmed) return 'Загружено, но результат похож на ошибку. Проверьте его или отмените загрузку.';
    return `Применено с подтверждением. Кто подтвердил: ${who || 'сам магазин'}.`;
  },
  undone: 'отменена потом',
  titleOf: ({ kind, fileName, undoes }: Pick<RunRow, 'kind' | 'fileName' | 'undoes'>): string => {
    if (kind === 'undo') return undoes === null ? KINDS.undo : `Отмена загрузки № ${undoes}`;
    return fileName || KINDS[kind];
  },
  sourceOf: (source: RunSource) => ({ ...SOURCES, ...KINDS_OF_SOURCES })[source].ofRun,
  undoneCounts: 'Итоги отменённой загрузки: в каталоге их больше нет, кроме того, что успели изменить позже.',
  partly: 'загружено не всё',
  outcomeOf: ({ kind, outcome }: Pick<RunRow, 'kind' | 'outcome'>): string =>
    outcome === 'done' && !isOfFile(kind) ? 'выполнено' : OUTCOMES[outcome],
  ahead: (count: number) => (count === 0 ? 'следующая в очереди' : `перед ней в очереди: ${formatNumber(count)}`),
  rowsRead: (count: number) => countOf(count, ROWS),
  perSecond: (count: number) => `${formatNumber(count)} в секунду`,
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
  runNumber: (id: number) => `№ ${id}`,
  runOf: (id: number) => `Загрузка № ${id}`,
  runFailed: 'Загрузка не удалась.',
  missing: 'Такой загрузки нет.',
  unmoved: 'Загрузка ничего не изменила.',
  cancel: 'Прервать загрузку',
  cancelQuestion: 'Прервать загрузку?',
  cancelDetails: 'В каталоге ничего из неё не останется.',
  cancelYes: 'Прервать',
  download: 'Скачать файл',
  downloadErrors: 'Ошибки в .xlsx',
  downloadErrorsHint: 'Строки с ошибками и пропущенные, как в прайсе, с пояснением: исправьте и загрузите этот файл.',
  downloadChanges: 'Изменения в .xlsx',
  fileGone: 'файл уже не хранится',
  changes: 'Что изменилось',
  changesEmpty: 'Изменений нет.',
  changesNone: (query: string) => `Артикулов, которые начинаются с «${query}», загрузка не меняла.`,
  changesSearch: 'начало артикула',
  changesFind: 'Найти',
  changesFilter: 'Отбор изменений',
  changesTotal: (count: number) => countOf(count, CHANGES),
  changesFound: (total: number) => `Найдено: ${formatNumber(total)}`,
  changesLoading: 'Загружаем изменения…',
  changesFailed: 'Изменения не загрузились.',
  changesMoreFailed: 'Следующие изменения не загрузились.',
  position: 'Позиция',
  change: 'Изменение',
  created: 'новая',
} as const);

export const undo = typographed({
  open: 'Отменить загрузку',
  openAgain: 'Отменить оставшееся',
  question: 'Отменить загрузку?',
  checking: 'Смотрим, что вернётся',
  restored: (count: number) => `Вернутся прежние значения: ${countOf(count, POSITIONS)}.`,
  removed: (count: number) => `Будут убраны из каталога позиции, появившиеся с этой загрузкой: ${formatNumber(count)}.`,
  crossesRestored: (count: number) => `Снова будут действовать: ${countOf(count, CROSSES)}.`,
  crossesRemoved: (count: number) =>
    `Перестанут действовать: ${countOf(count, CROSSES)} из этой загрузки. Замена в обе стороны считается за две.`,
  kept: (count: number) =>
    `Останутся как есть позиции, которые после этой загрузки меняли ещё раз: ${formatNumber(count)}.`,
  nothing: 'Возвращать нечего: всё, что изменила эта загрузка, с тех пор изменили ещё раз.',
  safe: 'Отмена сама попадёт в историю: её тоже можно отменить.',
  yes: 'Отменить загрузку',
  no: 'Оставить как есть',
  failed: 'Отменить не получилось.',
  underWay: 'Отменяем загрузку',
  stop: 'Прервать отмену',
  close: 'Закрыть',
  hint: 'Окно можно закрыть: отмена продолжится, она видна в истории загрузок.',
  keptHeading: 'Что останется и почему',
  done: ({ restored, removed, crossesRestored, crossesRemoved, kept }: UndoAnswer) => {
    const [back, gone] = [restored + crossesRestored, removed + crossesRemoved];
    if (back + gone === 0) return `Ничего не отменено: всё меняли ещё раз. Оставлено ${formatNumber(kept)}.`;
    const undone = kept === 0 ? 'Загрузка отменена' : 'Загрузка отменена не вся';
    return `${undone}: возвращено ${formatNumber(back)}, убрано ${formatNumber(gone)}, оставлено ${formatNumber(kept)}.`;
  },
  toRun: 'Подробности отмены',
  keptShown: (shown: number, all: number) => `Показаны первые ${formatNumber(shown)} из ${formatNumber(all)}.`,
} as const);

export const runReport = typographed({
  counts: 'Итоги',
  rows: (count: number) => countOf(count, ROWS),
  largest: 'Самые большие изменения цен',
  samples: { created: 'Новые позиции', priceUp: 'Цена выше', priceDown: 'Цена ниже', stockChanged: 'Остаток изменён' },
  sampleHint: (shown: number, all: number) =>
    shown < all ? `${formatNumber(shown)} из ${formatNumber(all)}` : formatNumber(all),
  errors: 'Ошибки',
  warnings: 'Предупреждения',
  clashes: 'Спорные строки: одна позиция под разными названиями',
  reading: 'Правила этой загрузки',
  firstOnly: `Одинаковых замечаний показаны первые ${UPLOAD_REPORT_MAX}.`,
  report: { row: 'Строка', column: 'Столбец', message: 'Что не так', text: 'В файле' },
  sheets: 'Листы',
  sheetTable: {
    sheet: 'Лист',
    applied: 'Применено строк',
    skipped: 'Пропущено',
    failed: 'С ошибками',
    leftOut: 'читается плохо, не взят',
    take: 'Всё равно взять',
    takeOf: (sheet: string) => `Всё равно взять лист «${sheet}»`,
  },
  table: {
    position: 'Позиция',
    price: 'Цена',
    amount: 'Остаток',
    move: 'Изменение',
    row: 'Строка',
    what: 'Что не так',
    column: 'Столбец',
    count: 'Строк',
    rows: 'В строках',
    sheet: 'Лист',
    text: 'В файле',
  },
  noPrice: 'нет цены',
  /** By what the column `hidden` says. */
  shown: { [HIDDEN.shown]: 'показывается', [HIDDEN.byHand]: 'скрыта', [HIDDEN.removed]: 'убрана' } as Readonly<
    Record<number, string>
  >,
  becomes: 'станет',
  /** A row, with its sheet where several were read; a dash for the file as a whole. */
  place: (row: number, sheet: string | undefined) =>
    [sheet !== undefined && `«${sheet}»`, row || '—'].filter(Boolean).join(', '),
} as const);

/** From this factor on a change is shown as «в N раз»: percents of that size say little. */
const TIMES_FROM = 3;

/** How far a price moved: `+12,5 %`, `−3 %`, `×10`; '' where one of them is no price. Prices are decimal texts. */
export function priceMove(before: string | null, after: string): string {
  const [from, to] = [Number(before), Number(after)];
  if (!(from > 0 && to > 0)) return '';
  if (to / from >= TIMES_FROM) return `×${formatNumber(short(to / from))}`;
  const percent = (to / from - 1) * 100;
  const text = formatNumber(short(Math.abs(percent)));
  return `${percent < 0 ? '−' : '+'}${text}${NBSP}%`;
}

/** One decimal below a hundred, whole from there on. */
const short = (value: number): string => value.toFixed(value < 100 ? 1 : 0);

/** About the addresses of photos in the price list of a run. */
export const photosOfRun = typographed({
  heading: 'Фото по ссылкам',
  counts: ({ waiting, done, failed }: Pick<LinkedPhotos, 'waiting' | 'done' | 'failed'>): string =>
    [
      done > 0 && `Фото получили: ${countOf(done, POSITIONS)}.`,
      waiting > 0 && `Ждут загрузки: ${countOf(waiting, POSITIONS)}.`,
      failed > 0 && `Не получили: ${countOf(failed, POSITIONS)}.`,
    ]
      .filter(Boolean)
      .join(' '),
  failures: 'Ссылки, по которым фото не получено',
  columns: { article: 'Артикул', link: 'Ссылка', problem: 'Почему' },
  cut: (shown: number) => `Показаны первые ${formatNumber(shown)}.`,
  notLoaded: 'Сведения о фото по ссылкам не загрузились.',
} as const);

import type { Arrival, ArrivalState } from '../../../contract/import-sources.ts';
import type { RunCounts } from '../../../contract/run-counts.ts';
import { COUNT_LABELS } from '../../../rules/format/count-labels.ts';
import { formatNumber } from '../../../rules/format/number.ts';
import { countOf } from '../format/plural.ts';

const ROWS = ['строка', 'строки', 'строк'] as const;

const STATES: Readonly<Record<ArrivalState, string>> = {
  applied: 'загружен',
  held: 'ждёт решения',
  failed: 'не\u00a0прочитан',
  ignored: 'отклонён',
};

const NAMES = Object.keys(COUNT_LABELS) as readonly (keyof RunCounts)[];

/** The counts of a dry run that are not zero, in one line; '' when all are. */
export const countsText = (counts: RunCounts): string =>
  NAMES.filter((name) => counts[name] > 0)
    .map((name) => `${COUNT_LABELS[name]}:\u00a0${formatNumber(counts[name])}`)
    .join(' · ');

/** Why a price list was held, failed or passed over: one sentence each. */
export const reasonsOf = ({ reason }: Pick<Arrival, 'reason'>): readonly string[] =>
  reason === null ? [] : reason.split('\n').filter((text) => text !== '');

/** Texts of what came by itself. */
export const arrivals = {
  held: 'Ждут решения',
  heldEmpty: 'Ничего не\u00a0ждёт решения.',
  heldList: 'Прайс-листы, которые ждут решения',
  listOf: (source: string) => `Что приходило: ${source}`,
  empty: 'Отсюда пока ничего не\u00a0приходило.',
  loading: 'Загружаем прайс-листы…',
  failed: 'Прайс-листы не\u00a0загрузились.',
  more: 'Показать ещё',
  moreLoading: 'Загружаем…',
  moreFailed: 'Следующие прайс-листы не\u00a0показаны.',
  stateOf: (state: ArrivalState) => STATES[state],
  from: (source: string) => `из\u00a0источника «${source}»`,
  why: 'Почему задержан:',
  plan: 'Что изменится:',
  rows: (count: number) => countOf(count, ROWS),
  nothing: 'ничего',
  unplanned: 'Проверить его не\u00a0получилось, поэтому итогов нет.',
  apply: 'Применить',
  applyOf: (file: string) => `Применить: ${file}`,
  applyQuestion: 'Применить прайс-лист?',
  applyDetails: (file: string) =>
    `«${file}» загрузится в\u00a0каталог, хотя и\u00a0выходит за\u00a0пределы источника. Загрузку потом можно отменить.`,
  applying: 'Загружается…',
  reject: 'Отклонить',
  rejectOf: (file: string) => `Отклонить: ${file}`,
  rejectQuestion: 'Отклонить прайс-лист?',
  rejectDetails: (file: string) => `«${file}» не\u00a0загрузится, его файл не\u00a0сохранится.`,
  applied: (file: string) => `Прайс-лист «${file}» загружен.`,
  rejected: (file: string) => `Прайс-лист «${file}» отклонён.`,
  unsettled: (file: string) => `«${file}»:`,
  unreadable: 'Загрузить его нельзя. Он отмечен как непрочитанный. Список обновлён.',
  run: (id: number) => `Загрузка №\u00a0${id}`,
  download: 'Скачать файл',
  downloadOf: (file: string) => `Скачать файл ${file}`,
} as const;

import type { Stage } from '../../../contract/documents/lists.ts';
import type { QueueList } from '../../../contract/documents/words.ts';
import { countOf, formatDay, typographed } from '../../../rules/format/texts.ts';
import { site } from '../platform/site.ts';

const DAY_MS = 86_400_000;
const DAYS = ['день', 'дня', 'дней'] as const;
/** Names of those whose answer is missing that a row shows. */
const NAMES_SHOWN = 3;

/** Texts of the work queue. */
export const documentQueue = typographed({
  headings: {
    waiting: 'Ждут меня',
    returned: 'Отклонено и возвращено',
    stuck: 'Застряло у других',
  } satisfies Record<QueueList, string>,
  nothing: 'Ничего не ждёт: всё подписано и прочитано.',
  loading: 'Загружаем очередь…',
  failed: 'Не удалось загрузить очередь.',
  more: 'Показать ещё',
  loadingMore: 'Загружаем…',
  moreFailed: 'Не удалось загрузить ещё.',
  from: (author: string) => `Автор: ${author}`,
  openedBy: (names: readonly string[]) =>
    names.length <= NAMES_SHOWN
      ? `Ждём: ${names.join(', ')}`
      : `Ждём: ${names.slice(0, NAMES_SHOWN).join(', ')} и ещё ${names.length - NAMES_SHOWN}`,
  stage: ({ number, count, kind }: Stage) =>
    `Шаг ${number} из ${count}: ${kind === 'acceptor' ? 'согласование' : 'ознакомление'}`,
  /** Until when an answer is expected. */
  due: (iso: string) => `срок ${formatDay(new Date(iso), site.timeZone)}`,
  overdue: (iso: string) => `просрочено: срок был ${formatDay(new Date(iso), site.timeZone)}`,
  /** How long it waits, by the days of the calendar where the organisation is. */
  age: (since: string, now: Date) => {
    const days = calendarDays(new Date(since), now);
    if (days <= 0) return 'сегодня';
    return days === 1 ? 'со вчерашнего дня' : `${countOf(days, DAYS)}`;
  },
  next: 'Следующий документ',
  queueDone: 'Больше вас ничего не ждёт.',
  nextKey: 'Ctrl+Enter — подтвердить и перейти к следующему.',
} as const);

/** Midnights between two moments, in the zone of the organisation. */
function calendarDays(from: Date, to: Date): number {
  const at = (moment: Date) => {
    const [day = '1', month = '1', year = '1970'] = formatDay(moment, site.timeZone).split('.');
    return Date.UTC(Number(year), Number(month) - 1, Number(day));
  };
  return Math.round((at(to) - at(from)) / DAY_MS);
}

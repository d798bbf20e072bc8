// Texts of the page where administrators read the journal of sign-ins, refusals and changes of rights, and the groups
// of its events.
import type { JournalError } from '../../../contract/errors.ts';
import { AUDIT_EVENTS, type AuditEvent, COMMAND_LINE_ACTOR } from '../../../contract/journal/events.ts';
import { AUDIT_EXPORT_MAX } from '../../../contract/limits.ts';
import { countOf, formatNumber } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { downloads, type ErrorTexts } from '../platform/failure-texts.ts';

const DAYS = ['день', 'дня', 'дней'] as const;
const TIMES = ['раз', 'раза', 'раз'] as const;
const ENTRIES = ['запись', 'записи', 'записей'] as const;

export const journal = typographed({
  lead: 'Входы и неудачные попытки, отказы в доступе и изменения прав: кто, кому и откуда.',
  kept: (days: number) =>
    days === 0 ? 'Записи хранятся без ограничения срока.' : `Записи хранятся ${countOf(days, DAYS)}, потом удаляются.`,
  filters: 'Отбор записей',
  search: 'кто, кому, что или адрес',
  find: 'Найти',
  event: 'Событие',
  anyEvent: 'все события',
  from: 'с',
  to: 'по',
  fromLabel: 'С какого дня',
  toLabel: 'По какой день',
  reset: 'Сбросить отбор',
  groups: { signin: 'Вход и сеансы', refusals: 'Отказы', accounts: 'Учётные записи', rights: 'Права и настройки' },
  list: 'Записи журнала',
  loading: 'Загружаем журнал…',
  failed: 'Журнал не загрузился.',
  empty: 'В журнале пока пусто.',
  nothingFound: 'Таких записей нет. Измените отбор.',
  found: (count: number, hasMore: boolean) => `${hasMore ? 'Показаны первые' : 'Показано'}: ${countOf(count, ENTRIES)}`,
  moreFailed: 'Следующие записи не загрузились.',
  download: 'Скачать .xlsx',
  ...downloads,
  downloaded: 'Файл скачан.',
  downloadHint: `В файл попадают записи по отбору, не больше ${formatNumber(AUDIT_EXPORT_MAX)} самых новых.`,
  columns: { actor: 'Кто', target: 'Объект', place: 'Откуда' },
  times: (count: number, last: string) => `${countOf(count, TIMES)}, последний — ${last}`,
  noPerson: 'без входа',
  actorOf: (actor: string | null) => (actor === COMMAND_LINE_ACTOR ? 'командная строка' : actor),
} as const);

export const journalErrors = typographed<ErrorTexts<JournalError>>({
  'invalid from': 'Первый день указан неверно.',
  'invalid to': 'Последний день указан неверно.',
  'invalid event': 'Такого события нет. Выберите другое.',
  'invalid last': 'Продолжение списка не найдено: обновите страницу.',
});

export const GROUPS = ['signin', 'refusals', 'accounts', 'rights'] as const;
type Group = (typeof GROUPS)[number];

const BEGINNINGS: readonly (readonly [string, Group])[] = [
  ['signin.', 'signin'],
  ['session.', 'signin'],
  ['refused', 'refusals'],
  ['throttled', 'refusals'],
  ['role.', 'rights'],
  ['access.', 'rights'],
  ['list.', 'rights'],
  ['template.', 'rights'],
  ['substitute.', 'rights'],
  ['journal.', 'rights'],
];

const groupOf = (event: AuditEvent): Group =>
  BEGINNINGS.find(([beginning]) => event.startsWith(beginning))?.[1] ?? 'accounts';

/** The events of a group, in the order of the list of all. */
export const eventsOf = (group: Group): readonly AuditEvent[] =>
  AUDIT_EVENTS.filter((event) => groupOf(event) === group);

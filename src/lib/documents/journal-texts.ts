// Texts of the page where administrators read the journal of documents, and the groups of its events.
import type { JournalEntry } from '../../../contract/documents/journal.ts';
import { JOURNAL_EVENTS, type JournalEvent } from '../../../contract/documents/journal-words.ts';
import { COMMENT_EVENTS, DECISION_EVENTS } from '../../../contract/documents/words.ts';
import type { JournalError } from '../../../contract/errors.ts';
import { DOCUMENT_JOURNAL_EXPORT_MAX } from '../../../contract/limits.ts';
import { countOf, formatNumber, quoted } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { downloads, type ErrorTexts } from '../platform/failure-texts.ts';

const ENTRIES = ['запись', 'записи', 'записей'] as const;

export const documentsJournal = typographed({
  lead: 'Что происходило с документами и с правами на них: кто, когда и что изменил. Имена и названия — на тот момент. Записи хранятся без ограничения срока.',
  filters: 'Отбор записей',
  search: 'номер или название',
  person: 'имя или почта',
  personLabel: 'Кто сделал или кого это касалось',
  find: 'Найти',
  event: 'Событие',
  anyEvent: 'все события',
  groups: {
    made: 'Составление',
    decided: 'Решения',
    asked: 'Сроки и напоминания',
    said: 'Обсуждение',
    ended: 'Аннулирование и корзина',
    rights: 'Права',
  },
  allOf: (group: string) => `${group}: все`,
  from: 'с',
  to: 'по',
  fromLabel: 'С какого дня',
  toLabel: 'По какой день',
  reset: 'Сбросить отбор',
  onlyOf: 'Показаны записи одного документа.',
  list: 'Записи журнала документов',
  loading: 'Загружаем журнал…',
  failed: 'Журнал не загрузился.',
  empty: 'В журнале пока пусто.',
  nothingFound: 'Таких записей нет. Измените отбор.',
  nothingYet: 'Среди просмотренных записей подходящих нет. Можно искать дальше.',
  found: (count: number, hasMore: boolean) => `${hasMore ? 'Показаны первые' : 'Показано'}: ${countOf(count, ENTRIES)}`,
  moreFailed: 'Следующие записи не загрузились.',
  download: 'Скачать .xlsx',
  ...downloads,
  downloaded: 'Файл скачан.',
  downloadHint: `В файл попадают записи по отбору, не больше ${formatNumber(DOCUMENT_JOURNAL_EXPORT_MAX)} самых новых.`,
  document: ({ num, title, task }: NonNullable<JournalEntry['document']>) =>
    num === null ? quoted(title) : `${task} № ${num} ${quoted(title)}`,
  version: (version: number) => `версия ${version}`,
  kept: { open: '', binned: ', в корзине', deleted: ', удалён' },
  allOfDocument: 'Все записи документа',
  allOfDocumentOf: (title: string) => `Все записи документа ${quoted(title)}`,
  columns: { by: 'Кто', insteadOf: 'За кого' },
  byClock: 'по сроку',
} as const);

export const documentsJournalErrors = typographed<ErrorTexts<JournalError | 'invalid doc id'>>({
  'invalid from': 'Первый день указан неверно.',
  'invalid to': 'Последний день указан неверно.',
  'invalid event': 'Такого события нет. Выберите другое.',
  'invalid last': 'Продолжение списка не найдено: обновите страницу.',
  'invalid doc id': 'Такого документа нет.',
});

type Group = keyof typeof documentsJournal.groups;

const GROUP_OF: Readonly<Partial<Record<JournalEvent, Group>>> = {
  ...Object.fromEntries(DECISION_EVENTS.map((event) => [event, 'decided'])),
  ...Object.fromEntries(COMMENT_EVENTS.map((event) => [event, 'said'])),
  'decision withdrawn': 'decided',
  'package taken': 'decided',
  reminded: 'asked',
  escalated: 'asked',
  'escalation handed over': 'asked',
  cancelled: 'ended',
  binned: 'ended',
  restored: 'ended',
  deleted: 'ended',
  'rights changed': 'rights',
  'role bound': 'rights',
};

/** The events of each group, in the order of the list of all. */
export const EVENT_GROUPS: readonly { readonly group: Group; readonly events: readonly JournalEvent[] }[] = (
  Object.keys(documentsJournal.groups) as Group[]
).map((group) => ({ group, events: JOURNAL_EVENTS.filter((event) => (GROUP_OF[event] ?? 'made') === group) }));

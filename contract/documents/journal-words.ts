// The events of the journal of documents and their Russian titles, for its page and file and for histories.
import { byEvent, DECISIONS, DOCUMENT_EVENTS } from './words.ts';

/** Events of documents, and changes of rights: they change who sees documents and may decide. */
export const JOURNAL_EVENTS = [...DOCUMENT_EVENTS, 'rights changed', 'role bound'] as const;
export type JournalEvent = (typeof JOURNAL_EVENTS)[number];

export const JOURNAL_TITLES: Readonly<Record<JournalEvent, string>> = {
  created: 'Создан',
  edited: 'Изменён',
  'handed over': 'Передано',
  'file removed': 'Удалён файл',
  ...byEvent((name) => DECISIONS[name].title),
  'decision withdrawn': 'Решение отозвано',
  reminded: 'Напоминание',
  escalated: 'Решение перешло к следующему',
  'escalation handed over': 'Заменён тот, кто решит, если срок прошёл',
  commented: 'Комментарий',
  'question asked': 'Вопрос автору',
  'question answered': 'Ответ на вопрос',
  'comment withdrawn': 'Комментарий отозван',
  'package taken': 'Получен PDF с подписями',
  cancelled: 'Аннулирован',
  binned: 'Перемещён в корзину',
  restored: 'Возвращён из корзины',
  deleted: 'Удалён безвозвратно',
  'rights changed': 'Изменены права роли',
  'role bound': 'Изменена роль сотрудника',
};

// Texts of the staff pages with the lists of roles, directions, types of documents and actions. Settings of an
// installation are in settings/table.ts.
import type * as errors from '../../../contract/errors.ts';
import { countOf } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import { accessHeadings } from '../platform/headings.ts';
import type { Failure } from '../platform/http-client.ts';

const USERS = ['пользователь', 'пользователя', 'пользователей'] as const;
const USED_ROLES = ['роль', 'роли', 'ролей'] as const;
const DOCUMENTS = ['документ', 'документа', 'документов'] as const;

export const roles = typographed({
  heading: accessHeadings.roles,
  field: 'Роль',
  searchPlaceholder: 'поиск ролей',
  lead: 'Роль — это набор прав: её назначают сотруднику, и он может ровно то, что в ней отмечено.',
} as const);

export const directings = typographed({
  heading: accessHeadings.directings,
  field: 'Направление',
  searchPlaceholder: 'поиск направлений',
  lead: 'Направления работы компании: по ним раскладываются документы.',
} as const);

export const processes = typographed({
  heading: accessHeadings.processes,
  field: 'Тип документа',
  searchPlaceholder: 'поиск типов документов',
  lead: 'Типы документов — одни и те же для всех направлений.',
  flag: 'ознакомление после согласования',
  flagged: (title: string, isOn: boolean) =>
    isOn ? `«${title}»: ознакомиться просим, когда согласуют все` : `«${title}»: ознакомиться просим сразу`,
} as const);

export const actions = typographed({
  heading: accessHeadings.actions,
  field: 'Действие',
  searchPlaceholder: 'поиск действий',
  lead: 'Что можно делать с документом. Пять постоянных действий сайт проверяет сам. Добавленное вами действие видно в правах и в выгрузке, но само по себе ничего не разрешает.',
  protected: 'постоянное',
} as const);

const blankTitle = typographed('Введите название: без переносов строк и не длиннее 200 знаков.');
const orderedTitle = typographed('Порядок ознакомления не распознан: обновите страницу.');
const takenTitle = 'Такое название уже есть: придумайте другое.';

export const settingErrors: ErrorTexts<errors.SettingError> = {
  'invalid role title': blankTitle,
  'invalid directing title': blankTitle,
  'invalid task title': blankTitle,
  'invalid action title': blankTitle,
  'title: Не уникальное значение title': takenTitle,
  'role not found': 'Этой роли уже нет: возможно, её удалили.',
  'directing not found': 'Этого направления уже нет: возможно, его удалили.',
  'task not found': 'Этого типа документов уже нет: возможно, его удалили.',
  'action not found': 'Этого действия уже нет: возможно, его удалили.',
  'invalid role id': 'Этой роли уже нет: возможно, её удалили.',
  'invalid directing id': 'Этого направления уже нет: возможно, его удалили.',
  'invalid task id': 'Этого типа документов уже нет: возможно, его удалили.',
  'invalid action id': 'Этого действия уже нет: возможно, его удалили.',
  'invalid task ordered': orderedTitle,
  'role is protected': 'Эта роль постоянная: её нельзя ни изменить, ни удалить.',
  'directing is protected': 'Это направление постоянное: его нельзя ни изменить, ни удалить.',
  'task is protected': 'Этот тип документов постоянный: его нельзя ни изменить, ни удалить.',
  'action is protected': 'Это действие постоянное: его нельзя ни изменить, ни удалить.',
};

const counted = (value: unknown, forms: readonly [string, string, string]): string[] =>
  typeof value === 'number' && value > 0 ? [countOf(value, forms)] : [];

/** Says what uses a row of the settings, which therefore cannot be removed. */
export function usedBy(facts: Failure['facts']): string {
  const users = counted(facts.users, USERS);
  const others = [...counted(facts.roles, USED_ROLES), ...counted(facts.documents, DOCUMENTS)];
  const uses = [...users, ...others].join(', ');
  return uses === ''
    ? 'Удалить нельзя: запись используется.'
    : `Удалить нельзя: запись используется (${uses}). Сначала снимите её там.`;
}

// Texts of the page where administrators see all people, invite them and give roles.
import type { AdministrationError, PeopleError } from '../../../contract/errors.ts';
import type { PersonState } from '../../../contract/people/words.ts';
import { countOf, formatNumber } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { accountErrors } from '../accounts/account-texts.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';

const PEOPLE = ['человек', 'человека', 'человек'] as const;

export const people = typographed({
  lead: 'Все, у кого есть учётная запись: роль, состояние и последний вход. Роль можно дать заранее: она подействует с первого входа.',
  search: 'поиск по имени или почте',
  state: 'Состояние',
  anyState: 'любое состояние',
  role: 'Роль',
  anyRole: 'любая роль',
  withoutRole: 'без роли',
  invite: 'Пригласить',
  list: 'Список людей',
  loading: 'Загружаем список…',
  total: (count: number) => countOf(count, PEOPLE),
  empty: 'пока нет никого',
  noneFound: 'По этому отбору никого нет.',
  moreFailed: 'Не удалось загрузить продолжение.',
  noName: 'имя не указано',
  admin: 'администратор',
  own: 'это вы',
  mailsOff: 'письма о документах выключены',
  substitute: (name: string, from: string, to: string) => `замещает ${name}, ${from} – ${to}`,
  roleOf: (email: string) => `Роль: ${email}`,
  lastVisit: (moment: string) => `последний вход ${moment}`,
  neverSeen: 'входов ещё не было',
  until: (day: string) => `ссылка действует до ${day}`,
  over: 'ссылка устарела',
  actionsOf: (email: string) => `Действия: ${email}`,
  actions: 'Действия',
  name: 'Ф. И. О.',
  renameHint: 'Новое имя появится везде: в учётной записи, в документах и в письмах.',
  save: 'Сохранить имя',
  mailsOn: 'Включить письма о документах',
  mailsOffAction: 'Выключить письма о документах',
  inviteNow: 'Отправить приглашение',
  inviteAgain: 'Отправить приглашение ещё раз',
  takeBack: 'Отозвать приглашение',
  renamed: (name: string) => `Сохранено: ${name}`,
  bound: (email: string) => `${email}: роль изменена`,
  invited: (email: string) => `Приглашение отправлено: ${email}`,
  /** Follows the text of a change that claimed an unconfirmed account. */
  claimed: (done: string) => `${done}. Аккаунт заведён посторонним, приглашение отправлено.`,
  takenBack: (email: string) => `Приглашение отозвано: ${email}`,
  sessionsOf: (email: string) => `Сеансы: ${email}`,
  sessions: (count: number) => (count > 0 ? `Сеансы (${formatNumber(count)})` : 'Сеансы'),
  noSessions: 'Открытых сеансов нет.',
  endAll: 'Завершить все сеансы',
  endAllQuestion: 'Завершить все сеансы?',
  endAllDetails: (email: string) => `${email}: на всех устройствах придётся войти заново.`,
  changed: (email: string) => `${email}: сохранено`,
} as const);

export const personStates: Readonly<Record<PersonState, string>> = {
  works: 'работает',
  invited: 'приглашение отправлено',
  never: 'без входов',
  disabled: 'отключена',
};

export const invitePerson = typographed({
  heading: 'Приглашение сотрудника',
  lead: 'На почту придёт ссылка, по которой человек сам задаст пароль.',
  email: 'Электронная почта',
  name: 'Ф. И. О.',
  nameHint: 'Необязательно',
  role: 'Роль',
  noRole: 'без роли',
  submit: 'Пригласить',
  cancel: 'Отмена',
} as const);

export const peopleErrors = typographed<ErrorTexts<AdministrationError | PeopleError>>({
  ...accountErrors,
  'incorrect name': 'Имя заполнено не корректно.',
  'invalid form': 'Форма заполнена не корректно: обновите страницу.',
  'invalid name': 'Имя заполнено не корректно.',
  'invalid role id': 'Такой роли больше нет: обновите страницу.',
  'invalid state': 'Такого состояния нет: обновите страницу.',
});

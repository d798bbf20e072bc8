/** Headings of the screens of access, for menus too: they load without the rest of the texts. */
export const accessHeadings = {
  settings: 'Настройки',
  roles: 'Список ролей',
  directings: 'Список направлений',
  processes: 'Список типов документов',
  actions: 'Список действий',
  access: 'Настройки прав доступа',
  binding: 'Привязка ролей пользователей',
} as const;

/** The sections of the settings, as menus name them. */
export const settingLabels = {
  roles: 'Роли',
  directings: 'Направления',
  processes: 'Типы документов',
  actions: 'Действия',
  access: 'Права доступа',
  binding: 'Привязка ролей',
  users: 'Учётные записи',
  journal: 'Журнал',
} as const;

/** How the way between the screens of the settings is called. */
export const settingsNav = 'Разделы настроек';

/** Headings of the pages of accounts, for menus too: they load without the rest of the texts. */
export const accountHeadings = {
  users: 'Учётные записи',
  cabinet: 'Личный кабинет',
  changePassword: 'Изменение пароля',
  changeEmail: 'Изменение почты',
  secondFactor: 'Двухэтапный вход',
} as const;

/** Heading of the page of people; apart, since menus load it alone. */
export const peopleHeading = 'Люди';

/** Heading of the journal; apart, since menus load it alone. */
export const journalHeading = 'Журнал';

/** What the page of the state is called; apart, so that menus do not load its texts. */
export const stateHeading = 'Состояние';

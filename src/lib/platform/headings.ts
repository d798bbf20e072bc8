import { typographed } from '../../../rules/format/typography.ts';

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

/** The heading of the list of positions, for menus too: it loads without the rest of its texts. */
export const positionsHeading = 'Позиции';

/** The heading of the page of crosses, for menus too: it loads without the rest of its texts. */
export const crossesHeading = 'Кроссы';

/** Headings of what administrators see of the search, for menus too: they load without the rest of its texts. */
export const searchHeadings = typographed({ words: 'Словарь поиска', misses: 'Ищут и не находят' } as const);

/** Headings of the requests of buyers, for menus too: they load without the rest of the texts. */
export const requestHeadings = { heading: 'Заявки', requestHeading: 'Заявка покупателя' } as const;

/** Headings of the pages of slides, for menus too: they load without the rest of the texts. */
export const slideHeadings = {
  heading: 'Слайды',
  createHeading: 'Новый слайд',
  editHeading: 'Изменение слайда',
  pageHeading: 'Слайд',
} as const;

/** Headings of the lists of brands and providers, for menus too: they load without the rest of the texts. */
export const listHeadings = { brands: 'Бренды', providers: 'Поставщики' } as const;

// Headings of screens, for menus too: those load them without the rest of the texts of a screen.
import { typographed } from '../../../rules/format/typography.ts';

/** Headings of the screens of access. */
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
  journal: 'Журнал',
  documentsJournal: 'Журнал документов',
} as const;

/** The sections of the settings in groups, as the frame shows them. */
export const settingGroups = { people: 'Люди и права', documents: 'Документы', control: 'Контроль' } as const;

/** The label of the links between the screens of the settings. */
export const settingsNav = 'Разделы настроек';

export const accountHeadings = {
  cabinet: 'Личный кабинет',
  changePassword: 'Изменение пароля',
  changeEmail: 'Изменение почты',
  secondFactor: 'Двухэтапный вход',
} as const;

export const peopleHeading = 'Люди';
export const journalHeading = 'Журнал';
export const stateHeading = 'Состояние';
export const positionsHeading = 'Позиции';
export const photosHeading = 'Фото';
export const crossesHeading = 'Кроссы';

/** Headings of what administrators see of the search. */
export const searchHeadings = typographed({ words: 'Словарь поиска', misses: 'Ищут и не находят' } as const);

export const requestHeadings = { heading: 'Заявки', requestHeading: 'Заявка покупателя' } as const;

export const slideHeadings = {
  heading: 'Слайды',
  createHeading: 'Новый слайд',
  editHeading: 'Изменение слайда',
  pageHeading: 'Слайд',
} as const;

export const listHeadings = { brands: 'Бренды', providers: 'Поставщики' } as const;

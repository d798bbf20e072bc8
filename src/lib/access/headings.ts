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

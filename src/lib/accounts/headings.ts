/** Headings of the pages of accounts, for menus too: they load without the rest of the texts. */
export const accountHeadings = {
  users: 'Учётные записи',
  cabinet: 'Личный кабинет',
  changePassword: 'Изменение пароля',
  changeEmail: 'Изменение почты',
  secondFactor: 'Двухэтапный вход',
} as const;

import { site } from '../site.ts';

/** Texts of the cabinet. */
export const cabinet = {
  heading: 'Личный кабинет',
  loading: 'Загружаем профиль…',
  user: 'Пользователь',
  email: 'email',
  rank: 'ранг',
  ranks: { admin: 'администратор', user: 'пользователь' },
  name: 'Ф.\u00a0И.\u00a0О.',
  noName: 'укажите Ф.\u00a0И.\u00a0О.',
  registered: 'регистрация',
  edit: 'Редактировать профиль',
  save: 'Сохранить изменения',
  cancel: 'Отмена',
  saved: 'Изменения сохранены',
  changePassword: 'Изменить пароль',
  avatar: (name: string) => `Фото: ${name}`,
  noAvatar: 'Фото профиля не\u00a0загружено',
} as const;

/** Refusals of a name, by code of the API. */
export const nameErrors: Readonly<Record<string, string>> = {
  'invalid name': 'Имя заполнено не\u00a0корректно',
};

/** Texts of the list of sessions. */
export const sessions = {
  heading: 'Сеансы',
  lead: 'Где вы вошли в\u00a0свою учётную запись. Незнакомый сеанс завершите и\u00a0смените пароль.',
  loading: 'Загружаем сеансы…',
  current: 'этот сеанс',
  used: (moment: string) => `последнее обращение ${moment}`,
  begun: (day: string) => `вход ${day}`,
  end: 'Завершить',
  endOf: (device: string) => `Завершить сеанс: ${device}`,
  question: 'Завершить сеанс?',
  details: (device: string) => `${device}: там придётся войти заново.`,
  endOwn: 'Это сеанс, в\u00a0котором вы работаете сейчас: после завершения нужно будет войти заново.',
  ended: 'Сеанс завершён',
  unknown: 'Неизвестное устройство',
} as const;

/** Texts of the change of password. */
export const changePassword = {
  heading: 'Изменение пароля',
  forced:
    'Вы вошли с\u00a0временным паролем из\u00a0письма. Придумайте новый: до\u00a0этого остальные страницы закрыты.',
  password: 'Введите новый пароль',
  again: 'Повторите пароль',
  hint: `Не\u00a0короче ${site.accounts.passwordMin}\u00a0знаков. Остальные ваши сеансы будут завершены.`,
  submit: 'Изменить пароль',
  cancel: 'Отмена',
  done: 'Пароль успешно изменён',
  toCabinet: 'В\u00a0личный кабинет',
  invalid: 'указан не\u00a0корректный пароль',
  mismatch: 'пароли не\u00a0совпадают',
} as const;

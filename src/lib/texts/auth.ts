/** Texts of the sign-in screen. */
export const auth = {
  heading: 'Авторизация',
  lead: 'Для\u00a0сотрудников и\u00a0постоянных покупателей. Искать детали и\u00a0скачивать прайс\u2011лист можно без\u00a0входа.',
  returning: 'Войдите, чтобы открыть эту страницу. После входа вы на\u00a0неё вернётесь.',
  email: 'Электронная почта',
  password: 'Пароль',
  showPassword: 'Показать',
  hidePassword: 'Скрыть',
  showPasswordFull: 'Показать пароль',
  submit: 'Войти',
  submitting: 'Входим…',
  needsScript: 'Для\u00a0входа включите JavaScript в\u00a0браузере или позвоните нам: ',
  loading: 'Загружаем форму входа…',
} as const;

/** What stands on the sign-in page instead of the form when signing in would not help. */
export const turnedAway = {
  forbidden: {
    heading: 'Недостаточно прав',
    text: 'Эта страница открыта не\u00a0всем сотрудникам. Если она нужна для\u00a0работы, обратитесь к\u00a0администратору.',
  },
  failed: {
    heading: 'Не\u00a0удалось загрузить страницу',
    text: 'Сервер не\u00a0ответил или ответил ошибкой. С\u00a0вашей учётной записью всё в\u00a0порядке.',
  },
  again: 'Повторить',
  home: 'На\u00a0главную',
  otherAccount: 'Войти под\u00a0другим именем',
} as const;

/** The field that a message stands under; `general` belongs to the whole form. */
export type AuthField = 'email' | 'password' | 'general';

/** What a refusal of the sign-in means, by the server's error text. */
export const signInRefusals: Readonly<Record<string, readonly [AuthField, string]>> = {
  'invalid email': ['email', 'Введите адрес электронной почты'],
  'user not found': ['general', 'Пользователь не\u00a0найден'],
  'email not confirmed': ['general', 'email не\u00a0подтверждён. Проверьте почту'],
  'invalid password': ['password', 'Пароль не\u00a0корректен'],
  'incorrect password': ['password', 'Пароль не\u00a0корректен'],
};

export const signedIn = {
  heading: 'Вы уже вошли',
  text: (email: string) => `Вы вошли как\u00a0${email}.`,
  goOn: 'Продолжить',
} as const;

export const signingOut = {
  heading: 'Выход',
  text: 'Завершаем работу на\u00a0этом устройстве…',
  needsScript: 'Для\u00a0выхода включите JavaScript в\u00a0браузере или очистите данные этого сайта.',
} as const;

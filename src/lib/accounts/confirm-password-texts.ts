/** Texts of the question for the password before a sensitive change. */
export const confirmPassword = {
  heading: 'Подтвердите, что\u00a0это вы',
  text: 'Вы вошли давно. Чтобы изменить защиту учётной записи, введите свой пароль ещё раз.',
  password: 'Ваш пароль',
  submit: 'Подтвердить',
  cancel: 'Отмена',
} as const;

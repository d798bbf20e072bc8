/** Texts of the field for a code, wherever it is asked for. */
export const secondCode = {
  label: 'Код подтверждения',
  hint: 'Шесть цифр из\u00a0приложения на\u00a0телефоне или код восстановления.',
  asked: 'Пароль верный. Теперь введите код.',
} as const;

/** Whether a refusal by this code of the API means: the password is right, now the code. */
export const wantsCode = (refusal: string): boolean => refusal === 'second factor required';

import type { OwnAccountError } from '../../../contract/errors.ts';
import type { ErrorTexts } from '../trouble/failure-texts.ts';
import { changePassword } from './cabinet-texts.ts';
import { secondFactor } from './second-factor-texts.ts';

/** Refusals about one's own account, by code of the API. */
export const ownAccountErrors: ErrorTexts<OwnAccountError> = {
  'incorrect code': 'Код не\u00a0подходит. Введите тот, что приложение показывает сейчас.',
  'no second factor': 'Двухэтапный вход уже отключён. Обновите страницу.',
  'password missmatch': changePassword.mismatch,
  'second factor is required': secondFactor.required,
  'session not found': 'Этот сеанс уже завершён.',
};

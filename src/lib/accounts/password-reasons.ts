import type { PasswordReason } from '../../../contract/mauth.ts';

const REASONS: Readonly<Record<PasswordReason, string>> = {
  'common password':
    'Слишком распространённый пароль: такие подбирают первыми. Придумайте другой, например из\u00a0нескольких слов',
  'personal password':
    'Пароль слишком похож на\u00a0почту или название магазина. Придумайте другой, например из\u00a0нескольких слов',
};

/** Why a new password was refused although it is long enough; undefined when the answer does not say. */
export const passwordReason = ({ reason }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof reason === 'string' && Object.hasOwn(REASONS, reason)
    ? REASONS[reason as PasswordReason]
    : undefined;

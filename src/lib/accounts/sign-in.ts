// What the screens of sign-in and of new passwords share: signing in, the page that follows, and texts of refusals
// under their fields.
import type { PasswordReason, TokenAnswer } from '../../../contract/accounts/accounts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { hasDocuments } from '../access/role-rights.ts';
import { failureText } from '../platform/failure-texts.ts';
import type { Failure } from '../platform/http-client.ts';
import { paths } from '../platform/paths.ts';
import { session } from '../platform/session.ts';
import { $isAdmin } from '../platform/session-store.ts';
import { type AuthField, authRefusals } from './auth-texts.ts';
import { $profile, loadProfile } from './own-profile.ts';

/** Signs in and sees to it that the person has a profile. Throws what the auth service answered; a profile that fails is made later. */
export async function signInWithProfile(email: string, password: string, code?: string): Promise<TokenAnswer> {
  const answer = await session.signIn(email, password, code);
  // Until the account is as it must be the info service refuses everything.
  if (firstPageFor(answer) === null) await loadProfile().catch(() => {});
  return answer;
}

/** Staff who came from nowhere in particular go to what waits for them, also administrators without a role binding. */
const pageAfterSignIn = (from: string): string => {
  const isStaff = $isAdmin.get() || hasDocuments($profile.get()?.roles ?? []);
  return from === paths.home && isStaff ? paths.docflow : from;
};

/** The page that an account has to see first of all; null when every page is open. */
export function firstPageFor(must: Pick<TokenAnswer, 'mustChangePassword' | 'mustSetSecondFactor'>): string | null {
  if (must.mustChangePassword) return paths.changePassword;
  return must.mustSetSecondFactor ? paths.secondFactor : null;
}

/** Goes on to another page. Never resolves: what waits for it stays busy until this page is gone. */
export function leaveFor(address: string): Promise<never> {
  location.assign(address);
  return new Promise(() => {});
}

/** Signs in and goes on to where the person is wanted first, else to `from`. Throws what the auth service answered. */
export async function enter(
  { email, password, code }: { readonly email: string; readonly password: string; readonly code?: string },
  from: string = paths.home,
): Promise<never> {
  return leaveFor(firstPageFor(await signInWithProfile(email, password, code)) ?? pageAfterSignIn(from));
}

export type AuthErrors = Partial<Readonly<Record<AuthField, string>>>;

/** Where to say what about a refusal: those that the sign-in screen knows under their fields, any other in common words. */
export function authErrors(failure: Failure | null): AuthErrors {
  if (failure === null) return {};
  const known = (authRefusals as Readonly<Record<string, readonly [AuthField, string]>>)[failure.code];
  return known ? { [known[0]]: passwordReason(failure.facts) ?? known[1] } : { general: failureText(failure) };
}

const REASONS = typographed<Readonly<Record<PasswordReason, string>>>({
  'common password':
    'Слишком распространённый пароль: такие подбирают первыми. Придумайте другой, например из нескольких слов',
  'personal password':
    'Пароль слишком похож на почту или название магазина. Придумайте другой, например из нескольких слов',
});

/** Why a new password was refused although it is long enough; undefined when the answer does not say. */
export const passwordReason = ({ reason }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof reason === 'string' && Object.hasOwn(REASONS, reason) ? REASONS[reason as PasswordReason] : undefined;

export const secondCode = typographed({
  label: 'Код подтверждения',
  hint: 'Шесть цифр из приложения на телефоне или код восстановления.',
  asked: 'Пароль верный. Теперь введите код.',
} as const);

/** Whether a refusal by this code of the API means: the password is right, now the code. */
export const wantsCode = (refusal: string): boolean => refusal === 'second factor required';

import { failureOf } from '../http/failure.ts';
import { failureText } from '../trouble/failure-texts.ts';
import { type AuthField, authRefusals } from './auth-texts.ts';
import { passwordReason } from './password-reasons.ts';

/** Messages of the sign-in screen by the place where they stand. */
export type AuthErrors = Partial<Readonly<Record<AuthField, string>>>;

/** Where to say what about a refusal: those that the sign-in screen knows under their fields, any other in common words. */
export function authErrors(error: unknown): AuthErrors {
  const failure = failureOf(error);
  const known = (authRefusals as Readonly<Record<string, readonly [AuthField, string]>>)[failure.code];
  return known
    ? { [known[0]]: passwordReason(failure.facts) ?? known[1] }
    : { general: failureText(failure) };
}

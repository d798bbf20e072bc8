import { failureOf } from '../http/failure.ts';
import { failureText } from '../trouble/failure-texts.ts';
import { type AuthField, authFailures, authRefusals } from './auth-texts.ts';
import { passwordReason } from './password-reasons.ts';

/** Messages of the sign-in screen by the place where they stand. */
export type AuthErrors = Partial<Readonly<Record<AuthField, string>>>;

/** Where to say what about a refusal: those of the specification under their fields, any other failure in common words. */
export function authErrors(error: unknown): AuthErrors {
  const failure = failureOf(error);
  const known = failure.kind === 'refused' ? authRefusals[failure.code] : undefined;
  return known
    ? { [known[0]]: passwordReason(failure.facts) ?? known[1] }
    : { general: failureText(failure, authFailures) };
}

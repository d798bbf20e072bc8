import { type AuthField, signInRefusals } from '../texts/auth.ts';
import { failureText } from '../texts/failures.ts';
import { failureOf } from './failure.ts';

/** Messages of the sign-in form by the place where they stand. */
export type SignInErrors = Partial<Readonly<Record<AuthField, string>>>;

/** Where to say what about a failed sign-in: the refusals of the specification, any other failure in common words. */
export function signInErrors(error: unknown): SignInErrors {
  const failure = failureOf(error);
  const known = failure.kind === 'refused' ? signInRefusals[failure.code] : undefined;
  return known ? { [known[0]]: known[1] } : { general: failureText(failure) };
}

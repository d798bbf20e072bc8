import type { HttpError } from '../../../http/errors.ts';
import { knownFailure } from '../notices/known-failure.ts';

/** Why a price list could not be imported, in Russian where we know. */
export function failureText({ message, facts }: HttpError): string {
  const { message: detail, suspicions } = facts as {
    readonly message?: string;
    readonly suspicions?: readonly { readonly text: string }[];
  };
  if (suspicions?.length) return suspicions.map(({ text }) => text).join('\n');
  const text = knownFailure(message) ?? message;
  return detail ? `${text}: ${detail}` : text;
}

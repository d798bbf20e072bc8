import { Refusal, readField } from '../../../contract/fields/field.ts';
import { REQUEST_FORM } from '../../../contract/forms/requests.ts';
import type { RequestDraft } from './draft-store.ts';

/** The fields of the form that a refusal may stand at. */
export type FormField = 'name' | 'phone' | 'email' | 'comment' | 'consent' | 'website';

const FIELDS: readonly FormField[] = ['name', 'phone', 'email', 'comment', 'consent', 'website'];

/** Which field a code of the API belongs to; the rest concerns the whole request. */
export const FIELD_OF: Readonly<Record<string, FormField>> = {
  'invalid name': 'name',
  'invalid phone': 'phone',
  'phone or email is needed': 'phone',
  'invalid email': 'email',
  'invalid comment': 'comment',
  'consent is needed': 'consent',
  'request looks automatic': 'website',
};

/** The codes with which the server would refuse what is typed, all of them at once. */
export function refusalsOf(
  typed: Omit<RequestDraft, 'key'> & { readonly consent: boolean; readonly website: string },
): readonly string[] {
  const codes = FIELDS.flatMap((field) => {
    const read = readField<unknown>(REQUEST_FORM[field], typed[field]);
    return read instanceof Refusal ? [read.error] : [];
  });
  const isReachable = typed.phone.trim() !== '' || typed.email.trim() !== '';
  return isReachable ? codes : [...codes, 'phone or email is needed'];
}

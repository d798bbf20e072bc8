import { CREATION_KEY_MAX } from '../../contract/limits.ts';
import { badRequest } from './errors.ts';

/**
 * The key of a call that makes something: a header `Idempotency-Key` of visible ASCII characters but quotes, bare or as a
 * quoted string (draft-ietf-httpapi-idempotency-key-header). null: none; throws 400 `invalid idempotency key`.
 */
export function readCreationKey(header: unknown): string | null {
  if (header === undefined || header === '') return null;
  const key = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : '';
  if (key.length > CREATION_KEY_MAX || !/^[\x21\x23-\x7e]+$/.test(key))
    throw badRequest('invalid idempotency key');
  return key;
}

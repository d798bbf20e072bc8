import { createHash } from 'node:crypto';
import type { SecondCode } from '../../contract/fields/second-code.ts';
import type { Passwords } from './passwords.ts';
import { tokenHash } from './tokens.ts';

/**
 * Hashes of a recovery code, one of which is stored if it is a code of the account: that of today, as slow as that of a password and
 * under a salt of the account, and the quick one that codes of former versions keep until they are used or renewed.
 */
export const hashesOfCode = async (
  passwords: Pick<Passwords, 'digest'>,
  uid: string,
  { digits }: Pick<SecondCode, 'digits'>,
): Promise<readonly string[]> => [await storedCode(passwords, uid, digits), tokenHash(digits)];

/** What is kept of a new recovery code. */
export const storedCode = async (
  passwords: Pick<Passwords, 'digest'>,
  uid: string,
  digits: string,
): Promise<string> => {
  const salt = createHash('sha256').update(`recovery code ${uid}`).digest();
  return `argon2id ${await passwords.digest(digits, salt)}`;
};

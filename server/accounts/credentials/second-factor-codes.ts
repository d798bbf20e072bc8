/** Codes of second factors: keys of authenticator apps, recovery codes and how both are stored. */
import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import type { SecondCode } from '../../../contract/accounts/forms.ts';
import type { Database } from '../../platform/database/types.ts';
import { createSeal, type Secrets } from '../../platform/secrets.ts';
import type { AccountsSchema } from '../store/schema.ts';
import type { Passwords } from './passwords.ts';
import { tokenHash } from './tokens.ts';

/** What every authenticator app supports by default: SHA-1, six digits, half a minute (RFC 6238). */
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Codes of this many steps before and after the present one are good: clocks differ, people type slowly. */
const WINDOW = 1;

/** The key in the alphabet that apps show and take (base32, RFC 4648). */
export const keyText = (key: Uint8Array): string => secretOf(key).base32;

/** The address that a QR code brings into an app (https://github.com/google/google-authenticator/wiki/Key-Uri-Format). */
export const keyAddress = (keyText: string, owner: { issuer: string; email: string }): string =>
  new TOTP({ ...SETTINGS, issuer: owner.issuer, label: owner.email, secret: keyText }).toString();

/** The step (half minutes since the epoch) that a code belongs to at the time `now`, ms; null when it is not one of the key. */
export function stepOfCode(keyText: string, code: string, now: number): number | null {
  const secret = Secret.fromBase32(keyText);
  const delta = TOTP.validate({ ...SETTINGS, secret, token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: SETTINGS.period, timestamp: now }) + delta;
}

const secretOf = (key: Uint8Array) => new Secret({ buffer: Uint8Array.from(key).buffer });

/** Hashes of a recovery code: today's, slow and salted by account, and the quick one of former versions. */
export const hashesOfCode = async (
  passwords: Pick<Passwords, 'digest'>,
  uid: string,
  { digits }: Pick<SecondCode, 'digits'>,
): Promise<readonly string[]> => [await storedCode(passwords, uid, digits), tokenHash(digits)];

export const storedCode = async (
  passwords: Pick<Passwords, 'digest'>,
  uid: string,
  digits: string,
): Promise<string> => {
  const salt = createHash('sha256').update(`recovery code ${uid}`).digest();
  return `argon2id ${await passwords.digest(digits, salt)}`;
};

/** Encrypts the keys of second factors, so that a stolen database shows none; each account has an encryption of its own. */
export interface KeySeal {
  seal(uid: string, key: string): string;
  /** Throws when the key was encrypted for another account or under a secret that the installation no longer knows. */
  open(uid: string, sealed: string): string;
}

export function createKeySeal(secrets: Secrets): KeySeal {
  const sealOf = (uid: string) => createSeal(secrets, `second factor of ${uid}`);
  return { seal: (uid, key) => sealOf(uid).seal(key), open: (uid, sealed) => sealOf(uid).open(sealed) };
}

/** Encrypts keys under the current secret, so that the former can be forgotten: keys live for years. */
export async function resealKeys(
  database: Database<AccountsSchema>,
  secrets: Secrets,
  log: FastifyBaseLogger,
): Promise<void> {
  if (secrets.length === 1) return;
  const seal = createKeySeal(secrets);
  await database.write(async (transaction) => {
    const rows = await transaction.selectFrom('second_factors').select(['uid', 'secret']).execute();
    for (const { uid, secret } of rows) {
      if (secret === null) continue;
      const renewed = resealed(seal, uid, secret);
      if (renewed === null) log.warn({ uid }, 'the key of a second factor is of a secret that is not known');
      else await transaction.updateTable('second_factors').set({ secret: renewed }).where('uid', '=', uid).execute();
    }
  });
}

function resealed(seal: KeySeal, uid: string, sealed: string): string | null {
  try {
    return seal.seal(uid, seal.open(uid, sealed));
  } catch {
    return null;
  }
}

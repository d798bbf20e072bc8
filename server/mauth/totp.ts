import { Secret, TOTP } from 'otpauth';

/** What every authenticator app takes without being told: SHA-1, six digits, half a minute (RFC 6238). */
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

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Whoever holds the token can open the answer; its stored hash is of no help. */
const keyFrom = (token: string) => new Uint8Array(hkdfSync('sha256', token, '', 'kept refresh answer', 32));

/** Encrypts the answer to a refresh under the refresh token it answered. */
export function sealAnswer(token: string, answer: unknown): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFrom(token), iv, { authTagLength: TAG_BYTES });
  const sealed = Buffer.concat([iv, cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()]);
  return Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64');
}

/** Opens what sealAnswer made. Throws when the token is another one or the text was changed. */
export function openAnswer<T>(token: string, sealed: string): T {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, keyFrom(token), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString('utf8')) as T;
}

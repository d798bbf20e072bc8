import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * The secret of the installation that everything new is made with, and after it those it had before, which still open and
 * confirm what was made then.
 */
export type Secrets = readonly [current: string, ...previous: string[]];

/** Encrypts texts under the current secret and opens those of every secret. */
export interface Seal {
  seal(text: string): string;
  /** Throws when the text was sealed under none of the secrets, or was changed. */
  open(sealed: string): string;
}

/** The seal that `purpose` has; seals of different purposes do not open one another's texts. */
export function createSeal(secrets: Secrets, purpose: string): Seal {
  const keys = keysOf(secrets, purpose);
  return {
    seal: (text) => sealText(keys[0], text),
    open: (sealed) => {
      for (const key of keys) {
        const text = opened(key, sealed);
        if (text !== null) return text;
      }
      throw new Error('not sealed under a secret of this installation, or changed');
    },
  };
}

/** Signs texts under the current secret and knows the signatures of every secret. */
interface Signer {
  /** base64url. */
  sign(text: string): string;
  /** Whether the signature is one of ours, compared in constant time. */
  knows(text: string, signature: string): boolean;
}

/** The signatures that `purpose` has; those of different purposes are not taken for one another. */
export function createSigner(secrets: Secrets, purpose: string): Signer {
  const keys = keysOf(secrets, purpose);
  const signed = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    sign: (text) => signed(keys[0], text),
    knows: (text, signature) => keys.some((key) => isSame(signed(key, text), signature)),
  };
}

function keysOf([current, ...previous]: Secrets, purpose: string): [Uint8Array, ...Uint8Array[]] {
  return [sealingKey(current, purpose), ...previous.map((secret) => sealingKey(secret, purpose))];
}

function opened(key: Uint8Array, sealed: string): string | null {
  try {
    return openText(key, sealed);
  } catch {
    return null;
  }
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The key that `purpose` has under a secret; keys of different purposes tell nothing of one another. */
export const sealingKey = (secret: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));

/** Encrypts and authenticates a text; base64. */
export function sealText(key: Uint8Array, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64');
}

/** Opens what sealText made. Throws when the key is another one or the text was changed. */
export function openText(key: Uint8Array, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  return text.toString('utf8');
}

const SECRET_BYTES = 32;
/** Where the data folder keeps the key, when no setting gives one. */
export const SECRET_FILE = 'jwt.secret';
const LOOKS = 50;
/** Milliseconds. */
const BETWEEN_LOOKS = 20;

/** The first start was cut off while it wrote the key. */
export class EmptySecret extends Error {}

/** The key of the access tokens that this data folder keeps; made at the first call, readable by the owner only. */
export async function readInstallationSecret(folder: string): Promise<string> {
  const file = join(folder, SECRET_FILE);
  await mkdir(folder, { recursive: true });
  // Of two processes that start together the first to create the file wins, and the other waits until it is written.
  await writeFile(file, randomBytes(SECRET_BYTES).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  for (let look = 0; look < LOOKS; look += 1) {
    const secret = (await readFile(file, 'utf8')).trim();
    if (secret !== '') return secret;
    await pause(BETWEEN_LOOKS);
  }
  throw new EmptySecret(`${file} is empty: remove it, and the next start makes a new one`);
}

/** Compares two secrets without telling by its time how much was right. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** Encryption, signatures and tokens under the secret of the installation. */
import * as crypto from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The current secret, for everything new, and the previous ones, which still open and verify what they made. */
export type Secrets = readonly [current: string, ...previous: string[]];

/** Encrypts texts under the current secret and opens those of every secret. */
export interface Seal {
  seal(text: string): string;
  /** Throws when the text was sealed under none of the secrets, or was changed. */
  open(sealed: string): string;
}

/** The seal of a purpose; seals of different purposes do not open each other's texts. */
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

interface Signer {
  /** base64url. */
  sign(text: string): string;
  /** Whether the signature is one of ours, compared in constant time. */
  knows(text: string, signature: string): boolean;
}

/** The signer of a purpose; signatures of different purposes are not accepted for each other. */
export function createSigner(secrets: Secrets, purpose: string): Signer {
  const keys = keysOf(secrets, purpose);
  const signed = (key: Uint8Array, text: string) => crypto.createHmac('sha256', key).update(text).digest('base64url');
  return {
    sign: (text) => signed(keys[0], text),
    knows: (text, signature) => keys.some((key) => isSame(signed(key, text), signature)),
  };
}

const keysOf = ([current, ...previous]: Secrets, purpose: string): [Uint8Array, ...Uint8Array[]] => [
  sealingKey(current, purpose),
  ...previous.map((secret) => sealingKey(secret, purpose)),
];

function opened(key: Uint8Array, sealed: string): string | null {
  try {
    return openText(key, sealed);
  } catch {
    return null;
  }
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && crypto.timingSafeEqual(one, other);
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The key of a purpose under a secret; keys of different purposes reveal nothing about each other. */
export const sealingKey = (secret: string, purpose: string): Uint8Array =>
  new Uint8Array(crypto.hkdfSync('sha256', secret, '', purpose, KEY_BYTES));

/** Encrypts and authenticates a text; base64. */
export function sealText(key: Uint8Array, text: string): string {
  const iv = crypto.randomBytes(IV_BYTES);
  const cipher = crypto.createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64');
}

/** Opens the result of sealText. Throws when the key is another one or the text was changed. */
export function openText(key: Uint8Array, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = crypto.createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  return text.toString('utf8');
}

const SECRET_BYTES = 32;
/** File of the data folder with the key, when no setting has one. */
export const SECRET_FILE = 'jwt.secret';
const LOOKS = 50;
const BETWEEN_LOOKS = 20;

/** The first start was interrupted while it wrote the key. */
export class EmptySecret extends Error {}

/** The secret that this data folder keeps; made at the first call, readable by the owner only. */
export async function readInstallationSecret(folder: string): Promise<string> {
  const file = join(folder, SECRET_FILE);
  await mkdir(folder, { recursive: true });
  // Of two processes that start together the first to create the file wins, and the other waits until it is written.
  const secret = crypto.randomBytes(SECRET_BYTES).toString('base64url');
  await writeFile(file, secret, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  for (let look = 0; look < LOOKS; look += 1) {
    const kept = (await readFile(file, 'utf8')).trim();
    if (kept !== '') return kept;
    await pause(BETWEEN_LOOKS);
  }
  throw new EmptySecret(`${file} is empty: remove it, and the next start makes a new one`);
}

/** Compares two secrets in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => crypto.createHash('sha256').update(text).digest();
  return crypto.timingSafeEqual(digest(given), digest(expected));
}

export interface ServiceTokens {
  issue(): string;
  /** Whether a token was issued a short while ago by a service with the same secret. */
  knows(token: string): boolean;
}

/** Tokens under a key derived from the current secret; they contain only their end of validity. */
export function createServiceTokens(secrets: Secrets, clock: () => number): ServiceTokens {
  const signer = createDatedSigner(secrets, 'services', clock);
  return { issue: () => signer.sign(''), knows: (token) => signer.knows('', token) };
}

export interface RequestName {
  readonly id: string;
  /** The trace that it belongs to, empty without one: https://www.w3.org/TR/trace-context/#traceparent-header */
  readonly traceparent: string;
}

/** Proofs by which one service shows another that it has named a request. A proof opens nothing. */
export interface RequestProofs {
  prove(name: RequestName): string;
  /** Whether a proof was made a short while ago for this very name by a service with the same secret. */
  knows(name: RequestName, proof: string): boolean;
}

/** Proofs under a key of their own: an intercepted one can only repeat the same name, for a minute. */
export function createRequestProofs(secrets: Secrets, clock: () => number): RequestProofs {
  const signer = createDatedSigner(secrets, 'names of requests', clock);
  const textOf = ({ id, traceparent }: RequestName) => `\n${id}\n${traceparent}`;
  return { prove: (name) => signer.sign(textOf(name)), knows: (name, proof) => signer.knows(textOf(name), proof) };
}

/** How long a signature is valid, and how far the clocks of two services may differ, ms. */
const LIFETIME = 60_000;

/** Signatures for one purpose only that contain their end of validity: they are known for a short while. */
function createDatedSigner(secrets: Secrets, purpose: string, clock: () => number): Signer {
  const signer = createSigner(secrets, purpose);
  return {
    sign: (text) => {
      const until = String(clock() + LIFETIME);
      return `${until}.${signer.sign(until + text)}`;
    },
    knows: (text, signature) => {
      const [, until = '', sent = ''] = /^(\d{1,15})\.([\w-]+)$/.exec(signature) ?? [];
      if (!signer.knows(until + text, sent)) return false;
      const left = Number(until) - clock();
      return left > 0 && left <= 2 * LIFETIME;
    },
  };
}

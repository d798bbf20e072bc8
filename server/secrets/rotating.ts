import { createHmac, timingSafeEqual } from 'node:crypto';
import { openText, sealingKey, sealText } from './sealed-text.ts';

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
export interface Signer {
  /** base64url. */
  sign(text: string): string;
  /** Whether the signature is one of ours, compared in constant time. */
  knows(text: string, signature: string): boolean;
}

/** The signatures that `purpose` has; those of different purposes are not taken for one another. */
export function createSigner(secrets: Secrets, purpose: string): Signer {
  const keys = keysOf(secrets, purpose);
  const signed = (key: Uint8Array, text: string) =>
    createHmac('sha256', key).update(text).digest('base64url');
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

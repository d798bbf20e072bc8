import { createSeal, type Secrets } from '../secrets/rotating.ts';

/** Encrypts the keys of second factors, so that a stolen database shows none; each account has an encryption of its own. */
export interface KeySeal {
  seal(uid: string, key: string): string;
  /** Throws when the key was encrypted for another account or under a secret that the installation no longer knows. */
  open(uid: string, sealed: string): string;
}

export function createKeySeal(secrets: Secrets): KeySeal {
  const sealOf = (uid: string) => createSeal(secrets, `second factor of ${uid}`);
  return {
    seal: (uid, key) => sealOf(uid).seal(key),
    open: (uid, sealed) => sealOf(uid).open(sealed),
  };
}

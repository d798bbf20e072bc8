import { readNewPassword } from '../../contract/fields/password.ts';
import type { PasswordReason } from '../../contract/mauth.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isPersonalPassword, wordsOfEmail } from './personal-password.ts';

/** A new password (NFKC), or why it is not taken; no reason beyond its length and form: null. */
export type ReadPassword =
  | { readonly password: string }
  | { readonly password: null; readonly reason: PasswordReason | null };

/** A password that was given with the settings is too easy to guess, or too short. */
export class RefusedPassword extends Error {
  constructor(reason: PasswordReason | null) {
    super(`the password ${reason === null ? 'is too short or too long' : EXPLANATIONS[reason]}`);
  }
}

/** For whoever reads a terminal. */
const EXPLANATIONS: Readonly<Record<PasswordReason, string>> = {
  'common password':
    'is one of the passwords that guessers try first (PASSWORD_COMMON=allow takes it all the same)',
  'personal password':
    'is hardly more than the e-mail address or the name of the shop (PASSWORD_COMMON=allow takes it all the same)',
};

/** What somebody may choose as a password; there are no rules about which characters it has. */
export interface NewPasswords {
  /** `email`: whose password it is to be. */
  read(typed: string, email: string): Promise<ReadPassword>;
}

interface NewPasswordSettings {
  /** Characters at least. */
  readonly shortest: number;
  /** Whether passwords that guessers try first are taken. */
  readonly allowCommon: boolean;
  /** What everybody knows of the shop, asked for each time: its address may be known only once it is listened on. */
  readonly shopWords: () => readonly string[];
}

export const createNewPasswords = (settings: NewPasswordSettings): NewPasswords => ({
  read: async (typed, email) => {
    const password = readNewPassword(typed, settings.shortest);
    if (password === null) return { password, reason: null };
    if (settings.allowCommon) return { password };
    const words = [...settings.shopWords(), ...wordsOfEmail(email)];
    if (isPersonalPassword(password, words)) return { password: null, reason: 'personal password' };
    return (await isCommonPassword(password)) ? { password: null, reason: 'common password' } : { password };
  },
});

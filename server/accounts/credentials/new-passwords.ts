/** Refuses new passwords that are easy to guess. */
import type { PasswordReason } from '../../../contract/accounts/accounts.ts';
import { readNewPassword } from '../../../contract/accounts/forms.ts';
import { withoutUnseen } from '../../../contract/fields/text.ts';
import { foldSearch } from '../../platform/text/fold-search.ts';
import { otherLayouts } from '../../platform/text/misspellings.ts';

/** A new password (NFKC), or why it is not taken; no reason beyond its length and form: null. */
type ReadPassword = { readonly password: string } | { readonly password: null; readonly reason: PasswordReason | null };

/** A password that was given with the settings is too easy to guess, or too short. */
export class RefusedPassword extends Error {
  constructor(reason: PasswordReason | null) {
    super(`the password ${reason === null ? 'is too short or too long' : EXPLANATIONS[reason]}`);
  }
}

const EXPLANATIONS: Readonly<Record<PasswordReason, string>> = {
  'common password': 'is one of the passwords that guessers try first (PASSWORD_COMMON=allow takes it all the same)',
  'personal password':
    'is hardly more than the e-mail address or the name of the shop (PASSWORD_COMMON=allow takes it all the same)',
};

/** What users may choose as a password; there are no rules about which characters it has. */
export interface NewPasswords {
  /** `email`: whose password it is to be. */
  read(typed: string, email: string): Promise<ReadPassword>;
}

interface NewPasswordSettings {
  /** Characters at least. */
  readonly shortest: number;
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

/** Common passwords, lower case, loaded late: https://github.com/zxcvbn-ts/zxcvbn, packages/languages/common. */
async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set<string>(dictionary['passwords-common']);
}

let list: Promise<ReadonlySet<string>> | null = null;

const LOOKALIKES: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', $: 's', '@': 'a' };
/** What guessers put behind a word, or before it: a year and two signs. */
const DECORATION_MAX = 6;
/** The shortest word that counts with something around it; shorter ones begin good passwords by chance. */
const DECORATED_MIN = 5;
const DECORATED = /^[^\p{L}]*(\p{L}(?:.*\p{L})?)[^\p{L}]*$/u;

/** Whether it is on the list in any case, layout or lookalike signs, repeated, or with a few digits around it. */
async function isCommonPassword(password: string): Promise<boolean> {
  list ??= loadList();
  const known = await list;
  const folded = withoutUnseen(password).trim().toLowerCase();
  return [folded, ...otherLayouts(folded)].flatMap(variantsOf).some((variant) => known.has(variant));
}

function variantsOf(text: string): string[] {
  const half = text.slice(0, text.length / 2);
  const whole = [text, withLetters(text), ...(half + half === text ? [half] : [])];
  return [...whole, ...whole.flatMap(undecorated)];
}

const withLetters = (text: string) => text.replace(/[01345$@]/g, (sign) => LOOKALIKES[sign] ?? sign);

/** The word within digits and signs, where these are few. */
function undecorated(text: string): string[] {
  const word = DECORATED.exec(text)?.[1] ?? '';
  return word.length >= DECORATED_MIN && text.length - word.length <= DECORATION_MAX ? [word, withLetters(word)] : [];
}

/** Shorter words occur in good passwords by chance. */
const WORD_MIN = 4;
/** What may stand beside a word without making it a password: a year. */
const BESIDE_MAX = 4;

const bare = (text: string) => foldSearch(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** What everyone knows of the owner of an e-mail address: its two halves, whole and in pieces. */
const wordsOfEmail = (email: string): string[] => {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  return [email, email.slice(0, at), domain, ...email.slice(0, at).split(/[^\p{L}\p{N}]+/u), ...domain.split('.')];
};

/** Whether a password is one of these words with next to nothing beside it, whatever case, signs and layout. */
function isPersonalPassword(password: string, words: readonly string[]): boolean {
  const readings = [password, ...otherLayouts(password)].map(bare);
  return words
    .map(bare)
    .filter((word) => word.length >= WORD_MIN)
    .some((word) => readings.some((reading) => isLittleMore(reading, word)));
}

const isLittleMore = (text: string, word: string) =>
  text.includes(word) && text.replaceAll(word, '').length <= BESIDE_MAX;

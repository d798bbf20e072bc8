import { EMAIL_MAX } from '../limits.ts';
import { readDomain } from './domain.ts';
import { type Field, Refusal } from './field.ts';

/**
 * An e-mail address as people read it (as typed, trimmed, NFKC, the domain in its own letters) and as compared: both spellings
 * of a domain make one key.
 */
export interface Email {
  readonly typed: string;
  readonly key: string;
}

/** One visible character may be written with several code units before NFKC joins them. */
const UNITS_PER_CHARACTER = 4;
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+(?!\p{N}+$)[\p{L}\p{M}\p{N}-]{2,}$/u;
/** Something before and after the sign, no white space or control characters. */
const LIKE_ONE = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u;

/** Reads an e-mail address; plus-addresses and domains in any script are valid. Null when it is none. */
export function readEmail(value: unknown): Email | null {
  if (typeof value !== 'string' || value.length > EMAIL_MAX * UNITS_PER_CHARACTER) return null;
  const typed = value.trim().normalize('NFKC');
  if (typed.length > EMAIL_MAX) return null;
  const at = typed.lastIndexOf('@');
  const local = typed.slice(0, at);
  const written = typed.slice(at + 1);
  if (!LOCAL_PART.test(local.toLowerCase()) || !DOMAIN.test(written)) return null;
  const domain = readDomain(written);
  // As a mail carries it.
  if (!domain || !DOMAIN.test(domain.unicode) || at + 1 + domain.ascii.length > EMAIL_MAX) return null;
  // A domain that is encoded (xn--) or holds invisible characters is shown decoded and without them.
  const shown = written.toLowerCase() === domain.unicode ? written : domain.unicode;
  return { typed: `${local}@${shown}`, key: `${local.toLowerCase()}@${domain.unicode}` };
}

/** The mailbox of an address, given and answered as a key: mails to anna+shop@ arrive at anna@. */
export function mailboxOf(key: string): string {
  const at = key.lastIndexOf('@');
  const plus = key.indexOf('+');
  return plus > 0 && plus < at ? key.slice(0, plus) + key.slice(at) : key;
}

/** An address as it is compared, be it a whole one or not. */
export const emailKey = (text: string): string => readEmail(text)?.key ?? text.toLowerCase();

const schema = {
  type: 'string',
  minLength: 3,
  maxLength: EMAIL_MAX * UNITS_PER_CHARACTER,
  description: `An e-mail address of at most ${EMAIL_MAX} characters; blanks around it do not count`,
  examples: ['anna@example.ru'],
};

/** The e-mail of an account. */
export const email: Field<Email> = {
  schema,
  read: (value) => readEmail(value) ?? new Refusal('invalid email'),
};

/** The e-mail of somebody who has a profile, as it is compared: whether there is such a one only the profiles tell. */
export const emailOfProfile: Field<string> = {
  schema,
  read: (value) => {
    if (typeof value !== 'string') return new Refusal('invalid email');
    const key = emailKey(value.trim().normalize('NFKC'));
    return key.length <= EMAIL_MAX && LIKE_ONE.test(key) ? key : new Refusal('invalid email');
  },
};

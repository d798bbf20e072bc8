// E-mail addresses and domains: how they are read and compared.
import { EMAIL_MAX, UNITS_PER_CHARACTER } from '../limits.ts';
import { type Field, Refusal } from './field.ts';

/** As people read it (trimmed, NFKC, the domain in its own letters) and as compared: both spellings have one key. */
export interface Email {
  readonly typed: string;
  readonly key: string;
}

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+(?!\p{N}+$)[\p{L}\p{M}\p{N}-]{2,}$/u;
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
  // The length is that of the address as a mail carries it.
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

export const email: Field<Email> = { schema, read: (value) => readEmail(value) ?? new Refusal('invalid email') };

/** The e-mail of a person with a profile, as compared; whether such a profile exists is checked later. */
export const emailOfProfile: Field<string> = {
  schema,
  read: (value) => {
    if (typeof value !== 'string') return new Refusal('invalid email');
    const key = emailKey(value.trim().normalize('NFKC'));
    return key.length <= EMAIL_MAX && LIKE_ONE.test(key) ? key : new Refusal('invalid email');
  },
};

/**
 * The one form of a domain, in whichever of its two spellings it was typed: as people read it, in small letters of its
 * own script, and as the network writes it (`xn--…`). Null when no name server could know it.
 */
export function readDomain(typed: string): { readonly unicode: string; readonly ascii: string } | null {
  // Node and browsers alike have the mapping of names (UTS 46) in their addresses only.
  const address = URL.parse(`http://${typed}`);
  if (!address || address.host !== address.hostname) return null;
  const ascii = address.hostname;
  const unicode = ascii.split('.').map(labelOf).join('.');
  // A label that decodes to what browsers would encode otherwise is no valid name.
  return unicode === ascii || URL.parse(`http://${unicode}`)?.hostname === ascii ? { unicode, ascii } : null;
}

const PREFIX = 'xn--';
const labelOf = (label: string) => (label.startsWith(PREFIX) ? (decoded(label.slice(PREFIX.length)) ?? '') : label);

/** Numbers of RFC 3492, section 5. */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE = 128;
const CODE_MAX = 0x10_ff_ff;

const digitOf = (character: string) => (/\d/.test(character) ? Number(character) + 26 : character.charCodeAt(0) - 97);

/** RFC 3492, section 6.1. */
function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / count);
  let bias = 0;
  while (rest > ((BASE - T_MIN) * T_MAX) / 2) {
    rest = Math.floor(rest / (BASE - T_MIN));
    bias += BASE;
  }
  return bias + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

/** RFC 3492, section 6.2; null for a label that is badly made. */
function decoded(label: string): string | null {
  const cut = label.lastIndexOf('-');
  const characters = [...label.slice(0, Math.max(0, cut))];
  const digits = [...label.slice(cut + 1)].values();
  let code = FIRST_CODE;
  let place = 0;
  let bias = FIRST_BIAS;
  for (;;) {
    const former = place;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const { value, done } = digits.next();
      if (done) return k === BASE ? characters.join('') : null;
      const digit = digitOf(value);
      place += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const count = characters.length + 1;
    bias = adapted(place - former, count, former === 0);
    code += Math.floor(place / count);
    place %= count;
    if (code > CODE_MAX) return null;
    characters.splice(place, 0, String.fromCodePoint(code));
    place += 1;
  }
}

import { EMAIL_MAX, NAME_MAX, PASSWORD_MAX } from '../../contract/limits.ts';
import { isLegible } from '../text/unseen.ts';

/** An e-mail address as typed (trimmed, NFKC) and as compared. */
export interface Email {
  readonly typed: string;
  readonly key: string;
}

/** Shortest text that is looked at as a password at sign-in: rules for new ones may have been milder once. */
const SIGNIN_PASSWORD_MIN = 5;
/** One visible character may be written with several code units before NFKC joins them. */
const UNITS_PER_CHARACTER = 4;

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+(?!\p{N}+$)[\p{L}\p{M}\p{N}-]{2,}$/u;

/** Reads an e-mail address; plus-addresses and domains in any script are valid. Null when it is none. */
export function readEmail(value: unknown): Email | null {
  if (typeof value !== 'string' || value.length > EMAIL_MAX * UNITS_PER_CHARACTER) return null;
  const typed = value.trim().normalize('NFKC');
  const key = typed.toLowerCase();
  if (typed.length > EMAIL_MAX) return null;
  const at = key.lastIndexOf('@');
  return LOCAL_PART.test(key.slice(0, at)) && DOMAIN.test(key.slice(at + 1)) ? { typed, key } : null;
}

/** Reads a password offered at sign-in (NFKC). Null when it cannot be anybody's, so that nothing is hashed. */
export function readPassword(value: unknown): string | null {
  return readSecret(value, SIGNIN_PASSWORD_MIN);
}

/** Reads a new password (NFKC), `shortest` to PASSWORD_MAX characters, not only blanks. Null when refused. */
export function readNewPassword(value: unknown, shortest: number): string | null {
  const password = readSecret(value, shortest);
  return password?.trim() ? password : null;
}

/** Two letters or digits in a row, in any script. */
const NAME = /[\p{L}\p{N}]\p{M}*[\p{L}\p{N}]/u;

/** Reads the name of a person (trimmed, NFKC, one line, each character to be seen); null when none is given, undefined when it is not one. */
export function readName(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || value.length > NAME_MAX * UNITS_PER_CHARACTER) return undefined;
  const name = value.toWellFormed().normalize('NFKC').trim();
  if (name === '') return null;
  return NAME.test(name) && isLegible(name) && [...name].length <= NAME_MAX ? name : undefined;
}

function readSecret(value: unknown, shortest: number): string | null {
  if (typeof value !== 'string' || value.length > PASSWORD_MAX * UNITS_PER_CHARACTER) return null;
  const password = value.normalize('NFKC');
  const characters = [...password].length;
  return characters >= shortest && characters <= PASSWORD_MAX ? password : null;
}

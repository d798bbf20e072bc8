import { PASSWORD_MAX } from '../limits.ts';
import { type Field, Refusal } from './field.ts';

/** Shortest text that is looked at as a password at sign-in: rules for new ones may have been milder once. */
const SIGNIN_PASSWORD_MIN = 5;
/** One visible character may be written with several code units before NFKC joins them. */
const UNITS_PER_CHARACTER = 4;

/** Reads a password offered at sign-in (NFKC). Null when it cannot be anybody's, so that nothing is hashed. */
export const readPassword = (value: unknown): string | null => readSecret(value, SIGNIN_PASSWORD_MIN);

/** Reads a new password (NFKC), `shortest` to PASSWORD_MAX characters, not only blanks. Null when refused. */
export function readNewPassword(value: unknown, shortest: number): string | null {
  const password = readSecret(value, shortest);
  return password?.trim() ? password : null;
}

function readSecret(value: unknown, shortest: number): string | null {
  if (typeof value !== 'string' || value.length > PASSWORD_MAX * UNITS_PER_CHARACTER) return null;
  const password = value.normalize('NFKC');
  const characters = [...password].length;
  return characters >= shortest && characters <= PASSWORD_MAX ? password : null;
}

/** The password of an account, to be compared. */
export const password: Field<string> = {
  schema: {
    type: 'string',
    format: 'password',
    minLength: 1,
    maxLength: PASSWORD_MAX * UNITS_PER_CHARACTER,
    description: `${SIGNIN_PASSWORD_MIN} to ${PASSWORD_MAX} characters`,
  },
  read: (value) => readPassword(value) ?? new Refusal('invalid password'),
};

const newSchema = {
  type: 'string',
  format: 'password',
  minLength: 1,
  maxLength: PASSWORD_MAX * UNITS_PER_CHARACTER,
  description: `At most ${PASSWORD_MAX} characters, and at least as many as the shop has set; not one that guessers try first`,
};

/** A password that is to be: whether it is long and hard enough is judged where the settings are known. */
export const newPassword: Field<string> = {
  schema: newSchema,
  read: (value) => readNewPassword(value, 1) ?? new Refusal('invalid password'),
};

/** The same once more, null for what is no password: it is only compared. */
export const samePassword: Field<string | null> = {
  schema: { description: 'The new password once more', examples: ['as in `password`'] },
  read: (value) => readNewPassword(value, 1),
};

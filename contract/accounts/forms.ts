/** The forms of accounts: passwords, second codes and ranks as they are sent, with their schemas and checks. */
import { email } from '../fields/email.ts';
import { type Field, type Form, isBlank, Refusal } from '../fields/field.ts';
import { accountName } from '../fields/person-name.ts';
import { disabled } from '../fields/values.ts';
import { PASSWORD_MAX, RECOVERY_CODE_DIGITS, UNITS_PER_CHARACTER } from '../limits.ts';
import type { Rank } from './accounts.ts';

/** Shortest text that is looked at as a password at sign-in: rules for new ones may have been milder once. */
const SIGNIN_PASSWORD_MIN = 5;

/** Reads a password offered at sign-in (NFKC). Null when it cannot be a password, so that nothing is hashed. */
const readPassword = (value: unknown): string | null => readSecret(value, SIGNIN_PASSWORD_MIN);

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

const password: Field<string> = {
  schema: {
    type: 'string',
    format: 'password',
    minLength: 1,
    maxLength: PASSWORD_MAX * UNITS_PER_CHARACTER,
    description: `${SIGNIN_PASSWORD_MIN} to ${PASSWORD_MAX} characters`,
  },
  read: (value) => readPassword(value) ?? new Refusal('invalid password'),
};

/** Whether it is long and hard enough is judged where the settings are known. */
const newPassword: Field<string> = {
  schema: {
    ...password.schema,
    description: `At most ${PASSWORD_MAX} characters, and at least as many as the shop has set; not one that guessers try first`,
  },
  read: (value) => readNewPassword(value, 1) ?? new Refusal('invalid password'),
};

/** The same once more, null for what is no password: it is only compared. */
const samePassword: Field<string | null> = {
  schema: { description: 'The new password once more', examples: ['as in `password`'] },
  read: (value) => readNewPassword(value, 1),
};

/** What stands in the code field: six digits of an app, or a recovery code. */
export interface SecondCode {
  readonly kind: 'app' | 'recovery';
  /** Digits alone. */
  readonly digits: string;
}

const TYPED_MAX = 100;
const APP_DIGITS = 6;
const KINDS: Readonly<Record<number, SecondCode['kind']>> = { [APP_DIGITS]: 'app', [RECOVERY_CODE_DIGITS]: 'recovery' };

/** Reads a code as it is typed or pasted: blanks and hyphens between its digits do not count. Null when it is none. */
function readSecondCode(value: unknown): SecondCode | null {
  if (typeof value !== 'string' || value.length > TYPED_MAX) return null;
  const digits = value.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '');
  const kind = /^\d+$/.test(digits) ? KINDS[digits.length] : undefined;
  return kind ? { kind, digits } : null;
}

/** A recovery code in groups of five digits, as it is shown. */
export const formatRecoveryCode = (digits: string): string => digits.match(/\d{5}/g)?.join('-') ?? digits;

/** The code beside a password: undefined when none is given, null for no code, which is counted as a wrong one. */
const secondCode: Field<SecondCode | null | undefined> = {
  schema: {
    description:
      `Of an account with a second factor: ${APP_DIGITS} digits of the app, or a recovery code of ` +
      `${RECOVERY_CODE_DIGITS}; blanks and hyphens between them do not count`,
    examples: ['123 456'],
  },
  read: (value) => (isBlank(value) ? undefined : readSecondCode(value)),
};

const rank: Field<Rank | undefined> = {
  schema: { enum: ['user', 'admin'], description: 'Left out, the rank stays' },
  read: (value) => (value === undefined || value === 'user' || value === 'admin' ? value : new Refusal('invalid rank')),
};

export const SIGNIN_FORM = { email, password, code: secondCode } satisfies Form;

export const SIGNUP_FORM = { email, password: newPassword, name: accountName } satisfies Form;
export const EMAIL_FORM = { email } satisfies Form;
export const PASSWORD_FORM = { password: newPassword, password_2: samePassword } satisfies Form;
/** The own password once more, and a code where the account has a second factor. */
export const CONFIRM_FORM = { password, code: secondCode } satisfies Form;
export const CODE_FORM = { code: secondCode } satisfies Form;

export const STANDING_FORM = { rank, disabled } satisfies Form;
export const ADMIN_PASSWORD_FORM = { email, password: newPassword } satisfies Form;

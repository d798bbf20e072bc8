import { RECOVERY_CODE_DIGITS } from '../limits.ts';
import type { Field } from './field.ts';

/** What stands in the code field: six digits of an app, or a recovery code. */
export interface SecondCode {
  readonly kind: 'app' | 'recovery';
  /** Digits alone. */
  readonly digits: string;
}

/** Longest text that is looked at. */
const TYPED_MAX = 100;
const APP_DIGITS = 6;
const KINDS: Readonly<Record<number, SecondCode['kind']>> = {
  [APP_DIGITS]: 'app',
  [RECOVERY_CODE_DIGITS]: 'recovery',
};

/** Whether a code was given at all. */
export const isCodeGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Reads a code as it is typed or pasted: blanks and hyphens between its digits do not count. Null when it is none. */
export function readSecondCode(value: unknown): SecondCode | null {
  if (typeof value !== 'string' || value.length > TYPED_MAX) return null;
  const digits = value.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '');
  const kind = /^\d+$/.test(digits) ? KINDS[digits.length] : undefined;
  return kind ? { kind, digits } : null;
}

/** A recovery code in groups of five digits, as it is shown. */
export const formatRecoveryCode = (digits: string): string => digits.match(/\d{5}/g)?.join('-') ?? digits;

/**
 * The code beside a password: undefined when none is given, null for what is no code, which is counted as a wrong one.
 */
export const secondCode: Field<SecondCode | null | undefined> = {
  schema: {
    description:
      `Of an account with a second factor: ${APP_DIGITS} digits of the app, or a recovery code of ` +
      `${RECOVERY_CODE_DIGITS}; blanks and hyphens between them do not count`,
    examples: ['123 456'],
  },
  read: (value) => (isCodeGiven(value) ? readSecondCode(value) : undefined),
};

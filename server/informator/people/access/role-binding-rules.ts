import { EMAIL_MAX } from '../../../../contract/limits.ts';

/** Something before and after the sign, no white space or control characters: whose it is only the profiles tell. */
const EMAIL = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u;

/** An e-mail address of a form, as it is compared; null when it is none. */
export function readEmail(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const email = value.trim().normalize('NFKC').toLowerCase();
  return email.length <= EMAIL_MAX && EMAIL.test(email) ? email : null;
}

/** The id of a role to bind: null takes the role away, undefined when it is no id. */
export function readRoleId(value: unknown): number | null | undefined {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const id = /^\d{1,15}$/.test(String(value).trim()) ? Number(value) : 0;
  return id > 0 ? id : undefined;
}

import { ADMIN_LIST_DEFAULT, ADMIN_LIST_MAX } from '../../contract/limits.ts';

/** How many rows a page of an administrator's list holds: a wish out of range is clamped. */
export function listLimit(wish: string | undefined): number {
  const number = /^\d{1,6}$/.test(wish ?? '') ? Number(wish) : ADMIN_LIST_DEFAULT;
  return Math.min(Math.max(number, 1), ADMIN_LIST_MAX);
}

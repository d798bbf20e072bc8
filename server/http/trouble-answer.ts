import { DISK_BROKEN, DISK_FULL, DISK_READ_ONLY } from '../../contract/storage.ts';
import { type Trouble, troubleOf } from '../database/trouble.ts';
import { busy, diskTrouble, HttpError } from './errors.ts';

const ANSWERS: Readonly<Record<Trouble, () => HttpError>> = {
  busy: () => busy(),
  away: () => busy(),
  full: () => diskTrouble(507, DISK_FULL),
  'read-only': () => diskTrouble(503, DISK_READ_ONLY),
  broken: () => diskTrouble(503, DISK_BROKEN),
};

/** What the API answers when the database or the disk could not do what was asked; null for any other failure. */
export function troubleAnswer(error: unknown): HttpError | null {
  if (error instanceof HttpError) return null;
  const trouble = troubleOf(error);
  return trouble && ANSWERS[trouble]();
}

// Keeps what a user has typed and not saved on the device (drafts of company pages, slides and documents), so that a
// closed tab loses nothing.
import { type DeviceMemory, deviceMemory } from '../platform/device-memory.ts';

/** Something typed and not saved yet, kept on this device. */
export interface Draft<T> {
  readonly id: string;
  /** ISO 8601, UTC: the last keystroke that was kept. */
  readonly savedAt: string;
  /** ETag of the state that the typing began from: a later save by another user is noticed. */
  readonly etag: string | null;
  readonly value: T;
  /** Something besides the value is kept with it, so that it is worth going on with whatever the value is. */
  readonly holdsMore?: boolean;
  /** The server has taken it in this very state. */
  readonly isKept?: boolean;
}

/** The drafts of one page, slide or document, newest first. */
export interface Drafts<T> {
  all(): readonly Draft<T>[];
  /** Keeps a draft, in place of the older one of the same id. */
  keep(draft: Draft<T>): void;
  drop(id: string): void;
}

/** Drafts of one thing that are kept; the oldest go first. */
const DRAFTS_MAX = 5;

const keyOf = (thing: string): string => `draft:${thing}`;

/** Whether this device holds a draft of a thing, without reading it. */
export const hasDraft = (thing: string, memory: DeviceMemory = deviceMemory): boolean =>
  memory.getItem(keyOf(thing)) !== null;

/** Drafts of a thing in the storage of this device; `read` gives null for a value of another shape. Never throws. */
export function createDrafts<T>(
  thing: string,
  read: (value: unknown) => T | null,
  memory: DeviceMemory = deviceMemory,
): Drafts<T> {
  const key = keyOf(thing);

  function all(): Draft<T>[] {
    try {
      const stored: unknown = JSON.parse(memory.getItem(key) ?? '[]');
      return Array.isArray(stored) ? stored.flatMap((draft) => draftOf(draft, read) ?? []) : [];
    } catch {
      return [];
    }
  }

  /** A full storage keeps the newest that it has room for. */
  function write(drafts: readonly Draft<T>[]): void {
    if (drafts.length === 0) memory.removeItem(key);
    else if (!memory.setItem(key, JSON.stringify(drafts))) write(drafts.slice(0, -1));
  }

  return {
    all,
    keep: (draft) => write([draft, ...all().filter(({ id }) => id !== draft.id)].slice(0, DRAFTS_MAX)),
    drop: (id) => write(all().filter((draft) => draft.id !== id)),
  };
}

function draftOf<T>(stored: unknown, read: (value: unknown) => T | null): Draft<T> | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { id, savedAt, etag, value, isKept } = stored as Partial<Record<string, unknown>>;
  const known = read(value);
  if (typeof id !== 'string' || typeof savedAt !== 'string' || known === null) return null;
  const mark = typeof etag === 'string' ? etag : null;
  return { id, savedAt, etag: mark, value: known, ...(isKept === true && { isKept }) };
}

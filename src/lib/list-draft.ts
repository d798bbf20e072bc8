import { tabMemory } from './tab-memory.ts';

/** What was being typed into a list editor when its session ended. */
export interface ListDraft {
  /** The edited record, or `new`. */
  readonly row: number | 'new';
  readonly title: string;
}

const key = (): string => `list.draft ${location.pathname}`;

/** Keeps what is typed on the way to the sign-in page and back. */
export const keepListDraft = (draft: ListDraft): void => tabMemory.setItem(key(), JSON.stringify(draft));

/** Forgets what was kept for this page: it is in the form again. */
export const forgetListDraft = (): void => tabMemory.removeItem(key());

/** What was kept for this page; null when there is nothing. */
export function readListDraft(): ListDraft | null {
  const kept = tabMemory.getItem(key());
  if (kept === null) return null;
  try {
    const { row, title } = JSON.parse(kept) as Partial<Record<keyof ListDraft, unknown>>;
    if (typeof title !== 'string' || (row !== 'new' && typeof row !== 'number')) return null;
    return { row, title };
  } catch {
    return null;
  }
}

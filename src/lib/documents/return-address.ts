import { atom } from 'nanostores';
import { paths } from '../platform/paths.ts';
import { $router } from '../platform/router.ts';

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

/** Session storage key of the query of the last list of documents. */
const LAST_LIST = 'lastQuery.docflow';

export const rememberList = (memory: Memory, query: string): void => memory.setItem(LAST_LIST, query);

/** The query of the list that was left for a document; null when none was open in this tab. */
export const lastList = (memory: Memory): string | null => memory.getItem(LAST_LIST);

let left: number | null = null;

/** Takes note of the document that is looked at: the list goes on from it. */
export const rememberDocument = (id: number | null): void => {
  left = id;
};

/** The document that was looked at last; asked for once. */
export function takeDocument(): number | null {
  const id = left;
  left = null;
  return id;
}

/** Whether the step back leads to the home or a list of the document flow. */
export function backIsList(previous: string | null): boolean {
  if (previous === null) return false;
  const { pathname } = new URL(previous);
  return /^\/docflow(?:\/list)?\/?$/.test(pathname);
}

/** The address of this site that the step back leads to; null when there is none, or the browser does not tell. */
function previousAddress(): string | null {
  // Not every browser has it.
  const known = globalThis.navigation as Navigation | undefined;
  const index = known?.currentEntry?.index ?? 0;
  return known?.entries()[index - 1]?.url ?? null;
}

/** Leaves a document that is no more: a step back where a list stands there, else the home of the document flow. */
export function leaveDocument(open: (address: string) => void): void {
  if (backIsList(previousAddress())) history.back();
  else open(paths.docflow);
}

/** What became of a document that was left for the list. */
type DocumentBanner = { readonly kind: 'missing' } | { readonly kind: 'removed'; readonly title: string };

/** A document that was just saved: said once by its page. */
export const $savedDocument = atom<{ readonly id: number; readonly text: string } | null>(null);

/** Shown once by the next page of the document flow. */
export const $documentBanner = atom<DocumentBanner | null>(null);

/** Leaves the page of a document that is not there, or is not seen, for the home of documents, which says so. */
export function leaveMissingDocument(): void {
  $documentBanner.set({ kind: 'missing' });
  $router.open(paths.docflow, true);
}

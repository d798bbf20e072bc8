// Where the links back from a document lead: to the list that was open last, at the document that was left.
import { atom } from 'nanostores';
import type { BinnedDocument } from '../../../contract/documents/documents.ts';
import type { Failure } from '../platform/http-client.ts';
import { paths } from '../platform/paths.ts';
import { $router } from '../platform/router.ts';

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

const LAST_LIST = 'lastQuery.docflow';

export const rememberList = (memory: Memory, query: string): void => memory.setItem(LAST_LIST, query);

/** The query of the last list in this tab; null: none was open. */
export const lastList = (memory: Memory): string | null => memory.getItem(LAST_LIST);

let left: number | null = null;

/** Remembers the open document, for the focus of the list. */
export const rememberDocument = (id: number | null): void => {
  left = id;
};

/** The last open document; returned once. */
export function takeDocument(): number | null {
  const id = left;
  left = null;
  return id;
}

/** Whether the previous page is the home or a list of the document flow. */
function backIsList(previous: string | null): boolean {
  if (previous === null) return false;
  const { pathname } = new URL(previous);
  return /^\/docflow(?:\/list)?\/?$/.test(pathname);
}

/** The previous address of the history on this site; null: none, or unknown to the browser. */
function previousAddress(): string | null {
  // Not every browser has it.
  const known = globalThis.navigation as Navigation | undefined;
  const index = known?.currentEntry?.index ?? 0;
  return known?.entries()[index - 1]?.url ?? null;
}

/** Leaves a deleted document: back to a list, else to the home of the document flow. */
export function leaveDocument(open: (address: string) => void): void {
  if (backIsList(previousAddress())) history.back();
  else open(paths.docflow);
}

type DocumentBanner =
  | { readonly kind: 'missing' }
  /** What became of a document that was to be removed, as the server answered; `author`: uid. */
  | {
      readonly kind: 'binned' | 'cancelled' | 'gone';
      readonly id: number;
      readonly title: string;
      readonly author: string;
      /** Of a document that was in the bin already when it was opened. */
      readonly found?: BinnedDocument;
    };

/** A document that was just saved; its page says so once. */
export const $savedDocument = atom<{ readonly id: number; readonly text: string } | null>(null);

/** Shown once by the next page of the document flow. */
export const $documentBanner = atom<DocumentBanner | null>(null);

interface MadeDecision {
  readonly document: number;
  readonly insteadOf: string | null;
  /** What happened, by the answer of the server. */
  readonly text: string;
  /** Until when it can be undone here, ms since the epoch; 0: it was undone. */
  readonly until: number;
}

/** The decision just made (made-decision.ts), for the top of the next page; null: none since the pages were opened. */
export const $madeDecision = atom<MadeDecision | null>(null);

/** The document in the bin that a refusal names to those who could see it; null: it names none. */
export const binnedIn = ({ facts: { binned } }: Pick<Failure, 'facts'>): BinnedDocument | null =>
  typeof binned === 'object' ? (binned as BinnedDocument | null) : null;

/** Leaves a missing or invisible document for the home of documents, which says so, or that it is in the bin. */
export function leaveMissingDocument(failure: Failure): void {
  const found = binnedIn(failure);
  if (found) {
    const { id, title, author } = found;
    $documentBanner.set({ ...{ kind: 'binned', id, title, author: author.uid }, found });
  } else $documentBanner.set({ kind: 'missing' });
  $router.open(paths.docflow, true);
}

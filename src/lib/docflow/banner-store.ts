import { atom } from 'nanostores';

/** What became of a document that was left for the list. */
export type DocflowBanner =
  | { readonly kind: 'missing' }
  | { readonly kind: 'removed'; readonly title: string };

/** A document that was just saved: said once by its page. */
export const $savedDocument = atom<{ readonly id: number; readonly text: string } | null>(null);

/** Shown once by the next page of the document flow. */
export const $docflowBanner = atom<DocflowBanner | null>(null);

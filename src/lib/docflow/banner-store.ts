import { atom } from 'nanostores';

/** What became of a document that was left for the list. */
export type DocflowBanner =
  | { readonly kind: 'missing' }
  | { readonly kind: 'removed'; readonly title: string };

/** Shown once by the next page of the document flow. */
export const $docflowBanner = atom<DocflowBanner | null>(null);

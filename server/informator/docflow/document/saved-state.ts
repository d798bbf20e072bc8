import type { SavedState } from '../../../http/edits.ts';
import type { StoredDocument } from './document.ts';

/** A document as a state that several people edit and sign. */
export const savedStateOf = ({ revision, savedAt, savedBy, version, hash }: StoredDocument): SavedState => ({
  version: revision,
  savedAt,
  savedBy,
  content: `${version}.${hash.slice(0, 16)}`,
});

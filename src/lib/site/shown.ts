import type { Note } from '../../../contract/mnote.ts';
import { hashOf } from './hash.ts';

/** Fingerprint of a text as a page shows it; a page without text has the one of null. */
export const textHash = (text: string | null): string => hashOf(JSON.stringify(text));

/** Fingerprint of the slides as a page shows them. */
export const slidesHash = (slides: readonly Note[]): string =>
  hashOf(
    JSON.stringify(slides.map(({ id, title, message, files }) => [id, title, message, files[0]?.fileName])),
  );

import { NOTE_EXCERPT } from '../../../contract/limits.ts';

export interface Excerpt {
  /** Markup; cut before it is converted, so that what is shown is whole. */
  readonly text: string;
  /** The reader has to be led on to the whole text. */
  readonly isCut: boolean;
}

/** The beginning of a slide's message: a long one ends at the next space after 250 characters, or not at all when there is none. */
export function excerptOf(message: string): Excerpt {
  if (message.length < NOTE_EXCERPT) return { text: message, isCut: false };
  const space = message.slice(NOTE_EXCERPT).search(/\s/);
  return { text: space < 0 ? message : message.slice(0, NOTE_EXCERPT + space), isCut: true };
}

import { blocksHtml } from './blocks.ts';

export interface MarkdownOptions {
  /** Folder of the pages that internal links name, like `docs`; none: the root of the site. */
  readonly linkPrefix?: string;
}

/**
 * Converts note markup to HTML: escaped text and a closed list of tags and attributes, whatever comes in.
 * Takes time linear in the length of the text; never throws.
 */
export function toHtml(markdown: string, { linkPrefix = '' }: MarkdownOptions = {}): string {
  return blocksHtml(markdown.toWellFormed().replaceAll('\0', '\ufffd'), linkPrefix);
}

export { segmentsOf } from './segments.ts';

// Shows marked-up texts on pages: HTML with headings of the right level, excerpts, and the part where the cursor
// stands. The converter is in rules/markdown.
import { NOTE_EXCERPT } from '../../../contract/limits.ts';
import { segmentsOf, toHtml } from '../../../rules/markdown/index.ts';
import { site } from '../platform/site.ts';

const HEADING = /<(\/?)h([1-6])>/g;
const HEADING_MAX = 6;

/** Note markup as the pages of this site show it: links below the configured prefix, pictures loaded when they come near. */
export const markupHtml = (text: string): string =>
  toHtml(text, { linkPrefix: site.linkPrefix }).replaceAll('<img ', '<img loading="lazy" ');

/** How many levels the headings of converted text have to go down until the highest stands at this one. */
export function levelsDown(highest: number, html: string): number {
  const levels = new Set(Array.from(html.matchAll(HEADING), ([, , level]) => Number(level)));
  return Math.max(0, highest - Math.min(...levels));
}

export const lowered = (html: string, levels: number): string =>
  levels === 0
    ? html
    : html.replace(HEADING, (_, end, level) => `<${end}h${Math.min(HEADING_MAX, Number(level) + levels)}>`);

/** Moves the headings of converted text down until the highest stands at this level; they keep their distance. */
export const belowLevel = (highest: number, html: string): string => lowered(html, levelsDown(highest, html));

/** The parts of a text as a preview shows them, by turns with where each begins in the text. */
interface PlacedPart {
  readonly start: number;
  readonly text: string;
}

export const placedParts = (text: string): PlacedPart[] =>
  segmentsOf(text).map(({ start, end }) => ({ start, text: text.slice(start, end) }));

/** Number of the part in which the cursor stands, or of the last one before it; -1: there is none. */
export const partAt = (parts: readonly PlacedPart[], cursor: number): number =>
  parts.findLastIndex(({ start }) => start <= cursor);

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

import { toHtml } from '../../../rules/markdown/index.ts';
import { site } from '../site/site.ts';

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

/** Converted text with its headings this many levels lower. */
export const lowered = (html: string, levels: number): string =>
  levels === 0
    ? html
    : html.replace(HEADING, (_, end, level) => `<${end}h${Math.min(HEADING_MAX, Number(level) + levels)}>`);

/** Moves the headings of converted text down until the highest stands at this level; they keep their distance. */
export const belowLevel = (highest: number, html: string): string => lowered(html, levelsDown(highest, html));

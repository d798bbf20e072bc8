import { site } from '../site/site.ts';
import { toHtml } from './index.ts';

const HEADING = /<(\/?)h([1-6])>/g;
const HEADING_MAX = 6;

/** Note markup as the pages of this site show it: links below the configured prefix, pictures loaded when they come near. */
export const markupHtml = (text: string): string =>
  toHtml(text, { linkPrefix: site.linkPrefix }).replaceAll('<img ', '<img loading="lazy" ');

/** Moves the headings of converted text down until the highest stands at this level; they keep their distance. */
export function belowLevel(highest: number, html: string): string {
  const levels = new Set(Array.from(html.matchAll(HEADING), ([, , level]) => Number(level)));
  const lower = Math.max(0, highest - Math.min(...levels));
  return html.replace(HEADING, (_, end, level) => `<${end}h${Math.min(HEADING_MAX, Number(level) + lower)}>`);
}

import { escapeText } from '../../../rules/markdown/escape.ts';
import { belowLevel, markupHtml } from '../markdown/markup.ts';
import { about } from './about-texts.ts';

const TITLE = /^<h1>.*?<\/h1>/;

/**
 * A company page as it is shown, with one heading of the first level: the one that opens the text, else the page's
 * name. A page without text shows a notice.
 */
export function aboutHtml(name: string, text: string | null): string {
  const html = text === null ? `<p class="muted">${escapeText(about.empty)}</p>` : markupHtml(text).trim();
  const title = TITLE.exec(html)?.[0];
  const rest = html.slice(title?.length ?? 0);
  return (
    (title ?? `<h1>${escapeText(name)}</h1>`) + (rest.includes('<h1>') || !title ? belowLevel(2, rest) : rest)
  );
}

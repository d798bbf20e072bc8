// Shows a text in the site's note markup as it looks (pages, slides, documents). The one place where converted markup
// enters a page.
import { memo } from 'react';
import { belowLevel, lowered, markupHtml } from '../../lib/markdown/markup.ts';

interface Props {
  readonly text: string;
  readonly className?: string;
  /** Level that its highest heading stands at, where headings of the page are above it. */
  readonly below?: number;
  /** Levels that all its headings go down, where it is a part of a longer text. */
  readonly down?: number;
  /** Marks up what is converted already, with tags of its own around text alone. */
  readonly finish?: ((html: string) => string) | undefined;
}

export const Markdown = memo(function Markdown({ text, className, below, down = 0, finish }: Props) {
  const converted = markupHtml(text);
  const html = finish ? finish(converted) : converted;
  return (
    <div
      className={['markdown', className].filter(Boolean).join(' ')}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the converter escapes everything first and adds tags and attributes of a closed list only
      dangerouslySetInnerHTML={{ __html: below ? belowLevel(below, html) : lowered(html, down) }}
    />
  );
});

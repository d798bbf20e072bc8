import { memo } from 'react';
import { belowLevel, markupHtml } from '../../lib/markdown/markup.ts';

interface Props {
  readonly text: string;
  readonly className?: string;
  /** Level that its highest heading stands at, where headings of the page are above it. */
  readonly below?: number;
}

/** Note markup as it looks. The one place where converted markup enters a page. */
export const Markdown = memo(function Markdown({ text, className, below }: Props) {
  const html = markupHtml(text);
  return (
    <div
      className={['markdown', className].filter(Boolean).join(' ')}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the converter escapes everything first and adds tags and attributes of a closed list only
      dangerouslySetInnerHTML={{ __html: below ? belowLevel(below, html) : html }}
    />
  );
});

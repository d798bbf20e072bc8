import { AMOUNT_TO_ORDER } from '../../../rules/format/amount.ts';
import { PRICE_ON_REQUEST } from '../../../rules/format/price.ts';
import type { SuggestedLine } from '../../lib/catalogue/suggestions.ts';
import { PartArticle } from './PartArticle.tsx';
import { PartThumbnail } from './PartThumbnail.tsx';
import { PartTitle } from './PartTitle.tsx';

/** A line under the search field: a part as it stands in the results, or a query. */
export function SuggestLine({ line }: { line: SuggestedLine }) {
  if (line.kind !== 'part') return <span>{line.text}</span>;
  const { part } = line;
  return (
    <>
      <PartThumbnail part={part} />
      <span className="suggest-what">
        <span className="suggest-name">
          <PartArticle pieces={part.article} /> <span className="maker">{part.maker}</span>
        </span>
        <span className="suggest-title">
          <PartTitle pieces={part.title} />
        </span>
      </span>
      <span className="suggest-cost">
        <span>{part.price || PRICE_ON_REQUEST}</span>
        <small className={part.amount ? 'ok-text' : 'muted'}>{part.amount || AMOUNT_TO_ORDER}</small>
      </span>
    </>
  );
}

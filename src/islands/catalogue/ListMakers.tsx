import type { ListPart } from '../../../contract/list-search.ts';
import { AMOUNT_TO_ORDER, formatAmount } from '../../../rules/format/amount.ts';
import { formatPrice } from '../../../rules/format/price.ts';
import { listSearch } from '../../lib/catalogue/list-search-texts.ts';
import { Button } from '../ui/Button.tsx';

interface Props {
  readonly parts: readonly ListPart[];
  readonly onChoose: (part: ListPart) => void;
}

/** The same article of other makers, one of which may be chosen instead. */
export function ListMakers({ parts, onChoose }: Props) {
  if (parts.length === 0) return null;
  return (
    <details className="list-makers">
      <summary>{listSearch.others(parts.length)}</summary>
      <ul>
        {parts.map((part) => {
          const { id, maker, title, amount, priceFrom } = part;
          const price = formatPrice(priceFrom);
          return (
            <li key={id}>
              <span>
                <strong>{maker ?? listSearch.unnamedMaker}</strong> {title}
                <small>
                  {formatAmount(amount) ?? AMOUNT_TO_ORDER},{' '}
                  {price ? listSearch.from(price) : listSearch.onRequest}
                </small>
              </span>
              {maker && (
                <Button aria-label={listSearch.chooseMaker(title, maker)} onClick={() => onChoose(part)}>
                  {listSearch.choose}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

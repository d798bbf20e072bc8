import type { ReactNode } from 'react';
import { HIDDEN } from '../../../contract/hidden.ts';
import type { StaffPosition } from '../../../contract/staff-positions.ts';
import { AMOUNT_TO_ORDER, formatAmount } from '../../../rules/format/amount.ts';
import { formatPrice } from '../../../rules/format/price.ts';
import { paths } from '../../lib/paths/paths.ts';
import { positions as texts } from '../../lib/positions/positions-texts.ts';

interface Props {
  readonly position: StaffPosition;
  readonly marked: boolean;
  readonly onMark: (marked: boolean) => void;
  /** What can be done with it. */
  readonly children: ReactNode;
}

/** One position as staff see it, with what keeps it from visitors. */
export function PositionRow({ position, marked, onMark, children }: Props) {
  const { article, title, manufacturer, brandTitle, providerTitle, hidden, isExpired } = position;
  return (
    <li className="positions-row">
      <label className="positions-mark">
        <input
          type="checkbox"
          aria-label={texts.mark(article, title)}
          checked={marked}
          onChange={({ target }) => onMark(target.checked)}
        />
      </label>
      <div className="positions-what">
        {hidden === HIDDEN.shown ? (
          <a className="title" href={paths.product(position.alias)}>
            {title || article}
          </a>
        ) : (
          <span className="title">{title || article}</span>
        )}
        <p className="muted small">
          <span className="mono">{article}</span> {manufacturer}
        </p>
        <p className="muted small">{[brandTitle, providerTitle].join(', ')}</p>
      </div>
      <div className="positions-cost">
        <strong>{formatPrice(position.price) ?? texts.noPrice}</strong>
        <span>{formatAmount(position.amount) ?? AMOUNT_TO_ORDER}</span>
        <span className="muted small">{texts.confirmedOn(dayText(position.priceDay))}</span>
      </div>
      <div className="positions-tags">
        {hidden === HIDDEN.byHand && <span className="tag warn">{texts.hidden}</span>}
        {hidden === HIDDEN.removed && <span className="tag warn">{texts.removed}</span>}
        {isExpired && <span className="tag">{texts.expired}</span>}
      </div>
      <div className="positions-buttons">{children}</div>
    </li>
  );
}

/** A day YYYY-MM-DD as DD.MM.YYYY. */
const dayText = (day: string): string => day.split('-').reverse().join('.');

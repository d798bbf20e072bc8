import type { ReactNode } from 'react';
import type { ChosenPositions, StaffPosition } from '../../../../contract/catalogue/staff-positions.ts';
import { HIDDEN } from '../../../../contract/catalogue/words.ts';
import { AMOUNT_TO_ORDER, formatAmount, formatPrice } from '../../../../rules/format/texts.ts';
import { isNarrowed, type PositionQuery, type ShowAction } from '../../../lib/catalogue/positions-calls.ts';
import type { PositionsStore } from '../../../lib/catalogue/positions-store.ts';
import { positionFailureText, positions as texts } from '../../../lib/catalogue/positions-texts.ts';
import { leaveToAuth } from '../../../lib/platform/http-client.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { ConfirmButton, type Confirmed } from '../../ui/controls.tsx';

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
      <label className="positions-mark stack">
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
      <div className="gap-4 to-end stack">
        <strong>{formatPrice(position.price) ?? texts.noPrice}</strong>
        <span>{formatAmount(position.amount) ?? AMOUNT_TO_ORDER}</span>
        <span className="muted small">{texts.confirmedOn(dayText(position.priceDay))}</span>
      </div>
      <div className="positions-tags row gap-4">
        {hidden === HIDDEN.byHand && <span className="tag warn">{texts.hidden}</span>}
        {hidden === HIDDEN.removed && <span className="tag warn">{texts.removed}</span>}
        {isExpired && <span className="tag">{texts.expired}</span>}
      </div>
      <div className="positions-buttons gap-0-8 row">{children}</div>
    </li>
  );
}

/** A day YYYY-MM-DD as DD.MM.YYYY. */
const dayText = (day: string): string => day.split('-').reverse().join('.');

interface PositionActionsProps {
  readonly store: PositionsStore;
  readonly query: PositionQuery;
  readonly marked: ReadonlySet<number>;
  /** How many the filter finds; null where they were not all counted. */
  readonly total: number | null;
  readonly onDone: () => void;
}

/** What can be done with positions that are not seen as they are. */
const actionsFor = (shown = 'shown'): readonly ShowAction[] => {
  if (shown === 'shown') return ['hide', 'remove'];
  if (shown === 'hidden') return ['restore', 'remove'];
  return shown === 'removed' ? ['restore'] : ['hide', 'remove', 'restore'];
};

/** Hides, removes and restores those that are marked, or all that are found, after a question. */
export function PositionActions({ store, query, marked, total, onDone }: PositionActionsProps) {
  const isMarked = marked.size > 0;
  const count = isMarked ? marked.size : total;
  if (count === null || count === 0) return null;
  if (!isMarked && !isNarrowed(query)) return <p className="muted small">{texts.narrowFirst}</p>;
  const chosen: ChosenPositions = isMarked ? { ids: [...marked] } : { filter: query, expected: count };

  async function act(action: ShowAction): Promise<Confirmed> {
    const failure = await store.show(action, chosen);
    if (failure === null) {
      onDone();
      return { done: true };
    }
    if (failure.kind === 'login') leaveToAuth(failure);
    return { refused: positionFailureText(failure) };
  }

  return (
    <div className="below-12 row middle gap-8-16">
      {isMarked && <span role="status">{texts.marked(marked.size)}</span>}
      {actionsFor(query.shown).map((action) => (
        <ConfirmButton
          key={action}
          className="button"
          question={texts.question(action, count)}
          details={texts.details(action)}
          yes={texts.act(action)}
          onConfirm={() => act(action)}
        >
          {isMarked ? texts.act(action) : texts.actOnAll(action, count)}
        </ConfirmButton>
      ))}
    </div>
  );
}

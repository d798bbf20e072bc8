import type { ChosenPositions } from '../../../contract/staff-positions.ts';
import type { ShowAction } from '../../lib/positions/positions-calls.ts';
import type { Positions } from '../../lib/positions/positions-store.ts';
import { positionFailureText, positions as texts } from '../../lib/positions/positions-texts.ts';
import { isNarrowed, type PositionQuery } from '../../lib/positions/query.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { ConfirmButton, type Confirmed } from '../ui/ConfirmButton.tsx';

interface Props {
  readonly store: Positions;
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
export function PositionActions({ store, query, marked, total, onDone }: Props) {
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
    <div className="positions-actions">
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

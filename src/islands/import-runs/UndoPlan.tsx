import type { UndoAnswer } from '../../../contract/import-runs.ts';
import { undo as texts } from '../../lib/import-runs/history-texts.ts';

/** What an undo restores, removes and leaves alone, with the reasons. */
export function UndoPlan({ plan }: { readonly plan: UndoAnswer }) {
  const { restored, removed, crossesRestored, crossesRemoved, kept, keptPositions } = plan;
  const done = restored + removed + crossesRestored + crossesRemoved;
  return (
    <div className="undo-plan">
      <ul>
        {restored > 0 && <li>{texts.restored(restored)}</li>}
        {removed > 0 && <li>{texts.removed(removed)}</li>}
        {crossesRestored > 0 && <li>{texts.crossesRestored(crossesRestored)}</li>}
        {crossesRemoved > 0 && <li>{texts.crossesRemoved(crossesRemoved)}</li>}
        {kept > 0 && <li>{texts.kept(kept)}</li>}
      </ul>
      {done === 0 ? <p>{texts.nothing}</p> : <p className="muted small">{texts.safe}</p>}
      {keptPositions.length > 0 && (
        <details>
          <summary>{texts.keptHeading}</summary>
          {keptPositions.length < kept && (
            <p className="muted small">{texts.keptShown(keptPositions.length, kept)}</p>
          )}
          <ul className="undo-kept">
            {keptPositions.map(({ positionId, article, title, reason }) => (
              <li key={positionId}>
                <span className="mono">{article}</span> {title} <span className="muted">{reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

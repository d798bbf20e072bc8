import type { RunChange } from '../../../contract/import-runs.ts';
import { changedCells } from '../../lib/import-runs/change-cells.ts';
import { runs as texts } from '../../lib/import-runs/history-texts.ts';
import { runReport } from '../../lib/import-runs/run-texts.ts';
import { paths } from '../../lib/paths/paths.ts';

/** Positions before and after a run. */
export function ChangesTable({ changes }: { readonly changes: readonly RunChange[] }) {
  return (
    <table className="changes-table">
      <thead>
        <tr>
          <th scope="col">{texts.position}</th>
          <th scope="col">{texts.change}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.positionId}>
            <td data-label={texts.position}>
              <span>
                <a className="mono" href={paths.card(change.positionId)}>
                  {change.article}
                </a>{' '}
                {change.title}
              </span>
            </td>
            <td data-label={texts.change}>
              <ChangedCells change={change} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ChangedCells({ change }: { readonly change: RunChange }) {
  return (
    <ul className="changed-cells">
      {change.before === null && (
        <li>
          <span className="tag ok">{texts.created}</span>
        </li>
      )}
      {changedCells(change).map(({ label, before, after }) => (
        <li key={label}>
          <span className="muted">{label}:</span>{' '}
          {before !== null && (
            <>
              <span className="muted">{before}</span> <span aria-hidden="true">→</span>
              <span className="visually-hidden"> {runReport.becomes} </span>{' '}
            </>
          )}
          {before === null ? after : <strong>{after}</strong>}
        </li>
      ))}
    </ul>
  );
}

import type { PlannedChange } from '../../../contract/import-runs.ts';
import { formatNumber } from '../../../rules/format/number.ts';
import { formatPrice } from '../../../rules/format/price.ts';
import { priceMove } from '../../lib/import-runs/price-move.ts';
import { runReport } from '../../lib/import-runs/run-texts.ts';

/** Positions as they are and as they will be. */
export function PlannedChanges({ changes }: { readonly changes: readonly PlannedChange[] }) {
  const { table } = runReport;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{table.row}</th>
          <th scope="col">{table.position}</th>
          <th scope="col" className="number">
            {table.price}
          </th>
          <th scope="col" className="number">
            {table.move}
          </th>
          <th scope="col" className="number">
            {table.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={`${change.sheet} ${change.row}`}>
            <td data-label={table.row}>{runReport.place(change.row, change.sheet)}</td>
            <td data-label={table.position}>
              <span>
                <span className="mono">{change.article}</span> {change.title}
              </span>
            </td>
            <td data-label={table.price} className="number">
              <Turn before={change.priceBefore} after={change.price} format={priceText} />
            </td>
            <td data-label={table.move} className="number">
              {priceMove(change.priceBefore, change.price) || '—'}
            </td>
            <td data-label={table.amount} className="number">
              <Turn before={change.amountBefore} after={change.amount} format={formatNumber} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const priceText = (price: string): string => formatPrice(price) ?? runReport.noPrice;

interface TurnProps<T> {
  /** null: there was nothing. */
  readonly before: T | null;
  readonly after: T;
  readonly format: (value: T) => string;
}

/** A value that turns into another; just the value where nothing changes. */
function Turn<T>({ before, after, format }: TurnProps<T>) {
  const [from, to] = [before === null ? null : format(before), format(after)];
  if (from === null || from === to) return <span>{to}</span>;
  return (
    <span>
      <span className="muted">{from}</span> <span aria-hidden="true">→</span>
      <span className="visually-hidden"> {runReport.becomes} </span> <strong>{to}</strong>
    </span>
  );
}

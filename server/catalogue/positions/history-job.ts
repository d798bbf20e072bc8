// The job that reads what imports and edits changed in one position, newest first, for its page in the staff portal.
import type { RunKind } from '../../../contract/catalogue/runs.ts';
import type { PositionChange, PositionHistory } from '../../../contract/catalogue/staff-positions.ts';
import { POSITION_HISTORY_MAX } from '../../../contract/limits.ts';
import { bulkOf, type Job } from '../../platform/database/jobs.ts';
import { type HistoryFields, twoDecimals } from '../context/position.ts';

interface Row {
  readonly id: number;
  readonly kind: RunKind;
  readonly ended_at: number | null;
  readonly file_name: string;
  readonly undoes: number | null;
  readonly before: string | null;
  readonly after: string;
}

/** What runs changed in one position, the newest first; null when there is no such position. */
const history: Job<{ readonly id: number }, PositionHistory | null> = async (connection, { id }) => {
  const bulk = bulkOf(connection);
  const sql = 'SELECT price, amount FROM positions WHERE id = $1';
  const [position] = await bulk.query<{ price: number; amount: number }>(sql, [id]);
  if (!position) return null;
  // A jump for each run: there are thousands of times fewer runs than changes, which have no index by position.
  const rows = await bulk.query<Row>(
    `SELECT r.id, r.kind, r.ended_at, r.file_name, r.undoes, c.before, c.after
     FROM import_runs r CROSS JOIN import_changes c
     WHERE r.applied IS NOT NULL AND c.run_id = r.id AND c.position_id = $1
     ORDER BY r.applied DESC LIMIT ${POSITION_HISTORY_MAX}`,
    [id],
  );
  let { price, amount } = position;
  return {
    changes: rows.map((row): PositionChange => {
      const before = row.before === null ? null : (JSON.parse(row.before) as HistoryFields);
      const after = JSON.parse(row.after) as HistoryFields;
      const change = {
        runId: row.id,
        kind: row.kind,
        at: new Date(Number(row.ended_at ?? 0)).toISOString(),
        fileName: row.file_name,
        undoes: row.undoes,
        isCreated: before === null,
        changed: Object.keys(after),
        price: twoDecimals(price),
        priceBefore: before && twoDecimals(before.price ?? price),
        amount,
        amountBefore: before && (before.amount ?? amount),
      };
      price = before?.price ?? price;
      amount = before?.amount ?? amount;
      return change;
    }),
  };
};
export default history;

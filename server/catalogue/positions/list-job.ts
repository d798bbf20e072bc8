// The job that reads one page of positions for staff, by a filter that may look at every row. The filter is in
// filter.ts.
import type { StaffPositionPage } from '../../../contract/catalogue/staff-positions.ts';
import { STAFF_POSITIONS_COUNTED, STAFF_POSITIONS_PAGE } from '../../../contract/limits.ts';
import { bulkOf, type Job } from '../../platform/database/jobs.ts';
import * as staff from './filter.ts';

export interface ListArguments extends staff.Days {
  readonly filter: staff.PositionFilter;
  /** Positions with smaller ids only; null: from the newest, and with their number. */
  readonly before: number | null;
}

const list: Job<ListArguments, StaffPositionPage> = async (connection, { filter, before, ...days }) => {
  const bulk = bulkOf(connection);
  const { sql, values } = staff.conditionOf(filter, days, connection.dialect, 2);
  const rows = await bulk.query<staff.StaffRow>(
    `SELECT ${staff.STAFF_COLUMNS} FROM ${staff.STAFF_TABLES}
     WHERE p.id < $1 AND ${sql} ORDER BY p.id DESC LIMIT ${STAFF_POSITIONS_PAGE + 1}`,
    [before ?? Number.MAX_SAFE_INTEGER, ...values],
  );
  const shown = rows.slice(0, STAFF_POSITIONS_PAGE);
  const hasMore = rows.length > STAFF_POSITIONS_PAGE;
  const total = before !== null ? 0 : hasMore ? await counted() : rows.length;
  return {
    positions: shown.map((row) => staff.staffPosition(row, days.liveDay)),
    next: hasMore ? String(shown.at(-1)?.id) : null,
    total: Math.min(total, STAFF_POSITIONS_COUNTED),
    totalIsBound: total > STAFF_POSITIONS_COUNTED,
  };

  async function counted(): Promise<number> {
    const [row] = await bulk.query<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT p.id FROM ${staff.FILTERED}
       WHERE p.id < $1 AND ${sql} LIMIT ${STAFF_POSITIONS_COUNTED + 1}) AS found`,
      [Number.MAX_SAFE_INTEGER, ...values],
    );
    return Number(row?.n ?? 0);
  }
};
export default list;

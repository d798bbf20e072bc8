import type { HistoryFields, WrittenColumn } from '../../catalogue/context/position.ts';
import { type Bulk, LIST } from '../../platform/database/bulk.ts';

interface Row {
  readonly position_id: number;
  readonly run_id: number;
  readonly before: string | null;
  readonly after: string;
}

/** What one run changed, and what the runs behind it did to the same positions. */
export class RunHistory {
  readonly #bulk: Bulk;
  readonly #runId: number;
  /** Runs behind it that changed anything, with what they took back; in the order in which they did. */
  #laterRuns = new Map<number, { readonly place: number; readonly undoes: number | null }>();

  constructor(bulk: Bulk, runId: number) {
    this.#bulk = bulk;
    this.#runId = runId;
  }

  /** To be called first; resolves to the state of the run, null when there is none. */
  async open(): Promise<string | null> {
    const [run] = await this.#bulk.query<{ state: string; applied: number | null }>(
      'SELECT state, applied FROM import_runs WHERE id = $1',
      [this.#runId],
    );
    if (!run) return null;
    const later = await this.#bulk.query<{ id: number; undoes: number | null }>(
      `SELECT r.id, r.undoes FROM import_runs r
       WHERE r.applied > $1 AND EXISTS (SELECT 1 FROM import_changes c WHERE c.run_id = r.id) ORDER BY r.applied`,
      [run.applied ?? 0],
    );
    this.#laterRuns = new Map(later.map(({ id, undoes }, place) => [id, { place, undoes }]));
    return run.state;
  }

  /** Positions that the run changed. */
  async count(): Promise<number> {
    const [row] = await this.#bulk.query<{ count: number }>(
      'SELECT count(*) AS count FROM import_changes WHERE run_id = $1',
      [this.#runId],
    );
    return Number(row?.count ?? 0);
  }

  /** The next changes of the run by position, at most `size`; none at the end. */
  async changedAfter(positionId: number, size: number): Promise<(RunRecord & { readonly positionId: number })[]> {
    const rows = await this.#bulk.query<Row>(
      `SELECT c.position_id, c.run_id, c.before, c.after FROM import_changes c
       WHERE c.run_id = $1 AND c.position_id > $2 ORDER BY c.position_id LIMIT $3`,
      [this.#runId, positionId, size],
    );
    return rows.map((row) => ({ ...recordOf(row, null), positionId: row.position_id }));
  }

  /** What the runs behind it did to these positions, the newest first; positions that they left alone are missing. */
  async later(ids: readonly number[]): Promise<Map<number, RunRecord[]>> {
    const records = new Map<number, RunRecord[]>();
    if (this.#laterRuns.size === 0) return records;
    // Integers from the database itself, so they may stand in the text of a statement.
    const runs = [...this.#laterRuns.keys()].join(', ');
    const rows = await this.#bulk.queryList<Row>(
      `SELECT c.position_id, c.run_id, c.before, c.after FROM ${LIST} CROSS JOIN import_changes c
       WHERE c.position_id = j.value AND c.run_id IN (${runs})`,
      ids,
      'bigint',
    );
    const placeOf = (row: Row): number => this.#laterRuns.get(row.run_id)?.place ?? 0;
    for (const row of rows.toSorted((one, other) => placeOf(other) - placeOf(one))) {
      const record = recordOf(row, this.#laterRuns.get(row.run_id)?.undoes ?? null);
      const known = records.get(row.position_id);
      if (known) known.push(record);
      else records.set(row.position_id, [record]);
    }
    return records;
  }
}

const recordOf = ({ run_id, before, after }: Row, undoes: number | null): RunRecord => ({
  runId: run_id,
  undoes,
  before: before === null ? null : (JSON.parse(before) as HistoryFields),
  after: JSON.parse(after) as HistoryFields,
});

/** What one run changed in a position. */
export interface RunRecord {
  readonly runId: number;
  /** The run that it took back. */
  readonly undoes: number | null;
  /** Null: the run created the position. */
  readonly before: HistoryFields | null;
  readonly after: HistoryFields;
}

/** What became of a column since a run changed it. */
type Since =
  | { readonly kind: 'untouched' }
  /** The run itself was taken back. */
  | { readonly kind: 'undone' }
  | { readonly kind: 'changed'; readonly runId: number };

/**
 * Who changed a column of a position after a run. `later` are the records of the position by later runs, the newest first;
 * a change and the undoing of it cancel each other out.
 */
export function changedSince(runId: number, later: readonly RunRecord[], column: WrittenColumn): Since {
  const cancelled = new Set<number>();
  const isLater = (id: number): boolean => later.some((record) => record.runId === id);
  for (const { runId: by, undoes, after } of later) {
    if (cancelled.has(by) || after[column] === undefined) continue;
    if (undoes === runId) return { kind: 'undone' };
    if (undoes === null || !isLater(undoes)) return { kind: 'changed', runId: by };
    cancelled.add(undoes);
  }
  return { kind: 'untouched' };
}

import type { Bulk } from '../import/store/bulk.ts';

/** The crosses that taking a run back concerns. */
export interface CrossesOfRun {
  /** The run whose file said them. */
  readonly saidBy: number;
  /** They go: the run itself, or what brought them back, is taken back. Otherwise they come back. */
  readonly go: boolean;
  readonly count: number;
}

const ROOT = `WITH RECURSIVE chain (id, undoes, depth) AS (
    SELECT id, undoes, 0 FROM import_runs WHERE id = $1
    UNION ALL SELECT r.id, r.undoes, c.depth + 1 FROM chain c JOIN import_runs r ON r.id = c.undoes
  ) SELECT id, depth FROM chain ORDER BY depth DESC LIMIT 1`;

/** What taking this run back would do to crosses: one that another run said since, or that was taken away by hand, is none of it. */
export async function crossesOfRun(bulk: Bulk, runId: number): Promise<CrossesOfRun> {
  const [root] = await bulk.query<{ id: number; depth: number }>(ROOT, [runId]);
  const saidBy = Number(root?.id ?? 0);
  const go = Number(root?.depth ?? 0) % 2 === 0;
  const [row] = await bulk.query<{ count: number }>(
    `SELECT count(*) AS count FROM crosses WHERE run_id = $1 AND removed_by IS ${go ? '' : 'NOT '}NULL`,
    [saidBy],
  );
  return { saidBy, go, count: Number(row?.count ?? 0) };
}

/** Does so as the run `undoId`, inside the job's transaction. */
export async function takeBackCrosses(
  bulk: Bulk,
  { saidBy, go }: CrossesOfRun,
  undoId: number,
): Promise<void> {
  await bulk.query(
    go
      ? 'UPDATE crosses SET removed_by = $2 WHERE run_id = $1 AND removed_by IS NULL'
      : 'UPDATE crosses SET removed_by = NULL WHERE run_id = $1 AND $2 > 0',
    [saidBy, undoId],
  );
}

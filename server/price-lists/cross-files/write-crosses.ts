import type { CrossWay } from '../../../contract/catalogue/words.ts';
import { type Replacement, replacementsOf } from '../../catalogue/parts/replacements.ts';
import { type Bulk, LIST } from '../../platform/database/bulk.ts';
import type { RowCross } from './read-cross-row.ts';

const TEXTS = [
  'identity',
  'article_key',
  'manufacturer_key',
  'article',
  'manufacturer',
  'replaced_key',
  'replaced_manufacturer_key',
  'replaced_article',
  'replaced_manufacturer',
] as const satisfies readonly (keyof Replacement)[];

const COLUMNS = [
  ...[...TEXTS, 'uid', 'who'].map((name) => ({ name, type: 'text' as const })),
  { name: 'run_id', type: 'bigint' as const },
  { name: 'saved_at', type: 'bigint' as const },
];

/** What was taken back counts again, as this run says it. */
const REVIVED = `ON CONFLICT (identity) DO UPDATE SET removed_by = NULL,
  ${COLUMNS.map(({ name }) => `${name} = excluded.${name}`).join(', ')}
  WHERE crosses.removed_by IS NOT NULL`;

/** By whom, when (milliseconds), and by which run crosses are said. */
export interface ReplacementSource {
  readonly runId: number;
  readonly uid: string;
  readonly who: string;
  readonly now: number;
}

/** A cross with the rows that say it. */
interface ReplacementRow {
  readonly said: RowCross;
  readonly replacements: readonly Replacement[];
}

/** The rows of crosses, best a thousand at a time. */
export const rowsOf = (crosses: readonly RowCross[], way: CrossWay): ReplacementRow[] =>
  crosses.map((said) => ({ said, replacements: replacementsOf(way, said.article, said.cross) }));

/** Identities of those rows that count already. */
export async function knownIdentities(bulk: Bulk, rows: readonly ReplacementRow[]): Promise<ReadonlySet<string>> {
  const identities = rows.flatMap(({ replacements }) => replacements.map(({ identity }) => identity));
  const known = await bulk.queryList<{ identity: string }>(
    `SELECT c.identity FROM ${LIST} CROSS JOIN crosses c WHERE c.identity = j.value AND c.removed_by IS NULL`,
    identities,
    'text',
  );
  return new Set(known.map(({ identity }) => identity));
}

/** Writes those that do not count yet, inside the job's transaction. */
export function writeReplacements(
  bulk: Bulk,
  replacements: readonly Replacement[],
  { runId, uid, who, now }: ReplacementSource,
): Promise<void> {
  const values = replacements.map((row) => [...TEXTS.map((name) => row[name]), uid, who, runId, now]);
  return bulk.insert('crosses', COLUMNS, values, REVIVED);
}

/** The crosses that taking a run back concerns. */
interface CrossesOfRun {
  /** The run whose file said them. */
  readonly source: number;
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
  return { source: saidBy, go, count: Number(row?.count ?? 0) };
}

/** Does so as the run `undoId`, inside the job's transaction. */
export async function takeBackCrosses(bulk: Bulk, { source: saidBy, go }: CrossesOfRun, undoId: number): Promise<void> {
  await bulk.query(
    go
      ? 'UPDATE crosses SET removed_by = $2 WHERE run_id = $1 AND removed_by IS NULL'
      : 'UPDATE crosses SET removed_by = NULL WHERE run_id = $1 AND $2 > 0',
    [saidBy, undoId],
  );
}

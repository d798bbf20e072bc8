import type { CrossWay } from '../../../../contract/cross-ways.ts';
import { type Bulk, LIST } from '../../import/store/bulk.ts';
import { type Replacement, replacementsOf } from '../said.ts';
import type { RowCross } from './read-row.ts';

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
export interface SaidBy {
  readonly runId: number;
  readonly uid: string;
  readonly who: string;
  readonly now: number;
}

/** A cross with the rows that say it. */
export interface SaidRow {
  readonly said: RowCross;
  readonly replacements: readonly Replacement[];
}

/** The rows of crosses, best a thousand at a time. */
export const rowsOf = (crosses: readonly RowCross[], way: CrossWay): SaidRow[] =>
  crosses.map((said) => ({ said, replacements: replacementsOf(way, said.article, said.cross) }));

/** Identities of those rows that count already. */
export async function knownIdentities(bulk: Bulk, rows: readonly SaidRow[]): Promise<ReadonlySet<string>> {
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
  { runId, uid, who, now }: SaidBy,
): Promise<void> {
  const values = replacements.map((row) => [...TEXTS.map((name) => row[name]), uid, who, runId, now]);
  return bulk.insert('crosses', COLUMNS, values, REVIVED);
}

import type { SaidCross } from '../../../contract/crosses.ts';
import { CROSS_LIST_MAX } from '../../../contract/limits.ts';
import { iso } from '../../text/iso.ts';
import { reverseOf } from './said.ts';
import type { CrossRecord } from './store.ts';

/** The crosses of a part by the rows of its article, the oldest first: what names another maker than its own is none of it. */
export function saidCrosses(
  rows: readonly CrossRecord[],
  { key, maker }: { readonly key: string; readonly maker: string },
): { crosses: SaidCross[]; isCut: boolean } {
  const mayBeOwn = (other: string) => other === '' || maker === '' || other === maker;
  const said = new Map<string, SaidCross>();
  for (const row of rows) {
    const isReplacing = row.article_key === key && mayBeOwn(row.manufacturer_key);
    const isReplaced = row.replaced_key === key && mayBeOwn(row.replaced_manufacturer_key);
    if (!isReplacing && !isReplaced) continue;
    const reverse = said.get(reverseOf(row));
    if (reverse) said.set(reverseOf(row), { ...reverse, way: 'both' });
    else said.set(row.identity, saidCross(row, isReplacing));
  }
  const crosses = [...said.values()];
  return {
    crosses: crosses.slice(0, CROSS_LIST_MAX),
    isCut: crosses.length > CROSS_LIST_MAX || rows.length > 2 * CROSS_LIST_MAX,
  };
}

const saidCross = (row: CrossRecord, isReplacing: boolean): SaidCross => ({
  id: row.id,
  way: isReplacing ? 'replaces' : 'replaced',
  article: isReplacing ? row.replaced_article : row.article,
  maker: (isReplacing ? row.replaced_manufacturer : row.manufacturer) || null,
  run: row.run_id === null ? null : { id: row.run_id, fileName: row.file_name ?? '' },
  who: row.who,
  savedAt: iso(row.saved_at),
});

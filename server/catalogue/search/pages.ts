import { SEARCH_PAGE_MAX, SEARCH_TOTAL_MAX } from '../../../contract/limits.ts';
import type { ReadQuery } from '../search-index/query.ts';
import type { Behind, Candidate, SearchIndex, SearchRow } from '../search-index/search-index.ts';
import { ARTICLE_KIND, CODE_KIND, codeKeyOf } from '../search-index/tokens.ts';
import { acceptedByWords } from './accept-candidates.ts';
import { factsOf, placeOf, STAGES, type Stage } from './stages.ts';

/** A place between two rows of an answer. */
export interface Mark {
  readonly stage: Stage;
  readonly stock: number;
  readonly order: string | number;
  readonly id: number;
}

export interface FoundRow {
  readonly row: SearchRow;
  readonly mark: Mark;
}

export interface Page {
  readonly rows: readonly FoundRow[];
  readonly more: boolean;
  /** The stage that has more rows than were taken; null when all stages that were opened are shown to their end. */
  readonly cut: Stage | null;
}

/** In-stock positions first, in every stage. */
const STOCKS = [1, 0] as const;
const BATCH_MIN = 8;
const BATCH_MAX = 500;

/** The stages that can have rows for a query. */
const stagesOf = (query: ReadQuery): Stage[] => STAGES.filter((stage) => stage.possible(query));

/** The stage is left to «load more», because the first page has what was asked for and the rest is dear to find. */
const isPutOff = ({ opens }: Stage, query: ReadQuery, rows: readonly FoundRow[]): boolean => {
  const first = rows[0];
  if (!first || opens === 'always') return false;
  if (opens === 'unless anything is found') return true;
  // A word without a digit may be somebody's article by chance.
  return first.mark.stage.match === 'exact' && /\p{N}/u.test(query.parsed.key);
};

/** At most `limit` rows behind `behind` (from the start: null), each row of the answer exactly once over all pages. */
export async function pageOf(index: SearchIndex, query: ReadQuery, behind: Mark | null, limit: number): Promise<Page> {
  const rows: FoundRow[] = [];
  for (const stage of stagesOf(query)) {
    if (behind && STAGES.indexOf(stage) < STAGES.indexOf(behind.stage)) continue;
    if (!behind && isPutOff(stage, query, rows)) return { rows, more: true, cut: null };
    for await (const found of rowsOf(index, query, stage, behind, limit + 1 - rows.length)) {
      rows.push(found);
      if (rows.length > limit) return { rows: rows.slice(0, limit), more: true, cut: stage };
    }
  }
  return { rows, more: false, cut: null };
}

/** The rows of a stage, each held against its place. */
async function* rowsOf(
  index: SearchIndex,
  query: ReadQuery,
  stage: Stage,
  behind: Mark | null,
  wanted: number,
): AsyncGenerator<FoundRow> {
  let size = Math.max(wanted, BATCH_MIN);
  for await (const { batch, stock } of batchesOf(index, query, stage, behind, () => size)) {
    // A batch of mostly foreign candidates is followed by a larger one.
    size = Math.min(size * 2, BATCH_MAX);
    const placed = await placedRows(index, query, stage, batch);
    for (const { id, kind, order } of batch) {
      const found = placed.get(id);
      if (found?.kind === kind) yield { row: found.row, mark: { stage, stock, order, id } };
    }
  }
}

/** The same without reading rows whose candidate leaves no doubt, unless an earlier stage has them. */
async function* marksOf(index: SearchIndex, query: ReadQuery, stage: Stage, size: number): AsyncGenerator<Mark> {
  const loose = stage.isLoose(query);
  const isDoubtful = ({ kind }: Candidate) => loose || kind === CODE_KIND;
  for await (const { batch, stock } of batchesOf(index, query, stage, null, () => size)) {
    const placed = await placedRows(index, query, stage, batch.filter(isDoubtful));
    for (const candidate of batch) {
      const { id, kind, order } = candidate;
      if (!isDoubtful(candidate) || placed.get(id)?.kind === kind) yield { stage, stock, order, id };
    }
  }
}

async function placedRows(
  index: SearchIndex,
  query: ReadQuery,
  stage: Stage,
  candidates: readonly Candidate[],
): Promise<Map<number, { row: SearchRow; kind: number }>> {
  const placed = new Map<number, { row: SearchRow; kind: number }>();
  if (candidates.length === 0) return placed;
  for (const row of await index.rows([...new Set(candidates.map(({ id }) => id))])) {
    const place = placeOf(factsOf(row, row.brand_title), query);
    if (place?.stage === stage) placed.set(row.id, { row, kind: place.kind });
  }
  return placed;
}

async function* batchesOf(
  index: SearchIndex,
  query: ReadQuery,
  stage: Stage,
  behind: Mark | null,
  size: () => number,
): AsyncGenerator<{ batch: Candidate[]; stock: number }> {
  const inside = behind?.stage === stage ? behind : null;
  for (const stock of STOCKS) {
    if (inside && stock > inside.stock) continue;
    let after: Behind = inside?.stock === stock ? inside : null;
    for (;;) {
      const limit = size();
      const batch = await stage.candidates(index, query, stock, after, limit);
      if (batch.length > 0) yield { batch, stock };
      if (batch.length < limit) break;
      after = batch.at(-1) ?? null;
    }
  }
}

/**
 * How many rows a first page and the rest of its cut stage hold together: exact up to SEARCH_TOTAL_MAX, and whether
 * there are more.
 */
export async function countRows(
  index: SearchIndex,
  query: ReadQuery,
  { rows, cut }: Page,
): Promise<{ total: number; isBound: boolean }> {
  const ids = new Set(rows.map(({ row }) => row.id));
  if (cut === null) return { total: ids.size, isBound: false };
  for await (const more of idsOf(index, query, cut, SEARCH_TOTAL_MAX + 1)) {
    for (const id of more) ids.add(id);
    if (ids.size > SEARCH_TOTAL_MAX) return { total: SEARCH_TOTAL_MAX, isBound: true };
  }
  return { total: ids.size, isBound: false };
}

/** The ids of a stage in any order, many at a time; those of earlier stages may be among them. */
async function* idsOf(
  index: SearchIndex,
  query: ReadQuery,
  stage: Stage,
  size: number,
): AsyncGenerator<Iterable<number>> {
  if (stage.ids) {
    // Counting needs no rows, and without their order the index answers twice as fast.
    const ids = await stage.ids(index, query, size + SEARCH_PAGE_MAX);
    yield stage.isLoose(query) ? await acceptedByWords(index, query, stage, ids) : ids;
  } else if (stage.isLoose(query)) {
    for await (const { id } of marksOf(index, query, stage, size)) yield [id];
  } else {
    for await (const { batch } of batchesOf(index, query, stage, null, () => size)) {
      yield batch.map(({ id }) => id);
    }
  }
}

/** The mark behind the first `count` rows of the answer; null when there are not so many. */
export async function markBehind(index: SearchIndex, query: ReadQuery, count: number): Promise<Mark | null> {
  const ids = new Set<number>();
  for (const stage of stagesOf(query)) {
    for await (const mark of marksOf(index, query, stage, count + 1)) {
      ids.add(mark.id);
      if (ids.size === count) return mark;
    }
  }
  return null;
}

/** The mark behind one row; null when the row does not belong to the answer. */
export async function markOf(index: SearchIndex, query: ReadQuery, row: SearchRow): Promise<Mark | null> {
  const place = placeOf(factsOf(row, row.brand_title), query);
  if (!place) return null;
  const { stage, kind } = place;
  return { stage, stock: row.in_stock, order: await orderOf(index, stage, row, kind), id: row.id };
}

/** What the stage orders a row of it by, found through this one of its keys. */
async function orderOf(index: SearchIndex, { order }: Stage, row: SearchRow, kind: number): Promise<string | number> {
  if (order === 'nothing') return 0;
  const key = kind === ARTICLE_KIND ? row.article_key : codeKeyOf(row);
  return order === 'key' ? key : ((await index.keyId(key)) ?? 0);
}

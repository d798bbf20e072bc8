import { FOUND_CROSSES_MAX } from '../../../../contract/limits.ts';
import type { PartCross } from '../../../../contract/parts.ts';
import { compareParts } from '../../crosses/compare-parts.ts';
import { replacingParts } from '../../crosses/replacing.ts';
import type { PositionColumns } from '../columns/position-columns.ts';
import type { ParsedQuery } from '../parse.ts';
import type { SearchIndex } from '../search-index.ts';
import { type PartFilters, sightOf } from './filters.ts';
import { partAnswers } from './part-answers.ts';
import { figuresOf } from './part-offers.ts';

export interface FoundCrosses {
  readonly crosses: readonly PartCross[];
  /** The whole query is an article that something replaces. */
  readonly isAllOfQuery: boolean;
}

const NONE: FoundCrosses = { crosses: [], isAllOfQuery: false };

/** Articles of one query that are looked at. */
const KEYS_MAX = 20;

/**
 * What replaces the articles of a query, of whatever maker, for its first page: those with offers that pass the filters, in
 * stock first, then by price, at most FOUND_CROSSES_MAX. A query without a digit names no article, and nothing is looked for.
 */
export async function foundCrosses(
  index: SearchIndex,
  columns: PositionColumns,
  { filters, cursor }: { readonly filters: PartFilters; readonly cursor: string },
  parsed: ParsedQuery | null,
  liveDay: number,
): Promise<FoundCrosses> {
  if (cursor !== '' || parsed === null || !/\p{N}/u.test(parsed.text)) return NONE;
  const keys = [parsed.key, ...parsed.runs.map(({ key }) => key)].slice(0, KEYS_MAX);
  const rows = await index.replacing(keys);
  if (rows.length === 0) return NONE;
  const sight = sightOf(columns, filters, liveDay);
  const replacing = new Map(
    replacingParts(rows, { maker: '', part: null }).map((one) => [one.part, one] as const),
  );
  const first = [...replacing.keys()]
    .map((id) => ({ id, ...figuresOf(columns, sight, id) }))
    .filter(({ offers }) => offers.length > 0)
    .sort(compareParts)
    .slice(0, FOUND_CROSSES_MAX);
  const placed = first.map(({ id }) => ({ part: id, match: undefined }));
  const parts = await partAnswers(index, columns, sight, placed, liveDay);
  const crosses = parts.flatMap((part): PartCross[] => {
    const said = replacing.get(part.id);
    return said ? [{ part, reason: said.reason, source: said.source }] : [];
  });
  const isAllOfQuery = crosses.length > 0 && (await index.replacing([parsed.key])).length > 0;
  return { crosses, isAllOfQuery };
}

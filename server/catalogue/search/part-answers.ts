// Makes the answers for found parts from their rows: title, maker, best offers, and what replaces the article of the
// query.
import type { Part, PartCross } from '../../../contract/catalogue/parts.ts';
import type { Match, OfferedPosition } from '../../../contract/catalogue/positions.ts';
import { BEST_OFFERS, FOUND_CROSSES_MAX } from '../../../contract/limits.ts';
import { marksOf, nameOf, type OfferRow, offeredPosition } from '../context/position.ts';
import type { PartFilters } from '../context/search-questions.ts';
import type { OfferGroups } from '../parts/offer-groups.ts';
import { compareParts, figuresAnswer } from '../parts/part-answer.ts';
import { replacingParts } from '../parts/replacements.ts';
import { MAKER, type PositionColumns, SAYS } from '../search-index/position-columns.ts';
import type { ParsedQuery, SearchIndex } from '../search-index/query.ts';
import { makerNames } from '../search-words/maker-names.ts';
import { figuresOf, type OfferView, offerView } from './filtered-offers.ts';

interface PartRows {
  readonly part: number;
  readonly match: Match | undefined;
  readonly figures: OfferGroups;
  readonly best: readonly number[];
  /** The offer of the main group that says most. */
  readonly described: number;
  /** One of the same group that names the maker; 0: none does. */
  readonly made: number;
}

/** The position that says most, the oldest of several; 0 of none. */
function mostTelling(columns: PositionColumns, ids: readonly number[]): number {
  let best = 0;
  for (const id of ids) {
    const more = columns.fact(id, SAYS) - columns.fact(best, SAYS);
    if (best === 0 || more > 0 || (more === 0 && id < best)) best = id;
  }
  return best;
}

/** A part and how it was found; undefined where no words were asked for. */
interface PlacedPart {
  readonly part: number;
  readonly match: Match | undefined;
}

/** The answers for parts, in the order given; reads no other rows than those that are shown. */
export async function partAnswers(
  index: SearchIndex,
  columns: PositionColumns,
  sight: OfferView,
  parts: readonly PlacedPart[],
  liveDay: number,
): Promise<Part[]> {
  const partRows = parts.map(({ part, match }): PartRows => {
    const figures = figuresOf(columns, sight, part);
    const ids = figures.offers.map(({ id }) => id);
    const isMade = (id: number) => columns.fact(id, MAKER) !== 0;
    return {
      ...{ part, match, figures },
      best: ids.slice(0, BEST_OFFERS),
      described: mostTelling(columns, ids.slice(0, figures.main)),
      made: mostTelling(columns, ids.slice(0, figures.main).filter(isMade)),
    };
  });
  const wanted = partRows.flatMap(({ best, described, made }) => [...best, described, made]);
  const ids = [...new Set(wanted)].filter((id) => id !== 0);
  const rows = new Map((await index.offers(ids, columns)).map((row) => [row.id, row]));
  return partRows.flatMap((part) => {
    const row = rows.get(part.described);
    return row ? [partAnswer(part, row, rows, liveDay)] : [];
  });
}

function partAnswer(
  { part, match, figures, best, made }: PartRows,
  described: OfferRow,
  rows: ReadonlyMap<number, OfferRow>,
  liveDay: number,
): Part {
  return {
    id: part,
    article: described.article,
    title: nameOf(described),
    marks: marksOf(described),
    maker: described.manufacturer || rows.get(made)?.manufacturer || null,
    ...figuresAnswer(figures),
    offers: figures.offers.length,
    ...(match && { match }),
    best: best.flatMap((id): OfferedPosition[] => {
      const row = rows.get(id);
      return row ? [offeredPosition(row, liveDay)] : [];
    }),
  };
}

interface FoundCrosses {
  readonly crosses: readonly PartCross[];
  /** The whole query is an article that something replaces. */
  readonly isAllOfQuery: boolean;
}

const NONE: FoundCrosses = { crosses: [], isAllOfQuery: false };

const KEYS_MAX = 20;

/** What replaces the articles of a query on its first page: with passing offers, in stock first, then by price. */
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
  const sight = offerView(columns, filters, liveDay);
  const replacing = new Map(
    replacingParts(rows, { maker: '', part: null }, makerNames(await index.ownWords())).map(
      (one) => [one.part, one] as const,
    ),
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

import type { Match } from '../../../../contract/bridge.ts';
import { BEST_OFFERS } from '../../../../contract/limits.ts';
import type { OfferedPosition } from '../../../../contract/offer-terms.ts';
import type { Part } from '../../../../contract/parts.ts';
import { offeredPosition, type PositionRow, twoDecimals } from '../../position.ts';
import { factsAt, MAKER, NEXT, type PositionColumns, SAYS } from '../columns/position-columns.ts';
import type { SearchIndex } from '../search-index.ts';
import type { OfferSight } from './filters.ts';
import { figuresOf, type PartFigures } from './part-offers.ts';

/** The rows that a part is told by. */
interface PartRows {
  readonly part: number;
  readonly match: Match | undefined;
  readonly figures: PartFigures;
  readonly best: readonly number[];
  /** The position that says most. */
  readonly described: number;
  /** One that names the maker; 0: none does. */
  readonly made: number;
}

/** The visible position that says most and meets the condition, the oldest of several; 0: none does. */
function mostTelling(
  columns: PositionColumns,
  sight: OfferSight,
  part: number,
  serves: (id: number) => boolean,
): number {
  const { facts } = columns;
  let best = 0;
  for (let id = columns.firstOf(part); id !== 0; id = facts[factsAt(id) + NEXT] as number) {
    if (!sight.isVisible(id) || !serves(id)) continue;
    const more = columns.fact(id, SAYS) - columns.fact(best, SAYS);
    if (best === 0 || more > 0 || (more === 0 && id < best)) best = id;
  }
  return best;
}

/** A part and how it was found; undefined where no words were asked for. */
export interface PlacedPart {
  readonly part: number;
  readonly match: Match | undefined;
}

/** Tells of parts, reading no other rows than those that are shown. */
export async function partAnswers(
  index: SearchIndex,
  columns: PositionColumns,
  sight: OfferSight,
  parts: readonly PlacedPart[],
  liveDay: number,
): Promise<Part[]> {
  const told = parts.map(({ part, match }): PartRows => {
    const figures = figuresOf(columns, sight, part);
    return {
      part,
      match,
      figures,
      best: figures.offers.slice(0, BEST_OFFERS),
      described: mostTelling(columns, sight, part, () => true),
      made: mostTelling(columns, sight, part, (id) => columns.fact(id, MAKER) !== 0),
    };
  });
  const wanted = told.flatMap(({ best, described, made }) => [...best, described, made]);
  const ids = [...new Set(wanted)].filter((id) => id !== 0);
  const rows = new Map((await index.answers(ids)).map((row) => [row.id, row]));
  return told.flatMap((part) => {
    const row = rows.get(part.described);
    return row ? [partAnswer(part, row, rows, liveDay)] : [];
  });
}

function partAnswer(
  { part, match, figures, best, made }: PartRows,
  described: PositionRow,
  rows: ReadonlyMap<number, PositionRow>,
  liveDay: number,
): Part {
  const { priceFrom, amount, offers } = figures;
  return {
    id: part,
    article: described.article,
    title: described.title,
    maker: described.manufacturer || rows.get(made)?.manufacturer || null,
    priceFrom: priceFrom === null ? null : twoDecimals(priceFrom),
    amount,
    offers: offers.length,
    ...(match && { match }),
    best: best.flatMap((id): OfferedPosition[] => {
      const row = rows.get(id);
      return row ? [offeredPosition(row, liveDay)] : [];
    }),
  };
}

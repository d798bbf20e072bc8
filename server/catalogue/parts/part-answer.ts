// Makes the answer for a part from the rows of its positions, with what replaces it.

import { CompiledQuery } from 'kysely';
import type { Offer, Part, PartAnswer, PartCross } from '../../../contract/catalogue/parts.ts';
import { BEST_OFFERS, CROSSES_MAX } from '../../../contract/limits.ts';
import { dateOfDay } from '../../platform/text/day.ts';
import { offeredPosition, type PositionRow } from '../context/position.ts';
import type { CatalogueSource } from '../context/schema.ts';
import { type CrossRow, REPLACING_SQL, replacingParts } from './replacements.ts';
import { partKeyOf, positionsOfParts } from './visible-positions.ts';

/** The columns that describe a thing beyond its name. */
export const SAYS = ['photo', 'manufacturer', 'weight', 'width', 'height', 'length'] as const;

type Compared = Pick<Part, 'id' | 'amount'> & { readonly priceFrom: string | number | null };

const priceOf = (price: string | number | null): number => Number(price) || Number.POSITIVE_INFINITY;

/** Parts in stock first, then the cheapest, those without a price last; the id decides between equal ones. */
export const compareParts = (one: Compared, other: Compared): number =>
  Number(other.amount > 0) - Number(one.amount > 0) ||
  Math.sign(priceOf(one.priceFrom) - priceOf(other.priceFrom)) ||
  one.id - other.id;

const inOrder = (one: Offer, other: Offer): number =>
  compareParts({ ...one, priceFrom: one.price }, { ...other, priceFrom: other.price });

/** A position as an offer; a price last confirmed before `liveDay` is none, and has no date. */
function offerAnswer(row: PositionRow, liveDay: number): Offer {
  const isPriced = row.price > 0 && row.price_day >= liveDay;
  return { ...offeredPosition(row, liveDay), priceDate: isPriced ? dateOfDay(row.price_day) : null };
}

/** A part by its visible positions: named by the one that says most, the oldest of several; null for none. */
export function partAnswer(
  id: number,
  rows: readonly PositionRow[],
  liveDay: number,
): Omit<PartAnswer, 'crosses' | 'reading'> | null {
  const said = rows.map((row) => ({ row, facts: SAYS.filter((name) => row[name]).length }));
  said.sort((a, b) => b.facts - a.facts || b.row.title.length - a.row.title.length || a.row.id - b.row.id);
  const described = said[0]?.row;
  if (!described) return null;
  const offers = rows.map((row) => offerAnswer(row, liveDay)).sort(inOrder);
  const [cheapest] = [...offers].sort((one, other) => Math.sign(priceOf(one.price) - priceOf(other.price)));
  return {
    id,
    article: described.article,
    title: described.title,
    maker: described.manufacturer || said.find(({ row }) => row.manufacturer)?.row.manufacturer || null,
    priceFrom: cheapest && Number(cheapest.price) > 0 ? cheapest.price : null,
    amount: offers.reduce((sum, { amount }) => sum + amount, 0),
    best: offers.slice(0, BEST_OFFERS).map(({ priceDate: _, ...position }) => position),
    offers,
  };
}

/** Parts whose offers are read before the best of them are shown. */
const PARTS_READ = 500;

/** What replaces a part that visitors see, as its card shows it: in stock first, then by price, at most CROSSES_MAX. */
export async function crossesOfPart(read: CatalogueSource, partId: number, liveDay: number): Promise<PartCross[]> {
  const own = await partKeyOf(read, partId);
  if (!own) return [];
  const { rows } = await read.executeQuery<CrossRow>(CompiledQuery.raw(REPLACING_SQL, [JSON.stringify([own.key])]));
  const replacing = replacingParts(rows, { maker: own.maker, part: partId }).slice(0, PARTS_READ);
  const replacingIds = replacing.map(({ part }) => part);
  const positions = Map.groupBy(await positionsOfParts(read, replacingIds), ({ part_id }) => part_id);
  return replacing
    .flatMap(({ part: id, reason, source }): PartCross[] => {
      const part = listedPart(id, positions.get(id) ?? [], liveDay);
      return part ? [{ part, reason, source }] : [];
    })
    .sort((one, other) => compareParts(one.part, other.part))
    .slice(0, CROSSES_MAX);
}

function listedPart(id: number, rows: readonly PositionRow[], liveDay: number): Part | null {
  const part = partAnswer(id, rows, liveDay);
  return part && { ...part, offers: part.offers.length };
}

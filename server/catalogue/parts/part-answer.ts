// Makes the answer for a part from the rows of its positions, with what replaces it.

import { CompiledQuery } from 'kysely';
import type { Offer, Part, PartAnswer, PartCross } from '../../../contract/catalogue/parts.ts';
import { BEST_OFFERS, CROSSES_MAX } from '../../../contract/limits.ts';
import { dateOfDay } from '../../platform/text/day.ts';
import {
  type ComparedOffer,
  marksOf,
  nameOf,
  type OfferRow,
  offeredPosition,
  twoDecimals,
} from '../context/position.ts';
import type { CatalogueSource } from '../context/schema.ts';
import { makerNamesOf } from '../search-words/maker-names.ts';
import { groupOffers, type OfferGroups } from './offer-groups.ts';
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

/** A position as an offer; a price last confirmed before `liveDay` is none, and has no date. */
function offerAnswer(row: OfferRow, liveDay: number): Offer {
  const isPriced = row.price > 0 && row.price_day >= liveDay;
  return { ...offeredPosition(row, liveDay), priceDate: isPriced ? dateOfDay(row.price_day) : null };
}

/** A row as offers are compared. */
function factsOf(row: ComparedOffer, liveDay: number) {
  const isLive = row.price_day >= liveDay;
  const amount = isLive ? row.amount : 0;
  return {
    ...{ id: row.id, row, amount, isInStock: amount > 0 },
    price: isLive ? row.price : 0,
    marks: row.marks ?? '',
    machines: row.machines ?? '',
  };
}

/** What an answer says of a part by its groups. */
export const figuresAnswer = ({ priceFrom, isToOrder, amount, isSpecial, machines }: OfferGroups) => ({
  priceFrom: priceFrom === null ? null : twoDecimals(priceFrom),
  toOrder: isToOrder,
  amount,
  special: isSpecial,
  machines: [...machines],
});

/** A part by its visible positions: named by the one of its main group that says most, the oldest of several; null for none. */
export function partAnswer(
  id: number,
  rows: readonly ComparedOffer[],
  liveDay: number,
): Omit<PartAnswer, 'crosses' | 'reading'> | null {
  const groups = groupOffers(rows.map((row) => factsOf(row, liveDay)));
  const said = groups.offers
    .slice(0, groups.main)
    .map(({ row }) => ({ row, facts: SAYS.filter((name) => row[name]).length }));
  said.sort((a, b) => b.facts - a.facts || b.row.title.length - a.row.title.length || a.row.id - b.row.id);
  const described = said[0]?.row;
  if (!described) return null;
  const offers = groups.offers.map(({ row }) => offerAnswer(row, liveDay));
  return {
    id,
    article: described.article,
    title: nameOf(described),
    marks: marksOf(described),
    maker: described.manufacturer || said.find(({ row }) => row.manufacturer)?.row.manufacturer || null,
    ...figuresAnswer(groups),
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
  const names = await makerNamesOf(read);
  const replacing = replacingParts(rows, { maker: own.maker, part: partId }, names).slice(0, PARTS_READ);
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

function listedPart(id: number, rows: readonly ComparedOffer[], liveDay: number): Part | null {
  const part = partAnswer(id, rows, liveDay);
  return part && { ...part, offers: part.offers.length };
}

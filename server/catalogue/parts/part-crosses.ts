import { CompiledQuery, type Kysely } from 'kysely';
import type { Part, PartCross } from '../../../contract/catalogue/parts.ts';
import { CROSSES_MAX } from '../../../contract/limits.ts';
import type { PositionRow } from '../context/position.ts';
import type { CatalogueSchema } from '../context/schema.ts';
import { compareParts, partAnswer } from './part-answer.ts';
import { type CrossRow, REPLACING_SQL, replacingParts } from './replacing-parts.ts';
import { partKeyOf, positionsOfParts } from './visible-positions.ts';

/** Parts whose offers are read before the best of them are shown. */
const PARTS_READ = 500;

/** What replaces a part that visitors see, as its card shows it: in stock first, then by price, at most CROSSES_MAX. */
export async function crossesOfPart(
  read: Kysely<CatalogueSchema>,
  partId: number,
  liveDay: number,
): Promise<PartCross[]> {
  const own = await partKeyOf(read, partId);
  if (!own) return [];
  const { rows } = await read.executeQuery<CrossRow>(CompiledQuery.raw(REPLACING_SQL, [JSON.stringify([own.key])]));
  const replacing = replacingParts(rows, { maker: own.maker, part: partId }).slice(0, PARTS_READ);
  const positions = Map.groupBy(
    await positionsOfParts(
      read,
      replacing.map(({ part }) => part),
    ),
    ({ part_id }) => part_id,
  );
  return replacing
    .flatMap(({ part: id, reason, source }): PartCross[] => {
      const part = listedPart(id, positions.get(id) ?? [], liveDay);
      return part ? [{ part, reason, source }] : [];
    })
    .sort((one, other) => compareParts(one.part, other.part))
    .slice(0, CROSSES_MAX);
}

/** A part as lists show it; null for no position. */
function listedPart(id: number, rows: readonly PositionRow[], liveDay: number): Part | null {
  const part = partAnswer(id, rows, liveDay);
  return part && { ...part, offers: part.offers.length };
}

import { FACET_VALUES_MAX } from '../../../../contract/limits.ts';
import type { FacetValue, PartFacets } from '../../../../contract/parts.ts';
import { stockTitle } from '../../position.ts';
import type { PositionColumns } from '../columns/position-columns.ts';
import type { BrandTitle, SearchIndex } from '../search-index.ts';
import type { FacetCounts } from './count-facets.ts';

/** The values of the most parts, the first by number where they are of equally many. */
const commonest = (counts: ReadonlyMap<number, number>, max: number): [value: number, count: number][] =>
  [...counts].sort(([one, first], [other, second]) => second - first || one - other).slice(0, max);

const known = new WeakMap<readonly BrandTitle[], ReadonlyMap<number, string>>();

/** The titles of brands by id, made once for as long as none of them changes. */
function titlesOf(brands: readonly BrandTitle[]): ReadonlyMap<number, string> {
  const titles = known.get(brands) ?? new Map(brands.map(({ id, title }) => [id, title]));
  known.set(brands, titles);
  return titles;
}

/** The counts with titles for a person: of each filter at most so many values, the commonest first. */
export async function facetAnswers(
  index: SearchIndex,
  columns: PositionColumns,
  counts: FacetCounts,
  max: number = FACET_VALUES_MAX,
): Promise<PartFacets> {
  const makers = commonest(counts.maker, max);
  const titles = await index.makerTitles(makers.map(([number]) => columns.positionOf(number)));
  const brands = titlesOf(await index.brands());
  const byId = (facet: ReadonlyMap<number, number>, titleOf: (id: number) => string): FacetValue[] =>
    commonest(facet, max).map(([id, count]) => ({ value: String(id), title: titleOf(id), count }));
  return {
    maker: makers.map(([number, count]) => {
      const value = columns.makerKey(number);
      return { value, title: titles.get(value) ?? value, count };
    }),
    brand: byId(counts.brand, (id) => brands.get(id) ?? String(id)),
    provider: byId(counts.provider, stockTitle),
    inStock: counts.inStock,
    photo: counts.photo,
  };
}

import { FACET_VALUES_MAX } from '../../../../contract/limits.ts';
import type { FacetValue, PartFacets } from '../../../../contract/parts.ts';
import { stockTitle } from '../../position.ts';
import type { PositionColumns } from '../columns/position-columns.ts';
import type { BrandTitle, SearchIndex } from '../search-index.ts';
import type { FacetCounts } from './count-facets.ts';

/** More than any value; a count and a value stand in one number, which sorts ten times as fast as a pair. */
const VALUES = 2 ** 31;

/** The values of the most parts, the first by number where they are of equally many. */
function commonest(counts: ReadonlyMap<number, number>, max: number): [value: number, count: number][] {
  const packed = new Float64Array(counts.size);
  let at = 0;
  for (const [value, count] of counts) packed[at++] = count * VALUES + (VALUES - 1 - value);
  return Array.from(packed.sort().subarray(-max).reverse(), (one) => [
    VALUES - 1 - (one % VALUES),
    Math.floor(one / VALUES),
  ]);
}

const known = new WeakMap<readonly BrandTitle[], ReadonlyMap<number, string>>();

/** The titles of brands by id, made once for as long as none of them changes. */
function brandTitles(brands: readonly BrandTitle[]): ReadonlyMap<number, string> {
  const titles = known.get(brands) ?? new Map(brands.map(({ id, title }) => [id, title]));
  known.set(brands, titles);
  return titles;
}

/** How makers are spelled, by their numbers in the columns, as long as no position changes. */
export class MakerTitles {
  readonly #titles = new Map<number, string>();
  #state: readonly unknown[] = [];

  /** The titles of these makers in that state of the columns; those that no position spells are missing. */
  async of(
    index: SearchIndex,
    columns: PositionColumns,
    state: number,
    makers: readonly number[],
  ): Promise<ReadonlyMap<number, string>> {
    if (this.#state[0] !== columns || this.#state[1] !== state) this.#titles.clear();
    this.#state = [columns, state];
    const unknown = makers.filter((maker) => !this.#titles.has(maker));
    if (unknown.length === 0) return this.#titles;
    const titles = await index.makerTitles(unknown.map((maker) => columns.positionOf(maker)));
    for (const maker of unknown) {
      const title = titles.get(columns.makerKey(maker));
      if (title !== undefined) this.#titles.set(maker, title);
    }
    return this.#titles;
  }
}

/** The counts with titles for a person: of each filter at most so many values, the commonest first. */
export async function facetAnswers(
  index: SearchIndex,
  columns: PositionColumns,
  counts: FacetCounts,
  makerTitlesOf: (makers: readonly number[]) => Promise<ReadonlyMap<number, string>>,
  max: number = FACET_VALUES_MAX,
): Promise<PartFacets> {
  const makers = commonest(counts.maker, max);
  const titles = await makerTitlesOf(makers.map(([number]) => number));
  const brands = brandTitles(await index.brands());
  const byId = (facet: ReadonlyMap<number, number>, titleOf: (id: number) => string): FacetValue[] =>
    commonest(facet, max).map(([id, count]) => ({ value: String(id), title: titleOf(id), count }));
  return {
    maker: makers.map(([number, count]) => {
      const value = columns.makerKey(number);
      return { value, title: titles.get(number) ?? value, count };
    }),
    brand: byId(counts.brand, (id) => brands.get(id) ?? String(id)),
    provider: byId(counts.provider, stockTitle),
    inStock: counts.inStock,
    photo: counts.photo,
  };
}

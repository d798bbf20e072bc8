// Turns the counts of facets.ts into what a person reads: of each filter the commonest values, with their titles.

import { FILTERS, type Filter, type FilterName } from '../../../contract/catalogue/filters.ts';
import type { FacetValue, PartFacets } from '../../../contract/catalogue/parts.ts';
import { FACET_VALUES_MAX } from '../../../contract/limits.ts';
import { stockTitle } from '../context/position.ts';
import type { PartFilters } from '../context/search-questions.ts';
import type { PositionColumns } from '../search-index/position-columns.ts';
import type { BrandTitle, SearchIndex } from '../search-index/query.ts';
import type { FacetCounts, ValueCounts } from './facets.ts';

/** More than any value; a count and a value stand in one number, which sorts ten times as fast as a pair. */
const VALUES = 2 ** 31;

/** The values of the most parts, the first by number where they are of equally many. */
function commonest(counts: ReadonlyMap<number, number>, max: number): [value: number, count: number][] {
  if (counts.size < 2) return [...counts];
  const packed = new Float64Array(counts.size);
  let at = 0;
  for (const [value, count] of counts) packed[at++] = count * VALUES + (VALUES - 1 - value);
  return Array.from(packed.sort().subarray(-max).reverse(), (one) => [
    VALUES - 1 - (one % VALUES),
    Math.floor(one / VALUES),
  ]);
}

const known = new WeakMap<readonly BrandTitle[], ReadonlyMap<number, string>>();

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
    const texts = columns.texts('manufacturer_key');
    const titles = await index.makerTitles(columns.makerHolders(unknown));
    for (const maker of unknown) {
      const title = titles.get(texts.textOf(maker));
      if (title !== undefined) this.#titles.set(maker, title);
    }
    return this.#titles;
  }
}

interface ValueTitles {
  readonly columns: PositionColumns;
  /** The titles of makers by number; those that no position spells are missing. */
  makers(numbers: readonly number[]): Promise<ReadonlyMap<number, string>>;
  brands(): Promise<readonly BrandTitle[]>;
  stocks(): Promise<readonly BrandTitle[]>;
}

/** The counts with titles for a person: of each filter at most so many values, the commonest first. */
export async function facetAnswers(
  counts: FacetCounts,
  titles: ValueTitles,
  max: number = FACET_VALUES_MAX,
  chosen: PartFilters = {},
): Promise<PartFacets> {
  const answers: [FilterName, FacetValue[] | number][] = [];
  for (const filter of FILTERS) {
    if (filter.as === 'switch') answers.push([filter.name, counts[filter.name]]);
    if (filter.as !== 'choice') continue;
    const isNone = counts[filter.name].size === 0 && chosen[filter.name] === undefined;
    answers.push([filter.name, isNone ? [] : await valuesOf(filter, counts, titles, max, chosen[filter.name])]);
  }
  return Object.fromEntries(answers) as PartFacets;
}

/** Of values that name several, those that they name. */
function namedValues(
  columns: PositionColumns,
  column: Filter<'choice'>['column'],
  counts: ValueCounts,
  twice: ReadonlyMap<string, number> | undefined,
  max: number,
) {
  const texts = columns.texts(column);
  const named = new Map<string, number>();
  for (const [number, count] of counts) {
    const members = texts.membersOf(number);
    for (let at = 0; at < members.length; at++) {
      const member = members[at] as string;
      named.set(member, (named.get(member) ?? 0) + count);
    }
  }
  for (const [member, more] of twice ?? []) named.set(member, (named.get(member) ?? 0) - more);
  return [...named]
    .sort(([one, count], [other, others]) => others - count || (one < other ? -1 : 1))
    .slice(0, max)
    .map(([value, count]) => ({ value, title: value, count }));
}

/** The number of what is chosen, 0 for nothing. */
const numberOf = (
  columns: PositionColumns,
  column: Filter<'choice'>['column'],
  chosen: PartFilters[keyof PartFilters],
): number =>
  column === 'manufacturer_key' && typeof chosen === 'string'
    ? Math.max(0, columns.makerOf(chosen))
    : typeof chosen === 'number' && Number.isSafeInteger(chosen) && chosen < UNKNOWN_FROM
      ? chosen
      : 0;

/** No row has such an id. */
const UNKNOWN_FROM = 2 ** 40;

/** With what is chosen, which has a name though nothing of it is left, or others are commoner. */
const withChosen = (found: readonly (readonly [number, number])[], counts: ValueCounts, chosen: number) =>
  chosen === 0 || found.some(([number]) => number === chosen)
    ? found
    : [...found, [chosen, [...counts].find(([number]) => number === chosen)?.[1] ?? 0] as const];

async function valuesOf(
  filter: Filter<'choice'>,
  { namedTwice, [filter.name]: counts }: FacetCounts,
  titles: ValueTitles,
  max: number,
  chosen: PartFilters[keyof PartFilters],
): Promise<FacetValue[]> {
  const { columns } = titles;
  const { column, type } = filter;
  if ('many' in filter) return namedValues(columns, column, counts, namedTwice.get(filter.name), max);
  const texts = columns.texts(column);
  const found = withChosen(commonest(counts, max), counts, numberOf(columns, column, chosen));
  const textOf = (number: number) => (type === 'text' ? texts.textOf(number) : String(number));
  const known =
    column === 'manufacturer_key'
      ? await titles.makers(found.map(([number]) => number))
      : column === 'brand_id'
        ? brandTitles(await titles.brands())
        : column === 'provider_id'
          ? brandTitles(await titles.stocks())
          : null;
  return found.map(([number, count]) => {
    const value = textOf(number);
    return { value, title: known?.get(number) ?? (column === 'provider_id' ? stockTitle(number) : value), count };
  });
}

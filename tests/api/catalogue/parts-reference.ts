import type { PartsAnswer } from '../../../contract/catalogue/parts.ts';
import type { SearchAnswer } from '../../../contract/catalogue/positions.ts';
import type { TestBridge } from '../../support/bridge.ts';

/** Parameters of a search for parts; absent ones are not sent. */
export interface Asked {
  readonly query?: string;
  readonly maker?: string;
  readonly brandId?: number;
  readonly providerId?: number;
  readonly inStock?: 1;
  readonly photo?: 1;
  readonly priceFrom?: number;
  readonly priceTo?: number;
  readonly order?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/** One page of parts. */
export async function partsPage(bridge: TestBridge, asked: Asked): Promise<PartsAnswer> {
  const parameters = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  const answer = await bridge.call('GET', `/parts/?${parameters}`, { as: null });
  if (answer.statusCode !== 200) throw new Error(`${parameters}: ${answer.statusCode} ${answer.body}`);
  return answer.json();
}

/** Ids of all parts, page by page; `between` runs before each page but the first. */
export async function walkParts(
  bridge: TestBridge,
  asked: Asked,
  between: () => Promise<unknown> = async () => {},
): Promise<number[]> {
  const ids: number[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const answer: PartsAnswer = await partsPage(bridge, { ...asked, cursor });
    ids.push(...answer.parts.map(({ id }) => id));
    cursor = answer.next;
    if (cursor !== null) await between();
  }
  return ids;
}

/** A position as the reference sees it. */
export interface StoredPosition {
  readonly id: number;
  readonly part_id: number;
  readonly manufacturer_key: string;
  readonly brand_id: number;
  readonly provider_id: number;
  readonly price: number;
  readonly amount: number;
  readonly photo: string | null;
  readonly hidden: number;
}

/** Ids of parts in the order in which the search for positions first shows one of theirs. */
export async function foundByPositions(
  bridge: TestBridge,
  query: string,
  stored: ReadonlyMap<number, StoredPosition>,
): Promise<number[]> {
  const parts = new Set<number>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const path: string = `/search/?query=${encodeURIComponent(query)}&limit=50&cursor=${cursor}`;
    const answer = await bridge.call('GET', path, { as: null });
    const found: SearchAnswer | null = answer.statusCode === 404 ? null : answer.json();
    for (const { id } of found?.positions ?? []) parts.add(stored.get(id)?.part_id ?? 0);
    cursor = found?.next ?? null;
  }
  return [...parts];
}

/** Kopecks: the lowest price of what is in stock, else of what has to be ordered; null where nothing has one. */
function priceOfPart(offers: readonly StoredPosition[]): number | null {
  const lowest = (some: readonly StoredPosition[]) =>
    Math.min(...some.map(({ price }) => price || Number.POSITIVE_INFINITY));
  const inStock = lowest(offers.filter(({ amount }) => amount > 0));
  const price = Number.isFinite(inStock) ? inStock : lowest(offers);
  return Number.isFinite(price) ? price : null;
}

/** The visible offers of a part that pass the filters; none where the price of the part does not. */
export function passing(all: readonly StoredPosition[], part: number, asked: Asked): StoredPosition[] {
  const own = all.filter((position) => position.part_id === part);
  const maker = own.find(({ manufacturer_key }) => manufacturer_key !== '')?.manufacturer_key;
  const offers = own.filter(
    (position) =>
      position.hidden === 0 &&
      (asked.maker === undefined || maker === asked.maker) &&
      (asked.brandId === undefined || position.brand_id === asked.brandId) &&
      (asked.providerId === undefined || position.provider_id === asked.providerId) &&
      (asked.inStock === undefined || position.amount > 0) &&
      (asked.photo === undefined || position.photo !== null),
  );
  if (asked.priceFrom === undefined && asked.priceTo === undefined) return offers;
  const price = priceOfPart(offers);
  const fits =
    price !== null &&
    price >= (asked.priceFrom ?? 0) * 100 &&
    price <= (asked.priceTo ?? Number.POSITIVE_INFINITY) * 100;
  return fits ? offers : [];
}

import type { PartsQuery } from '../../../contract/catalogue/parts.ts';
import { PART_ORDERS } from '../../../contract/catalogue/words.ts';
import { SEARCH_OFFSET_MAX, SEARCH_PAGE_DEFAULT, SEARCH_PAGE_MAX } from '../../../contract/limits.ts';
import { manufacturerKey } from '../../platform/text/article-key.ts';
import type { PartFilters, PartsRequest } from '../context/search-questions.ts';

/** Longer ones have more digits than any price. */
const PRICE_LENGTH_MAX = 15;

/** Kopecks of a price in roubles as people write it; null for no price, NaN for what is none. */
function kopecksOf(text: string | undefined): number | null {
  const written = (text ?? '').replaceAll(/[\s₽]/g, '').replace(',', '.');
  if (written === '') return null;
  if (written.length > PRICE_LENGTH_MAX || !/^\d+(\.\d*)?$/.test(written)) return Number.NaN;
  return Math.round(Number(written) * 100);
}

const isOn = (text: string | undefined): boolean => ['1', 'on', 'true'].includes(text ?? '');

const NOT_A_PRICE = 'Цена в фильтре — не число, поэтому она не учтена';

/**
 * A search for parts from the parameters of its address. What is no id names nothing that there is; a price that cannot
 * be read is left out and told in `notes`.
 */
export function partsRequest(asked: PartsQuery): PartsRequest {
  const [from, to] = [kopecksOf(asked.priceFrom), kopecksOf(asked.priceTo)];
  const order = PART_ORDERS.find((order) => order === asked.order) ?? 'relevance';
  const limit = clampedLimit(asked.limit, SEARCH_PAGE_DEFAULT);
  const isUnread = Number.isNaN(from) || Number.isNaN(to);
  const filters: PartFilters = {
    maker: makerOf(asked.maker),
    brandId: idOf(asked.brandId),
    providerId: idOf(asked.providerId),
    inStock: isOn(asked.inStock),
    photo: isOn(asked.photo),
    priceFrom: Number.isNaN(from) ? null : from,
    priceTo: Number.isNaN(to) ? null : to,
  };
  return {
    query: (asked.query ?? '').trim(),
    filters,
    order,
    limit,
    cursor: asked.cursor ?? '',
    skip: order === 'relevance' ? Math.max(0, rowId(asked.page) - 1) * limit : 0,
    isStrict: asked.strict === '1',
    notes: isUnread ? [{ kind: 'price', text: NOT_A_PRICE }] : [],
  };
}

/** No brand and no provider has it. */
const UNKNOWN_ID = Number.MAX_SAFE_INTEGER;
/** No manufacturer key has a blank in it. */
const UNKNOWN_MAKER = ' ';

const makerOf = (text: string | undefined): string =>
  (text ?? '').trim() === '' ? '' : manufacturerKey(text ?? '') || UNKNOWN_MAKER;

const idOf = (text: string | undefined): number => ((text ?? '').trim() === '' ? 0 : rowId(text) || UNKNOWN_ID);

const integer = (text: string | undefined): number => (/^\s*\d+\s*$/.test(text ?? '') ? Number(text) : 0);

/** Rows of a page: what is no positive integer means the default, more than the limit means the limit. */
export const clampedLimit = (text: string | undefined, byDefault: number): number =>
  Math.min(integer(text) || byDefault, SEARCH_PAGE_MAX);

/** Rows to leave out: what is no positive integer means none, more than the limit means the limit. */
export const clampedOffset = (text: string | undefined): number => Math.min(integer(text), SEARCH_OFFSET_MAX);

/** The id of a row, 0 for anything that cannot be one. */
export const rowId = (text: string | undefined): number => {
  const id = integer(text);
  return Number.isSafeInteger(id) ? id : 0;
};

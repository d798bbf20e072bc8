// Reads the query string of a search (filters, bounds, page) into the request that the search threads take.
import { POSITION_COLUMNS } from '../../../contract/catalogue/columns.ts';
import { FILTERS, type Filter } from '../../../contract/catalogue/filters.ts';
import type { PartNote } from '../../../contract/catalogue/parts.ts';
import { SEARCH_OFFSET_MAX, SEARCH_PAGE_MAX } from '../../../contract/limits.ts';
import { boundsOf, type PageAsked, type PartsQuestion } from '../../../rules/catalogue/question.ts';
import { manufacturerKey } from '../../platform/text/article-key.ts';
import type { PartFilters, PartsRequest } from '../context/search-questions.ts';

/** Longer ones have more digits than any price. */
const NUMBER_LENGTH_MAX = 15;

/** The number that a bound of a span means in the unit of its column; null for none, NaN for what is no number. */
function boundOf({ column }: Filter<'span'>, text: string): number | null {
  const written = text.replaceAll(/[\s₽]/g, '').replace(',', '.');
  if (written === '') return null;
  if (written.length > NUMBER_LENGTH_MAX || !/^\d+(\.\d*)?$/.test(written)) return Number.NaN;
  const { imported } = POSITION_COLUMNS[column];
  return Math.round(Number(written) * (HUNDREDTHS.includes(imported.as) ? 100 : 1));
}

/** What is read so counts hundredths. */
const HUNDREDTHS: readonly string[] = ['price', 'size'];

/** No brand and no provider has it. */
const UNKNOWN_ID = Number.MAX_SAFE_INTEGER;
/** No manufacturer key has a blank in it. */
const UNKNOWN_MAKER = ' ';

/** What is chosen, as the column has it; undefined for nothing. What is no id names nothing that there is. */
function choiceOf({ column, type }: Filter<'choice'>, text: string): string | number | undefined {
  if (text === '') return undefined;
  const isId = type !== 'text';
  if (column === 'manufacturer_key') return manufacturerKey(text) || UNKNOWN_MAKER;
  return isId ? rowId(text) || UNKNOWN_ID : text;
}

/** The search for parts of a question. A bound that is no number is left out and named in `notes`. */
export function partsRequest(question: PartsQuestion, { limit, page = 1 }: PageAsked): PartsRequest {
  const filters: [string, PartFilters[keyof PartFilters]][] = [];
  const notes: PartNote[] = [];
  for (const filter of FILTERS) {
    const { name } = filter;
    if (filter.as === 'choice') filters.push([name, choiceOf(filter, question[filter.parameter])]);
    else if (filter.as === 'switch') filters.push([name, question[filter.name] || undefined]);
    else {
      const bounds = boundsOf(filter).map((bound) => boundOf(filter, question[bound]));
      const [from = null, to = null] = bounds.map((bound) => (Number.isNaN(bound) ? null : bound));
      filters.push([name, from === null && to === null ? undefined : [from, to]]);
      if (bounds.some(Number.isNaN)) notes.push({ kind: name, text: filter.unread });
    }
  }
  const { query, order, cursor, strict, plain } = question;
  return {
    ...{ query, order, limit, cursor, plain, notes },
    filters: Object.fromEntries(filters.filter(([, value]) => value !== undefined)) as PartFilters,
    skip: order === 'relevance' ? Math.max(0, page - 1) * limit : 0,
    isStrict: strict,
  };
}

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

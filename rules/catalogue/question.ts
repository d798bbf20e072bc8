import { PART_ORDERS, type PartOrder } from '../../contract/catalogue/words.ts';

/** What the page of results is asked, as its address says it; '' and false leave everything in. */
export interface PartsQuestion {
  readonly query: string;
  readonly maker: string;
  readonly brandId: string;
  readonly providerId: string;
  readonly inStock: boolean;
  readonly photo: boolean;
  readonly priceFrom: string;
  readonly priceTo: string;
  readonly order: PartOrder;
  /** Nothing is read otherwise than it is typed. */
  readonly strict: boolean;
  /** Where the answer goes on. */
  readonly cursor: string;
}

/** The filters in which something is written or chosen. */
export const TEXT_FILTERS = ['maker', 'brandId', 'providerId', 'priceFrom', 'priceTo'] as const;
/** The filters that are on or off. */
export const SWITCHES = ['inStock', 'photo'] as const;

const isOn = (text: string | null): boolean => ['1', 'on', 'true'].includes(text ?? '');

/** Reads the question from the parameters of an address or the fields of a form; what it does not know is left out. */
export function readQuestion(from: { get(name: string): unknown }): PartsQuestion {
  const text = (name: string): string => {
    const value = from.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    query: text('query'),
    maker: text('maker'),
    brandId: text('brandId'),
    providerId: text('providerId'),
    inStock: isOn(text('inStock')),
    photo: isOn(text('photo')),
    priceFrom: text('priceFrom'),
    priceTo: text('priceTo'),
    order: PART_ORDERS.find((order) => order === text('order')) ?? PART_ORDERS[0],
    strict: text('strict') === '1',
    cursor: text('cursor'),
  };
}

/** The parameters of a question, for an address or a call: those that say something, in one order. */
export function questionParameters(question: PartsQuestion): Record<string, string> {
  const { order, cursor, query } = question;
  const said: [string, string][] = [
    ['query', query],
    ...TEXT_FILTERS.map((name): [string, string] => [name, question[name]]),
    ...[...SWITCHES, 'strict' as const].map((name): [string, string] => [name, question[name] ? '1' : '']),
    ['order', order === PART_ORDERS[0] ? '' : order],
    ['cursor', cursor],
  ];
  return Object.fromEntries(said.filter(([, value]) => value !== ''));
}

/** The page that answers a question. */
export function questionAddress(question: PartsQuestion): string {
  const said = Object.entries(questionParameters(question));
  const query = said.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&');
  return query === '' ? RESULTS_PATH : `${RESULTS_PATH}?${query}`;
}

/** Where questions are answered. */
export const RESULTS_PATH = '/catalog';

/** How many filters are set; a price from and to is one. */
export function filtersSet({ priceFrom, priceTo, ...rest }: PartsQuestion): number {
  const single = [rest.maker, rest.brandId, rest.providerId, rest.inStock, rest.photo, priceFrom || priceTo];
  return single.filter(Boolean).length;
}

/** Whether there is anything to look for. */
export const asksForParts = (question: PartsQuestion): boolean => question.query !== '' || filtersSet(question) > 0;

/** The same words without any filter. */
export const withoutFilters = (question: PartsQuestion): PartsQuestion => ({
  ...readQuestion(new Map([['query', question.query]])),
  order: question.order,
  strict: question.strict,
});

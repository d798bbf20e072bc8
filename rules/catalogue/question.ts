// Reads a question to the search from an address, and writes it into one, for server and browser.

import { FILTERS, type Filter, type FilterName, filtersAs } from '../../contract/catalogue/filters.ts';
import type { PartFacets, PartsAnswer } from '../../contract/catalogue/parts.ts';
import { PART_ORDERS, type PartOrder } from '../../contract/catalogue/words.ts';

type Choice = Filter<'choice'>['parameter'];
type Bound = `${FilterName<'span'>}${'From' | 'To'}`;
type Switch = FilterName<'switch'>;

/** What the page of results is asked, as its address says it; '' and false leave everything in. */
export type PartsQuestion = Readonly<Record<Choice | Bound, string> & Record<Switch, boolean>> & {
  readonly query: string;
  readonly order: PartOrder;
  /** Nothing is read otherwise than it is typed. */
  readonly strict: boolean;
  /** Words of the query that are read as no machine, side or kind. */
  readonly plain: string;
  readonly cursor: string;
};

/** Which page of an answer is asked for: by the cursor of the question, or by its number from 1, in the order of relevance only. */
export interface PageAsked {
  readonly limit: number;
  readonly page?: number;
}

/** The parameters of the lowest and the highest number of a span. */
export const boundsOf = ({ name }: Filter<'span'>) => [`${name}From`, `${name}To`] as const;

export const TEXT_FILTERS: readonly (Choice | Bound)[] = FILTERS.flatMap((filter) =>
  filter.as === 'choice' ? [filter.parameter] : filter.as === 'span' ? boundsOf(filter) : [],
);
export const SWITCHES: readonly Switch[] = filtersAs('switch').map(({ name }) => name);

/** Reads the question from the parameters of an address or the fields of a form; what it does not know is left out. */
export function readQuestion(from: { get(name: string): unknown }): PartsQuestion {
  const text = (name: string): string => {
    const value = from.get(name);
    return typeof value === 'string' ? value.replaceAll(/\p{Cc}/gu, ' ').trim() : '';
  };
  const texts = TEXT_FILTERS.map((name) => [name, text(name)]);
  const switches = SWITCHES.map((name) => [name, ['1', 'on', 'true'].includes(text(name))]);
  return {
    ...(Object.fromEntries([...texts, ...switches]) as Omit<
      PartsQuestion,
      'query' | 'order' | 'strict' | 'plain' | 'cursor'
    >),
    query: text('query'),
    order: PART_ORDERS.find((order) => order === text('order')) ?? PART_ORDERS[0],
    strict: text('strict') === '1',
    plain: text('plain'),
    cursor: text('cursor'),
  };
}

/** The parameters of a question, for an address or a call: those that say something, in one order. */
export function questionParameters(question: PartsQuestion): Record<string, string> {
  const { order, cursor, query, plain } = question;
  const said: [string, string][] = [
    ['query', query],
    ['plain', plain],
    ...TEXT_FILTERS.map((name): [string, string] => [name, question[name]]),
    ...[...SWITCHES, 'strict' as const].map((name): [string, string] => [name, question[name] ? '1' : '']),
    ['order', order === PART_ORDERS[0] ? '' : order],
    ['cursor', cursor],
  ];
  return Object.fromEntries(said.filter(([, value]) => value !== ''));
}

export function questionAddress(question: PartsQuestion): string {
  const said = Object.entries(questionParameters(question));
  const query = said.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&');
  return query === '' ? RESULTS_PATH : `${RESULTS_PATH}?${query}`;
}

export const RESULTS_PATH = '/catalog';

const isSet = (question: PartsQuestion, filter: Filter): boolean => {
  if (filter.as === 'span') return boundsOf(filter).some((bound) => question[bound] !== '');
  return Boolean(question[filter.as === 'choice' ? filter.parameter : filter.name]);
};

/** How many filters are set; both bounds of a span are one. */
export const filtersSet = (question: PartsQuestion): number =>
  FILTERS.filter((filter) => isSet(question, filter)).length;

export const asksForParts = (question: PartsQuestion): boolean => question.query !== '' || filtersSet(question) > 0;

/** What is chosen by its name, the widest first: «КАМАЗ, тормоза»; '' for nothing. */
export const chosenText = ({ machine, system, kind }: PartsQuestion): string =>
  [machine, system, kind].filter((name) => name !== '').join(', ');

export const withoutFilters = (question: PartsQuestion): PartsQuestion => ({
  ...readQuestion(new Map([['query', question.query]])),
  order: question.order,
  strict: question.strict,
  plain: question.plain,
});

export const NOTHING_FOUND: PartsAnswer = {
  parts: [],
  reading: null,
  apart: false,
  total: { count: 0, exact: true },
  exact: 0,
  facets: Object.fromEntries(
    FILTERS.flatMap(({ as, name }) => (as === 'span' ? [] : [[name, as === 'choice' ? [] : 0] as const])),
  ) as unknown as PartFacets,
  notes: [],
  crosses: [],
  next: null,
};

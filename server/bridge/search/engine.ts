import { dayNumber } from '../../text/day.ts';
import { firstLiveDay } from '../position.ts';
import type { SearchRequest } from './catalogue-search.ts';
import type { AskedQuestion, Question } from './questions.ts';

export type { SearchRequest } from './catalogue-search.ts';

/** The search of the catalogue; answers are JSON texts of contract/bridge.ts. */
export interface SearchEngine {
  /** The text of a SearchAnswer; null when nothing is found. */
  search(request: SearchRequest): Promise<string | null>;
  /** The text of a SuggestAnswer. */
  suggest(query: string): Promise<string>;
  /** The text of a ListSearchAnswer; `ignored` counts the articles that were left out. */
  list(articles: readonly string[], ignored: number): Promise<string>;
}

export interface SearchOptions {
  readonly timeZone: string;
  /** Days a price counts since it was last confirmed; 0 = for ever. */
  readonly priceTtlDays: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** The search over whatever answers its questions, as of today. */
export function searchOver(
  ask: (question: AskedQuestion) => Promise<string | null>,
  options: SearchOptions,
): SearchEngine {
  const asked = (question: Question) => {
    const today = dayNumber(options.clock(), options.timeZone);
    return ask({ ...question, liveDay: firstLiveDay(today, options.priceTtlDays) });
  };
  return {
    search: (request) => asked({ ask: 'search', request }),
    suggest: async (query) => (await asked({ ask: 'suggest', query })) ?? '',
    list: async (articles, ignored) => (await asked({ ask: 'list', articles, ignored })) ?? '',
  };
}

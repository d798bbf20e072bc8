import { questionAnswered } from '../../signals/signals.ts';
import { dayNumber } from '../../text/day.ts';
import { firstLiveDay } from '../position.ts';
import type { SearchRequest } from './catalogue-search.ts';
import type { Miss } from './misses/miss.ts';
import type { PartsRequest } from './parts/search-parts.ts';

export type { SearchRequest } from './catalogue-search.ts';

/** What may be asked of the search, across threads; `liveDay` is the first price day that still counts. */
type Question =
  | { readonly ask: 'search'; readonly request: SearchRequest }
  | { readonly ask: 'parts'; readonly request: PartsRequest }
  | { readonly ask: 'directory' }
  | { readonly ask: 'suggest'; readonly query: string }
  | { readonly ask: 'list'; readonly articles: readonly string[]; readonly ignored: number }
  | { readonly ask: 'lines'; readonly lines: readonly string[] };
export type AskedQuestion = Question & { readonly liveDay: number };

/** The answer to a question. */
export interface Answered {
  /** JSON text; null when a search found nothing. */
  readonly text: string | null;
  /** What was searched for and not found as it was typed. */
  readonly miss: Miss | null;
  /** Milliseconds spent on each stage that was opened. */
  readonly stages: Readonly<Record<string, number>>;
}

/** Answers the questions of the search over the index in one file. */
export interface IndexReader {
  ask(question: AskedQuestion): Promise<Answered>;
  /** Ends when everything asked before is answered. */
  close(): Promise<void>;
}

/** The search of the catalogue; answers are JSON texts of contract/bridge.ts. */
export interface SearchEngine {
  /** The text of a SearchAnswer; null when nothing is found. */
  search(request: SearchRequest): Promise<string | null>;
  /** The text of a PartsAnswer. */
  parts(request: PartsRequest): Promise<string>;
  /** The text of a PartsDirectory. */
  directory(): Promise<string>;
  /** The text of a SuggestAnswer. */
  suggest(query: string): Promise<string>;
  /** The text of a ListSearchAnswer; `ignored` counts the articles that were left out. */
  list(articles: readonly string[], ignored: number): Promise<string>;
  /** The text of a ListPartsAnswer to a list of articles with quantities. */
  lines(lines: readonly string[]): Promise<string>;
}

export interface SearchOptions {
  readonly timeZone: string;
  /** Days a price counts since it was last confirmed; 0 = for ever. */
  readonly priceTtlDays: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Told of every search that did not find what was typed. */
  readonly onMiss?: (miss: Miss) => void;
}

/** The search over whatever answers its questions, as of today. */
export function searchOver(ask: IndexReader['ask'], options: SearchOptions): SearchEngine {
  const asked = async (question: Question): Promise<string | null> => {
    const today = dayNumber(options.clock(), options.timeZone);
    const began = performance.now();
    const { text, miss, stages } = await ask({
      ...question,
      liveDay: firstLiveDay(today, options.priceTtlDays),
    });
    questionAnswered.tell({ question: question.ask, ms: performance.now() - began, stages });
    if (miss) options.onMiss?.(miss);
    return text;
  };
  return {
    search: (request) => asked({ ask: 'search', request }),
    parts: async (request) => (await asked({ ask: 'parts', request })) ?? '',
    directory: async () => (await asked({ ask: 'directory' })) ?? '',
    suggest: async (query) => (await asked({ ask: 'suggest', query })) ?? '',
    list: async (articles, ignored) => (await asked({ ask: 'list', articles, ignored })) ?? '',
    lines: async (lines) => (await asked({ ask: 'lines', lines })) ?? '',
  };
}

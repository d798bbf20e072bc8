// The questions that routes and search threads exchange, and the search engine that asks them and reports queries
// without hits. The search itself is in ../search.
import type { FilterName } from '../../../contract/catalogue/filters.ts';
import type { PartNote } from '../../../contract/catalogue/parts.ts';
import type { MissOutcome, PartOrder } from '../../../contract/catalogue/words.ts';
import { questionAnswered } from '../../platform/signals.ts';
import { dayNumber } from '../../platform/text/day.ts';
import type { NameSort, PartNames } from '../part-reader/names.ts';
import { firstLiveDay } from './position.ts';
import type { CatalogueSource } from './schema.ts';

/** A question to the search, which crosses threads; `liveDay` is the first price day that still counts. */
type Question =
  | { readonly ask: 'search'; readonly request: SearchRequest }
  | { readonly ask: 'parts'; readonly request: PartsRequest }
  | { readonly ask: 'directory' }
  | { readonly ask: 'suggest'; readonly query: string }
  | { readonly ask: 'names'; readonly sort: NameSort; readonly text: string }
  | { readonly ask: 'list'; readonly articles: readonly string[]; readonly ignored: number }
  | { readonly ask: 'lines'; readonly lines: readonly string[] };
export type SearchQuestion = Question & { readonly liveDay: number };

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
  ask(question: SearchQuestion): Promise<Answered>;
  /** Ends when everything asked before is answered. */
  close(): Promise<void>;
}

/** The search of the catalogue; answers are JSON texts of contract/catalogue/positions.ts. */
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
  lines(lines: readonly string[]): Promise<string>;
  /** What a person may mean by the name of a part or a machine. */
  names(sort: NameSort, text: string): Promise<PartNames>;
}

interface SearchOptions {
  readonly timeZone: string;
  /** Days a price counts since it was last confirmed; 0 = for ever. */
  readonly priceTtlDays: number;
  readonly clock: () => number;
  /** Called with every search that did not find what was typed. */
  readonly onMiss?: (miss: Miss) => void;
}

/** The search engine over a function that answers its questions; adds today's `liveDay`, reports times and misses. */
export function searchOver(ask: IndexReader['ask'], options: SearchOptions): SearchEngine {
  const asked = async (question: Question): Promise<string | null> => {
    const today = dayNumber(options.clock(), options.timeZone);
    const began = performance.now();
    const { text, miss, stages } = await ask({ ...question, liveDay: firstLiveDay(today, options.priceTtlDays) });
    questionAnswered.report({ question: question.ask, ms: performance.now() - began, stages });
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
    names: async (sort, text) => JSON.parse((await asked({ ask: 'names', sort, text })) ?? '') as PartNames,
  };
}

/** A search as the API takes it, numbers already within their limits; `last` 0, `cursor` '' when absent. */
export interface SearchRequest {
  readonly query: string;
  readonly limit: number;
  readonly offset: number;
  readonly last: number;
  readonly cursor: string;
  /** Without rereading the query. */
  readonly isStrict?: boolean;
}

/** Which parts are wanted, by filter: an id or text of a choice, bounds in the unit of the column; null is open. */
export type PartFilters = Readonly<
  Partial<
    Record<FilterName<'choice'>, string | number> &
      Record<FilterName<'switch'>, true> &
      Record<FilterName<'span'>, readonly [from: number | null, to: number | null]>
  >
>;

export interface PartsRequest {
  /** '' asks for all parts. */
  readonly query: string;
  readonly filters: PartFilters;
  readonly order: PartOrder;
  readonly limit: number;
  readonly cursor: string;
  /** How many of the first parts are skipped without a cursor; in the order of relevance only. */
  readonly skip: number;
  /** Without rereading the query. */
  readonly isStrict: boolean;
  /** Words of the query that are to be read as no machine, side or kind. */
  readonly plain: string;
  /** Remarks on how the address was read. */
  readonly notes: readonly PartNote[];
}

/** A search that did not find what was typed; contains nothing about the visitor. */
export interface Miss {
  readonly wording: string;
  readonly outcome: MissOutcome;
  /** The words that were left out, or the article that is not there; '' when nothing was found. */
  readonly left: string;
}

/** The catalogue that visitors see: the embedded database itself, or this process's copy of PostgreSQL's. */
export interface ShownCatalogue extends IndexReader {
  /** Reads by key of positions, brands and redirects; asked anew for every request, since a copy may be replaced. */
  readonly read: CatalogueSource;
  /** When it was last known to show everything, while the catalogue is out of reach; null while it is not. */
  asOf(): number | null;
  /** Entries of the log of changes that it does not show yet; an embedded catalogue is never behind. */
  behind(): Promise<number>;
  readonly indexFile: string;
  /** Resolves when it shows what was committed before the call, or after a while when it cannot. Never rejects. */
  caughtUp(): Promise<void>;
}

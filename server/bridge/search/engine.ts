import { Thread } from '../../database/thread.ts';
import type { Database } from '../../database/types.ts';
import { dayNumber } from '../../text/day.ts';
import { firstLiveDay } from '../position.ts';
import type { BridgeSchema } from '../schema.ts';
import type { SearchRequest } from './catalogue-search.ts';
import { PostgresSearchIndex } from './postgres-index.ts';
import { answerTo, type Question } from './questions.ts';
import { warm } from './warm.ts';

export type { SearchRequest } from './catalogue-search.ts';

/** The search of the catalogue; answers are JSON texts of contract/bridge.ts. */
export interface SearchEngine {
  /** The text of a SearchAnswer; null when nothing is found. */
  search(request: SearchRequest): Promise<string | null>;
  /** The text of a SuggestAnswer. */
  suggest(query: string): Promise<string>;
  /** The text of a ListSearchAnswer; `ignored` counts the articles that were left out. */
  list(articles: readonly string[], ignored: number): Promise<string>;
  close(): Promise<void>;
}

export interface SearchOptions {
  readonly timeZone: string;
  /** Days a price counts since it was last confirmed; 0 = for ever. */
  readonly priceTtlDays: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const READER = new URL('./reader-thread.ts', import.meta.url);

/** Opens the search over a migrated catalogue. SQLite: in a reader thread of its own; PostgreSQL: through the pool. */
export function openSearch(database: Database<BridgeSchema>, options: SearchOptions): SearchEngine {
  const { location } = database;
  if (location.dialect === 'sqlite') {
    const thread = new Thread(READER, { file: location.file });
    // The first request starts the thread, and with it the warming.
    void thread.query('warm', [{ ask: 'suggest', query: '', liveDay: 0 }]).catch(() => {});
    const ask = (question: unknown) => thread.query('ask', [question]) as Promise<string | null>;
    return engine(ask, options, () => thread.close());
  }
  const index = new PostgresSearchIndex(database.read);
  const warmed = warm(index);
  return engine(
    (question) => answerTo(index, question),
    options,
    async () => warmed,
  );
}

type Ask = (question: Question & { readonly liveDay: number }) => Promise<string | null>;

function engine(ask: Ask, options: SearchOptions, close: () => Promise<void>): SearchEngine {
  const asked = (question: Question) => {
    const today = dayNumber(options.clock(), options.timeZone);
    return ask({ ...question, liveDay: firstLiveDay(today, options.priceTtlDays) });
  };
  return {
    search: (request) => asked({ ask: 'search', request }),
    suggest: async (query) => (await asked({ ask: 'suggest', query })) ?? '',
    list: async (articles, ignored) => (await asked({ ask: 'list', articles, ignored })) ?? '',
    close,
  };
}

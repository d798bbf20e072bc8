import { availableParallelism } from 'node:os';
import { openReaders } from '../../server/catalogue/search/readers.ts';
import { indexFileOf } from '../index-file.ts';
import { engineTitle, type Part } from '../part.ts';
import { makeQueries } from '../queries.ts';
import { type Figure, leftOut, whole } from '../table.ts';

const WHOLE = { each: 400, rounds: 3 };
const SMALL: typeof WHOLE = { each: 10, rounds: 1 };
/** Questions that wait for each thread. */
const WAITING = 4;
const REQUEST = { limit: 10, offset: 0, last: 0, cursor: '' } as const;

/** Searches a second of so many threads over one file, without HTTP, each being asked several at once. */
async function rateOf(file: string, threads: number, queries: readonly string[], rounds: number): Promise<number> {
  const readers = openReaders(file, { threads, isAhead: true });
  const ask = (query: string) => readers.ask({ ask: 'search', request: { ...REQUEST, query }, liveDay: 0 });
  const runAll = async () => {
    const waiting = [...queries];
    const work = async () => {
      for (let query = waiting.pop(); query !== undefined; query = waiting.pop()) await ask(query);
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: threads * WAITING }, work));
    return (queries.length / (performance.now() - began)) * 1000;
  };
  try {
    await runAll();
    let best = 0;
    for (let round = 0; round < rounds; round++) best = Math.max(best, await runAll());
    return best;
  } finally {
    await readers.close();
  }
}

/** How searches a second grow with SEARCH_THREADS. */
export const searchThreads: Part = {
  name: 'search-threads',
  title: (scale) => `Searches by several threads, ${whole(scale.count)} positions, ${engineTitle(scale)}`,
  async measure(bench) {
    const { each, rounds } = bench.small ? SMALL : WHOLE;
    const place = await bench.makePlace('catalogue');
    // A server makes what it searches in: beside PostgreSQL a copy.
    const server = await bench.start(place);
    const file = await indexFileOf(place);
    await server.stop();
    const { mix } = makeQueries(bench.count, each);
    const queries = Array.from({ length: bench.small ? 1 : 3 }, () => mix).flat();
    const one = await rateOf(file, 1, queries, rounds);
    const figures: Figure[] = [{ name: '1 thread', figure: `${whole(one)} searches a second` }];
    const cores = availableParallelism();
    if (cores === 1) return [...figures, leftOut('more threads', 'one core')];
    for (let threads = 2; threads <= Math.min(cores, 4); threads++) {
      const rate = await rateOf(file, threads, queries, rounds);
      figures.push({
        name: `${threads} threads`,
        figure: `${whole(rate)} searches a second, ${(rate / one / threads).toFixed(2)} of one thread’s each`,
        goal: '≥ 0.8',
      });
    }
    return figures;
  },
};

import { BRIDGE } from '../../contract/api.ts';
import { engineTitle, type Part } from '../part.ts';
import { quantilesOf } from '../quantiles.ts';
import { makeQueries, type QueryClass } from '../queries.ts';
import { searchPath, shownTimes, timesOf } from '../search-times.ts';
import type { BenchServer } from '../server.ts';
import { type Figure, milliseconds, whole } from '../table.ts';

const WHOLE = { each: 400, rounds: 3 };
const SMALL: typeof WHOLE = { each: 10, rounds: 1 };
/** The baseline of the filters: words alone find many parts. */
const WORDY: readonly QueryClass[] = ['one word', 'three words', 'unfinished word'];
const FILTER = '&inStock=1&priceFrom=100&photo=1';

const partsPath = (query: string): string => `${BRIDGE}/parts/?query=${encodeURIComponent(query)}`;

/** Searches for parts beside today's searches for positions, and filtered ones beside unfiltered ones. */
export const partSearch: Part = {
  name: 'part-search',
  title: (scale) => `Search for parts over HTTP, ${whole(scale.count)} positions, ${engineTitle(scale)}`,
  async measure(bench) {
    const { each, rounds } = bench.small ? SMALL : WHOLE;
    const server = await bench.start(await bench.makePlace('catalogue'));
    const { byClass, mix } = makeQueries(bench.count, each);
    const words = WORDY.flatMap((kind) => byClass[kind]);
    return [
      ...(await beside(
        server,
        rounds,
        { name: 'mix of searches, for positions', paths: mix.map(searchPath) },
        { name: 'the same for parts, facets counted', paths: mix.map(partsPath) },
        1.5,
      )),
      ...(await beside(
        server,
        rounds,
        { name: 'searches by words, for parts', paths: words.map(partsPath) },
        { name: 'the same with filters', paths: words.map((query) => partsPath(query) + FILTER) },
        4,
      )),
    ];
  },
};

interface Asked {
  readonly name: string;
  readonly paths: readonly string[];
}

/** Two lists of paths in turn: what else the machine does falls on both. */
async function beside(
  server: BenchServer,
  rounds: number,
  first: Asked,
  second: Asked,
  most: number,
): Promise<Figure[]> {
  const both = [first, second];
  for (const { paths } of both) await timesOf(server.client, paths);
  const measured = both.map(({ paths }) => ({ paths, times: [] as number[], cpuSeconds: 0 }));
  for (let round = 0; round < rounds; round++)
    for (const one of measured) {
      const { cpuSeconds } = await server.watch(async () => {
        one.times.push(...(await timesOf(server.client, one.paths)));
      });
      one.cpuSeconds += cpuSeconds;
    }
  const [one, other] = measured.map(({ times, cpuSeconds }) => {
    const quantiles = quantilesOf(times);
    const cpu = (cpuSeconds * 1000) / times.length;
    return { ...quantiles, shown: `${shownTimes(quantiles)}, ${milliseconds(cpu)} of processor time each` };
  });
  if (!one || !other) throw new RangeError('two lists were asked for');
  return [
    { name: first.name, figure: one.shown },
    {
      name: second.name,
      figure: `${other.shown} (p99 ${(other.p99 / one.p99).toFixed(2)} ×)`,
      goal: `p99 ≤ ${most} ×`,
    },
  ];
}

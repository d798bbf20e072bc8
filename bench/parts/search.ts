import { BRIDGE } from '../../contract/api.ts';
import { SEARCH_PAGE_DEFAULT } from '../../contract/limits.ts';
import { type BareSqlite, openBareSqlite } from '../bare-sqlite.ts';
import type { Client } from '../client.ts';
import { vocabulary } from '../generator/vocabulary.ts';
import { indexFileOf } from '../index-file.ts';
import { engineTitle, type Part } from '../part.ts';
import { type Quantiles, quantilesOf } from '../quantiles.ts';
import { makeQueries, QUERY_CLASSES, type QueryClass } from '../queries.ts';
import { searchPath, shownTimes, timesOf } from '../search-times.ts';
import type { BenchServer } from '../server.ts';
import { type Figure, leftOut, milliseconds, whole } from '../table.ts';

const WHOLE = { each: 400, rounds: 3, deepPage: 400, deepTimes: 20 };
const SMALL: typeof WHOLE = { each: 10, rounds: 1, deepPage: 3, deepTimes: 2 };
type Size = typeof WHOLE;
const AT_ONCE = 8;

const ARTICLE = 'p50 ≤ 1 ms, p99 ≤ 5 ms';
const FRAGMENT = 'p99 ≤ 10 ms';
const WORDS = 'p99 ≤ 15 ms';
const GOALS: Readonly<Record<QueryClass, string>> = {
  'exact article': ARTICLE,
  'look-alikes': ARTICLE,
  prefix: FRAGMENT,
  'inner fragment of 6': FRAGMENT,
  'one word': WORDS,
  'three words': WORDS,
  'unfinished word': WORDS,
  'word + article': WORDS,
};

/** The other work of the machine only ever adds time, so the best round counts. */
const best = (rounds: readonly Quantiles[]): Quantiles => ({
  p50: Math.min(...rounds.map(({ p50 }) => p50)),
  p99: Math.min(...rounds.map(({ p99 }) => p99)),
});

async function bestOf(client: Client, paths: readonly string[], count: number): Promise<Quantiles> {
  const rounds: Quantiles[] = [];
  for (let round = 0; round < count; round++) rounds.push(quantilesOf(await timesOf(client, paths)));
  return best(rounds);
}

/** A kind of search over HTTP and without it, in turn: what else the machine does falls on both. */
async function besideBare(
  client: Client,
  bare: BareSqlite,
  kind: QueryClass,
  queries: readonly string[],
  { rounds: count }: Size,
): Promise<Figure> {
  const rounds: Quantiles[] = [];
  const bareRounds: Quantiles[] = [];
  for (let round = 0; round < count; round++) {
    rounds.push(quantilesOf(await timesOf(client, queries.map(searchPath))));
    bareRounds.push(quantilesOf(bare.timesOf(kind, queries)));
  }
  const [times, { p50 }] = [best(rounds), best(bareRounds)];
  return {
    name: kind,
    figure: `${shownTimes(times)}; p50 ${(times.p50 / p50).toFixed(1)} × bare SQLite`,
    goal: GOALS[kind],
  };
}

/** Searches a second that one core of the server answers, several being asked at once. */
async function perCore(
  server: BenchServer,
  mix: readonly string[],
  { rounds }: Size,
): Promise<{ rate: number; loopDelayMs: number }> {
  const waiting = Array.from({ length: rounds }, () => mix)
    .flat()
    .map(searchPath);
  const asked = waiting.length;
  const work = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) await server.client.get(path);
  };
  const { cpuSeconds, loopDelayMs } = await server.watch(() => Promise.all(Array.from({ length: AT_ONCE }, work)));
  return { rate: asked / cpuSeconds, loopDelayMs };
}

/** Time of the page at `deepPage`, reached by cursor, milliseconds; null when the commonest word has not so many rows. */
async function timesOfDeepPage(client: Client, { deepPage, deepTimes, rounds }: Size): Promise<Quantiles | null> {
  const path = `${searchPath(vocabulary()[0] ?? '')}&limit=${SEARCH_PAGE_DEFAULT}`;
  let cursor = '';
  for (let page = 1; page < deepPage; page++) {
    const { body } = await client.get(`${path}&cursor=${encodeURIComponent(cursor)}`);
    const { next } = JSON.parse(body.toString()) as { next?: string | null };
    if (!next) return null;
    cursor = next;
  }
  const deep = `${path}&cursor=${encodeURIComponent(cursor)}`;
  return bestOf(client, Array<string>(deepTimes).fill(deep), rounds);
}

/** Times of every kind of search over HTTP, one at a time, and how many a core answers. */
export const search: Part = {
  name: 'search',
  title: (scale) =>
    `Search over HTTP, ${whole(scale.count)} positions, ${engineTitle(scale)}, beside one bare query on the same file`,
  async measure(bench) {
    const size = bench.small ? SMALL : WHOLE;
    const place = await bench.makePlace('catalogue');
    const server = await bench.start(place);
    const bare = openBareSqlite(await indexFileOf(place));
    try {
      return await measureSearch(server, bare, bench.count, size);
    } finally {
      bare.close();
    }
  },
};

async function measureSearch(server: BenchServer, bare: BareSqlite, count: number, size: Size): Promise<Figure[]> {
  const { client } = server;
  const { byClass, mix, typed } = makeQueries(count, size.each);
  await timesOf(client, mix.map(searchPath));
  const figures: Figure[] = [];
  for (const kind of QUERY_CLASSES) {
    bare.timesOf(kind, byClass[kind]);
    figures.push(await besideBare(client, bare, kind, byClass[kind], size));
  }
  const suggestPath = (query: string) => `${BRIDGE}/search/suggest?query=${encodeURIComponent(query)}`;
  const suggestions = await bestOf(client, typed.map(suggestPath), size.rounds);
  figures.push({ name: 'suggestions', figure: shownTimes(suggestions) });
  const deepName = `page ${size.deepPage} of a common word`;
  const deep = await timesOfDeepPage(client, size);
  figures.push(
    deep
      ? { name: deepName, figure: milliseconds(deep.p50), goal: '≤ 2 ms in the engine' }
      : leftOut(deepName, 'too few rows'),
  );
  const { rate, loopDelayMs } = await perCore(server, mix, size);
  figures.push(
    { name: 'mix of searches, 70 % articles', figure: `${whole(rate)} a second a core`, goal: '≥ 1 500' },
    { name: 'longest block of the main loop', figure: milliseconds(loopDelayMs), goal: '≤ 50 ms' },
  );
  return figures;
}

import { SEARCH_PAGE_DEFAULT } from '../../contract/limits.ts';
import { BRIDGE } from '../../contract/paths.ts';
import type { Client } from '../client.ts';
import { vocabulary } from '../generator/vocabulary.ts';
import { type Quantiles, quantilesOf } from '../quantiles.ts';
import { makeQueries, QUERY_CLASSES, type Queries, type QueryClass } from '../queries.ts';
import type { BenchServer } from '../server.ts';
import { type Figure, milliseconds, whole } from '../table.ts';

const EACH = 400;
/** The other work of the machine only ever adds time, so the best round tells most about the server. */
const ROUNDS = 3;
const AT_ONCE = 8;
const DEEP_PAGE = 400;
const DEEP_TIMES = 20;

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

const searchPath = (query: string): string => `${BRIDGE}/search/?query=${encodeURIComponent(query)}`;

const shown = ({ p50, p99 }: Quantiles): string => `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`;

/** Asks for the paths one after another; resolves to the time of each, milliseconds. */
async function timesOf(client: Client, paths: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const path of paths) {
    const { status, ms } = await client.get(path);
    if (status !== 200 && status !== 404) throw new Error(`${path} answered ${status}`);
    times.push(ms);
  }
  return times;
}

async function bestOf(client: Client, paths: readonly string[]): Promise<Quantiles> {
  const rounds: Quantiles[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(quantilesOf(await timesOf(client, paths)));
  return { p50: Math.min(...rounds.map(({ p50 }) => p50)), p99: Math.min(...rounds.map(({ p99 }) => p99)) };
}

/** Searches a second that one core of the server answers, several being asked at once. */
async function perCore(
  server: BenchServer,
  mix: readonly string[],
): Promise<{ rate: number; loopDelayMs: number }> {
  const waiting = Array.from({ length: ROUNDS }, () => mix)
    .flat()
    .map(searchPath);
  const asked = waiting.length;
  const work = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) await server.client.get(path);
  };
  const { cpuSeconds, loopDelayMs } = await server.watch(() =>
    Promise.all(Array.from({ length: AT_ONCE }, work)),
  );
  return { rate: asked / cpuSeconds, loopDelayMs };
}

/** Time of the page at DEEP_PAGE, reached by cursor, milliseconds; null when the commonest word has not so many rows. */
async function deepPage(client: Client): Promise<Quantiles | null> {
  const path = `${searchPath(vocabulary()[0] ?? '')}&limit=${SEARCH_PAGE_DEFAULT}`;
  let cursor = '';
  for (let page = 1; page < DEEP_PAGE; page++) {
    const { body } = await client.get(`${path}&cursor=${encodeURIComponent(cursor)}`);
    const { next } = JSON.parse(body.toString()) as { next?: string | null };
    if (!next) return null;
    cursor = next;
  }
  const deep = `${path}&cursor=${encodeURIComponent(cursor)}`;
  return bestOf(client, Array<string>(DEEP_TIMES).fill(deep));
}

/** The mix asked for over and over while `work` runs, beside the same before it. */
export async function searchWhile(
  server: BenchServer,
  count: number,
  work: () => Promise<unknown>,
): Promise<Figure[]> {
  const { mix } = makeQueries(count, EACH);
  const paths = mix.map(searchPath);
  await timesOf(server.client, paths);
  const before = quantilesOf(await timesOf(server.client, paths));
  const times: number[] = [];
  const { loopDelayMs } = await server.watch(async () => {
    let over = false;
    const working = work().finally(() => {
      over = true;
    });
    while (!over) {
      for (const path of paths) {
        if (!over) times.push(...(await timesOf(server.client, [path])));
      }
    }
    await working;
  });
  const during = quantilesOf(times);
  return [
    {
      name: 'mix while 100 000 rows are imported',
      figure: `${shown(during)} (${(during.p99 / before.p99).toFixed(1)} × the p99 before)`,
      goal: 'p99 ≤ 25 ms',
    },
    { name: 'longest block of the main loop meanwhile', figure: milliseconds(loopDelayMs), goal: '≤ 50 ms' },
  ];
}

/** Times of every kind of search over HTTP, one at a time, and how many a core answers. */
export async function measureSearch(server: BenchServer, count: number): Promise<Figure[]> {
  const { client } = server;
  const queries: Queries = makeQueries(count, EACH);
  await timesOf(client, queries.mix.map(searchPath));
  const figures: Figure[] = [];
  for (const kind of QUERY_CLASSES) {
    const times = await bestOf(client, queries.byClass[kind].map(searchPath));
    figures.push({ name: kind, figure: shown(times), goal: GOALS[kind] });
  }
  const suggestPath = (query: string) => `${BRIDGE}/search/suggest?query=${encodeURIComponent(query)}`;
  figures.push({ name: 'suggestions', figure: shown(await bestOf(client, queries.typed.map(suggestPath))) });
  const deep = await deepPage(client);
  figures.push({
    name: `page ${DEEP_PAGE} of a common word`,
    figure: deep ? milliseconds(deep.p50) : 'too few rows',
    goal: '≤ 2 ms in the engine',
  });
  const { rate, loopDelayMs } = await perCore(server, queries.mix);
  figures.push(
    { name: 'mix of searches, 70 % articles', figure: `${whole(rate)} a second a core`, goal: '≥ 1 500' },
    { name: 'longest block of the main loop', figure: milliseconds(loopDelayMs), goal: '≤ 50 ms' },
  );
  return figures;
}

import { BRIDGE } from '../contract/api.ts';
import type { Client } from './client.ts';
import { type Quantiles, quantilesOf } from './quantiles.ts';
import { makeQueries } from './queries.ts';
import type { BenchServer } from './server.ts';
import { type Figure, milliseconds } from './table.ts';

/** Where a search for this text is asked for. */
export const searchPath = (query: string): string => `${BRIDGE}/search/?query=${encodeURIComponent(query)}`;

/** Quantiles as they stand in a report. */
export const shownTimes = ({ p50, p99 }: Quantiles): string => `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`;

/** Asks for the paths one after another; resolves to the time of each, milliseconds. */
export async function timesOf(client: Client, paths: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const path of paths) {
    const { status, ms } = await client.get(path);
    if (status !== 200 && status !== 404) throw new Error(`${path} answered ${status}`);
    times.push(ms);
  }
  return times;
}

/** Asks for the paths over and over until `work` is done; resolves to the time of each, milliseconds. Throws what `work` throws. */
export async function timesWhile(
  client: Client,
  paths: readonly string[],
  work: () => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  let over = false;
  const working = work().finally(() => {
    over = true;
  });
  while (!over) {
    for (const path of paths) {
      if (!over) times.push(...(await timesOf(client, [path])));
    }
  }
  await working;
  return times;
}

interface Meanwhile {
  /** Positions of the catalogue. */
  readonly count: number;
  /** Different queries of the mix. */
  readonly each: number;
  /** What goes on meanwhile, for the report. */
  readonly name: string;
}

/** The mix asked for over and over while `work` runs, beside the same before it. */
export async function searchWhile(
  server: BenchServer,
  { count, each, name }: Meanwhile,
  work: () => Promise<unknown>,
): Promise<Figure[]> {
  const { mix } = makeQueries(count, each);
  const paths = mix.map(searchPath);
  await timesOf(server.client, paths);
  const before = quantilesOf(await timesOf(server.client, paths));
  const times: number[] = [];
  const { loopDelayMs } = await server.watch(async () => {
    times.push(...(await timesWhile(server.client, paths, work)));
  });
  const during = quantilesOf(times);
  return [
    {
      name: `mix while ${name}`,
      figure: `${shownTimes(during)} (${(during.p99 / before.p99).toFixed(1)} × the p99 before)`,
      goal: 'p99 ≤ 25 ms and ≤ 2 ×',
    },
    { name: 'longest block of the main loop meanwhile', figure: milliseconds(loopDelayMs), goal: '≤ 50 ms' },
  ];
}

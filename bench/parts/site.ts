import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '../client.ts';
import { load } from '../load.ts';
import { hasNginx, type Nginx, serveByNginx } from '../nginx.ts';
import type { Part } from '../part.ts';
import { quantilesOf } from '../quantiles.ts';
import type { BenchServer } from '../server.ts';
import { type Figure, leftOut, whole } from '../table.ts';

const WHOLE = { seconds: 4, rounds: 3 };
const SMALL: typeof WHOLE = { seconds: 1, rounds: 1 };
type Size = typeof WHOLE;
/** What both servers can send as it lies on the disk: nginx has no brotli of its own. */
const CODING = 'gzip';
const BESIDE = 'beside nginx';

/** A server of pages. */
interface Server {
  readonly origin: string;
  /** Processor time so far. */
  cpuSeconds(): Promise<number>;
}

/** Answers of one round: by second of the clock and by second of processor time. */
interface Rates {
  readonly perSecond: number;
  readonly perCore: number;
}

/** Pages from memory, alone and as a ratio to nginx over the same files: machines differ, and ratios less. */
export const site: Part = {
  name: 'site',
  title: () => `Pages of the demonstration shop from memory, ${CODING}, 32 connections`,
  async measure(bench) {
    const size = bench.small ? SMALL : WHOLE;
    const place = await bench.makePlace();
    const server = await bench.start(place, { demo: true });
    const folder = await newestBuild(join(place.dataFolder, 'site'));
    const nginx = hasNginx() ? await serveByNginx(folder, join(bench.folder, 'nginx')) : null;
    try {
      const figures: Figure[] = [];
      for (const path of ['/', '/about/company']) figures.push(...(await measurePage(path, server, nginx, size)));
      return [...figures, await filledPage(server, size)];
    } finally {
      await nginx?.stop();
    }
  },
};

const own = (server: BenchServer): Server => ({
  origin: server.origin,
  cpuSeconds: () => server.metric('process_cpu_seconds_total'),
});

/** The build that was used last: that of the server which has just started. */
async function newestBuild(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  const builds = await Promise.all(
    names.map(async (name) => ({ name, used: (await stat(join(folder, name))).mtimeMs })),
  );
  const [newest] = builds.sort((one, other) => other.used - one.used);
  if (!newest) throw new Error('the server has built no pages');
  return realpath(join(folder, newest.name));
}

async function measurePage(path: string, server: BenchServer, nginx: Nginx | null, size: Size): Promise<Figure[]> {
  if (nginx) await expectSame(path, server, nginx);
  const ours: Rates[] = [];
  const theirs: Rates[] = [];
  for (let round = 0; round < size.rounds; round++) {
    ours.push(await ratesOf(own(server), path, size));
    if (nginx) theirs.push(await ratesOf(nginx, path, size));
  }
  const best = Math.max(...ours.map(({ perCore }) => perCore));
  const rate = { name: path, figure: `${whole(best)} a second a core`, goal: '≥ 30 000' };
  return [
    rate,
    nginx ? ratios(`${path} ${BESIDE}`, ours, theirs) : leftOut(`${path} ${BESIDE}`, 'no nginx on the PATH'),
  ];
}

/** The medians of rounds that were measured one beside the other. */
function ratios(name: string, ours: readonly Rates[], theirs: readonly Rates[]): Figure {
  const median = (rate: keyof Rates) =>
    quantilesOf(ours.map((round, at) => round[rate] / (theirs[at]?.[rate] ?? Number.NaN))).p50.toFixed(2);
  const spent = theirs.every(({ perCore }) => Number.isFinite(perCore))
    ? `${median('perCore')} × its answers a second of processor time, `
    : '';
  return { name, figure: `${spent}${median('perSecond')} × its answers a second` };
}

async function ratesOf(server: Server, path: string, { seconds }: Size): Promise<Rates> {
  const before = await server.cpuSeconds();
  const answered = await load(server.origin + path, CODING, seconds);
  const spent = (await server.cpuSeconds()) - before;
  return { perSecond: answered / seconds, perCore: answered / spent };
}

/** Two servers that send different things cannot be compared. */
async function expectSame(path: string, server: BenchServer, nginx: Nginx): Promise<void> {
  const client = new Client(nginx.origin);
  const headers = { 'accept-encoding': CODING };
  const [one, other] = [await server.client.get(path, headers), await client.get(path, headers)];
  client.close();
  if (one.status !== 200 || other.status !== 200 || !one.body.equals(other.body))
    throw new Error(`nginx answers ${path} with another page (${other.status}, ${other.body.length} bytes)`);
}

/** How long a core works for a product page, which is filled once and kept. */
async function filledPage(server: BenchServer, size: Size): Promise<Figure> {
  const rates: number[] = [];
  for (let round = 0; round < size.rounds; round++)
    rates.push((await ratesOf(own(server), '/catalog/1', size)).perCore);
  const milliseconds = 1_000 / Math.max(...rates);
  return { name: '/catalog/1 filled, kept', figure: `${milliseconds.toFixed(2)} ms of a core`, goal: '≤ 1 ms' };
}

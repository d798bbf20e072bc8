import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import type { BenchServer } from '../server.ts';
import { type Figure, whole } from '../table.ts';

const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon');
const SECONDS = 4;
const CONNECTIONS = 32;
const ROUNDS = 3;

/** Requests that autocannon, in a process of its own, gets answered in SECONDS. */
async function load(url: string): Promise<number> {
  const child = spawn(
    process.execPath,
    [AUTOCANNON, '--json', `-c${CONNECTIONS}`, `-d${SECONDS}`, '-H', 'accept-encoding=br', url],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const output: Buffer[] = [];
  for await (const chunk of child.stdout) output.push(chunk as Buffer);
  const { '2xx': answered, non2xx } = JSON.parse(Buffer.concat(output).toString()) as Record<string, number>;
  if (!answered || non2xx)
    throw new Error(`${url} answered ${non2xx} requests with something else than a page`);
  return answered;
}

/** How many requests for pages a core of the server answers from memory, and how long it works for a product page. */
export async function measureSite(server: BenchServer): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const path of ['/', '/about/company']) {
    figures.push({
      name: `${path} from memory, brotli`,
      figure: `${whole(await rateOf(server, path))} a second a core`,
      goal: '≥ 30 000',
    });
  }
  const milliseconds = 1_000 / (await rateOf(server, '/catalog/1'));
  figures.push({
    name: '/catalog/1 filled, kept, brotli',
    figure: `${milliseconds.toFixed(2)} ms of a core`,
    goal: '≤ 1 ms',
  });
  return figures;
}

/** Requests that a second of processor time answers; the best of ROUNDS. */
async function rateOf(server: BenchServer, path: string): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let answered = 0;
    const { cpuSeconds } = await server.watch(async () => {
      answered = await load(server.origin + path);
    });
    rates.push(answered / cpuSeconds);
  }
  return Math.max(...rates);
}

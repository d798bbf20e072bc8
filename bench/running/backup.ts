import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Client } from '../client.ts';
import type { Place } from '../place.ts';
import { quantilesOf } from '../quantiles.ts';
import { timesWhile } from '../search-times.ts';
import { environmentOf } from '../server.ts';
import { type Figure, megabytes, milliseconds } from '../table.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What the last line of `npm run backup` says. */
interface Taken {
  readonly ms: number;
  readonly bytes: number;
}

async function takeBackup(place: Place, folder: string): Promise<Taken> {
  const command = [`${ROOT}server/operations/commands/backup.ts`, folder];
  const { stdout } = await run(process.execPath, command, { cwd: ROOT, env: environmentOf(place) });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Taken;
}

/** A backup of a place into a folder while its server is asked for these paths. */
export async function measureBackup(
  client: Client,
  place: Place,
  folder: string,
  paths: readonly string[],
): Promise<Figure[]> {
  const taken: Taken[] = [];
  const times = await timesWhile(client, paths, async () => {
    taken.push(await takeBackup(place, folder));
  });
  const [{ ms, bytes } = { ms: Number.NaN, bytes: Number.NaN }] = taken;
  return [
    { name: `backup of ${megabytes(bytes)}`, figure: milliseconds(ms), goal: '≤ 5 000 ms' },
    { name: 'slowest search meanwhile', figure: milliseconds(Math.max(...times)), goal: '≤ 100 ms' },
    { name: 'p99 of searches meanwhile', figure: milliseconds(quantilesOf(times).p99) },
  ];
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAUTH } from '../../contract/api.ts';
import { BENCH_ADMIN, startServer } from '../server.ts';
import { Caller } from './caller.ts';
import { importOnce } from './import.ts';
import type { Known } from './kinds.ts';
import { memoryOf, type Sample } from './memory-slope.ts';
import { driveMix } from './mix.ts';
import { type DriveOptions, readDrive } from './options.ts';
import { overload } from './overload.ts';

const SAMPLES = 60;
/** Longest pause between two looks at the memory, ms. */
const LOOK_MS = 5_000;
const OVERLOAD_MS = 5_000;

const options = (() => {
  try {
    return readDrive(process.argv.slice(2), process.env);
  } catch (error) {
    console.error((error as Error).message);
    return process.exit(2);
  }
})();

/** Drives a server and reports what it did; the last line is JSON. Ends with 1 when an answer was wrong or missing. */
async function drive(origin: string, { minutes, callers, account, ...rest }: DriveOptions): Promise<void> {
  const caller = new Caller(origin);
  const ms = minutes * 60_000;
  const known: Known = { account, token: '', positions: new Set() };
  if (account) {
    const { status, body } = await caller.ask(`${MAUTH}/signin`, { method: 'POST', json: account });
    if (status !== 200) throw new Error(`sign-in answered ${status}: ${body}`);
    known.token = (JSON.parse(body) as { access: string }).access;
  }
  console.error(`${callers} callers for ${minutes} min at ${origin}${account ? '' : ', none of them signed in'}…`);
  const samples: Sample[] = [];
  const began = performance.now();
  const look = async () => {
    const { body } = await caller.ask('/metrics', rest.base ? { token: process.env.METRICS_TOKEN ?? '' } : {});
    const bytes = Number(/^process_resident_memory_bytes (\S+)$/m.exec(body)?.[1]);
    if (bytes > 0) samples.push({ seconds: (performance.now() - began) / 1_000, bytes });
  };
  await look();
  const looking = setInterval(() => void look(), Math.min(LOOK_MS, ms / SAMPLES));
  const [kinds, imported] = await Promise.all([
    driveMix(caller, known, { callers, ms }),
    account ? importOnce(origin, known) : null,
  ]);
  clearInterval(looking);
  const seconds = (performance.now() - began) / 1_000;
  await look();
  console.table(kinds);
  const over = rest.overload ? await overload(caller, Math.min(OVERLOAD_MS, ms)) : null;
  caller.close();
  const sum = (of: 'requests' | 'shed' | 'errors') => Object.values(kinds).reduce((total, kind) => total + kind[of], 0);
  const errors = sum('errors') + (imported?.error ? 1 : 0) + (over ? over.failed + over.healthFailed : 0);
  process.exitCode = errors === 0 ? 0 : 1;
  console.log(
    JSON.stringify({
      ...{ minutes, callers, requests: sum('requests'), shed: sum('shed'), errors },
      perSecond: Math.round(sum('requests') / seconds),
      ...{ kinds, import: imported, memory: memoryOf(samples), overload: over },
    }),
  );
}

async function driveOwn(): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'parts-load-'));
  // Every caller has an address of its own, as behind a balancer.
  const settings = { TRUST_PROXY: 'on' };
  try {
    const server = await startServer({ dataFolder, postgres: null }, { demo: true, settings });
    try {
      await drive(server.origin, { ...options, account: BENCH_ADMIN });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}

await (options.base ? drive(options.base, options) : driveOwn());

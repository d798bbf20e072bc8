import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MAUTH } from '../contract/api.ts';
import { machineEnvironment } from '../tests/support/machine-environment.ts';
import { startLine } from '../tests/support/start-line.ts';
import { Client } from './client.ts';
import type { Place } from './place.ts';

/** The caller's e-mail. */
export const BENCH_EMAIL = 'admin@bench.example';
export const BENCH_ADMIN = { email: BENCH_EMAIL, password: 'Пароль для замеров 1' };
/** Always the same, so that pages which another server has built are taken as they are. */
const SITE_URL = 'http://shop.example';
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A server that spends less than this share of a core rests; so long is looked at a time, and at most so often. */
const RESTING = 0.15;
const REST_LOOK_MS = 1_000;
const REST_LOOKS_MAX = 120;

/** What the server says of itself at /metrics. */
interface ServerMetrics {
  /** Processor time of all its threads. */
  readonly cpuSeconds: number;
  /** Longest time between two turns of a timer of 10 ms in the main loop; each look at it begins anew. */
  readonly loopDelayMs: number;
}

/** The product as `npm start` runs it, in a process of its own. */
export class BenchServer {
  readonly pid: number;
  readonly origin: string;
  readonly client: Client;
  readonly #child: ChildProcess;

  constructor(child: ChildProcess, origin: string) {
    this.#child = child;
    this.pid = child.pid ?? 0;
    this.origin = origin;
    this.client = new Client(origin);
  }

  async #metrics(): Promise<ServerMetrics> {
    const { body } = await this.client.get('/metrics');
    const text = body.toString();
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    return {
      cpuSeconds: value('process_cpu_seconds_total'),
      loopDelayMs: value('nodejs_eventloop_lag_max_seconds') * 1000,
    };
  }

  /** Processor seconds that the server spends while `work` runs, and the longest delay of its main loop meanwhile. */
  async watch(work: () => Promise<unknown>): Promise<ServerMetrics> {
    const before = await this.#metrics();
    await work();
    const after = await this.#metrics();
    return { cpuSeconds: after.cpuSeconds - before.cpuSeconds, loopDelayMs: after.loopDelayMs };
  }

  /** Waits until what earlier work has left is done, such as a copy of the catalogue that follows an import. */
  async rest(): Promise<void> {
    for (let looks = 0; looks < REST_LOOKS_MAX; looks++) {
      const { cpuSeconds } = await this.watch(() => pause(REST_LOOK_MS));
      if (cpuSeconds < RESTING * (REST_LOOK_MS / 1000)) return;
    }
  }

  /** A figure of /metrics without labels. */
  async metric(name: string): Promise<number> {
    const { body } = await this.client.get('/metrics');
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body.toString())?.[1]);
  }

  /** The administrator's tokens of a new session. */
  async signIn(): Promise<{ access: string; refresh: string }> {
    const answer = await fetch(`${this.origin}${MAUTH}/signin`, {
      method: 'POST',
      body: new URLSearchParams(BENCH_ADMIN),
    });
    if (!answer.ok) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { access: string; refresh: string };
  }

  async stop(): Promise<void> {
    this.client.close();
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}

export interface ServerOptions {
  /** Fills it with the demonstration shop. */
  readonly demo?: boolean;
  /** Variables that differ from those of every benchmark. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The environment of a program of the product over a place. */
export const environmentOf = ({ dataFolder, postgres }: Place): NodeJS.ProcessEnv => ({
  ...machineEnvironment(),
  NODE_ENV: 'production',
  DATA_DIR: dataFolder,
  DATABASE_URL: postgres ?? '',
});

/** Starts the server over a place; resolves when it listens, throws when it ends before. */
export async function startServer(
  place: Place,
  { demo = false, settings = {} }: ServerOptions = {},
): Promise<BenchServer> {
  const child = spawn(process.execPath, startLine(), {
    cwd: ROOT,
    env: {
      ...environmentOf(place),
      PORT: '0',
      SITE_URL,
      DEMO: demo ? 'on' : 'off',
      ADMIN_EMAIL: BENCH_ADMIN.email,
      ADMIN_PASSWORD: BENCH_ADMIN.password,
      RATE_LIMIT_FACTOR: '1000',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const origin = /^Open (\S+)/.exec(line)?.[1];
    if (origin) return new BenchServer(child, origin);
  }
  throw new Error('the server ended before it listened');
}

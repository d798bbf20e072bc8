import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { openBuildsFolder } from '../../server/operations/site/builds-folder.ts';
import { replaceDate } from '../support/real-time/replace-date.ts';
import { noteFaults } from './test.ts';

const PROGRAM = fileURLToPath(new URL('../support/clocked-server.ts', import.meta.url));

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** A server beside that of the other tests, with the same pages and no users, whose clock is moved on. */
export interface ClockedShop {
  readonly origin: string;
  /** Lets time pass for the server and for pages that are opened from now on. */
  pass(ms: number): Promise<void>;
  /** The path of a link that makes the first administrator. */
  setupPath(): Promise<string>;
  /** A page of a new visitor with a browser of his own. */
  open(on?: 'desktop' | 'phone'): Promise<Page>;
  /** What the pages complained of so far. */
  readonly faults: readonly string[];
  stop(): Promise<void>;
}

interface ClockedShopOptions {
  readonly hasAdministrator?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Starts it with the pages that the server of the other tests shows now: only an older build may be removed meanwhile.
 * `hasAdministrator`: the one of the other tests, by default. `environment` is further settings of the server.
 */
export async function startClockedShop(
  browser: Browser,
  { hasAdministrator = true, environment = {} }: ClockedShopOptions = {},
): Promise<ClockedShop> {
  const builds = openBuildsFolder(join(process.env.E2E_DATA ?? '', 'site'), () => 0);
  const [built = ''] = await builds.list();
  const server = spawn(process.execPath, [PROGRAM, built, JSON.stringify(environment)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...(!hasAdministrator && { E2E_ADMIN_EMAIL: '', E2E_ADMIN_PASSWORD: '' }) },
  });
  const origin = await answerOf(server);
  let ahead = 0;
  const faults: string[] = [];
  return {
    origin,
    faults,
    async pass(ms) {
      server.send(ms);
      ahead = Number(await answerOf(server));
    },
    async setupPath() {
      server.send('setup-link');
      return `/auth/setup/${await answerOf(server)}`;
    },
    async open(on = 'desktop') {
      const viewport = on === 'phone' ? PHONE : DESKTOP;
      const context = await browser.newContext({ baseURL: origin, viewport });
      if (ahead > 0) await context.addInitScript(`(${replaceDate})((real) => real + ${ahead})`);
      const page = await context.newPage();
      noteFaults(page, faults);
      return page;
    },
    async stop() {
      server.kill('SIGTERM');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    },
  };
}

/** The next message; rejects when the program ends instead. */
async function answerOf(server: ChildProcess): Promise<string> {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(server, 'exit', { signal }).then(([code]) => {
    throw new Error(`the clocked server ended with ${code}`);
  });
  try {
    const [said] = await Promise.race([once(server, 'message', { signal }), ended]);
    return String(said);
  } finally {
    over.abort();
  }
}

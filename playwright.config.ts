import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findHeadlessChromium } from './scripts/chromium.ts';
import { freePort } from './tests/support/free-port.ts';
import { heedTestNow } from './tests/support/real-time/test-now.ts';

heedTestNow({ together: true });

const WORKERS = 2;

/** A server that one worker has for itself: nobody else changes its data or signs in as its administrator. */
interface Place {
  readonly port: number;
  readonly data: string;
}

/** The workers read this file too: the places are chosen once and handed on by the environment. */
process.env.E2E_PLACES ??= JSON.stringify(await Promise.all(Array.from({ length: WORKERS }, choosePlace)));
const places = JSON.parse(process.env.E2E_PLACES) as readonly Place[];
const mine = places[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
if (!mine) throw new Error('a worker without a server: more workers were asked for than the configuration starts');

process.env.E2E_DATA = mine.data;
process.env.E2E_ADMIN_EMAIL ??= 'admin@example.test';
process.env.E2E_ADMIN_PASSWORD ??= 'Проверка склада 26';

async function choosePlace(): Promise<Place> {
  const data = mkdtempSync(join(tmpdir(), 'parts-e2e-'));
  // The server refuses to start without the folder that its sources may lie in.
  mkdirSync(importFolder(data));
  return { port: await freePort(), data };
}

function importFolder(data: string): string {
  return join(data, 'import');
}

function environmentOf({ port, data }: Place): Record<string, string | undefined> {
  return {
    PORT: String(port),
    DATA_DIR: data,
    // Sources of price lists lie on this machine.
    IMPORT_DIR: importFolder(data),
    IMPORT_PRIVATE_ADDRESSES: 'on',
    DEMO: 'on',
    ADMIN_EMAIL: process.env.E2E_ADMIN_EMAIL,
    ADMIN_PASSWORD: process.env.E2E_ADMIN_PASSWORD,
    // Every test signs in from the same address.
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'error',
  };
}

export default defineConfig({
  testDir: 'tests/e2e',
  globalTeardown: './tests/support/e2e-teardown.ts',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: WORKERS,
  // A machine that is busy elsewhere must not refuse a change; what passes only the second time is told as flaky.
  retries: 1,
  forbidOnly: process.env.CI === 'true',
  use: {
    baseURL: `http://127.0.0.1:${mine.port}`,
    locale: 'ru-RU',
    timezoneId: 'Asia/Yekaterinburg',
    screenshot: 'only-on-failure',
    // A new context starts a new renderer process, which is three quarters of the cost of opening a page.
    reuseContext: true,
    launchOptions: {
      executablePath: findHeadlessChromium() ?? undefined,
      chromiumSandbox: process.getuid?.() !== 0,
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--renderer-process-limit=1',
      ],
    },
  },
  webServer: {
    command: 'node tests/support/e2e-servers.ts',
    env: { E2E_ENVIRONMENTS: JSON.stringify(places.map(environmentOf)) },
    wait: { stdout: /^ready$/m },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stderr: 'pipe',
  },
});

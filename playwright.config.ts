import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';
import { freePort } from './tests/support/free-port.ts';
import { heedTestNow } from './tests/support/real-time/test-now.ts';

heedTestNow({ together: true });

/** The workers read this file too: port and folder are chosen once and handed on by the environment. */
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_DATA ??= mkdtempSync(join(tmpdir(), 'parts-e2e-'));
// The server refuses to start without the folder that its sources may lie in.
const importFolder = join(process.env.E2E_DATA, 'import');
mkdirSync(importFolder, { recursive: true });
process.env.E2E_ADMIN_EMAIL ??= 'admin@example.test';
process.env.E2E_ADMIN_PASSWORD ??= 'Проверка склада 26';

const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`;

export default defineConfig({
  testDir: 'tests/e2e',
  globalTeardown: './tests/support/e2e-teardown.ts',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  // A machine that is busy elsewhere must not refuse a change; what passes only the second time is told as flaky.
  retries: 1,
  forbidOnly: process.env.CI === 'true',
  use: {
    baseURL,
    locale: 'ru-RU',
    timezoneId: 'Asia/Yekaterinburg',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      chromiumSandbox: process.getuid?.() !== 0,
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node server/main.ts',
    url: `${baseURL}/ready`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA,
      // Sources of price lists lie on this machine.
      IMPORT_DIR: importFolder,
      IMPORT_PRIVATE_ADDRESSES: 'on',
      DEMO: 'on',
      ADMIN_EMAIL: process.env.E2E_ADMIN_EMAIL,
      ADMIN_PASSWORD: process.env.E2E_ADMIN_PASSWORD,
      // Every test signs in from the same address.
      RATE_LIMIT_FACTOR: '1000',
      LOG_LEVEL: 'error',
    },
  },
});

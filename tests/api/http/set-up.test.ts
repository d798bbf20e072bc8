import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../server/operations/config/config.ts';
import { wordingOf } from '../../../server/operations/console/console.ts';
import { startApp } from '../../../server/operations/start/app.ts';
import { EVENING } from '../../support/moment.ts';

const LINK = /https:\/\/shop\.example\/auth\/setup\/\S+/;

/** Starts and stops a server; resolves to what was said in English. */
async function said(folder: string, settings: Record<string, string>): Promise<string> {
  const lines: string[] = [];
  const environment = {
    ...{ PORT: '0', DATA_DIR: folder, SERVE_PAGES: 'off', DEMO: 'off', SITE_URL: 'https://shop.example' },
    ...settings,
  };
  const app = await startApp(readConfig(environment), {
    root: join(import.meta.dirname, '../../..'),
    environment,
    log: pino({ level: 'silent' }),
    say: (event) => void lines.push(wordingOf(event).english),
    clock: () => EVENING,
  });
  await app.close();
  return lines.join('\n');
}

test('security 86: a start in production tells a set-up link while nobody administrates, others never', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parts-set-up-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  expect(await said(folder, {})).not.toMatch(LINK);
  const production = { NODE_ENV: 'production' };
  const first = LINK.exec(await said(folder, production))?.[0];
  const second = LINK.exec(await said(folder, production))?.[0];
  expect(first).toBeDefined();
  expect(second).not.toBe(first);
  expect(await said(folder, { ...production, ADMIN_EMAIL: 'owner@shop.example' })).not.toMatch(LINK);
  expect(await said(folder, production)).not.toMatch(LINK);
});

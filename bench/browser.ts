import { type Browser, type BrowserContext, chromium } from 'playwright';
import { findChromium } from '../scripts/chromium.ts';
import type { BenchServer } from './server.ts';

/** Runs the work with a browser without a window, and closes it. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu'],
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** A visitor with nothing in his cache, signed in with a session of his own. */
export async function newVisitor(browser: Browser, server: BenchServer): Promise<BrowserContext> {
  const { refresh } = await server.signIn();
  const localStorage = [{ name: 'session_id', value: refresh }];
  return browser.newContext({
    storageState: { cookies: [], origins: [{ origin: server.origin, localStorage }] },
  });
}

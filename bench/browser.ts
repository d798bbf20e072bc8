import { type Browser, type BrowserContext, chromium } from 'playwright';
import { findChromium } from '../scripts/chromium.ts';

/** What the site keeps the refresh token under in a browser, see src/lib/platform/session-store.ts. */
export const REFRESH_KEY = 'session_id';

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

/** A visitor with nothing in his cache who goes on with a session, by its refresh token. */
export function newVisitor(browser: Browser, origin: string, refresh: string): Promise<BrowserContext> {
  const localStorage = [{ name: REFRESH_KEY, value: refresh }];
  return browser.newContext({ storageState: { cookies: [], origins: [{ origin, localStorage }] } });
}

import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The same engine without what draws windows: a page costs it a third of the work. */
const HEADLESS = '/usr/bin/chromium-headless-shell';

/** Path of a Chromium to test with: CHROMIUM_PATH, the system's, Playwright's own; null where there is none. */
export function findChromium(): string | null {
  return firstThere([process.env.CHROMIUM_PATH, ...SYSTEM, chromium.executablePath()]);
}

/** Path of the leanest Chromium that can show a page; null where there is none. */
export function findHeadlessChromium(): string | null {
  return firstThere([process.env.CHROMIUM_PATH, HEADLESS]) ?? findChromium();
}

const firstThere = (paths: readonly (string | undefined)[]): string | null =>
  paths.find((path) => path && existsSync(path)) ?? null;

import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of a Chromium to test with: CHROMIUM_PATH, the system's, Playwright's own; null where there is none. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH;
  return [named, ...SYSTEM, chromium.executablePath()].find((path) => path && existsSync(path)) ?? null;
}

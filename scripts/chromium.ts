import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The same engine without windows: a page costs a third of the processor time. */
const HEADLESS = '/usr/bin/chromium-headless-shell';

/** Path of a Chromium to test with: CHROMIUM_PATH, the system's, Playwright's own; null where there is none. */
export const findChromium = (): string | null => firstThere(SYSTEM);

/** The same, but the headless shell before a whole Chromium of the system. */
export const findHeadlessChromium = (): string | null => firstThere([HEADLESS, ...SYSTEM]);

const firstThere = (ofSystem: readonly string[]): string | null =>
  [process.env.CHROMIUM_PATH, ...ofSystem, chromium.executablePath()].find((path) => path && existsSync(path)) ?? null;

import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import axeCore, { type RunOptions } from 'axe-core';
import { replaceDate } from '../support/real-time/replace-date.ts';
import { type Account, openSignedIn } from './sign-in.ts';

/** The first sign-in of an account finds no profile and makes one. */
const NO_PROFILE_YET = /404.*\/api\/informator\/user\//;

const administrator = (): Account => ({
  email: process.env.E2E_ADMIN_EMAIL ?? '',
  password: process.env.E2E_ADMIN_PASSWORD ?? '',
});

interface Fixtures {
  /** Names answers that this test expects to fail, e.g. /404.*card/; anything else in the console fails the test. */
  readonly allowConsole: (pattern: RegExp) => void;
  /** Opens a path signed in, as the administrator unless another account is given. */
  readonly signIn: (path?: string, account?: Account) => Promise<void>;
}

/** How far TEST_NOW is from the present, milliseconds; pages have to agree with their server. */
const shift = Number(process.env.TEST_CLOCK_SHIFT ?? 0);

/** A browser test that fails on any console error, warning, page error or policy violation it did not announce. */
export const test = base.extend<Fixtures>({
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext;
      browser.newContext = async (options) => {
        const context = await open.call(browser, options);
        if (shift !== 0) await context.addInitScript(`(${replaceDate})((real) => real + ${shift})`);
        return context;
      };
      await use(browser);
      browser.newContext = open;
    },
    { scope: 'worker' },
  ],
  allowConsole: [
    async ({ page }, use) => {
      const allowed: RegExp[] = [];
      const said: string[] = [];
      noteFaults(page, said);
      await use((pattern) => allowed.push(pattern));
      const unexpected = said.filter((line) => !allowed.some((pattern) => pattern.test(line)));
      expect(unexpected, ['nothing unexpected in the console', ...unexpected].join('; ')).toEqual([]);
    },
    { auto: true },
  ],
  signIn: async ({ page }, use) => {
    await use((path = '/catalog', account = administrator()) => openSignedIn(page, account, path));
  },
});

/** Writes down from now on what a page complains of: errors and warnings of its console, and errors of its scripts. */
export function noteFaults(page: Page, said: string[]): void {
  const note = (line: string) => {
    if (!NO_PROFILE_YET.test(line)) said.push(line);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      note(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => note(`page error: ${error.stack ?? error.message}`));
}

/** Rules of axe about colours, the only ones whose outcome the theme can change. */
const COLOURS: RunOptions['runOnly'] = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Demands that axe finds nothing on the page as it stands, or within one part of it. */
export async function expectAccessible(
  page: Page,
  part?: string,
  options: Pick<RunOptions, 'runOnly'> = {},
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  const axe = new AxeBuilder({ page, axeSource: 'void 0' })
    // Axe opens a second page to merge results of frames of other origins. No page here has such frames.
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...options });
  const { violations } = await (part ? axe.include(part) : axe).analyze();
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(told, `axe on ${page.url()}`).toEqual([]);
}

/** The same in both themes, which differ by colours alone. Leaves the page in the light one. */
export async function expectAccessibleInBoth(page: Page, part?: string): Promise<void> {
  await switchTheme(page, 'light');
  await expectAccessible(page, part);
  await switchTheme(page, 'dark');
  await expectAccessible(page, part, { runOnly: COLOURS });
  await switchTheme(page, 'light');
}

/**
 * Demands that what is open fits these widths, px, and that axe finds nothing at the widest in the light theme and at the
 * narrowest in the dark one. Leaves the window as it was, in the light theme.
 */
export async function expectFits(page: Page, widths: readonly number[] = [1280, 390, 320]): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 720 };
  const looks = { light: Math.max(...widths), dark: Math.min(...widths) };
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
    for (const theme of ['light', 'dark'] as const) {
      if (looks[theme] !== width) continue;
      await switchTheme(page, theme);
      await expectAccessible(page);
    }
  }
  await switchTheme(page, 'light');
  await page.setViewportSize(before);
}

/** Switches the theme the way a returning visitor has it. */
export async function withTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
}

/**
 * Switches the theme of an open page, as its button does, without any colour being on its way to another: what is folded
 * away would be for ever.
 */
export const switchTheme = (page: Page, theme: 'light' | 'dark'): Promise<void> =>
  page.evaluate(async (value) => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets = [still];
    localStorage.setItem('theme', value);
    document.documentElement.dataset.theme = value;
    await new Promise(requestAnimationFrame);
  }, theme);

/** Chooses the words of the portal as another tab with the cabinet does. */
export const chooseTexts = (page: Page, texts: 'spec' | 'ru'): Promise<void> =>
  page.evaluate((newValue) => {
    localStorage.setItem('portalTexts', newValue);
    dispatchEvent(new StorageEvent('storage', { key: 'portalTexts', newValue, storageArea: localStorage }));
  }, texts);

/** For so long nothing changes on a page that has said all it has to say, ms. */
const QUIET_MS = 150;

/** Waits until a page has said all: nothing of it is loading any more, and nothing has changed for a moment. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(async (quiet) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let timer = 0;
    const wait = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        const main = document.querySelector('main');
        if (main?.querySelector('.skeleton') || /Загружаем/.test(main?.innerText ?? '')) wait();
        else resolve();
      }, quiet);
    };
    const observer = new MutationObserver(wait);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    wait();
    await promise;
    observer.disconnect();
  }, QUIET_MS);
}

/** Demands that nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `sideways scroll on ${page.url()}`).toBeLessThanOrEqual(0);
}

export { expect };

/** Pages of staff that exist in every shop, for tests that hold of all of them. */
export const PORTAL_PAGES: readonly string[] = [
  '/user',
  '/user/changePassword',
  '/user/changeEmail',
  '/user/secondFactor',
  '/docflow',
  '/docflow/list/?acceptor=0&limit=50',
  '/docflow/list/?limit=50',
  '/docflow/late',
  '/docflow/bin',
  '/docflow/create/doc',
  '/newsLine',
  '/newsLine/1',
  '/newsLine/createNews',
  '/newsLine/editNews/1',
  '/setting/edit/roles',
  '/setting/edit/directings',
  '/setting/edit/processes',
  '/setting/edit/actions',
  '/setting/edit/access?view=grid',
  '/setting/edit/access?view=levels',
  '/setting/edit/routes',
  '/setting/edit/bundle/role',
  '/setting/edit/people',
  '/setting/edit/people?person=sales@example.test',
  '/setting/edit/journal',
  '/setting/edit/documents-journal',
  '/setting/edit/state',
  '/catalog/edit/brands',
  '/catalog/edit/providers',
  '/catalog/edit/upload',
  '/catalog/edit/imports',
  '/catalog/edit/sources',
  '/catalog/edit/positions',
  '/catalog/edit/photos',
  '/catalog/edit/crosses',
  '/catalog/edit/misses',
  '/catalog/edit/words',
  '/catalog/edit/requests',
];

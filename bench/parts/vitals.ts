import type { Browser, CDPSession, Page } from 'playwright';
import { withBrowser } from '../browser.ts';
import type { Part } from '../part.ts';
import { quantilesOf } from '../quantiles.ts';
import type { Figure } from '../table.ts';

/** Loads of a page; an odd number has a median. */
const ROUNDS = 5;
/** The processor of a cheap phone beside that of the machine. */
const SLOWER = 4;
/** «Fast 3G» of the tools of Chromium: bytes a second, and ms before each answer. */
const FAST_3G = { downloadThroughput: 180_000, uploadThroughput: 84_375, latency: 562.5 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
/** Events shorter than this are not reported by the browser, ms. */
const SHORTEST_EVENT_MS = 16;
/** Frames after a tap until it is seen, and what it sets off has run, ms. */
const AFTER_TAP_MS = 1_500;
/** How long a reader looks before the first tap, ms. */
const READ_MS = 3_000;

interface PageKind {
  readonly name: string;
  readonly path: string;
  /** What is touched first, by selector; each in a page of its own. */
  readonly taps: Readonly<Record<string, string>>;
}

const SEARCH = { 'the search box': 'form.search input[type="search"]' };
const PAGES: readonly PageKind[] = [
  { name: 'front page', path: '/', taps: SEARCH },
  {
    name: 'page of results',
    path: '/catalog?query=фильтр',
    taps: { ...SEARCH, 'the filters': '.filters summary', '«В заявку»': '.part [data-add-request]' },
  },
  { name: 'product page', path: '/catalog/1', taps: SEARCH },
];

/** What a visitor waits for on a phone: the largest paint of a page, and the answer to the first tap. */
export const vitals: Part = {
  name: 'vitals',
  title: () => `On a phone of ${SLOWER} x slower processor over fast 3G, demonstration shop, median of ${ROUNDS}`,
  async measure(bench) {
    const { origin } = await bench.start(await bench.makePlace(), { demo: true });
    const [kinds, rounds] = bench.small ? [PAGES.slice(1, 2), 1] : [PAGES, ROUNDS];
    return withBrowser(async (browser) => {
      const figures: Figure[] = [];
      for (const { name, path, taps } of kinds) {
        const paints: number[] = [];
        const targets = Object.entries(taps).slice(0, bench.small ? 1 : undefined);
        for (const [target, selector] of targets) {
          const answers: number[] = [];
          for (let round = 0; round < rounds; round++) {
            const { paint, answer } = await visit(browser, origin + path, selector);
            paints.push(paint);
            answers.push(answer);
          }
          figures.push({ name: `${name}: first tap, on ${target}`, figure: `${median(answers)} ms`, goal: '≤ 100 ms' });
        }
        figures.push({ name: `${name}: largest paint`, figure: `${median(paints)} ms`, goal: '≤ 1 500 ms' });
      }
      return figures;
    });
  },
};

const median = (times: readonly number[]): number => Math.round(quantilesOf(times).p50);

interface Seen {
  /** Largest contentful paint before the tap, ms. */
  readonly paint: number;
  /** Longest event of the tap, from the finger to the next frame, ms. */
  readonly answer: number;
}

/** Opens a page with an empty cache and taps it once. Throws when nothing was painted or the tap was not reported. */
async function visit(browser: Browser, address: string, selector: string): Promise<Seen> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await slowDown(await context.newCDPSession(page));
  await page.addInitScript(observe, SHORTEST_EVENT_MS);
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForTimeout(READ_MS);
  await page.locator(selector).first().tap();
  await page.waitForTimeout(AFTER_TAP_MS);
  const { paint, events } = await seenBy(page);
  await context.close();
  if (!paint) throw new Error(`${address}: nothing was painted`);
  // An event that is too short to be reported has been answered within that time.
  return { paint, answer: Math.max(SHORTEST_EVENT_MS, ...events) };
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...FAST_3G });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

interface Watched {
  paint: number;
  readonly events: number[];
}

/** Runs in the page. https://web.dev/articles/lcp, https://web.dev/articles/inp */
function observe(durationThreshold: number): void {
  const watched: Watched = { paint: 0, events: [] };
  Object.assign(window, { watched });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) watched.paint = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { interactionId: number; duration: number }[])
      if (entry.interactionId > 0) watched.events.push(entry.duration);
  }).observe({ type: 'event', buffered: true, durationThreshold } as PerformanceObserverInit);
}

const seenBy = (page: Page): Promise<Watched> =>
  page.evaluate(() => (window as unknown as { watched: Watched }).watched);

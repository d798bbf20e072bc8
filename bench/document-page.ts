import type { Page } from 'playwright';
import { newVisitor, REFRESH_KEY, withBrowser } from './browser.ts';
import { quantilesOf } from './quantiles.ts';
import type { BenchServer } from './server.ts';
import { type Figure, milliseconds } from './table.ts';

const LIST = '/docflow/list/?acceptor=0&limit=50';
const GOAL = '≤ 300 ms';

export interface Visits {
  readonly visitors: number;
  /** Documents that each opens after the first one. */
  readonly more: number;
}

/** From a click on a document that waits for the caller's signature to the page on which it can be signed. */
export const measureDocumentPage = (server: BenchServer, { visitors, more }: Visits): Promise<Figure[]> =>
  withBrowser(async (browser) => {
    const first: number[] = [];
    const next: number[] = [];
    let { refresh } = await server.signIn();
    for (let visitor = 0; visitor < visitors; visitor++) {
      const context = await newVisitor(browser, server.origin, refresh);
      const page = await context.newPage();
      const [cold = 0, ...warm] = await visit(page, server.origin, more);
      first.push(cold);
      next.push(...warm);
      // A refresh token is good for once.
      refresh = (await page.evaluate((key) => localStorage.getItem(key), REFRESH_KEY)) ?? refresh;
      await context.close();
    }
    return [
      ...figures('first document of a visit, from the click until it can be signed', first),
      ...figures('the next ones', next),
    ];
  });

function figures(name: string, values: readonly number[]): Figure[] {
  const { p50, p99 } = quantilesOf(values);
  return [
    { name: `${name}, p50`, figure: milliseconds(p50), goal: GOAL },
    { name: 'the same, slowest', figure: milliseconds(p99) },
  ];
}

/** How long each document took, milliseconds, the first one with its code still to load. */
async function visit(page: Page, origin: string, more: number): Promise<number[]> {
  await page.goto(origin + LIST, { waitUntil: 'networkidle' });
  const times = [await open(page, 0)];
  for (let place = 1; place <= more; place++) {
    await page.goBack();
    await page.locator('.doc-col-title a').nth(place).waitFor();
    times.push(await open(page, place));
  }
  return times;
}

/** Opens a document of the list; resolves to the milliseconds until its title and its buttons are painted. */
const open = (page: Page, place: number): Promise<number> => page.evaluate(untilUsable, place);

/** Runs in the page. */
function untilUsable(place: number): Promise<number> {
  const link = document.querySelectorAll<HTMLAnchorElement>('.doc-col-title a')[place];
  if (!link) throw new Error(`no document ${place} in the list`);
  const title = link.textContent;
  return new Promise((resolve) => {
    const began = performance.now();
    link.click();
    const look = () => {
      const isThere = document.querySelector('h1')?.textContent === title && document.querySelector('.doc-acts button');
      // What a frame finds is painted when the next one begins.
      if (isThere) requestAnimationFrame(() => resolve(performance.now() - began));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

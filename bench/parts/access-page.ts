import type { Page } from 'playwright';
import { INFORMATOR } from '../../contract/api.ts';
import { newVisitor, withBrowser } from '../browser.ts';
import type { Part } from '../part.ts';
import type { BenchServer } from '../server.ts';
import { type Figure, milliseconds, whole } from '../table.ts';

/** `watched`: how long the frames after a click are watched, ms. */
const WHOLE = { role: 20, directing: 20, task: 30, watched: 400, rounds: 5 };
const SMALL: typeof WHOLE = { role: 2, directing: 2, task: 3, watched: 100, rounds: 1 };
type Size = typeof WHOLE;
const ACTIONS = 5;
const GOAL = '≤ 50 ms';

/** Longest frames of the screen of access rights with the largest matrix: what a person feels after a click. */
export const accessPage: Part = {
  name: 'access-page',
  title: () => 'Screen of access rights in a browser',
  async measure(bench) {
    const size = bench.small ? SMALL : WHOLE;
    const server = await bench.start(await bench.makePlace());
    const { access, refresh } = await server.signIn();
    await fillLists(server, access, size);
    return withBrowser(async (browser) => {
      const visitor = await newVisitor(browser, server.origin, refresh);
      return measureIn(await visitor.newPage(), server.origin, size);
    });
  },
};

async function measureIn(page: Page, origin: string, size: Size): Promise<Figure[]> {
  const boxes = size.role * size.directing * size.task * ACTIONS;
  const clicked = (selector: string, rounds = size.rounds) => longestFrame(page, selector, size.watched, rounds);
  const began = performance.now();
  await page.goto(`${origin}/setting/edit/access?view=levels`);
  await page.locator('.level.role').first().waitFor();
  const loaded = performance.now() - began;
  const role = '.level.role > details';
  // The first level of a role is what it may do without a direction.
  const directing = `${role}[open] .level.directing:nth-child(2) > details`;
  const buttons = `${directing} > .level-body > .level-buttons`;

  const opening = await clicked(`${role} > summary`);
  const openingDirecting = await clicked(`${directing} > summary`);
  const openingTasks = await clicked(`${buttons} .quiet:nth-child(3)`);
  const ticking = await clicked(`${directing} .level-actions input`);
  await clicked(`${buttons} .quiet:nth-child(3)`, 1);
  const filling = await clicked(`${role}[open] > .level-body > .level-buttons .quiet:nth-child(1)`);
  const box = await clicked('.level.role > input');
  return [
    { name: `opening the screen of ${whole(boxes)} boxes, signed in`, figure: milliseconds(loaded) },
    { name: 'opening a role, longest frame', figure: milliseconds(opening), goal: GOAL },
    { name: `opening a direction of ${size.task} tasks`, figure: milliseconds(openingDirecting), goal: GOAL },
    { name: 'opening all its tasks at once', figure: milliseconds(openingTasks) },
    { name: `one tick with ${size.task * ACTIONS} boxes on the screen`, figure: milliseconds(ticking), goal: GOAL },
    { name: '«select all» of a role', figure: milliseconds(filling), goal: GOAL },
    { name: 'the box of a role, both ways', figure: milliseconds(box), goal: GOAL },
  ];
}

/** Clicks the first match every other time to and fro; resolves to the median of the longest frames after each click, ms. */
async function longestFrame(page: Page, selector: string, watched: number, rounds: number): Promise<number> {
  const frames: number[] = [];
  for (let round = 0; round < rounds; round++) frames.push(await page.evaluate(watchFrames, { selector, watched }));
  return frames.sort((one, other) => one - other)[Math.floor(frames.length / 2)] ?? 0;
}

/** Runs in the page. */
function watchFrames({ selector, watched }: { selector: string; watched: number }): Promise<number> {
  const target = document.querySelector<HTMLElement>(selector);
  if (!target) throw new Error(`nothing to click: ${selector}`);
  return new Promise((resolve) => {
    let last = performance.now();
    const end = last + watched;
    let longest = 0;
    const step = () => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      if (now < end) requestAnimationFrame(step);
      else resolve(longest);
    };
    requestAnimationFrame(() => {
      last = performance.now();
      target.click();
      requestAnimationFrame(step);
    });
  });
}

/** Adds what is missing to the lists, so that the matrix has its full size. */
async function fillLists(server: BenchServer, access: string, { role, directing, task }: Size): Promise<void> {
  const call = async (path: string, title?: string) => {
    const answer = await fetch(server.origin + INFORMATOR + path, {
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      ...(title !== undefined && { method: 'POST', body: JSON.stringify({ title }) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as unknown[];
  };
  for (const [list, count] of Object.entries({ role, directing, task })) {
    const { length } = await call(`/${list}/`);
    for (let n = length; n < count; n++) await call(`/${list}/`, `Запись ${list} ${n + 1}`);
  }
}

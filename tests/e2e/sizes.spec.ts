import { expect, type Page } from '@playwright/test';
import { inCircles } from '../../src/lib/build/circles.ts';
import { test } from './test.ts';

/** Budgets of what a first visit loads before anything is touched, bytes as compressed by brotli. */
const BUDGETS = {
  front: { script: 10 * 1024, markup: 25 * 1024 },
  about: { script: 9 * 1024, markup: 20 * 1024 },
  catalogue: { script: 12 * 1024, markup: 36 * 1024 },
  browse: { script: 6 * 1024, markup: 30 * 1024 },
  product: { script: 24 * 1024, markup: 30 * 1024 },
} as const;

/** Of the signed-in shell: its first page with all that the frame asks for, and what each further page adds. */
const PORTAL = { first: 130 * 1024, further: 40 * 1024 } as const;

/** The pages with the editor of documents, which may add more. */
const WITH_EDITOR = /^\/_astro\/DocumentPages\./;

interface Loaded {
  script: number;
  markup: number;
}

/** Loads a page with an empty cache and adds up the bodies as they came over the wire. */
async function load(page: Page, path: string): Promise<Loaded> {
  const loaded: Loaded = { script: 0, markup: 0 };
  const waiting: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    waiting.push(
      request.sizes().then(({ responseBodySize }) => {
        const kind = request.resourceType();
        if (kind === 'script') loaded.script += responseBodySize;
        if (kind === 'document' || kind === 'stylesheet') loaded.markup += responseBodySize;
      }),
    );
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await Promise.all(waiting);
  return loaded;
}

for (const [name, path] of [
  ['front', '/'],
  ['about', '/about/contact'],
  ['about', '/about/company'],
  ['catalogue', '/catalog'],
  ['catalogue', '/catalog?query=фильтр'],
  ['browse', '/catalog/makers'],
  ['browse', '/catalog/makers/камаз'],
  ['product', '/catalog/1'],
] as const) {
  test(`the ${name} page ${path} keeps to its budget of bytes`, async ({ page }) => {
    const { script, markup } = await load(page, path);
    expect(script, 'script').toBeLessThanOrEqual(BUDGETS[name].script);
    expect(markup, 'markup and styles').toBeLessThanOrEqual(BUDGETS[name].markup);
    expect(markup).toBeGreaterThan(0);
  });
}

test('the front page left alone for ten seconds loads no more script than at first', async ({ page }) => {
  const scripts: string[] = [];
  await page.clock.install();
  await load(page, '/');
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.clock.runFor(10_000);
  await page.waitForLoadState('networkidle');
  expect(scripts).toEqual([]);
});

/** Scripts that a text names, of pages and of scripts, as addresses. */
const scriptsIn = (text: string): string[] =>
  [...text.matchAll(/["'`](?:\.\/|\/_astro\/)([\w.-]+\.js)["'`]/g)].map(([, name]) => `/_astro/${name}`);

/** Scripts that have to run before this one: its own imports, not those that it asks for later. */
const importedBy = (text: string): string[] =>
  [...text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)].map(([, name]) => `/_astro/${name}`);

/** A script and all that has to run before it. */
async function withImports(paths: readonly string[], read: (path: string) => Promise<string>) {
  const found = new Set(paths);
  for (const path of found) for (const needed of importedBy(await read(path))) found.add(needed);
  return found;
}

test('the portal keeps to its budget: the first page, and what each further one adds', async ({
  page,
  request,
  signIn,
}) => {
  await signIn('/robots.txt');
  const asked = new Set<string>();
  page.on('request', (sent) => sent.resourceType() === 'script' && asked.add(new URL(sent.url()).pathname));
  const { script } = await load(page, '/docflow');
  expect(script, 'first page').toBeLessThanOrEqual(PORTAL.first);
  expect(script).toBeGreaterThan(80 * 1024);

  const bodies = new Map<string, { text: string; size: number }>();
  const ask = async (path: string) => {
    const known = bodies.get(path);
    if (known) return known;
    const answer = await request.get(path, { headers: { 'Accept-Encoding': 'br' } });
    expect(answer.headers()['content-encoding'] ?? 'br', path).toBe('br');
    const came = { text: await answer.text(), size: Number(answer.headers()['content-length']) };
    bodies.set(path, came);
    return came;
  };
  const read = async (path: string) => (await ask(path)).text;
  const portal = [...asked].find((path) => path.startsWith('/_astro/Portal.')) ?? '';
  const pages = [...(await read(portal)).matchAll(/import\(["'`]\.\/([\w.-]+\.js)["'`]\)/g)].map(
    ([, name]) => `/_astro/${name}`,
  );
  expect(pages.length).toBeGreaterThan(30);
  const tooLarge: string[] = [];
  for (const path of pages.filter((name) => !WITH_EDITOR.test(name))) {
    const added = [...(await withImports([path], read))].filter((name) => !asked.has(name));
    const sizes = await Promise.all(added.map(async (name) => (await ask(name)).size));
    const size = sizes.reduce((sum, each) => sum + each, 0);
    if (!(size <= PORTAL.further)) tooLarge.push(`${path}: ${size}`);
  }
  expect(tooLarge).toEqual([]);
});

test('no scripts import each other in a circle: one of them would run before what it needs', async ({ request }) => {
  const read = async (path: string) => (await request.get(path)).text();
  const imports = new Map<string, readonly string[]>();
  const waiting = (await Promise.all(['/', '/catalog', '/catalog/1', '/auth', '/user'].map(read))).flatMap(scriptsIn);
  for (const path of waiting) {
    if (imports.has(path)) continue;
    const text = await read(path);
    imports.set(path, importedBy(text));
    waiting.push(...scriptsIn(text));
  }
  expect(imports.size).toBeGreaterThan(50);
  expect(inCircles(imports)).toEqual([]);
});

/** Addresses whose footer waits for an answer, and two that are complete as they come. */
const STILL = [
  '/',
  '/catalog',
  '/catalog?query=740.1003010',
  '/catalog?query=щщщщщщщ777',
  '/catalog/1',
  '/catalog/list',
  '/about/company',
  '/about/contact',
];

for (const width of [1280, 390]) {
  test(`nothing moves while a page of ${width} px loads, however late the answer`, async ({ page, allowConsole }) => {
    allowConsole(/404/);
    await page.setViewportSize({ width, height: 844 });
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.addInitScript(() => {
      const shifts = window as unknown as { moved: number };
      shifts.moved = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.moved += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const path of STILL) {
      await page.goto(path, { waitUntil: 'networkidle' });
      const moved = await page.evaluate(() => (window as unknown as { moved: number }).moved);
      expect(moved, `layout shift on ${path}`).toBeLessThan(0.01);
    }
  });
}

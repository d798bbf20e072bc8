import type { Browser, Page, Request } from 'playwright';
import { withBrowser } from '../browser.ts';
import type { Part } from '../part.ts';
import { type Figure, kilobytes } from '../table.ts';

/** How long a page is left alone after it has come to rest, ms. */
const LATER_MS = 10_000;
const LATER_SMALL_MS = 500;

interface PageKind {
  readonly name: string;
  readonly path: string;
  readonly goals: { readonly markup: string; readonly script: string };
}

const LIGHT = { markup: '≤ 20 KB', script: '≤ 10 KB' };
const FILLED = { markup: '≤ 30 KB', script: '≤ 20 KB' };
const PAGES: readonly PageKind[] = [
  { name: 'front page', path: '/', goals: LIGHT },
  { name: 'a page about the company', path: '/about/company', goals: LIGHT },
  { name: 'catalogue page', path: '/catalog', goals: FILLED },
  { name: 'page of results', path: '/catalog?query=фильтр', goals: FILLED },
  { name: 'product page', path: '/catalog/1', goals: FILLED },
];

/** Bytes of bodies as they came over the wire, compressed, by type. */
interface Loaded {
  html: number;
  css: number;
  js: number;
  /** Pictures, fonts, answers of the API. */
  rest: number;
}

const TYPES: Readonly<Record<string, keyof Loaded>> = { document: 'html', stylesheet: 'css', script: 'js' };

/** What a browser with an empty cache loads of the demonstration shop while the page is left alone. */
export const sizes: Part = {
  name: 'sizes',
  title: () => 'Sizes as a browser loads them, compressed',
  async measure(bench) {
    const { origin } = await bench.start(await bench.makePlace(), { demo: true });
    const laterMs = bench.small ? LATER_SMALL_MS : LATER_MS;
    return withBrowser(async (browser) => {
      const figures: Figure[] = [];
      for (const kind of PAGES) figures.push(...(await measurePage(browser, origin, kind, laterMs)));
      return figures;
    });
  },
};

async function measurePage(
  browser: Browser,
  origin: string,
  { name, path, goals }: PageKind,
  laterMs: number,
): Promise<Figure[]> {
  const context = await browser.newContext();
  const [before, later] = await loadsOf(await context.newPage(), origin + path, laterMs);
  await context.close();
  return [
    { name: `${name}: HTML + CSS`, figure: `${kilobytes(before.html)} + ${kilobytes(before.css)}`, goal: goals.markup },
    { name: 'the same, JavaScript before interaction', figure: kilobytes(before.js), goal: goals.script },
    { name: 'the same, pictures, fonts, data', figure: kilobytes(before.rest) },
    {
      name: `the same, by itself in the ${laterMs / 1000} s after: JavaScript, the rest`,
      figure: `${kilobytes(later.js)}, ${kilobytes(later.html + later.css + later.rest)}`,
      goal: 'no JavaScript',
    },
  ];
}

/** What the page asks for until it is loaded and at rest, and what it asks for by itself after that. */
async function loadsOf(page: Page, address: string, laterMs: number): Promise<readonly [Loaded, Loaded]> {
  const before: Loaded = { html: 0, css: 0, js: 0, rest: 0 };
  const later: Loaded = { ...before };
  let asked = before;
  const placeOf = new Map<Request, Loaded>();
  const counting: Promise<void>[] = [];
  page.on('request', (request) => placeOf.set(request, asked));
  page.on('requestfinished', (request) => {
    const loaded = placeOf.get(request) ?? asked;
    const type = TYPES[request.resourceType()] ?? 'rest';
    const count = async () => {
      const { responseBodySize } = await request.sizes();
      loaded[type] += responseBodySize;
    };
    counting.push(count());
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  asked = later;
  await page.waitForTimeout(laterMs);
  await Promise.all(counting);
  if (before.html === 0) throw new Error(`${address} sent no HTML`);
  return [before, later];
}

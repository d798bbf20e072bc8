import type { Client } from '../client.ts';
import { type Figure, kilobytes } from '../table.ts';

/** What a page asks for before anybody touches it, bytes as they are sent with brotli. */
interface PageSizes {
  readonly html: number;
  readonly css: number;
  readonly js: number;
}

const attributes = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, value = '']) => value);

const stylesOf = (html: string) => attributes(html, /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"]+)"/g);

/** Scripts, preloaded modules and islands: all islands of these pages start by themselves. */
const scriptsOf = (html: string) => [
  ...attributes(html, /<script\b[^>]*\bsrc="([^"]+)"/g),
  ...attributes(html, /<link\b[^>]*\brel="modulepreload"[^>]*\bhref="([^"]+)"/g),
  ...attributes(html, /<astro-island\b[^>]*\bcomponent-url="([^"]+)"/g),
  ...attributes(html, /<astro-island\b[^>]*\brenderer-url="([^"]+)"/g),
];

/** Modules that a built module imports before it runs. */
const importsOf = (code: string) =>
  attributes(code, /\b(?:from|import)\s*["'`](\.{1,2}\/[^"'`]+|\/[^"'`]+)["'`]/g);

async function sent(client: Client, path: string): Promise<number> {
  return (await client.get(path, { 'accept-encoding': 'br' })).body.length;
}

async function textOf(client: Client, path: string): Promise<string> {
  const { status, body } = await client.get(path);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return body.toString();
}

async function modulesFrom(client: Client, entries: readonly string[]): Promise<Set<string>> {
  const seen = new Set<string>();
  const waiting = [...entries];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const next of importsOf(await textOf(client, path))) {
      waiting.push(new URL(next, `http://site${path}`).pathname);
    }
  }
  return seen;
}

async function sizesOf(client: Client, page: string): Promise<PageSizes> {
  const html = await textOf(client, page);
  const total = async (paths: Iterable<string>) => {
    let bytes = 0;
    for (const path of new Set(paths)) bytes += await sent(client, path);
    return bytes;
  };
  return {
    html: await sent(client, page),
    css: await total(stylesOf(html)),
    js: await total(await modulesFrom(client, scriptsOf(html))),
  };
}

/** Sizes of the pages that most visitors open first; headers of the answers are not counted. */
export async function measureSizes(client: Client): Promise<Figure[]> {
  const front = await sizesOf(client, '/');
  const catalogue = await sizesOf(client, '/catalog');
  const about = await sizesOf(client, '/about/company');
  return [
    { name: 'front page, HTML + CSS', figure: kilobytes(front.html + front.css), goal: '≤ 20 KB' },
    { name: 'front page, JavaScript before interaction', figure: kilobytes(front.js), goal: '≤ 10 KB' },
    { name: 'catalogue page, HTML + CSS', figure: kilobytes(catalogue.html + catalogue.css) },
    {
      name: 'catalogue page, JavaScript before the first focus',
      figure: kilobytes(catalogue.js),
      goal: '≤ 85 KB',
    },
    { name: 'a page about the company, HTML + CSS', figure: kilobytes(about.html + about.css) },
    { name: 'a page about the company, JavaScript', figure: kilobytes(about.js) },
  ];
}

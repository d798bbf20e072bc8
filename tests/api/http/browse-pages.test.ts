import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOLE_MARK } from '../../../contract/holes.ts';
import type { NewPosition } from '../../support/add-positions-job.ts';
import { startServer, type WholeServer } from '../../support/server.ts';

const ADD = new URL('../../support/add-positions-job.ts', import.meta.url);
const filled = (page: string) => page.replaceAll('{{', `{{${HOLE_MARK}`);

const NAMES = filled(
  '<main><!--fill:names-->Late<!--/fill--></main><template data-fill="names">{{*letters}}<h2>{{letter}}</h2>{{*names}}<a href="{{path}}">{{title}}</a> {{count}};{{/names}}{{/letters}}</template>',
);
const PARTS = filled(
  '<main><!--fill:browse-->Late<!--/fill--></main><template data-fill="browse"><link rel="canonical" href="{{address}}"><h1>{{name}}</h1>{{counted}};{{page}}/{{pages}};{{back}};{{forth}};{{search}}{{*parts}}<li>{{path}}</li>{{/parts}}</template><template data-fill="browse-missing">None{{#ofMaker}} of makers{{/ofMaker}}</template>',
);
const START = filled(
  '<main><!--fill:names--><!--/fill--></main><template data-fill="names-missing">{{*makerNames}}<a href="{{path}}">{{title}}</a>{{/makerNames}}|{{*brandNames}}<a href="{{path}}">{{title}}</a>{{/brandNames}}</template>',
);

const HOSTILE = `<img src=x onerror=alert(1)>"'&`;
const MANY = 30;

let built: string;
let shop: WholeServer;

beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'parts-browse-'));
  await mkdir(join(built, 'catalog'));
  await writeFile(join(built, 'catalog.html'), START);
  await writeFile(join(built, 'catalog/makers.html'), NAMES);
  await writeFile(join(built, 'catalog/brands.html'), NAMES);
  await writeFile(join(built, 'catalog/browse.html'), PARTS);
  shop = await startServer({ builtSite: built, environment: { PRICE_TTL_DAYS: '0' } });
  const { database } = shop.app.services.bridge ?? {};
  await database?.write(async (transaction) => {
    const row = { title: 'Бренд 1', created_at: 0, updated_at: 0 };
    await transaction.insertInto('brands').values(row).execute();
    await transaction.insertInto('providers').values(row).execute();
  });
  const positions: NewPosition[] = [
    ...Array.from({ length: MANY }, (_, at) => ({
      article: `N-${at}`,
      title: 'Фильтр',
      manufacturer: 'КАМАЗ',
      price: 100,
      amount: at === 7 ? 0 : 1,
      alias: `n_${at}`,
    })),
    { article: 'X-1', title: 'Фильтр', manufacturer: HOSTILE, alias: 'x_1' },
  ];
  await database?.runJob(ADD, positions);
});
afterAll(async () => {
  await shop.close();
  await rm(built, { recursive: true, force: true });
});

const page = async (path: string) => {
  const answer = await shop.fetch(path, { redirect: 'manual' });
  return { answer, html: await answer.text() };
};
const KAMAZ = `/catalog/makers/${encodeURIComponent('камаз')}`;
const partsIn = (html: string) => [...html.matchAll(/<li>\/catalog\/product\/(\w+)<\/li>/g)].map(([, alias]) => alias);

test('the directory counts the parts of every maker and brand, the commonest first', async () => {
  const answer = await shop.fetch('/api/bridge/parts/directory');
  const { makers, brands } = (await answer.json()) as { makers: object[]; brands: object[] };
  expect(makers[0]).toMatchObject({ title: 'КАМАЗ', count: MANY });
  expect(makers).toHaveLength(2);
  expect(brands).toEqual([{ value: '1', title: 'Бренд 1', count: MANY + 1 }]);
});

test('the lists name everybody as text, and the catalogue without a question shows both', async () => {
  const makers = await page('/catalog/makers');
  expect(makers.answer.status).toBe(200);
  expect(makers.html).toContain(`<a href="${KAMAZ}">КАМАЗ</a> ${MANY};`);
  expect(makers.html).not.toContain('<img');
  expect((await page('/catalog/brands/')).html).toContain('>Бренд 1</a>');
  const start = await page('/catalog');
  expect(start.html).toContain(`<a href="${KAMAZ}">КАМАЗ</a>`);
  expect(start.html).toContain('>Бренд 1</a>');
});

test('pages of a maker hold every part once, those in stock first, and lead to each other', async () => {
  const first = await page(KAMAZ);
  expect(first.answer.status).toBe(200);
  expect(first.html).toContain(`<link rel="canonical" href="${shop.app.address}${KAMAZ}">`);
  expect(first.html).toContain(`${MANY}\u00a0деталей;/2;;${KAMAZ}?page=2;/catalog?maker=`);
  const second = await page(`${KAMAZ}?page=2`);
  expect(second.html).toContain(`;2/2;${KAMAZ};;/catalog?maker=`);
  const parts = [...partsIn(first.html), ...partsIn(second.html)];
  expect(new Set(parts).size).toBe(MANY);
  expect(parts.at(-1)).toBe('n_7');
});

test('another spelling leads to the address, and what is not there is a page that says so', async () => {
  const spelt = await page(`/catalog/makers/${encodeURIComponent('Камаз')}?page=2`);
  expect(spelt.answer.status).toBe(301);
  expect(spelt.answer.headers.get('location')).toBe(`${KAMAZ}?page=2`);
  for (const path of [
    `${KAMAZ}?page=3`,
    `${KAMAZ}?page=0`,
    `${KAMAZ}?page=x`,
    '/catalog/makers/%ff',
    '/catalog/makers/none',
  ]) {
    const { answer, html } = await page(path);
    expect(answer.status, path).toBe(404);
    expect(html).toContain('None of makers');
  }
  expect((await page('/catalog/brands/none')).answer.status).toBe(404);
});

test('the sitemap lists the first page of each', async () => {
  const { answer, html } = await page('/sitemap-names.xml');
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(html).toContain(`<url><loc>${shop.app.address}${KAMAZ}</loc></url>`);
  expect(html.match(/<loc>/g)).toHaveLength(3);
});

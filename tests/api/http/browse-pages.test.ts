import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartsDirectory } from '../../../contract/catalogue/parts.ts';
import { HOLE_MARK } from '../../../contract/holes.ts';
import { questionAddress, readQuestion } from '../../../rules/catalogue/question.ts';
import type { NewPosition } from '../../support/add-positions-job.ts';
import { startServer, type WholeServer } from '../../support/server.ts';

const ADD = new URL('../../support/add-positions-job.ts', import.meta.url);
const filled = (page: string) => page.replaceAll('{{', `{{${HOLE_MARK}`);

const NAMES = filled(
  '<main><!--fill:names-->Late<!--/fill--></main><template data-fill="names">{{*groups}}<h2 id="{{anchor}}">{{heading}}</h2>{{*names}}<a href="{{path}}">{{title}}</a> {{count}};{{/names}}{{/groups}}</template>',
);
const PARTS = filled(
  '<main><!--fill:browse-->Late<!--/fill--></main><template data-fill="browse"><link rel="canonical" href="{{address}}"><h1>{{name}}</h1>{{counted}};{{page}}/{{pages}};{{back}};{{forth}};{{search}};{{inStock}};{{among}}{{*parts}}<li>{{path}}</li>{{/parts}}{{*narrower}}<h2>{{heading}}</h2>{{*names}}<a href="{{path}}">{{title}}</a> {{count}};{{/names}}{{/narrower}}<script type="application/ld+json">{{&items}}</script></template><template data-fill="browse-missing">None{{#ofMaker}} of makers{{/ofMaker}}{{#ofMachine}} of machines{{/ofMachine}}</template>',
);
const START = filled(
  '<main><!--fill:names--><!--/fill--></main><template data-fill="names-missing">{{*makerNames}}<a href="{{path}}">{{title}}</a>{{/makerNames}}|{{*brandNames}}<a href="{{path}}">{{title}}</a>{{/brandNames}}</template>',
);

const RESULTS = filled(
  '<!--fill:results--><!--/fill--><template data-fill="results">{{*steps}}<i>{{title}} {{current}}</i>{{/steps}}{{*narrower}}<h2>{{heading}}</h2>{{*names}}<a href="{{path}}">{{title}}</a> {{count}};{{/names}}{{/narrower}}{{*parts}}<li>{{path}}</li>{{/parts}}</template>',
);
const FRONT = filled(
  '<main><!--fill:names--><!--/fill--></main><template data-fill="names">{{*machineNames}}<a href="{{path}}">{{title}}</a> {{count}};{{/machineNames}}|{{*systems}}<a href="{{path}}">{{title}}</a> {{count}} {{drawing}};{{/systems}}</template>',
);

const HOSTILE = `<img src=x onerror=alert(1)>"'&`;
const MANY = 30;

let built: string;
let shop: WholeServer;

beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'parts-browse-'));
  await mkdir(join(built, 'catalog'));
  await writeFile(join(built, 'index.html'), FRONT);
  await writeFile(join(built, 'catalog.html'), RESULTS + START);
  await writeFile(join(built, 'catalog/makers.html'), NAMES);
  await writeFile(join(built, 'catalog/brands.html'), NAMES);
  await writeFile(join(built, 'catalog/machines.html'), NAMES);
  await writeFile(join(built, 'catalog/kinds.html'), NAMES);
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
    { article: 'M-1', title: 'Насос водяной ЯМЗ-236', alias: 'm_1' },
    { article: 'M-2', title: 'Термостат ЯМЗ-236', alias: 'm_2', amount: 0 },
    { article: 'M-3', title: 'Колодка тормозная МАЗ-5336', alias: 'm_3' },
    { article: 'M-4', title: 'Насос водяной КАМАЗ', alias: 'm_4' },
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
const YAMZ = `/catalog/machine/${encodeURIComponent('ямз-236')}`;
const PUMP = `/catalog/kind/${encodeURIComponent('насос-водяной')}`;
const asked = (parameters: Record<string, string>) =>
  questionAddress(readQuestion(new Map(Object.entries(parameters)))).replaceAll('&', '&amp;');
const partsIn = (html: string) => [...html.matchAll(/<li>\/catalog\/product\/(\w+)<\/li>/g)].map(([, alias]) => alias);

test('the directory counts the parts of every maker and brand, the commonest first', async () => {
  const answer = await shop.fetch('/api/bridge/parts/directory');
  const { makers, brands } = (await answer.json()) as { makers: object[]; brands: object[] };
  expect(makers[0]).toMatchObject({ title: 'КАМАЗ', count: MANY });
  expect(makers).toHaveLength(2);
  expect(brands).toEqual([{ value: '1', title: 'Бренд 1', count: MANY + 5 }]);
});

test('the lists give every name as text, and the catalogue without a question shows both', async () => {
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

test('another name of a maker leads to the page of the one under which it is shown', async () => {
  for (const name of ['пао-камаз', 'kamaz', 'КАМАЗ-ПАО']) {
    const { answer } = await page(`/catalog/makers/${encodeURIComponent(name)}`);
    expect([name, answer.status, answer.headers.get('location')]).toEqual([name, 301, KAMAZ]);
  }
});

test('the sitemap lists the first page of each', async () => {
  const { answer, html } = await page('/sitemap-names.xml');
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(html).toContain(`<url><loc>${shop.app.address}${KAMAZ}</loc></url>`);
  for (const path of [YAMZ, PUMP]) expect(html).toContain(`<loc>${shop.app.address}${path}</loc>`);
  const { machines, kinds } = (await (await shop.fetch('/api/bridge/parts/directory')).json()) as PartsDirectory;
  expect(html.match(/<loc>/g)).toHaveLength(3 + machines.length + kinds.length);
});

test('machines stand by letter and kinds of parts by unit, each with its parts', async () => {
  expect((await page('/catalog/machines')).html).toContain(`<a href="${YAMZ}">ЯМЗ-236</a> 2;`);
  const { html } = await page('/catalog/kinds/');
  const units = [...html.matchAll(/<h2 id="([^"]+)">([^<]+)<\/h2>(.*?)(?=<h2|<\/main)/gs)];
  const cooling = units.find(([, , heading]) => heading === 'Охлаждение');
  expect(cooling?.[1]).toBe('охлаждение');
  expect(cooling?.[3]).toContain(`<a href="${PUMP}">Насос водяной</a> 2;`);
  expect(cooling?.[3]).not.toContain('Колодка');
});

test('the page of a machine holds its parts, those in stock counted, and leads to kinds; that of a kind to machines', async () => {
  const machine = await page(YAMZ);
  expect(machine.answer.status).toBe(200);
  expect(partsIn(machine.html)).toEqual(['m_1', 'm_2']);
  expect(machine.html).toContain(`;${asked({ machine: 'ЯМЗ-236' })};1;охлаждение`);
  expect(machine.html).toContain(`<a href="${asked({ machine: 'ЯМЗ-236', kind: 'термостат' })}">Термостат</a> 1;`);
  const list = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(machine.html)?.[1] ?? '');
  expect(list).toMatchObject({
    '@type': 'ItemList',
    itemListElement: [
      { position: 1, name: 'Насос водяной ЯМЗ-236', url: `${shop.app.address}/catalog/product/m_1` },
      {},
    ],
  });
  const kind = await page(PUMP);
  expect(partsIn(kind.html).sort()).toEqual(['m_1', 'm_4']);
  expect(kind.html).toContain(`<a href="${asked({ machine: 'ЯМЗ-236', kind: 'насос водяной' })}">ЯМЗ-236</a> 1;`);
  const gone = await page('/catalog/machine/none');
  expect([gone.answer.status, gone.html.includes('None of machines')]).toEqual([404, true]);
});

test('a unit of a machine is a page of results with its kinds as links, and no steps stand over words', async () => {
  const unit = (await page(asked({ machine: 'ЯМЗ-236', system: 'охлаждение' }).replaceAll('&amp;', '&'))).html;
  expect(unit).toContain('<i>ЯМЗ-236 false</i><i>Охлаждение page</i>');
  const path = asked({ machine: 'ЯМЗ-236', system: 'охлаждение', kind: 'насос водяной' });
  expect(unit).toContain(`<a href="${path}">Насос водяной</a> 1;`);
  expect(partsIn((await page(path.replaceAll('&amp;', '&'))).html)).toEqual(['m_1']);
  const searched = (await page(`/catalog?query=${encodeURIComponent('насос водяной')}`)).html;
  expect(searched).not.toMatch(/<i>|<h2>/);
});

test('the front page and the catalogue without a question lead to machines and units', async () => {
  const { answer, html } = await page('/');
  expect(answer.status).toBe(200);
  expect(html).toContain(`<a href="${YAMZ}">ЯМЗ-236</a> 2;`);
  expect(html).toContain('<a href="/catalog/kinds#тормоза">Тормоза</a> 1 brake;');
  const again = await shop.fetch('/', { headers: { 'If-None-Match': answer.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hole } from '../../../contract/holes.ts';
import { NOTHING_READ } from '../../../rules/catalogue/card.ts';
import { withCards } from '../../../server/catalogue/product-pages/cards.ts';
import { createSite, loadSite } from '../../../server/platform/built-site/site.ts';

const SHELL = 'catalog/product.html';
const filling = (text: string) => `<!--fill:card--><!--/fill--><template data-fill="card">${text}</template>`;

async function buildOf(page: string) {
  const folder = await mkdtemp(join(tmpdir(), 'parts-switch-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'catalog'));
  await writeFile(join(folder, SHELL), page);
  return loadSite(folder, { shellFiles: [SHELL] });
}

test('a build whose product page cannot be filled is refused before anything is switched', async () => {
  const shown: unknown[] = [];
  const bare = createSite(undefined, () => 0);
  const site = withCards(
    { ...bare, replace: (next) => shown.push(next) },
    {
      cards: async () => ({ position: null, offers: [], crosses: [], reading: NOTHING_READ, asOf: null }),
      place: () => ({ siteAddress: '', photoFolder: '' }),
    },
  );
  const good = await buildOf(filling(hole('title')));
  site.replace(good);
  const broken = await buildOf(filling(hole('#title')));
  expect(() => site.replace(broken)).toThrow(/never closed/);
  expect(shown).toEqual([good]);
});

test('a product page tells that its catalogue is out of reach', async () => {
  const AS_OF = 'Sun, 22 Nov 2026 10:00:00 GMT';
  const site = withCards(
    createSite(undefined, () => 0),
    {
      cards: async () => ({ position: null, offers: [], crosses: [], reading: NOTHING_READ, asOf: AS_OF }),
      place: () => ({ siteAddress: '', photoFolder: '' }),
    },
  );
  site.replace(await buildOf(filling(hole('title'))));
  const server = createServer((request, response) => site.serve(request, response));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/catalog/7`);
  expect([answer.status, answer.headers.get('catalogue-as-of')]).toEqual([404, AS_OF]);
});

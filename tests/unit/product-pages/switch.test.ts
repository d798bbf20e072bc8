import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hole } from '../../../contract/holes.ts';
import { loadSite } from '../../../server/http/site/generation.ts';
import { createSite } from '../../../server/http/site/site.ts';
import { withCards } from '../../../server/product-pages/cards.ts';

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
    { cards: async () => null, place: () => ({ siteAddress: '', photoFolder: '' }) },
  );
  const good = await buildOf(filling(hole('title')));
  site.replace(good);
  const broken = await buildOf(filling(hole('#title')));
  expect(() => site.replace(broken)).toThrow(/never closed/);
  expect(shown).toEqual([good]);
});

import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { LinkedPhotos } from '../../../contract/catalogue/photo-runs.ts';
import { HOUR_MS } from '../../../contract/limits.ts';
import { sweepPhotoLinks } from '../../../server/price-lists/photo-links/fetch-photos.ts';
import type { TestBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { USUAL } from './catalogue.ts';
import { site, withSources } from './sources.ts';

const red = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
  .png()
  .toBuffer();

const PARTS = ['A-1', 'B-1', 'C-1', 'D-1', 'E-1'];

/** Imports a list of the parts with these addresses; resolves to the id of its run. */
async function bring(shop: TestBridge, links: readonly string[]): Promise<number> {
  const rows = PARTS.map((article, at) => `${article};Деталь ${article};100;1;"${links[at] ?? ''}"`);
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...USUAL, photo_link: '5' })) form.append(name, value);
  const list = ['Артикул;Наименование;Цена;Остаток;Фото', ...rows].join('\r\n');
  form.append('file', new Blob([list], { type: 'text/csv' }), 'прайс.csv');
  const answer = await shop.call('POST', '/file/upload', { form });
  expect(answer.json()).toMatchObject({ failed: 0, skipped: 0 });
  return answer.json<{ runId: number }>().runId;
}

const photosOf = async ({ bridge }: TestBridge): Promise<(string | null)[]> =>
  (
    await bridge.context.database.read.selectFrom('positions').select(['article', 'photo']).orderBy('article').execute()
  ).map(({ photo }) => photo);

const reportOf = async (shop: TestBridge, run: number) =>
  (await shop.call('GET', `/import/runs/${run}/photos`)).json<LinkedPhotos>();

aboveSql('addresses of photos in a price list', (open) => {
  test('are fetched once each, and what failed is in the report of the run', async () => {
    const asked: string[] = [];
    const origin = await site((request, response) => {
      asked.push(request.url ?? '');
      if (request.url === '/a.png') response.writeHead(200).end(red);
      else if (request.url === '/old') response.writeHead(302, { location: '/a.png?2' }).end();
      else if (request.url === '/a.png?2') response.writeHead(200).end(red);
      else if (request.url === '/page') response.writeHead(200).end('<html>');
      else response.writeHead(404).end();
    });
    await withSources(open, async (shop) => {
      const links = [`${origin}/a.png`, `${origin}/a.png`, `${origin}/old; ${origin}/b.png`, `${origin}/page`, 'a.png'];
      const run = await bring(shop, links);
      expect(await photosOf(shop)).toEqual([null, null, null, null, null]);
      expect(await reportOf(shop, run)).toEqual({ waiting: 5, done: 0, failed: 0, failures: [] });
      await shop.bridge.photoLinks?.look();
      const [first, second, third, ...rest] = await photosOf(shop);
      expect(first).toMatch(/^[0-9a-f]{32}\.webp$/);
      expect(second).toBe(first);
      expect(third).toMatch(/\.webp$/);
      expect([third === first, ...rest]).toEqual([false, null, null]);
      expect(asked.sort()).toEqual(['/a.png', '/a.png?2', '/old', '/page']);
      const report = await reportOf(shop, run);
      expect(report).toMatchObject({ waiting: 0, done: 3, failed: 2 });
      expect(report.failures.map(({ article, problem }) => [article, problem.replaceAll('\u00a0', ' ')])).toEqual([
        ['D-1', 'По этому адресу не фото.'],
        ['E-1', 'Это не адрес: нужна ссылка, которая начинается с http:// или https://.'],
      ]);

      // The same list again, and a photo by hand meanwhile: nothing is asked for, and that photo stays.
      const form = new FormData();
      form.append('photo', new Blob([red as BlobPart], { type: 'image/png' }), 'a.png');
      const [{ id = 0 } = {}] = await shop.bridge.context.database.read
        .selectFrom('positions')
        .select('id')
        .where('article', '=', 'A-1')
        .execute();
      const { photo } = (await shop.call('PATCH', `/card/${id}/photo`, { form })).json<{ photo: string }>();
      await bring(shop, links);
      await shop.bridge.photoLinks?.look();
      expect(asked).toHaveLength(4);
      expect((await photosOf(shop)).slice(0, 2)).toEqual([photo, first]);

      // Another address is fetched, and a known one serves further positions.
      await bring(shop, [`${origin}/old; ${origin}/b.png`, ...links.slice(1, 4), `${origin}/none.png`]);
      await shop.bridge.photoLinks?.look();
      expect(asked.slice(4)).toEqual(['/none.png']);
      expect((await photosOf(shop))[0]).toBe(third);
      shop.now += HOUR_MS;
      await shop.bridge.photoLinks?.look();
      expect(asked.slice(5).sort()).toEqual(['/none.png', '/page']);
      await sweepPhotoLinks(shop.bridge.context.database);
      const kept = await shop.bridge.context.database.read.selectFrom('photo_links').select('link').execute();
      expect(kept.map(({ link }) => link.replace(origin, '')).sort()).toEqual([
        '/a.png',
        '/none.png',
        `/old; ${origin}/b.png`,
        '/page',
      ]);
    });
  });

  test('of the own network are not asked unless they may be', async () => {
    const asked: string[] = [];
    const origin = await site((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(200).end(red);
    });
    await withSources(
      open,
      async (shop) => {
        const run = await bring(shop, [`${origin}/a.png`, 'file:///etc/passwd', 'http://[::1]/x', 'https://10.0.0.1/']);
        await shop.bridge.photoLinks?.look();
        expect(asked).toEqual([]);
        expect(await reportOf(shop, run)).toMatchObject({ waiting: 0, done: 0, failed: 4 });
        expect(await photosOf(shop)).toEqual([null, null, null, null, null]);
      },
      { allowsPrivate: false },
    );
  });

  test('answer 20 MB at the most', async () => {
    const origin = await site((_request, response) => {
      response.writeHead(200);
      const more = () => {
        while (response.write(Buffer.alloc(1024 * 1024)));
        response.once('drain', more);
      };
      more();
    });
    await withSources(open, async (shop) => {
      const run = await bring(shop, [`${origin}/endless.png`]);
      await shop.bridge.photoLinks?.look();
      expect((await reportOf(shop, run)).failures).toMatchObject([{ problem: 'Файл слишком велик' }]);
    });
  });
});

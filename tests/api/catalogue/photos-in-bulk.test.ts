import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { PhotoChoice, PhotoRun, PhotoRunPage } from '../../../contract/catalogue/photo-runs.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, PHOTOS_OF_RUN, PHOTOS_UNDO_DAYS } from '../../../contract/limits.ts';
import { sweepCatalogue } from '../../../server/catalogue/changes/upkeep.ts';
import { setPhoto } from '../../../server/catalogue/parts/visible-positions.ts';
import { addFiles, applyRun, keepFile, sweepPhotoRuns, undoRun } from '../../../server/catalogue/photos/photo-runs.ts';
import { shopServiceOver } from '../../../server/operations/services/shop.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { HEIC } from '../../support/heic-photo.ts';
import { zipBytes } from '../../support/workbooks.ts';

const drawn = (color: string) => sharp({ create: { width: 60, height: 40, channels: 3, background: color } });
const picture = (color: string, format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif' | 'tiff' = 'png') =>
  drawn(color).toFormat(format).toBuffer();

type Files = Readonly<Record<string, Buffer | string>>;

function formOf(files: Files): FormData {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) form.append('photos', new Blob([content as BlobPart]), name);
  return form;
}

const filesOf = async ({ filesFolder }: TestBridge, folder: string) =>
  (await readdir(join(filesFolder, folder)).catch(() => [])).sort();

async function page(shop: TestBridge, id: number, query = ''): Promise<PhotoRunPage> {
  const answer = await shop.call('GET', `/photos/runs/${id}${query}`);
  expect(answer.statusCode).toBe(200);
  return answer.json<PhotoRunPage>();
}

/** Sends files and waits until all of them were looked at. */
async function tryPhotos(shop: TestBridge, files: Files, run?: number): Promise<PhotoRunPage> {
  const path = run === undefined ? '/photos/runs' : `/photos/runs/${run}/files`;
  const answer = await shop.call('POST', path, { form: formOf(files) });
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return settled(shop, answer.json<PhotoRunPage>().run.id);
}

async function settled(shop: TestBridge, id: number): Promise<PhotoRunPage> {
  for (;;) {
    const now = await page(shop, id);
    if (now.run.state !== 'reading') return now;
    await pause(20);
  }
}

async function act(shop: TestBridge, id: number, action: 'apply' | 'undo', choice?: PhotoChoice): Promise<PhotoRun> {
  const answer = await shop.call('POST', `/photos/runs/${id}/${action}`, choice ? { json: choice } : {});
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return answer.json<PhotoRun>();
}

const refused = async (shop: TestBridge, path: string, form?: FormData, json?: unknown) => {
  const answer = await shop.call('POST', path, { ...(form && { form }), ...(json !== undefined && { json }) });
  return [answer.statusCode, answer.json<{ error: string }>().error];
};

const addProvider = ({ bridge }: TestBridge) =>
  bridge.context.database.write((transaction) =>
    transaction.insertInto('providers').values({ title: 'Второй', created_at: 0, updated_at: 0 }).execute(),
  );

/** Replaces the photo of one position on its card; resolves to its name. */
async function putByHand(shop: TestBridge, id: number, color: string): Promise<string> {
  const form = new FormData();
  form.append('photo', new Blob([(await picture(color)) as BlobPart], { type: 'image/png' }), 'a.png');
  const answer = await shop.call('PATCH', `/card/${id}/photo`, { form });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ photo: string }>().photo;
}

/** The photo of each position, hidden ones included. */
async function photosOf({ bridge }: TestBridge): Promise<Record<number, string | null>> {
  const rows = await bridge.context.database.read.selectFrom('positions').select(['id', 'photo']).execute();
  return Object.fromEntries(rows.map(({ id, photo }) => [id, photo]));
}

const USED_PHOTOS = new URL('../../../server/catalogue/parts/used-photos-job.ts', import.meta.url);

/** What a position shows when runs are layers over a photo that a person chose, or over none. */
interface Layers {
  base: string | null;
  readonly runs: { readonly run: number; readonly photo: string }[];
}
const shownOf = ({ base, runs }: Layers): string | null => runs.at(-1)?.photo ?? base;

const PARTS = 3;
const some = fc.uniqueArray(fc.nat(PARTS - 1), { minLength: 1 });
const photoStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('apply' as const), parts: some, replace: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), at: fc.nat(7) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hand' as const), at: fc.nat(5) }) },
);

const outcomes = ({ files }: PhotoRunPage) =>
  files.map(({ name, outcome, reason, parts }) =>
    [name, outcome, reason, ...parts.map(({ article, maker, positions }) => `${article} ${maker} ${positions}`)]
      .filter((text) => text !== null)
      .join(' · '),
  );

aboveSql('photos of many positions', (open) => {
  test('are tried, applied to every position of the part, and undone as a whole', () =>
    withBridge(open, async (shop) => {
      await addProvider(shop);
      const [shown = 0, hidden = 0, other = 0] = await shop.add(
        { article: '740.1003010-20', manufacturer: 'КАМАЗ' },
        { article: '740.1003010-20', manufacturer: 'КАМАЗ', providerId: 2, hidden: 1 },
        { article: 'W 914/2', manufacturer: 'MANN-FILTER' },
      );
      const before = await putByHand(shop, other, 'black');

      const tried = await tryPhotos(shop, {
        '740.1003010-20.jpg': await picture('red', 'jpeg'),
        'W 914-2.HEIC': HEIC,
        'нет такого.png': await picture('blue'),
      });
      expect(outcomes(tried)).toEqual([
        '740.1003010-20.jpg · matched · 740.1003010-20 КАМАЗ 2',
        'W 914-2.HEIC · matched · W 914/2 MANN-FILTER 1',
        'нет такого.png · unknown · no article',
      ]);
      expect(tried.run).toMatchObject({ state: 'tried', files: 3, read: 3, positions: 3, replaced: 1 });
      expect(tried.run.counts).toEqual({ matched: 2, spare: 0, ambiguous: 0, unknown: 1, refused: 0 });
      expect(await photosOf(shop)).toEqual({ [shown]: null, [hidden]: null, [other]: before });
      const preview = tried.files[0]?.photo ?? '';
      expect((await shop.call('GET', `/card/photo/${preview.replace('.', '@56w.')}`)).statusCode).toBe(200);
      expect(await refused(shop, `/photos/runs/${tried.run.id}/undo`)).toEqual([409, 'photo run is not applied']);

      const applied = await act(shop, tried.run.id, 'apply', { replace: true });
      expect(applied).toMatchObject({ state: 'applied', positions: 3, replaced: 1, restored: 0, kept: 0 });
      const [red, heic] = tried.files.map(({ photo }) => photo);
      expect(await photosOf(shop)).toEqual({ [shown]: red, [hidden]: red, [other]: heic });
      expect((await shop.call('GET', `/card/${shown}`)).json()).toMatchObject({ photo: red });
      expect(await refused(shop, `/photos/runs/${tried.run.id}/apply`)).toEqual([409, 'photo run already applied']);
      expect((await shop.call('GET', `/card/photo/${before}`)).statusCode).toBe(200);

      const undone = await act(shop, tried.run.id, 'undo');
      expect(undone).toMatchObject({ state: 'undone', positions: 3, restored: 3, kept: 0 });
      expect(await photosOf(shop)).toEqual({ [shown]: null, [hidden]: null, [other]: before });
      expect(await refused(shop, `/photos/runs/${tried.run.id}/undo`)).toEqual([409, 'photo run already undone']);
      const { runs } = (await shop.call('GET', '/photos/runs')).json<{ runs: PhotoRun[] }>();
      expect(runs).toEqual([undone]);
      expect(runs[0]?.who).not.toBe('');
      await expect.poll(() => filesOf(shop, 'incoming'), { timeout: 10_000 }).toEqual([]);
    }));

  test('come in a zip, in every format, with names as people write them', () =>
    withBridge(open, async (shop) => {
      await shop.add(
        { article: '740.1003010-20', manufacturer: 'КАМАЗ', code: 'КМ-00123' },
        { article: 'W 914/2', manufacturer: 'MANN-FILTER' },
        { article: '5320-1', manufacturer: 'КАМАЗ' },
        { article: '5320-2', manufacturer: 'КАМАЗ' },
        { article: '5320-3', manufacturer: 'КАМАЗ' },
        { article: '100', manufacturer: 'ЯМЗ' },
        { article: '100', manufacturer: 'ММЗ' },
      );
      const tried = await tryPhotos(shop, {
        'фото.zip': await zipBytes({
          '740 1003010 20 КАМАЗ_2.png': await picture('red'),
          'папка/КМ-00123 740.1003010-20_1.webp': await picture('green', 'webp'),
          'папка/W 914-2.avif': await picture('blue', 'avif'),
          'a/KAMAZ 5320-1.gif': await picture('blue', 'gif'),
          'a/5320-2.tiff': await picture('blue', 'tiff'),
          'a/5320-3.heic': HEIC,
          '100.jpg': await picture('white', 'jpeg'),
          'BOSCH W914-2.jpg': await picture('white', 'jpeg'),
          '100 ЯМЗ.txt.jpg': 'not a picture',
          '5320-1.txt': 'text',
          '5320-2 (2).png': (await picture('red')).subarray(0, 60),
          '5320-3 (2).png': '',
          '__MACOSX/._100.jpg': 'of the system',
          'папка/Thumbs.db': 'of the system',
          '.DS_Store': 'of the system',
        }),
      });
      expect(outcomes(tried)).toEqual([
        '740 1003010 20 КАМАЗ_2.png · spare · 740.1003010-20 КАМАЗ 1',
        'папка/КМ-00123 740.1003010-20_1.webp · matched · 740.1003010-20 КАМАЗ 1',
        'папка/W 914-2.avif · matched · W 914/2 MANN-FILTER 1',
        'a/KAMAZ 5320-1.gif · matched · 5320-1 КАМАЗ 1',
        'a/5320-2.tiff · matched · 5320-2 КАМАЗ 1',
        'a/5320-3.heic · matched · 5320-3 КАМАЗ 1',
        '100.jpg · ambiguous · 100 ЯМЗ 1 · 100 ММЗ 1',
        'BOSCH W914-2.jpg · unknown · other words',
        '100 ЯМЗ.txt.jpg · refused · no picture',
        '5320-1.txt · refused · no picture',
        '5320-2 (2).png · refused · broken · 5320-2 КАМАЗ 1',
        '5320-3 (2).png · refused · empty',
      ]);
      expect((await page(shop, tried.run.id, '?outcome=ambiguous')).files.map(({ name }) => name)).toEqual(['100.jpg']);
      expect(await act(shop, tried.run.id, 'apply')).toMatchObject({ positions: 5 });
      expect(Object.values(await photosOf(shop)).filter((photo) => photo === null)).toHaveLength(2);
      await expect.poll(() => filesOf(shop, 'incoming'), { timeout: 10_000 }).toEqual([]);
    }));

  test('come in several requests, and the first by its number is the one', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'A-1' });
      const { run } = await tryPhotos(shop, { 'A-1_3.png': await picture('red') });
      await tryPhotos(shop, { 'A-1_2.png': await picture('green') }, run.id);
      const tried = await tryPhotos(shop, { 'A-1_4.png': await picture('blue') }, run.id);
      expect(tried.files.map(({ outcome }) => outcome)).toEqual(['spare', 'matched', 'spare']);
      await act(shop, run.id, 'apply');
      expect(Object.values(await photosOf(shop))).toEqual([tried.files[1]?.photo]);
      expect(await refused(shop, `/photos/runs/${run.id}/files`, formOf({ 'A-1.png': '' }))).toEqual([
        409,
        'photo run already applied',
      ]);
    }));

  test('that were changed since are left as they are by the undo', () =>
    withBridge(open, async (shop) => {
      await addProvider(shop);
      const [first = 0, second = 0] = await shop.add({ article: 'A-1' }, { article: 'A-1', providerId: 2, hidden: 2 });
      const one = await tryPhotos(shop, { 'A-1.png': await picture('red') });
      await act(shop, one.run.id, 'apply');
      const red = one.files[0]?.photo ?? '';
      // By hand: the file still serves the other position.
      const photo = await putByHand(shop, first, 'blue');
      expect(photo).not.toBe(red);
      expect(await act(shop, one.run.id, 'undo')).toMatchObject({ positions: 2, restored: 1, kept: 1 });
      expect(await photosOf(shop)).toEqual({ [first]: photo, [second]: null });
    }));

  test('are given, taken back and replaced by hand in any order, and every position has what it had before', () =>
    withBridge(open, async (shop) => {
      await addProvider(shop);
      const articles = Array.from({ length: PARTS }, (_, at) => `A-${at}`);
      const ids = await shop.add(...articles.flatMap((article) => [{ article }, { article, providerId: 2 }]));
      const { database } = shop.bridge.context;
      const rows = await database.read.selectFrom('positions').select(['id', 'part_id']).orderBy('id').execute();
      const ofParts = [...Map.groupBy(rows, ({ part_id }) => part_id).values()].map((of) => of.map(({ id }) => id));
      const partIds = ofParts.map(([id]) => rows.find((row) => row.id === id)?.part_id ?? 0);
      let named = 0;
      const newPhoto = () => `photo-${++named}.webp`;

      /** Applies a run with a photo for each part; resolves to it and to what it gave. */
      async function applied(parts: readonly number[], replace: boolean) {
        const by = { uid: 'uid', who: 'who' };
        const added = await addFiles(database, null, { count: parts.length, by, now: shop.now });
        if (typeof added === 'string') throw new Error(added);
        const photos = new Map<number, string>();
        for (const [place, part] of parts.entries()) {
          const photo = newPhoto();
          photos.set(part, photo);
          const read = { reason: null, parts: '[]', words: '', number: 0, outcome: 'matched', name: photo } as const;
          await keepFile(database, added.id, { ...read, place, photo, part_id: partIds[part] ?? 0 }, shop.now);
        }
        expect(await applyRun(database, added.id, { replace }, shop.now)).toBe(null);
        return { run: added.id, photos };
      }

      await fc.assert(
        fc.asyncProperty(fc.array(photoStep, { maxLength: 12 }), async (steps) => {
          await database.write(async (transaction) => {
            await transaction.deleteFrom('photo_runs').execute();
            await transaction.updateTable('positions').set({ photo: null }).execute();
          });
          const layers = new Map(ids.map((id): [number, Layers] => [id, { base: null, runs: [] }]));
          const runs: number[] = [];
          const undone = new Set<number>();

          async function check(): Promise<void> {
            expect(await photosOf(shop)).toEqual(
              Object.fromEntries([...layers].map(([id, each]) => [id, shownOf(each)])),
            );
            const used = new Set(await database.runJob<null, string[]>(USED_PHOTOS, null));
            const needed = [...layers.values()].flatMap(({ base, runs }) => [base, ...runs.map(({ photo }) => photo)]);
            expect(needed.filter((photo) => photo !== null && !used.has(photo))).toEqual([]);
          }
          async function undo(run: number): Promise<void> {
            expect(await undoRun(database, run, shop.now)).toBe(undone.has(run) ? 'photo run already undone' : null);
            undone.add(run);
            for (const { runs } of layers.values()) {
              const at = runs.findIndex((layer) => layer.run === run);
              if (at >= 0) runs.splice(at, 1);
            }
          }

          for (const step of steps) {
            if (step.kind === 'apply') {
              const { run, photos } = await applied(step.parts, step.replace);
              runs.push(run);
              for (const [part, photo] of photos) {
                for (const id of ofParts[part] ?? []) {
                  const each = layers.get(id);
                  if (each && (step.replace || shownOf(each) === null)) each.runs.push({ run, photo });
                }
              }
            } else if (step.kind === 'hand') {
              const id = ids[step.at] ?? 0;
              const photo = newPhoto();
              const left = await setPhoto(database, id, photo, shop.now);
              layers.set(id, { base: photo, runs: [] });
              const needed = [...layers.values()].flatMap(({ base, runs }) => [
                base,
                ...runs.map((each) => each.photo),
              ]);
              if (left !== null) expect(needed).not.toContain(left);
            } else if (runs.length > 0) await undo(runs[step.at % runs.length] ?? 0);
            await check();
          }
          for (const run of runs.filter((run) => !undone.has(run)).sort((a, b) => (a % 3) - (b % 3))) await undo(run);
          await check();
        }),
        { numRuns: database.dialect === 'sqlite' ? 40 : 15 },
      );
    }));

  test('leave photos that are there unless they are to be replaced, and are given only as many as were shown', () =>
    withBridge(open, async (shop) => {
      const [bare = 0, own = 0] = await shop.add({ article: 'A-1' }, { article: 'B-1' });
      const before = await putByHand(shop, own, 'black');
      const files = { 'A-1.png': await picture('red'), 'B-1.png': await picture('blue') };
      const filling = await tryPhotos(shop, files);
      expect(filling.run).toMatchObject({ positions: 2, replaced: 1 });
      const wrong = { replace: true, positions: 2, replaced: 0 };
      const path = `/photos/runs/${filling.run.id}/apply`;
      expect(await refused(shop, path, undefined, wrong)).toEqual([409, 'photos changed meanwhile']);
      expect(await refused(shop, path, undefined, { positions: 2 })).toEqual([409, 'photos changed meanwhile']);
      expect(await refused(shop, path, undefined, { replace: 'yes' })).toEqual([400, 'invalid body']);
      expect(await photosOf(shop)).toEqual({ [bare]: null, [own]: before });
      const shown = { replace: false, positions: 1, replaced: 0 };
      expect(await act(shop, filling.run.id, 'apply', shown)).toMatchObject({ positions: 1, replaced: 0 });
      const red = filling.files[0]?.photo;
      expect(await photosOf(shop)).toEqual({ [bare]: red, [own]: before });

      const replacing = await tryPhotos(shop, files);
      expect(replacing.run).toMatchObject({ positions: 2, replaced: 2 });
      const both = { replace: true, positions: 2, replaced: 2 };
      expect(await act(shop, replacing.run.id, 'apply', both)).toMatchObject({ positions: 2, replaced: 2 });
      await act(shop, replacing.run.id, 'undo');
      expect(await photosOf(shop)).toEqual({ [bare]: red, [own]: before });
    }));

  test('that an address of a price list still stands for stay when they are replaced by hand', () =>
    withBridge(open, async (shop) => {
      const [first = 0] = await shop.add({ article: 'A-1' });
      const photo = await putByHand(shop, first, 'red');
      await shop.bridge.context.database.write((transaction) =>
        transaction
          .insertInto('photo_links')
          .values({ link: 'https://parts.example/a.jpg', photo, problem: '', tries: 1, tried_at: 0 })
          .execute(),
      );
      await putByHand(shop, first, 'blue');
      expect((await shop.call('GET', `/card/photo/${photo}`)).statusCode).toBe(200);
    }));

  test('are said to be archives where they are, empty or inside of others, and the rest is taken', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'A-1' }, { article: 'B-1' });
      const inner = await zipBytes({ 'A-1.png': await picture('red') });
      const tried = await tryPhotos(shop, {
        'пусто.zip': await zipBytes({}),
        'одни папки.zip': await zipBytes({ '__MACOSX/._A-1.jpg': 'of the system' }),
        'a.zip': await zipBytes({
          'внутри.zip': inner,
          'без имени': inner,
          'пусто.zip': await zipBytes({}),
          'A-1.png': await picture('red'),
          'A-1.rar': 'Rar!\x1a\x07\x00',
          'прайс.csv': 'a;b',
        }),
        'фото.rar': 'Rar!\x1a\x07\x01\x00',
        'B-1.png': await picture('blue'),
      });
      expect(outcomes(tried)).toEqual([
        'пусто.zip · refused · empty archive',
        'одни папки.zip · refused · empty archive',
        'внутри.zip · refused · nested archive',
        'без имени · refused · nested archive',
        'пусто.zip · refused · nested archive',
        'A-1.png · matched · A-1 null 1',
        'A-1.rar · refused · nested archive',
        'прайс.csv · refused · no picture',
        'фото.rar · refused · other archive',
        'B-1.png · matched · B-1 null 1',
      ]);
      await expect.poll(() => filesOf(shop, 'incoming'), { timeout: 10_000 }).toEqual([]);
    }));

  test('of one file stay while another position shows it, or an undo may bring it back', () =>
    withBridge(open, async (shop) => {
      await addProvider(shop);
      const [first = 0, second = 0] = await shop.add({ article: 'A-1' }, { article: 'A-1', providerId: 2 });
      const one = await tryPhotos(shop, { 'A-1.png': await picture('red') });
      await act(shop, one.run.id, 'apply');
      const red = one.files[0]?.photo ?? '';
      const isThere = async () => (await shop.call('GET', `/card/photo/${red}`)).statusCode === 200;
      await putByHand(shop, first, 'blue');
      expect(await isThere()).toBe(true);
      const two = await tryPhotos(shop, { 'A-1.png': await picture('white') });
      await act(shop, two.run.id, 'apply', { replace: true });
      await putByHand(shop, second, 'green');
      expect(await isThere()).toBe(true);
      const { context } = shop.bridge;
      shop.now += 2 * HOUR_MS;
      expect(await sweepPhotoRuns(context.database, shop.now)).toBe(0);
      await sweepCatalogue(context);
      expect(await isThere()).toBe(true);
      shop.now += PHOTOS_UNDO_DAYS * DAY_MS;
      expect(await sweepPhotoRuns(context.database, shop.now)).toBe(2);
      expect(await sweepCatalogue(context)).toMatchObject({ photos: 4 });
      expect(await isThere()).toBe(false);
    }));

  test('wait for a day over a restart, and are kept and removed with their run', { tags: ['store'] }, () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'A-1' }, { article: 'B-1' });
      const { database } = shop.bridge.context;
      const tried = await tryPhotos(shop, { 'A-1.png': await picture('red') });
      const late = await tryPhotos(shop, { 'B-1.png': await picture('blue') });
      shop.now += 23 * HOUR_MS;
      const again = await shopServiceOver(
        { ...database, close: async () => {} },
        { ...shop.bridge.context, filesFolder: shop.filesFolder, searchIsAhead: false },
      );
      await again.close();
      expect(await act(shop, tried.run.id, 'apply')).toMatchObject({ positions: 1 });
      shop.now += 2 * HOUR_MS;
      expect((await page(shop, late.run.id)).run.state).toBe('expired');
      expect(await refused(shop, `/photos/runs/${late.run.id}/apply`)).toEqual([409, 'photo run expired']);
    }),
  );

  test('whose reading a stop of the server cut short have to be tried again', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'A-1' });
      const { run } = await tryPhotos(shop, { 'A-1.png': await picture('red') });
      // What a killed server leaves: files that were noted and never looked at.
      await shop.bridge.context.database.write((transaction) =>
        transaction.updateTable('photo_runs').set({ files: 3, unread: 2 }).where('id', '=', run.id).execute(),
      );
      expect((await page(shop, run.id)).run).toMatchObject({ state: 'reading', files: 3, read: 1 });
      expect(await refused(shop, `/photos/runs/${run.id}/apply`)).toEqual([409, 'photo run is being read']);
      shop.now += 2 * MINUTE_MS;
      expect((await page(shop, run.id)).run.state).toBe('interrupted');
      expect(await refused(shop, `/photos/runs/${run.id}/apply`)).toEqual([409, 'photo run interrupted']);
      expect(Object.values(await photosOf(shop))).toEqual([null]);
    }));

  test('security 26: zips that are bombs, broken or lead outside are refused', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'A-1' }, { article: 'B-1' }, { article: 'C-1' });
      const bomb = Buffer.alloc(21 * 1024 * 1024);
      const outside = await zipBytes({ 'x/B-1.png': await picture('red'), 'C-1.png': await picture('red') });
      const tried = await tryPhotos(shop, {
        'a.zip': await zipBytes({ 'A-1.png': bomb }),
        'b.zip': Buffer.from(outside.toString('latin1').replaceAll('x/B-1.png', '../-1.png'), 'latin1'),
      });
      expect(outcomes(tried)).toEqual([
        'A-1.png · refused · too large',
        '../-1.png · refused · hidden path',
        'C-1.png · matched · C-1 null 1',
      ]);
      const whole = await zipBytes({ 'A-1.png': await picture('red') });
      const damaged = Buffer.from(whole);
      damaged.fill(0, 60, 90);
      expect(outcomes(await tryPhotos(shop, { 'a.zip': damaged }))).toEqual(['A-1.png · refused · broken']);
      expect(await refused(shop, '/photos/runs', formOf({ 'a.zip': whole.subarray(0, 80) }))).toEqual([
        400,
        'archive is broken',
      ]);
      const many = Object.fromEntries(Array.from({ length: PHOTOS_OF_RUN + 1 }, (_, at) => [`${at}.png`, '']));
      expect(await refused(shop, '/photos/runs', formOf({ 'a.zip': await zipBytes(many) }))).toEqual([
        400,
        'too many photos',
      ]);
      expect(await refused(shop, '/photos/runs', formOf({}))).toEqual([400, 'photos not sent']);
      await expect.poll(() => filesOf(shop, 'incoming'), { timeout: 10_000 }).toEqual([]);
    }));

  test('are the business of administrators', () =>
    withBridge(open, async (shop) => {
      const form = formOf({ 'A-1.png': '' });
      const statuses = async (as: string | null) => [
        (await shop.call('POST', '/photos/runs', { as, form })).statusCode,
        (await shop.call('GET', '/photos/runs', { as })).statusCode,
        (await shop.call('POST', '/photos/runs/1/apply', { as })).statusCode,
      ];
      expect([await statuses(null), await statuses('user-token')]).toEqual([
        [401, 401, 401],
        [403, 403, 403],
      ]);
      for (const id of ['77', '0', 'abc']) {
        expect(await refused(shop, `/photos/runs/${id}/apply`)).toEqual([404, 'photo run not found']);
      }
    }));
});

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  demoPhotoName,
  PICTURE_VARIANTS,
  pictureSvg,
  storeDemoPhotos,
} from '../../../server/catalogue/demo/pictures.ts';
import { readParts } from '../../../server/catalogue/demo/positions.ts';
import { folderStores } from '../../../server/platform/files/file-store.ts';
import { doubledName, openFiles } from '../../../server/platform/files/stored-files.ts';
import { EVENING } from '../../support/moment.ts';

let folder: string;
const store = () => folderStores(folder, () => EVENING).of('');
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-photos-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('every kind of part is drawn, and its colour variants differ', async () => {
  const kinds = new Set(readParts().map(({ picture }) => picture));
  kinds.delete('');
  expect(kinds.size).toBe(44);
  for (const kind of kinds) {
    const drawings = await Promise.all(
      Array.from({ length: PICTURE_VARIANTS }, (_, at) => pictureSvg({ kind, variant: at + 1 })),
    );
    expect(new Set(drawings).size).toBe(PICTURE_VARIANTS);
    for (const drawing of drawings) expect(drawing).not.toMatch(/undefined|NaN/);
  }
});

test('a stored picture is a WebP of 500 px with one of 1000 px beside it', async () => {
  await storeDemoPhotos(store(), folder, new Map([[7, { kind: 'gear', variant: 1 }]]));
  const name = demoPhotoName(7);
  expect((await readdir(folder)).toSorted()).toEqual([name, doubledName(name)].toSorted());
  const single = await sharp(await readFile(join(folder, name))).metadata();
  const doubled = await sharp(await readFile(join(folder, doubledName(name)))).metadata();
  expect([single.format, single.width, single.height]).toEqual(['webp', 500, 400]);
  expect([doubled.format, doubled.width, doubled.height]).toEqual(['webp', 1000, 800]);
});

test('removing the photo of one position leaves the same picture to another', async () => {
  const choice = { kind: 'bearing', variant: 2 } as const;
  await storeDemoPhotos(
    store(),
    folder,
    new Map([
      [1, choice],
      [2, choice],
    ]),
  );
  const files = await openFiles(store());
  await files.remove(demoPhotoName(1));
  expect(await files.open(demoPhotoName(1))).toBeNull();
  const kept = await files.open(demoPhotoName(2));
  expect(kept?.type).toBe('image/webp');
  await kept?.close();
});

test('pictures can be stored again over those of a start that was interrupted', async () => {
  const choices = new Map([[1, { kind: 'hose', variant: 1 } as const]]);
  await storeDemoPhotos(store(), folder, choices);
  await storeDemoPhotos(store(), folder, choices);
  expect(await readdir(folder)).toHaveLength(2);
});

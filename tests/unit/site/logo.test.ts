import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLogo } from '../../../server/operations/site/logo.ts';
import { sharp } from '../../../server/platform/files/picture.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-logo-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A picture with a stripe of this colour on ground of another; the path of its file. */
async function picture(name: string, size: [number, number], colours: { ground: string; stripe: string }) {
  const [width, height] = size;
  const stripe = { create: { width, height: Math.ceil(height / 2), channels: 4, background: colours.stripe } } as const;
  const path = join(folder, name);
  await sharp({ create: { width, height, channels: 4, background: colours.ground } })
    .composite([{ input: await sharp(stripe).png().toBuffer(), gravity: 'north' }])
    .toFile(path);
  return path;
}

test('a picture becomes a small WebP of the height of the header, named by its content', async () => {
  const file = await picture('logo.png', [600, 200], { ground: '#ffffff', stripe: '#b00020' });
  const logo = await readLogo(file);
  expect(logo?.shown).toMatchObject({ width: 96, height: 32, needsPlate: false });
  expect(logo?.shown.src).toMatch(/^\/logo-[0-9a-f]{12}\.webp$/);
  expect(await sharp(logo?.bytes).metadata()).toMatchObject({ format: 'webp', width: 192, height: 64 });
  expect((await readLogo(file))?.shown).toEqual(logo?.shown);
});

test('a wide one is as wide as the header has room for', async () => {
  const file = await picture('wide.png', [2_000, 100], { ground: '#ffffff', stripe: '#b00020' });
  expect((await readLogo(file))?.shown).toMatchObject({ width: 220, height: 11 });
});

test.each([
  ['dark on an open ground', '#00000000', '#111111', true],
  ['light on an open ground', '#00000000', '#f0f0f0', false],
  ['dark on a ground of its own', '#ffffff', '#111111', false],
])('%s: a light plate is put under it: %s', async (_name, ground, stripe, needsPlate) => {
  const file = await picture('tone.png', [100, 100], { ground, stripe });
  expect((await readLogo(file))?.shown.needsPlate).toBe(needsPlate);
});

test('no file is no logo; what is no picture is told as a wrong setting', async () => {
  expect(await readLogo('')).toBeNull();
  const drawing = join(folder, 'logo.svg');
  await writeFile(drawing, '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  for (const file of [drawing, join(folder, 'missing.png'), folder])
    await expect(readLogo(file)).rejects.toThrow(/SITE_LOGO must be a picture/);
});

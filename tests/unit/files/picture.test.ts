import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { PictureRefused, toPicture } from '../../../server/platform/files/picture.ts';

const red = { r: 200, g: 20, b: 20 };
const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: red } });
const sizeOf = async (picture: Buffer) => {
  const { format, width, height } = await sharp(picture).metadata();
  return { format, width, height };
};

/** A PNG whose header promises a size and whose data is next to nothing. */
function hollowPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const refusal = (content: Buffer) =>
  toPicture(content, 500).then(
    () => 'accepted',
    (error: unknown) => (error instanceof PictureRefused ? error.reason : error),
  );

test.each(['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const)(
  'a %s becomes WebP of the width asked for and of twice that, in proportion',
  async (format) => {
    const source = await plain(300, 150).toFormat(format).toBuffer();
    const { single, doubled } = await toPicture(source, 500);
    expect(await sizeOf(single)).toEqual({ format: 'webp', width: 500, height: 250 });
    expect(await sizeOf(doubled)).toEqual({ format: 'webp', width: 1000, height: 500 });
  },
);

test('security 25: EXIF with its place, ICC and XMP are removed, after the picture was turned upright', async () => {
  const source = await plain(200, 100)
    .withExif({ IFD0: { Artist: 'SECRET-NAME' }, IFD3: { GPSLatitude: '56/1 50/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(source.includes('SECRET-NAME')).toBe(true);
  const { single, doubled } = await toPicture(source, 500);
  const { exif, icc, xmp, orientation, width, height } = await sharp(single).metadata();
  expect({ exif, icc, xmp, orientation }).toEqual({});
  expect([width, height]).toEqual([500, 1000]);
  expect(single.includes('SECRET-NAME') || doubled.includes('SECRET-NAME')).toBe(false);
});

test('an animation becomes its first frame', async () => {
  const frames = await Promise.all([plain(60, 40).png().toBuffer(), plain(60, 40).negate().png().toBuffer()]);
  const source = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  expect((await sharp(source, { animated: true }).metadata()).pages).toBe(2);
  const { single } = await toPicture(source, 500);
  const { pages, width } = await sharp(single, { animated: true }).metadata();
  expect([pages ?? 1, width]).toEqual([1, 500]);
  const { dominant } = await sharp(single).stats();
  expect(dominant.r).toBeGreaterThan(dominant.g);
});

test('a strip is narrowed until its height fits', async () => {
  const { single } = await toPicture(await plain(10, 9000).png().toBuffer(), 500);
  expect((await sizeOf(single)).height).toBe(2000);
});

describe('security 25: pictures of too many pixels', () => {
  test.each([
    ['a PNG of 50,000 × 50,000', hollowPng(50_000, 50_000)],
    ['a PNG of 100,000 × 600', hollowPng(100_000, 600)],
  ])('%s is refused by its header', async (_, source) => {
    expect(source.length).toBeLessThan(2000);
    await expect(toPicture(source, 500)).rejects.toThrow('too many pixels');
  });
});

describe('security 24: by content, not by name', () => {
  const gif = plain(2, 2).gif().toBuffer();
  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'not a picture'],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'not a picture'],
    ['PHP', () => Buffer.from('<?php system($_GET["c"]);'), 'not a picture'],
    ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj'), 'not a picture'],
    ['nothing', () => Buffer.alloc(0), 'not a picture'],
    ['HTML behind the mark of a GIF', () => Buffer.from(`GIF89a<script>${'x'.repeat(500)}</script>`), 'unreadable'],
    ['half a JPEG', async () => (await plain(400, 400).jpeg().toBuffer()).subarray(0, 700), 'unreadable'],
    ['a PNG without picture data', () => hollowPng(500, 500), 'unreadable'],
  ])('%s is refused', async (_, source, reason) => {
    expect(await refusal(await source())).toBe(reason);
  });

  test('a GIF with script behind it keeps nothing of the script', async () => {
    const polyglot = Buffer.concat([await gif, Buffer.from('/*<script>alert(1)</script>*/')]);
    const { single, doubled } = await toPicture(polyglot, 500);
    expect(single.includes('script') || doubled.includes('script')).toBe(false);
  });
});

import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { IMAGE_PIXELS_MAX, PICTURES_MEMORY_MAX } from '../../../contract/limits.ts';
import { headerOf } from '../../../server/platform/files/picture.ts';
import { memoryOf } from '../../../server/platform/files/picture-turns.ts';

type PictureHeader = Parameters<typeof memoryOf>[0];

const side = Math.floor(Math.sqrt(IMAGE_PIXELS_MAX));
const header = (fields: Partial<PictureHeader>): PictureHeader => ({
  format: 'png',
  width: side,
  height: side,
  channels: 3,
  depth: 'uchar',
  isProgressive: false,
  ...fields,
});
const fits = (fields: Partial<PictureHeader>) => memoryOf(header(fields)) <= PICTURES_MEMORY_MAX;

describe('security 51: memory that a picture takes, by its header', () => {
  test('pictures of cameras and scanners of the largest size allowed fit into what all pictures may take', () => {
    expect(fits({ format: 'jpeg' })).toBe(true);
    expect(fits({ format: 'jpeg', isProgressive: true })).toBe(true);
    expect(fits({ format: 'webp', channels: 4 })).toBe(true);
    expect(fits({ format: 'gif', channels: 4 })).toBe(true);
    expect(fits({ format: 'png', channels: 4 })).toBe(true);
    expect(fits({ format: 'tiff', depth: 'ushort' })).toBe(true);
    expect(fits({ format: 'heif', width: 4000, height: 4000, depth: 'ushort', channels: 4 })).toBe(true);
  });

  test('what a decoder would take more for does not', () => {
    expect(fits({ format: 'heif' })).toBe(false);
    expect(fits({ format: 'heif', depth: 'ushort' })).toBe(false);
    expect(fits({ format: 'tiff', depth: 'double' })).toBe(false);
    expect(fits({ format: 'png', channels: 4, depth: 'ushort', isProgressive: true })).toBe(false);
    expect(fits({ format: 'webp', pages: 30 })).toBe(false);
  });

  test('passes, depth, alpha and frames of real pictures are seen', async () => {
    const create = { width: 3000, height: 3000, channels: 4, background: '#ff000080' } as const;
    const made = async (change: (picture: Sharp) => Sharp) =>
      memoryOf(await headerOf(await change(sharp({ create })).toBuffer()));
    const plain = await made((picture) => picture.png());
    expect(await made((picture) => picture.png({ progressive: true }))).toBeGreaterThan(plain);
    expect(await made((picture) => picture.toColourspace('rgb16').png())).toBeGreaterThan(plain);
    expect(await made((picture) => picture.jpeg({ progressive: true }))).toBeGreaterThan(
      await made((picture) => picture.jpeg()),
    );
  });
});

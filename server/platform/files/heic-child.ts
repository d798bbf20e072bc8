/** Child process that decodes a HEIC photo of a phone, whose format sharp does not read, into plain pixels. */
import { readFile, writeFile } from 'node:fs/promises';
import libheif from 'libheif-js/wasm-bundle.js';
import { sendMessage } from '../child-process/send-message.ts';

export interface HeicTask {
  readonly path: string;
  /** Where the pixels go: red, green and blue of each, upright, row by row. */
  readonly out: string;
  readonly pixelsMax: number;
}

/** `broken`: it cannot be decoded; `huge`: it has more pixels than it may, and is not decoded. */
export type HeicAnswer = { readonly width: number; readonly height: number } | 'broken' | 'huge';

export async function work({ path, out, pixelsMax }: HeicTask): Promise<void> {
  // The library writes what is wrong with a file to where the messages go.
  Object.assign(console, { log() {} });
  sendMessage((await decode(await readFile(path), out, pixelsMax)) satisfies HeicAnswer);
}

async function decode(file: Uint8Array, out: string, pixelsMax: number): Promise<HeicAnswer> {
  const images = new libheif.HeifDecoder().decode(file);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) return 'broken';
  const size = { width: image.get_width(), height: image.get_height() };
  if (size.width * size.height > pixelsMax) return 'huge';
  const data = new Uint8ClampedArray(size.width * size.height * 4);
  const frame = await new Promise<{ readonly data: Uint8ClampedArray } | null>((resolve) =>
    image.display({ data, ...size }, resolve),
  );
  if (!frame) return 'broken';
  await writeFile(out, withoutAlpha(frame.data));
  return size;
}

/** Photos have none: their fourth byte is full. In place, as the pixels are many. */
function withoutAlpha(pixels: Uint8ClampedArray): Uint8ClampedArray {
  let to = 0;
  for (let from = 0; from < pixels.length; from += 4) {
    pixels[to++] = pixels[from] as number;
    pixels[to++] = pixels[from + 1] as number;
    pixels[to++] = pixels[from + 2] as number;
  }
  return pixels.subarray(0, to);
}

import { Worker } from 'node:worker_threads';
import { limitTo } from '../../../files/limit-to.ts';
import type { StoredFiles } from '../../../files/open.ts';
import { contentOf } from '../../../files/open-file.ts';
import { busy } from '../../../http/errors.ts';
import type { StoredFile } from '../document/document.ts';
import { PACKAGED_FILES_MAX, type PackageContent, type PackageFile } from './package.ts';

const THREAD = new URL('./package-thread.ts', import.meta.url);
const HEAP_MB = 512;
/** A text of the greatest length takes some seconds. */
const TIME_MS = 60_000;

/** One at a time: a package may hold as much memory as its attachments twice. */
const inTurn = limitTo(1);

/** Draws a package in a thread, out of the way of every request. Throws 503 where that takes too long. */
export const makePackage = (content: PackageContent): Promise<Uint8Array> =>
  inTurn(() => drawInThread(content));

async function drawInThread(content: PackageContent): Promise<Uint8Array> {
  const worker = new Worker(THREAD, {
    workerData: content,
    transferList: content.files.flatMap(({ content: bytes }) => (bytes ? [bytes.buffer as ArrayBuffer] : [])),
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const timer = setTimeout(() => void worker.terminate(), TIME_MS);
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(busy(60)));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** The attachments of a document with their bytes, as long as they stay within PACKAGED_FILES_MAX together; a lost one is without. */
export async function packagedFiles(
  store: StoredFiles,
  files: readonly StoredFile[],
): Promise<PackageFile[]> {
  let left = PACKAGED_FILES_MAX;
  const packaged: PackageFile[] = [];
  for (const { fileName, originalName: name, type, size, sha256 } of files) {
    const content = size <= left ? await bytesOf(store, fileName) : null;
    if (content) left -= size;
    packaged.push({ name, type, size, sha256, content });
  }
  return packaged;
}

async function bytesOf(store: StoredFiles, name: string): Promise<Uint8Array | null> {
  const file = await store.open(name);
  // Bytes of their own, not a part of what Node keeps for small buffers: they are handed to the thread.
  return file && new Uint8Array(await contentOf(file));
}

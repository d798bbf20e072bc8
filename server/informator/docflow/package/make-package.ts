import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LocalFile } from '../../../files/file-store.ts';
import { DRAFT } from '../../../files/folder-store.ts';
import type { StoredFiles } from '../../../files/open.ts';
import { type OpenFile, openHandle } from '../../../files/open-file.ts';
import { busy } from '../../../http/errors.ts';
import type { StoredFile } from '../document/document.ts';
import { PACKAGED_FILES_MAX, type PackageContent, type PackageFile } from './package.ts';

const THREAD = new URL('./package-thread.ts', import.meta.url);
const HEAP_MB = 256;
/** A text of the greatest length takes some seconds. */
const TIME_MS = 60_000;

/**
 * Draws a package in a thread, out of the way of every request, into a file of the folder that is gone when it is closed.
 * Throws 503 where that takes too long, and the signal's reason when the client has gone.
 */
export async function makePackage(
  content: PackageContent,
  folder: string,
  gone: AbortSignal,
): Promise<OpenFile> {
  await mkdir(folder, { recursive: true });
  // Named as what is received, so that the next start removes what a crash left.
  const path = join(folder, `${process.pid}-${randomUUID()}${DRAFT}`);
  try {
    await drawInThread({ content, to: path }, gone);
    const handle = await open(path, 'r');
    return openHandle(handle, (await handle.stat()).size);
  } finally {
    await rm(path, { force: true });
  }
}

async function drawInThread(
  workerData: { readonly content: PackageContent; readonly to: string },
  gone: AbortSignal,
): Promise<void> {
  gone.throwIfAborted();
  const worker = new Worker(THREAD, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const stop = () => void worker.terminate();
  const timer = setTimeout(stop, TIME_MS);
  gone.addEventListener('abort', stop, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', (code) => (code === 0 ? resolve() : reject(busy(60))));
    });
  } finally {
    clearTimeout(timer);
    gone.removeEventListener('abort', stop);
  }
}

/**
 * Runs `work` with the attachments of a document lying on this machine, as long as they stay within PACKAGED_FILES_MAX
 * together; a lost one is without.
 */
export async function withPackagedFiles<T>(
  store: StoredFiles,
  files: readonly StoredFile[],
  gone: AbortSignal,
  work: (files: readonly PackageFile[]) => Promise<T>,
): Promise<T> {
  let left = PACKAGED_FILES_MAX;
  const packaged: PackageFile[] = [];
  const borrowed: LocalFile[] = [];
  try {
    for (const { fileName, originalName: name, type, size, sha256 } of files) {
      gone.throwIfAborted();
      const file = size <= left ? await store.borrow(fileName) : null;
      if (file) {
        left -= size;
        borrowed.push(file);
      }
      packaged.push({ name, type, size, sha256, path: file?.path ?? null });
    }
    return await work(packaged);
  } finally {
    await Promise.all(borrowed.map((file) => file.release()));
  }
}

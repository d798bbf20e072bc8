import { type FileHandle, open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { SCAN_PIXELS_MAX } from '../../contract/limits.ts';
import { EndedApart, messagesApart } from '../apart/run.ts';
import { compoundOfficeType } from './compound-file.ts';
import { limitTo } from './limit-to.ts';
import type { StoredExtension } from './open.ts';
import { headerOf } from './picture-header.ts';

/** Pictures by the type of their content, with sharp's name of the format; null: the decoder does not know it. */
const PICTURES: Readonly<Record<string, readonly [StoredExtension, string | null]>> = {
  'image/png': ['png', 'png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif', 'gif'],
  'image/webp': ['webp', 'webp'],
  'image/tiff': ['tif', 'tiff'],
  'image/avif': ['avif', 'heif'],
  'image/heic': ['heic', null],
  'image/bmp': ['bmp', null],
};
/** Words that make a program read a picture or a PDF as something else. */
const FOREIGN = /<(?:script|html|!doctype|\?php)/i;
/** Headers read at a time. Nothing is decoded for them, but a decoder may walk through a whole file to find its frames. */
const HEADERS_AT_A_TIME = 2;
const inTurn = limitTo(HEADERS_AT_A_TIME);
const ARCHIVE_CHILD = new URL('./zipped-office-child.ts', import.meta.url).href;
/** The directory of an archive is all that is read of it. */
const ARCHIVE_CAPS = { heapMb: 128, residentMb: 300, cpuSeconds: 3, wallMs: 15_000 } as const;
/** Archives that are looked into at a time, each in a process. */
const archiveInTurn = limitTo(2);
const CHUNK = 1024 * 1024;
/** Longest word of FOREIGN, less one. */
const OVERLAP = 8;
/** Bytes of a bitmap that tell where its pixels begin and how long its second header is, and the lengths there are. */
const BITMAP_HEAD = 18;
const BITMAP_HEADERS = new Set([12, 16, 40, 52, 56, 64, 108, 124]);
/** How much of a PDF's beginning is looked at: comments there could hold a page of another language. */
const PDF_HEAD = 1024;

/**
 * What a received file is by its content: a picture, a PDF or an office document without macros; null for anything else,
 * and for what is two things at once. Reads the file in pieces.
 */
export async function documentTypeOf(path: string): Promise<StoredExtension | null> {
  const handle = await open(path, 'r');
  try {
    const head = await piece(handle, 0, PDF_HEAD);
    if (head.subarray(0, 5).toString('latin1') === '%PDF-') {
      return FOREIGN.test(head.toString('latin1')) ? null : 'pdf';
    }
    if (head.readUInt32BE(0) === ZIP) return await typeOfArchive(path);
    if (head.subarray(0, 8).equals(COMPOUND)) return await compoundOfficeType(handle);
    return await pictureType(path, handle);
  } catch (error) {
    // A disk that cannot be read, or a process that cannot be started, says nothing of the file.
    if (error instanceof EndedApart && error.cause !== undefined) throw error.cause;
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    // Whatever a parser stumbles over is not a document that anybody could open.
    return null;
  } finally {
    await handle.close();
  }
}

const ZIP = 0x504b0304;
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * Which office document an archive is, told by its parts in a process that can be killed; null when it is none, or holds a
 * program. Throws EndedApart on a broken archive and on one that takes too much time or memory to be looked into.
 */
const typeOfArchive = (path: string): Promise<StoredExtension | null> =>
  archiveInTurn(async () => {
    let type: StoredExtension | null = null;
    const apart = { module: ARCHIVE_CHILD, task: path, reads: [path], caps: ARCHIVE_CAPS };
    for await (const message of messagesApart<StoredExtension | null>(apart)) type = message;
    return type;
  });

async function pictureType(path: string, handle: FileHandle): Promise<StoredExtension | null> {
  const found = PICTURES[(await fileTypeFromFile(path))?.mime ?? ''];
  if (!found) return null;
  const [extension, format] = found;
  if (extension === 'bmp' && !(await isBitmap(handle))) return null;
  if (format !== null) {
    const header = await inTurn(() => headerOf(path));
    if (header.format !== format || header.width * header.height > SCAN_PIXELS_MAX) return null;
  }
  return (await holdsForeign(handle)) ? null : extension;
}

/** Whether two letters, which any text may begin with, are followed by the header of a bitmap. */
async function isBitmap(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  const head = await piece(handle, 0, BITMAP_HEAD);
  const header = head.readUInt32LE(14);
  const pixels = head.readUInt32LE(10);
  return BITMAP_HEADERS.has(header) && pixels >= 14 + header && pixels <= size;
}

async function holdsForeign(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  for (let at = 0; at < size; at += CHUNK) {
    const bytes = await piece(handle, at, CHUNK + OVERLAP);
    if (bytes.includes('<') && FOREIGN.test(bytes.toString('latin1'))) return true;
  }
  return false;
}

async function piece(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/** Determines the type of an uploaded document by its content, without trusting its name. */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { SCAN_PIXELS_MAX } from '../../../contract/limits.ts';
import { CONTENTS_HEAD, contentsOf, type FileContents, PICTURES } from '../../../rules/format/file-contents.ts';
import { messagesOfProcess, ProcessEnded } from '../child-process/run.ts';
import { limitTo } from '../limit-to.ts';
import { headerOf } from './picture.ts';
import type { StoredExtension } from './stored-files.ts';
import type { ArchiveType } from './zipped-office-child.ts';

/** Pictures by the type of their content, with sharp's name of the format; null: the decoder does not know it. */
const FORMATS: Readonly<Record<string, readonly [StoredExtension, string | null]>> = {
  'image/png': ['png', 'png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif', 'gif'],
  'image/webp': ['webp', 'webp'],
  'image/tiff': ['tif', 'tiff'],
  'image/avif': ['avif', 'heif'],
  'image/heic': ['heic', null],
  'image/heif': ['heic', null],
  'image/bmp': ['bmp', null],
};
/** Markup that makes a program read a picture or a PDF as something else. */
const FOREIGN = /<(?:script|html|!doctype|\?php)/i;
/** Headers read at a time. Nothing is decoded for them, but a decoder may read a whole file to find its frames. */
const HEADERS_AT_A_TIME = 2;
const inTurn = limitTo(HEADERS_AT_A_TIME);
const ARCHIVE_CHILD = new URL('./zipped-office-child.ts', import.meta.url).href;
const ARCHIVE_CAPS = { heapMb: 128, residentMb: 300, cpuSeconds: 3, wallMs: 15_000 } as const;
/** Archives that are examined at a time, each in a process. */
const archiveInTurn = limitTo(2);
const CHUNK = 1024 * 1024;
/** Longest word of FOREIGN, less one. */
const OVERLAP = 8;
/** Bytes of a bitmap up to the length of its second header, and the possible lengths. */
const BITMAP_HEAD = 18;
const BITMAP_HEADERS = new Set([12, 16, 40, 52, 56, 64, 108, 124]);
/** How much of a PDF's beginning is looked at: comments there could hold a page of another language. */
const PDF_HEAD = 1024;

/** A picture, a PDF or an office document without macros; null for anything else and for what is two things at once. */
export async function documentTypeOf(path: string): Promise<StoredExtension | null> {
  const handle = await open(path, 'r');
  try {
    const head = await piece(handle, 0, PDF_HEAD);
    if (head.subarray(0, 5).toString('latin1') === '%PDF-') {
      return FOREIGN.test(head.toString('latin1')) ? null : 'pdf';
    }
    if (head.readUInt32BE(0) === ZIP) {
      const type = await typeOfArchive(path);
      return type === 'macros' ? null : type;
    }
    if (head.subarray(0, 8).equals(COMPOUND)) {
      const type = await compoundOfficeType(handle);
      return type === 'protected' ? null : type;
    }
    return await pictureType(path, handle);
  } catch (error) {
    // A disk that cannot be read, or a process that cannot be started, says nothing about the file.
    if (error instanceof ProcessEnded && error.cause !== undefined) throw error.cause;
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    // A file that breaks a parser is no document that a program could open.
    return null;
  } finally {
    await handle.close();
  }
}

/** What a file is that is not taken as a document or picture, as far as that can be said. Never throws of the file. */
export async function contentsOfRefused(path: string, pixelsMax: number): Promise<FileContents> {
  const handle = await open(path, 'r');
  try {
    const beginning = contentsOf(await piece(handle, 0, CONTENTS_HEAD));
    // A broken one is called what it begins as.
    return await contentsOfWhole(path, handle, beginning, pixelsMax).catch(() => beginning);
  } finally {
    await handle.close();
  }
}

async function contentsOfWhole(path: string, handle: FileHandle, beginning: FileContents, pixelsMax: number) {
  if (beginning === 'office' || beginning === 'zip')
    return (await typeOfArchive(path)) === 'macros' ? 'macros' : beginning;
  if (beginning === 'oldOffice') {
    const type = await compoundOfficeType(handle);
    return type === 'protected' ? type : type === null ? 'unknown' : beginning;
  }
  if (!PICTURES.has(beginning)) return beginning;
  const { width, height } = await inTurn(() => headerOf(path));
  return width * height > pixelsMax ? 'huge' : beginning;
}

const ZIP = 0x504b0304;
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * By the parts of an archive, in a process that can be killed; `macros` of an office document with a program in it,
 * null of any other archive. Throws ProcessEnded on a broken one and on one that takes too much time or memory.
 */
const typeOfArchive = (path: string): Promise<ArchiveType> =>
  archiveInTurn(async () => {
    let type: ArchiveType = null;
    const apart = { module: ARCHIVE_CHILD, task: path, reads: [path], caps: ARCHIVE_CAPS };
    for await (const message of messagesOfProcess<ArchiveType>(apart)) type = message;
    return type;
  });

async function pictureType(path: string, handle: FileHandle): Promise<StoredExtension | null> {
  const found = FORMATS[(await fileTypeFromFile(path))?.mime ?? ''];
  if (!found) return null;
  const [extension, format] = found;
  if (extension === 'bmp' && !(await isBitmap(handle))) return null;
  if (format !== null) {
    const header = await inTurn(() => headerOf(path));
    if (header.format !== format || header.width * header.height > SCAN_PIXELS_MAX) return null;
  }
  return (await containsForeign(handle)) ? null : extension;
}

/** Whether the two letters, which any text may begin with, are followed by the header of a bitmap. */
async function isBitmap(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  const head = await piece(handle, 0, BITMAP_HEAD);
  const header = head.readUInt32LE(14);
  const pixels = head.readUInt32LE(10);
  return BITMAP_HEADERS.has(header) && pixels >= 14 + header && pixels <= size;
}

async function containsForeign(handle: FileHandle): Promise<boolean> {
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

const MAIN_STREAMS: Readonly<Record<string, StoredExtension | 'protected'>> = {
  EncryptedPackage: 'protected',
  WordDocument: 'doc',
  Workbook: 'xls',
  Book: 'xls',
  'PowerPoint Document': 'ppt',
};
const HEADER = 512;
const ENTRY = 128;
/** Entries of the directory that are read: the main stream is among the first. */
const SECTORS_MAX = 64;
const SECTOR_LIMIT = 0xfffffffa;

/**
 * Type of a compound file (the container of .doc, .xls and .ppt, [MS-CFB]), `protected` of an office document under a
 * password ([MS-OFFCRYPTO]); null for installers, mails and others.
 */
async function compoundOfficeType(handle: FileHandle): Promise<StoredExtension | 'protected' | null> {
  const header = await bytes(handle, 0, HEADER);
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return null;
  const size = 1 << shift;
  const sector = (number: number, length = size, from = 0) => bytes(handle, (number + 1) * size + from, length);
  const next = async (number: number): Promise<number> => {
    const perSector = size / 4;
    const table = Math.floor(number / perSector);
    // The header names the first 109 sectors of the table, enough for the directory of a file of this size.
    if (table >= 109) return SECTOR_LIMIT;
    const place = header.readUInt32LE(76 + table * 4);
    return (await sector(place, 4, (number % perSector) * 4)).readUInt32LE(0);
  };
  let found: StoredExtension | 'protected' | null = null;
  let current = header.readUInt32LE(48);
  for (let count = 0; count < SECTORS_MAX && current < SECTOR_LIMIT; count++) {
    const directory = await sector(current);
    for (let at = 0; at + ENTRY <= directory.length; at += ENTRY) {
      found ??= MAIN_STREAMS[nameAt(directory, at)] ?? null;
    }
    current = await next(current);
  }
  return found;
}

function nameAt(directory: Buffer, at: number): string {
  const length = Math.min(64, directory.readUInt16LE(at + 64));
  return directory.toString('utf16le', at, at + Math.max(0, length - 2));
}
/** Throws when the file ends earlier. */
async function bytes(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const found = await piece(handle, at, length);
  if (found.length < length) throw new Error('the file ends too early');
  return found;
}

const TABLE = /\.(?:csv|tsv)$/i;
const TEXT = /\.(?:txt|log|md)$/i;
const UTF16 = new Set(['fffe', 'feff']);
/** Control characters of texts: tabulator, line feed, page feed, carriage return, the end of a text under DOS. */
const IN_TEXTS = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1a]);

/** Type of a file that is named as a text and contains nothing else: `csv`, `txt`; null otherwise, and for an empty one. */
export async function plainTextTypeOf(path: string, name: string): Promise<StoredExtension | null> {
  const extension = TABLE.test(name) ? 'csv' : TEXT.test(name) ? 'txt' : null;
  if (extension === null) return null;
  let isFirst = true;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (isFirst && UTF16.has(chunk.toString('hex', 0, 2))) return extension;
    isFirst = false;
    if (chunk.some((byte) => byte < 0x20 && !IN_TEXTS.has(byte))) return null;
  }
  return isFirst ? null : extension;
}

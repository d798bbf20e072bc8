import type { FileHandle } from 'node:fs/promises';
import type { StoredExtension } from './open.ts';

/** The stream that tells what a document of the old office formats is. */
const MAIN_STREAMS: Readonly<Record<string, StoredExtension>> = {
  WordDocument: 'doc',
  Workbook: 'xls',
  Book: 'xls',
  'PowerPoint Document': 'ppt',
};
const HEADER = 512;
const ENTRY = 128;
/** Entries of the directory that are looked at: the main stream stands among the first. */
const SECTORS_MAX = 64;
const SECTOR_LIMIT = 0xfffffffa;

/**
 * Which document a compound file (the container of .doc, .xls and .ppt, [MS-CFB]) is; null for others in the same
 * container, installers and mails among them.
 */
export async function compoundOfficeType(handle: FileHandle): Promise<StoredExtension | null> {
  const header = await bytes(handle, 0, HEADER);
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return null;
  const size = 1 << shift;
  const sector = (number: number, length = size, from = 0) =>
    bytes(handle, (number + 1) * size + from, length);
  const next = async (number: number): Promise<number> => {
    const perSector = size / 4;
    const table = Math.floor(number / perSector);
    // The header names the first 109 sectors of the table, enough for the directory of a file of this size.
    if (table >= 109) return SECTOR_LIMIT;
    const place = header.readUInt32LE(76 + table * 4);
    return (await sector(place, 4, (number % perSector) * 4)).readUInt32LE(0);
  };
  let found: StoredExtension | null = null;
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

/** Throws when the file ends before. */
async function bytes(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length) throw new Error('the file ends too early');
  return buffer;
}

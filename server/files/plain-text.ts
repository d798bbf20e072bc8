import { createReadStream } from 'node:fs';
import type { StoredExtension } from './open.ts';

const TABLE = /\.(?:csv|tsv)$/i;
const TEXT = /\.(?:txt|log|md)$/i;
const UTF16 = new Set(['fffe', 'feff']);
/** Control characters that a text may hold: tabulator, line feed, page feed, carriage return, the end of a text under DOS. */
const IN_TEXTS = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1a]);

/**
 * What a file is that is named as a text and holds nothing else: `csv` for a table, `txt`; null for anything else, and for an
 * empty file. Reads it in pieces.
 */
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

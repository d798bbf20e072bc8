/** Reads zip archives: the parts of a workbook by name, with caps and checksums. */
import { pipeline, type Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { CAPS, ReadError } from './messages.ts';

const STORED = 0;
const DEFLATED = 8;
const CHUNK = 256 * 1024;

export interface Container {
  /** The part's stored name for a name in any letter case, or null. */
  find(name: string): string | null;
  names(): Iterable<string>;
  /** Unpacked bytes of a part in UTF-8, refused with TOO_BIG beyond `cap` in the book; `progress` receives 0..1. */
  part(name: string, cap: number, progress?: (done: number) => void): AsyncGenerator<Buffer>;
  /** The same without conversion of the encoding. */
  bytes(name: string, cap: number): AsyncGenerator<Buffer>;
  close(): void;
}

/** Opens the file as a zip; throws a ReadError when it is none or its directory is unreasonable. */
export async function openContainer(file: string): Promise<Container> {
  let zip: ZipFile;
  try {
    zip = await openPromise(file, { lazyEntries: true, autoClose: false, decodeStrings: false });
  } catch {
    throw new ReadError('TRUNCATED');
  }
  const entries = new Map<string, Entry>();
  try {
    if (zip.entryCount > CAPS.zipEntries) throw new ReadError('TOO_MANY_PARTS');
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName as unknown as Buffer;
      entries.set(partKey(name.toString('utf8')), entry);
      if (entries.size > CAPS.zipEntries) throw new ReadError('TOO_MANY_PARTS');
    }
  } catch (error) {
    zip.close();
    throw error instanceof ReadError ? error : new ReadError('BROKEN', 'ZIP');
  }
  return {
    find: (name) => (entries.has(partKey(name)) ? partKey(name) : null),
    names: () => entries.keys(),
    part: (name, cap, progress) => asUtf8(unpack(zip, entries.get(partKey(name)), cap, progress)),
    bytes: (name, cap) => unpack(zip, entries.get(partKey(name)), cap),
    close: () => zip.close(),
  };
}

const partKey = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/u, '').toLowerCase();

async function* unpack(
  zip: ZipFile,
  entry: Entry | undefined,
  cap: number,
  progress: (done: number) => void = () => {},
): AsyncGenerator<Buffer> {
  if (!entry) throw new ReadError('BROKEN', 'ZIP');
  if (entry.isEncrypted()) throw new ReadError('PASSWORD');
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) throw new ReadError('BROKEN', 'ZIP');
  const compressed = await zip.openReadStreamPromise(entry, { decodeFileData: false }).catch(() => {
    throw new ReadError('BROKEN', 'ZIP');
  });
  const stream: Readable =
    entry.compressionMethod === DEFLATED
      ? pipeline(compressed, createInflateRaw({ chunkSize: CHUNK }), () => {})
      : compressed;
  let taken = 0;
  let unpacked = 0;
  let checksum = 0;
  compressed.on('data', (chunk: Buffer) => {
    taken += chunk.length;
  });
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      if (unpacked > cap) throw new ReadError('TOO_BIG');
      checksum = crc32(chunk, checksum);
      progress(entry.compressedSize ? Math.min(1, taken / entry.compressedSize) : 1);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof ReadError ? error : new ReadError('BROKEN', 'ZIP');
  } finally {
    stream.destroy();
    compressed.destroy();
  }
  if (checksum !== entry.crc32) throw new ReadError('BROKEN', 'CRC');
}

/** UTF-16 by its first two bytes: a byte order mark, or the `<` that every part begins with. */
const STARTS = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
  ['utf-16le', 0x3c, 0x00],
  ['utf-16be', 0x00, 0x3c],
] as const;

/** A part in UTF-8: a book may have parts in UTF-16 as well (ECMA-376, part 2). Chunks of UTF-8 pass unchanged. */
async function* asUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | null = Buffer.alloc(0);
  let decoder: TextDecoder | null = null;
  for await (const chunk of chunks) {
    let bytes = chunk;
    if (start) {
      bytes = Buffer.concat([start, chunk]);
      start = bytes.length < 2 ? bytes : null;
      if (start) continue;
      decoder = decoderFor(bytes);
    }
    yield decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes;
  }
  if (start) yield start;
  if (decoder) yield Buffer.from(decoder.decode());
}

function decoderFor(bytes: Buffer): TextDecoder | null {
  const found = STARTS.find(([, first, second]) => bytes[0] === first && bytes[1] === second);
  return found ? new TextDecoder(found[0]) : null;
}

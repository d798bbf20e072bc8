/** Reads zip archives: the parts of a workbook by name, with caps and checksums. */
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, openPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { CAPS, ReadError } from './messages.ts';

const STORED = 0;
const DEFLATED = 8;
const CHUNK = 256 * 1024;

export interface Container {
  /** The part's stored name for a name in any letter case, or null. */
  find(name: string): string | null;
  names(): Iterable<string>;
  /** The name of a part as the zip writes it, with plain strokes. */
  shownName(name: string): string;
  /** The unpacked size of a part as the zip declares it; 0 where there is none. */
  size(name: string): number;
  /** Unpacked bytes of a part in UTF-8, refused with TOO_BIG beyond `cap` in the book; `progress` receives 0..1. */
  part(name: string, cap: number, progress?: (done: number) => void): AsyncGenerator<Buffer>;
  /** The same without conversion of the encoding. */
  bytes(name: string, cap: number): AsyncGenerator<Buffer>;
  close(): void;
}

/**
 * Opens the file as a zip, also one with further bytes before or behind it; throws a ReadError when it is none or its
 * directory is unreasonable.
 */
export async function openContainer(file: string): Promise<Container> {
  try {
    return await containerOf(() => openPromise(file, OPTIONS));
  } catch (error) {
    const place = await placeOfZip(file);
    if (place === null) throw error;
    const { start, length } = place;
    return await containerOf(() => fromRandomAccessReaderPromise(new PartOfFile(file, start), length, OPTIONS));
  }
}

const OPTIONS = { lazyEntries: true, autoClose: false, decodeStrings: false } as const;

async function containerOf(open: () => Promise<ZipFile>): Promise<Container> {
  let zip: ZipFile;
  try {
    zip = await open();
  } catch {
    throw new ReadError('TRUNCATED');
  }
  const entries = new Map<string, Entry>();
  try {
    if (zip.entryCount > CAPS.zipEntries) throw new ReadError('TOO_MANY_PARTS');
    for await (const entry of zip.eachEntry()) {
      entries.set(partKey(nameOf(entry.fileName as unknown as Buffer)), entry);
      if (entries.size > CAPS.zipEntries) throw new ReadError('TOO_MANY_PARTS');
    }
  } catch (error) {
    zip.close();
    throw error instanceof ReadError ? error : new ReadError('BROKEN', 'ZIP');
  }
  return {
    find: (name) => (entries.has(partKey(name)) ? partKey(name) : null),
    names: () => entries.keys(),
    shownName: (name) => pathOf(nameOf(entries.get(partKey(name))?.fileName as unknown as Buffer)),
    size: (name) => entries.get(partKey(name))?.uncompressedSize ?? 0,
    part: (name, cap, progress) => asUtf8(unpack(zip, entries.get(partKey(name)), cap, progress)),
    bytes: (name, cap) => unpack(zip, entries.get(partKey(name)), cap),
    close: () => zip.close(),
  };
}

/** Names are in UTF-8, or as Russian Windows packs them by itself. */
const nameOf = (name: Buffer): string =>
  isUtf8(name) ? name.toString('utf8') : new TextDecoder('ibm866').decode(name);

const END_OF_ZIP = Buffer.from('PK\x05\x06', 'latin1');
const END_SIZE = 22;
/** Bytes at the end of a file in which the end of a zip is looked for. */
const TAIL = 1024 * 1024;
const ZIP64 = 0xffff_ffff;

/** Where a zip with further bytes around it begins, and its length; null where there is none or none around it. */
async function placeOfZip(file: string): Promise<{ readonly start: number; readonly length: number } | null> {
  const handle = await openFile(file, 'r');
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - TAIL);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
    const at = buffer.subarray(0, bytesRead).lastIndexOf(END_OF_ZIP);
    if (at === -1 || at + END_SIZE > bytesRead) return null;
    const [directory, offset] = [buffer.readUInt32LE(at + 12), buffer.readUInt32LE(at + 16)];
    const start = offset === ZIP64 ? 0 : from + at - directory - offset;
    const end = from + at + END_SIZE + buffer.readUInt16LE(at + 20);
    return start < 0 || end > size || (start === 0 && end === size) ? null : { start, length: end - start };
  } finally {
    await handle.close();
  }
}

class PartOfFile extends RandomAccessReader {
  readonly #file: string;
  readonly #start: number;

  constructor(file: string, start: number) {
    super();
    this.#file = file;
    this.#start = start;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#file, { start: this.#start + start, end: this.#start + end - 1 });
  }
}

const pathOf = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/u, '');
const partKey = (name: string) => pathOf(name).toLowerCase();

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
/** Bytes in which the declaration of a part has ended. */
const DECLARATION = 200;
const DECLARED = /^\s*<\?xml[^>]{0,150}?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/iu;

/**
 * A part in UTF-8, whatever encoding it declares: books are to be in UTF-8 or UTF-16 (ECMA-376, part 2), others are
 * written all the same. Chunks of UTF-8 pass unchanged.
 */
async function* asUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | null = Buffer.alloc(0);
  let decoder: TextDecoder | null = null;
  for await (const chunk of chunks) {
    let bytes = chunk;
    if (start) {
      bytes = Buffer.concat([start, chunk]);
      start = bytes.length < DECLARATION ? bytes : null;
      if (start) continue;
      decoder = decoderFor(bytes);
    }
    yield decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes;
  }
  if (start) {
    decoder = decoderFor(start);
    yield decoder ? Buffer.from(decoder.decode(start, { stream: true })) : start;
  }
  if (decoder) yield Buffer.from(decoder.decode());
}

function decoderFor(bytes: Buffer): TextDecoder | null {
  const found = STARTS.find(([, first, second]) => bytes[0] === first && bytes[1] === second);
  if (found) return new TextDecoder(found[0]);
  const declared = DECLARED.exec(bytes.toString('latin1', 0, DECLARATION))?.[1];
  if (declared === undefined || /^utf-?8$/iu.test(declared)) return null;
  try {
    return new TextDecoder(declared);
  } catch {
    throw new ReadError('BROKEN', declared);
  }
}

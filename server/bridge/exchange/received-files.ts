import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PRICE_FILE_MAX } from '../../../contract/limits.ts';
import { ReadError } from '../../sheets/read/error.ts';
import { openContainer } from '../../sheets/read/xlsx/container.ts';
import { ExchangeProblem } from './problem.ts';

/** Files of one session, and their bytes together; pictures are not kept. */
const FILES_MAX = 2_000;
const TOTAL_MAX = 4 * PRICE_FILE_MAX;
/** Largest part of a file, bytes. */
export const PART_MAX = 16 * 1024 * 1024;

const LIST = /\.(?:xml|zip)$/u;

interface Received {
  readonly path: string;
  bytes: number;
}

/** What a session has received, by the names that its client gave. */
export class ReceivedFiles {
  readonly #folder: string;
  readonly #files = new Map<string, Received>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Adds a part to the end of a file, as a whole or not at all. Throws ExchangeProblem when it is too much. */
  async append(name: string, body: Readable): Promise<void> {
    const key = keyOf(name);
    if (!LIST.test(key)) {
      for await (const _ of body);
      return;
    }
    const file = this.#files.get(key) ?? { path: this.#newPath(), bytes: 0 };
    const part = this.#newPath();
    try {
      await mkdir(this.#folder, { recursive: true });
      const bytes = await this.#receive(body, part);
      if (file.bytes + bytes > PRICE_FILE_MAX) throw tooLarge(name);
      await pipeline(createReadStream(part), createWriteStream(file.path, { flags: 'a', mode: 0o600 }));
      file.bytes += bytes;
      this.#files.set(key, file);
    } finally {
      await rm(part, { force: true });
    }
  }

  /** Where a file lies that was sent by itself or inside a zip; null when it was not sent. Throws ExchangeProblem for a damaged zip. */
  async find(name: string): Promise<string | null> {
    await this.#unpack();
    const key = keyOf(name);
    const inFolder = [...this.#files.keys()].find((each) => each.endsWith(`/${key}`));
    return (this.#files.get(key) ?? this.#files.get(inFolder ?? ''))?.path ?? null;
  }

  async clear(): Promise<void> {
    for (const { path } of this.#files.values()) await rm(path, { force: true });
    this.#files.clear();
  }

  #room(): number {
    return [...this.#files.values()].reduce((left, { bytes }) => left - bytes, TOTAL_MAX);
  }

  #newPath = () => join(this.#folder, `${process.pid}-${randomUUID()}.part`);

  async #receive(body: Readable, path: string): Promise<number> {
    let bytes = 0;
    const left = this.#room();
    if (this.#files.size >= FILES_MAX) throw new ExchangeProblem('слишком много файлов');
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > PART_MAX || bytes > left) throw new ExchangeProblem('слишком много данных');
        yield chunk;
      }
    };
    await pipeline(body, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return bytes;
  }

  async #unpack(): Promise<void> {
    for (const [key, zip] of [...this.#files]) {
      if (!key.endsWith('.zip')) continue;
      try {
        await this.#unpackOne(zip.path);
      } catch (error) {
        if (!(error instanceof ReadError)) throw error;
        throw new ExchangeProblem(`архив ${key} повреждён или обрезан`);
      }
      this.#files.delete(key);
      await rm(zip.path, { force: true });
    }
  }

  async #unpackOne(zip: string): Promise<void> {
    const container = await openContainer(zip);
    try {
      for (const name of container.names()) {
        if (!name.endsWith('.xml')) continue;
        if (this.#files.size >= FILES_MAX) throw new ExchangeProblem('слишком много файлов');
        const before = this.#files.get(name);
        const path = this.#newPath();
        const file = { path, bytes: 0 };
        const unpacked = Readable.from(container.bytes(name, Math.min(PRICE_FILE_MAX, this.#room())));
        this.#files.set(name, file);
        // Nothing leads to it any more: it would lie there until the next start.
        if (before) await rm(before.path, { force: true });
        await pipeline(unpacked, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        file.bytes = (await stat(path)).size;
      }
    } finally {
      container.close();
    }
  }
}

const tooLarge = (name: string) => new ExchangeProblem(`файл ${name} слишком велик`);

/** Names come with either slash and in any case. */
const keyOf = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/u, '').toLowerCase();

// Sessions of accounting programs (1C): the files that each has sent, and the imports that it asks about until they
// end.
import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PRICE_FILE_MAX } from '../../../contract/limits.ts';
import { ReadError } from '../../platform/sheet-reader/messages.ts';
import { openContainer } from '../../platform/sheet-reader/zip.ts';
import { SERVER_STOPS } from '../runs/run-in-turn.ts';
import { ExchangeProblem, type OnProgress } from './settings.ts';

/** Sessions at a time; one that has not been used for longest goes for one more. */
const SESSIONS_MAX = 20;
const IDLE_MS = 3_600_000;

export const SESSION_COOKIE = 'exchange';

/** The sessions of this process; what they have received is removed with them. */
export class ExchangeSessions {
  readonly #byId = new Map<string, ExchangeSession>();
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async begin(): Promise<string> {
    const idle = [...this.#byId.values()].filter(({ idleMs }) => idleMs > IDLE_MS);
    for (const session of idle) await this.#end(session);
    const [oldest] = this.#byId.values();
    if (oldest && this.#byId.size >= SESSIONS_MAX) await this.#end(oldest);
    const id = randomBytes(16).toString('hex');
    this.#byId.set(id, new ExchangeSession(id, this.#folder));
    return id;
  }

  find(cookies: string | undefined): ExchangeSession | null {
    const id = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([0-9a-f]{32})(?:;|$)`, 'u').exec(cookies ?? '')?.[1];
    const session = id === undefined ? undefined : this.#byId.get(id);
    if (!session) return null;
    // The one that was used last stands last.
    this.#byId.delete(session.id);
    this.#byId.set(session.id, session);
    session.touch();
    return session;
  }

  /** Ends all of them; resolves when nothing of theirs runs any more. */
  async stop(): Promise<void> {
    for (const session of [...this.#byId.values()]) await this.#end(session);
  }

  async #end(session: ExchangeSession): Promise<void> {
    this.#byId.delete(session.id);
    await session.end();
  }
}

/** One exchange of an accounting program: the files that it has sent, and the imports that it has asked for. */
export class ExchangeSession {
  readonly id: string;
  readonly files: ReceivedFiles;
  readonly #work = new Map<string, ExchangeImport>();
  readonly #abort = new AbortController();
  #touchedAt = performance.now();

  constructor(id: string, folder: string) {
    this.id = id;
    this.files = new ReceivedFiles(folder);
  }

  get idleMs(): number {
    const isBusy = [...this.#work.values()].some(({ outcome }) => outcome === null);
    return isBusy ? 0 : performance.now() - this.#touchedAt;
  }

  touch(): void {
    this.#touchedAt = performance.now();
  }

  /** Forgets what was received before. */
  async begin(): Promise<void> {
    await this.#settle();
    this.#work.clear();
    await this.files.clear();
  }

  /** A part of a file; the first one behind its import begins the file anew, and makes void what came of that. */
  async receive(name: string, body: Readable): Promise<void> {
    const work = this.#work.get(name);
    if (work && work.outcome !== null) {
      this.#work.delete(name);
      await this.files.remove(name);
    }
    await this.files.append(name, body);
  }

  /** The import of a file: the one under way or over, else a new one. */
  work(name: string, begin: Parameters<typeof startExchangeImport>[0]): ExchangeImport {
    const known = this.#work.get(name) ?? startExchangeImport(begin, this.#abort.signal);
    this.#work.set(name, known);
    return known;
  }

  async end(): Promise<void> {
    this.#abort.abort(SERVER_STOPS);
    await this.#settle();
    await this.files.clear();
  }

  async #settle(): Promise<void> {
    for (const { ended } of this.#work.values()) await ended;
  }
}

type Outcome = { readonly message: string } | { readonly failure: unknown };

/** An import under way: `outcome` is null while it runs; `ended` settles with it, never rejects. */
type ExchangeImport = Readonly<ReturnType<typeof startExchangeImport>>;

/** An import that goes on while its client asks again and again how far it is; `outcome` is null while it runs. */
function startExchangeImport(
  begin: (onProgress: OnProgress, signal: AbortSignal) => Promise<string>,
  signal: AbortSignal,
) {
  const work = { rows: 0, outcome: null as Outcome | null, ended: Promise.resolve() };
  const onProgress: OnProgress = ({ rows }) => {
    work.rows = rows ?? work.rows;
  };
  work.ended = begin(onProgress, signal).then(
    (message) => {
      work.outcome = { message };
    },
    (failure: unknown) => {
      work.outcome = { failure };
    },
  );
  return work;
}

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
class ReceivedFiles {
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
      if (file.bytes + bytes > PRICE_FILE_MAX) throw new ExchangeProblem(`файл ${name} слишком велик`);
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

  async remove(name: string): Promise<void> {
    const file = this.#files.get(keyOf(name));
    this.#files.delete(keyOf(name));
    if (file) await rm(file.path, { force: true });
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

/** Names come with either slash and in any case. */
const keyOf = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/u, '').toLowerCase();

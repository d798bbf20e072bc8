/** Client of an object storage with the protocol of Amazon S3. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import sax from 'sax';
import { storageFailed } from '../signals.ts';

/** Pauses before an answer is asked for again, ms. */
const PAUSES = [100, 400];
/** Longest wait for an answer to begin and to continue, ms; a body adds its time at the slowest rate. */
const PATIENCE_MS = 10_000;
const SLOWEST_BYTES_A_SECOND = 512 * 1024;
/** Allowed difference of clocks, ms: less than the quarter of an hour for which a signature is valid. */
const CLOSE_MS = 60_000;
const NOTHING = createHash('sha256').digest('hex');

/** Content to send, with its SHA-256 in hexadecimal digits: the storage accepts nothing else in its place. */
export interface SentContent {
  readonly body: Blob | Uint8Array<ArrayBuffer>;
  readonly bytes: number;
  readonly sha256: string;
}

interface ObjectRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Name of the object below the prefix; absent: the bucket itself. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: SentContent;
  /** Bytes that the storage copies by itself before it answers. */
  readonly copied?: number;
}

const startTimer: StartTimer = (ms, late) => {
  const timer = setTimeout(late, ms);
  return () => clearTimeout(timer);
};

export interface ObjectClient {
  /** Prefix of objects in queries about the bucket. */
  readonly prefix: string;
  /** Returns an answer of success, or null for 404. Throws StorageAway, after retries. */
  ask(request: ObjectRequest): Promise<Response | null>;
  /** How far the storage's clock is ahead of ours by its last answer, ms. */
  readonly ahead: () => number;
}

/** Client of an object storage, each request signed by the storage's own clock: ours may be wrong. */
export function objectClient(
  storage: ObjectStorage,
  clock: () => number,
  limit: StartTimer = startTimer,
): ObjectClient {
  const { endpoint, region, bucket, prefix, key, secret } = storage;
  const cache = new Map<string, ArrayBuffer>();
  let ahead = 0;

  function addressOf({ name, query = {} }: ObjectRequest): string {
    const path = name === undefined ? [bucket] : [bucket, ...`${prefix}${name}`.split('/')];
    const words = new URLSearchParams(query).toString();
    return `${endpoint}/${path.map(encodeURIComponent).join('/')}${words && `?${words}`}`;
  }

  async function send(request: ObjectRequest): Promise<Response> {
    const { method, content, copied = 0 } = request;
    const headers = { ...request.headers, 'X-Amz-Content-Sha256': content?.sha256 ?? NOTHING };
    const datetime = new Date(clock() + ahead).toISOString().replace(/[:-]|\.\d{3}/g, '');
    const known = { accessKeyId: key, secretAccessKey: secret, service: 's3', region, cache, datetime };
    const signer = new AwsV4Signer({ ...known, method, url: addressOf(request), headers });
    const signed = await signer.sign();
    // Not signed: a proxy may change it.
    signed.headers.set('Accept-Encoding', 'identity');
    const late = new AbortController();
    const longest = PATIENCE_MS + ((content?.bytes ?? copied) / SLOWEST_BYTES_A_SECOND) * 1000;
    const stopTimer = limit(longest, () => late.abort(new StorageLate('did not answer in time')));
    try {
      const answer = await fetch(signed.url, {
        method,
        headers: signed.headers,
        signal: late.signal,
        redirect: 'manual',
        ...(content && { body: content.body }),
      });
      return withTimedBody(answer, {
        silenceMs: PATIENCE_MS,
        startTimer: limit,
        giveUp: () => late.abort(new StorageLate('stopped in the middle of its answer')),
        onFailure: (error) => storageFailed.report({ reason: reasonOf(error) }),
      });
    } finally {
      stopTimer();
    }
  }

  /** An answer, or why there is none. */
  async function attempt(request: ObjectRequest): Promise<Response | StorageAway> {
    const answer = await send(request).catch((error: unknown) =>
      error instanceof StorageAway ? error : new StorageAway('cannot be reached', { cause: error }),
    );
    if (answer instanceof StorageAway) return answer;
    const before = ahead;
    const said = Date.parse(answer.headers.get('date') ?? '');
    if (!Number.isNaN(said)) ahead = said - clock();
    if (answer.ok || answer.status === 404) return answer;
    const reason = `answered ${answer.status}${codeIn(await answer.text().catch(() => ''))}`;
    if (answer.status === 403 && Math.abs(ahead - before) > CLOSE_MS) return new StorageAway(reason);
    return answer.status < 500 && answer.status !== 429 && answer.status !== 408
      ? new StorageRefuses(reason)
      : new StorageAway(reason);
  }

  return {
    prefix,
    ahead: () => ahead,
    async ask(request) {
      for (let tries = 0; ; tries++) {
        const answer = await attempt(request);
        if (answer instanceof Response) {
          if (answer.ok) return answer;
          await answer.body?.cancel();
          return null;
        }
        const wait = PAUSES[tries];
        if (wait === undefined || answer instanceof StorageRefuses || answer instanceof StorageLate) {
          storageFailed.report({ reason: reasonOf(answer) });
          throw answer;
        }
        await pause(wait);
      }
    },
  };
}

const reasonOf = (error: unknown) =>
  error instanceof StorageRefuses ? 'refused' : error instanceof StorageLate ? 'late' : 'away';

/** The error code in the text of an answer. */
function codeIn(text: string): string {
  const [, code] = /<Code>(\w{1,60})<\/Code>/.exec(text) ?? [];
  return code ? ` ${code}` : '';
}

/** Calls `late` after so many milliseconds unless the returned function is called before. */
type StartTimer = (ms: number, late: () => void) => () => void;

interface BodyLimits {
  /** Longest wait for the next piece, ms, without the time that the reader takes. */
  readonly silenceMs: number;
  readonly startTimer: StartTimer;
  /** Ends the call: the next piece fails. */
  readonly giveUp: () => void;
  /** Called with the reason why the body cannot be read to its end. */
  readonly onFailure: (error: unknown) => void;
}

/** The same answer, whose body fails when the other side stops sending. */
function withTimedBody(answer: Response, limits: BodyLimits): Response {
  if (!answer.body) return answer;
  const { silenceMs, startTimer, giveUp, onFailure } = limits;
  const reader = answer.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const stopTimer = startTimer(silenceMs, giveUp);
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        onFailure(error);
        throw error;
      } finally {
        stopTimer();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const { status, statusText, headers } = answer;
  return new Response(body, { status, statusText, headers });
}

/** Stores an object; it is visible whole or not at all. */
export async function sendObject(client: ObjectClient, name: string, content: SentContent): Promise<void> {
  // A missing bucket answers the same as a missing object.
  const answer = await client.ask({ method: 'PUT', name, content });
  if (!answer) throw new StorageAway('has no such bucket');
  await answer.body?.cancel();
}

/** Lets the storage copy one of its objects below the same prefix; false when there is none, or it did not do it. */
export async function copyObject(
  client: ObjectClient,
  from: { readonly bucket: string; readonly name: string; readonly bytes: number },
  name: string,
): Promise<boolean> {
  const source = [from.bucket, ...`${client.prefix}${from.name}`.split('/')].map(encodeURIComponent).join('/');
  const headers = { 'x-amz-copy-source': `/${source}` };
  const answer = await client.ask({ method: 'PUT', name, headers, copied: from.bytes });
  // After the answer has begun the storage can report a failure only in the text.
  return answer !== null && !(await answer.text()).includes('<Error>');
}

/** Writes an object to a path of this machine, or appends it to a file there; false when there is none. */
export async function fetchObject(
  client: ObjectClient,
  name: string,
  path: string,
  isAppended = false,
): Promise<boolean> {
  const answer = await client.ask({ method: 'GET', name });
  if (!answer) return false;
  try {
    const file = createWriteStream(path, { mode: 0o600, flags: isAppended ? 'a' : 'w' });
    await pipeline(contentIn(answer), file);
    return true;
  } catch (error) {
    await rm(path, { force: true });
    if (error instanceof StorageAway || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw new StorageAway('broke off', { cause: error });
  }
}

/** Removing a missing object is no error. */
export async function removeObject(client: ObjectClient, name: string): Promise<void> {
  const answer = await client.ask({ method: 'DELETE', name });
  await answer?.body?.cancel();
}

/** Objects whose names begin with `folder`, after a given name, named below the client's prefix. */
export async function listPage(client: ObjectClient, folder: string, after: string): Promise<ListPage> {
  const query: Record<string, string> = { 'list-type': '2', prefix: client.prefix + folder };
  if (after !== '') query['start-after'] = client.prefix + after;
  const answer = await client.ask({ method: 'GET', query });
  if (!answer) throw new StorageAway('has no such bucket');
  const { objects, next } = readListPage(await answer.text());
  const named = (key: string) => key.slice(client.prefix.length);
  return { objects: objects.map((object) => ({ ...object, key: named(object.key) })), next: next && named(next) };
}

export async function* listObjects(client: ObjectClient, folder: string): AsyncGenerator<ListedObject> {
  for (let after: string | null = ''; after !== null; ) {
    const page: ListPage = await listPage(client, folder, after);
    yield* page.objects;
    after = page.next;
  }
}

/** The content of an answer. */
export const contentIn = ({ body }: Response): Readable =>
  body ? Readable.fromWeb(body as WebStream) : Readable.from([]);

interface ListedObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch, by the storage's clock. */
  readonly modified: number;
}

interface ListPage {
  readonly objects: readonly ListedObject[];
  /** The key after which the next page begins; null: this is the last page. */
  readonly next: string | null;
}

/** Reads an answer of ListObjectsV2. Throws when it is no XML. */
function readListPage(text: string): ListPage {
  const objects: ListedObject[] = [];
  const parser = sax.parser(true);
  let words = '';
  let object: Record<string, string> = {};
  const page: Record<string, string> = {};
  let isInside = false;
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name }) => {
    words = '';
    if (name !== 'Contents') return;
    isInside = true;
    object = {};
  };
  parser.ontext = (piece) => {
    words += piece;
  };
  parser.onclosetag = (name) => {
    if (name === 'Contents') {
      isInside = false;
      const { Key: key = '', Size = '0', LastModified = '' } = object;
      objects.push({ key, size: Number(Size), modified: Date.parse(LastModified) });
    } else (isInside ? object : page)[name] = words;
  };
  parser.write(text).close();
  return { objects, next: page.IsTruncated === 'true' ? (objects.at(-1)?.key ?? null) : null };
}

/** A part of an object storage that speaks the protocol of Amazon S3, with its key. */
export interface ObjectStorage {
  /** Address of the storage, without a slash at the end. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** What names of objects begin with, empty or with a slash at the end. */
  readonly prefix: string;
  readonly key: string;
  readonly secret: string;
}

/** The object storage could not be reached, or did not do what was asked now; the same may work in a moment. */
export class StorageAway extends Error {
  /** The code by which `troubleOf` recognises it. */
  readonly code = 'STORAGE_AWAY';

  constructor(reason: string, options?: ErrorOptions) {
    super(`the object storage ${reason}`, options);
    this.name = 'StorageAway';
  }
}

/** An answer did not come in time: a retry would take as long again. */
class StorageLate extends StorageAway {}

/** The object storage refuses this installation: its key, its bucket or its permissions are wrong. */
export class StorageRefuses extends StorageAway {}

/** Client of an object storage with the protocol of Amazon S3. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
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

export interface ObjectClient {
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

function codeIn(text: string): string {
  const [, code] = /<Code>(\w{1,60})<\/Code>/.exec(text) ?? [];
  return code ? ` ${code}` : '';
}

/** Calls `late` after so many milliseconds unless the returned function is called before. */
type StartTimer = (ms: number, late: () => void) => () => void;
const startTimer: StartTimer = (ms, late) => {
  const timer = setTimeout(late, ms);
  return () => clearTimeout(timer);
};

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

export interface ObjectStorage {
  /** Without a slash at the end. */
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

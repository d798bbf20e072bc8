import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { storageFailed } from '../signals.ts';
import { type ObjectStorage, StorageAway, StorageLate, StorageRefuses } from './object-storage.ts';

/** Pauses before an answer is asked for again, ms. */
const PAUSES = [100, 400];
/**
 * Until an answer begins, and until it goes on, ms; a body that is sent has as much longer as it takes at the slowest pace.
 */
const PATIENCE_MS = 10_000;
const SLOWEST_BYTES_A_SECOND = 512 * 1024;
/** Clocks may differ by less than the quarter of an hour that a signature is good for, ms. */
const CLOSE_MS = 60_000;
const NOTHING = createHash('sha256').digest('hex');

/** What is sent, with its SHA-256 in hexadecimal digits: the storage takes nothing else in its place. */
export interface SentContent {
  readonly body: Blob | Uint8Array<ArrayBuffer>;
  readonly bytes: number;
  readonly sha256: string;
}

interface ObjectRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Name of the object below the prefix; without it the bucket itself is meant. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: SentContent;
  /** What the storage has to copy by itself before it answers, bytes. */
  readonly copied?: number;
}

const startTimer: StartTimer = (ms, late) => {
  const timer = setTimeout(late, ms);
  return () => clearTimeout(timer);
};

export interface ObjectClient {
  /** What is said of an object in questions about the bucket begins with this. */
  readonly prefix: string;
  /** An answer of success, or null for 404. Throws StorageAway, after other tries. */
  ask(request: ObjectRequest): Promise<Response | null>;
  /** How far the storage's clock is ahead of ours, ms, as its last answer told. */
  readonly ahead: () => number;
}

/** Asks an object storage, each request signed by the storage's own clock: ours may be wrong. */
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
    // Not signed: what stands between may change it.
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

/** The word by which an answer says what is wrong. */
function codeIn(text: string): string {
  const [, code] = /<Code>(\w{1,60})<\/Code>/.exec(text) ?? [];
  return code ? ` ${code}` : '';
}

/** Calls `late` after so many milliseconds unless what it returns is called before. */
type StartTimer = (ms: number, late: () => void) => () => void;

interface BodyLimits {
  /** Longest wait for the next piece, ms; what whoever reads takes for himself does not count. */
  readonly silenceMs: number;
  readonly startTimer: StartTimer;
  /** Ends the call: the next piece fails. */
  readonly giveUp: () => void;
  /** Is told why the body cannot be read to its end. */
  readonly onFailure: (error: unknown) => void;
}

/** The same answer, whose body fails when the other side falls silent in the middle of it. */
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

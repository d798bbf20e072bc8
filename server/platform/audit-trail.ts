/** Collects security events and writes them to the journal and the log in the background. */
import type { FastifyBaseLogger } from 'fastify';
import * as events from '../../contract/journal/events.ts';
import { EMAIL_MAX, MINUTE_MS } from '../../contract/limits.ts';
import { runOutsideRequests } from './request-context.ts';

// Milliseconds.
const GATHERED_MS = 1_000;
const PAUSE_MS = 10_000;
/** Rows of noise that one minute may add of each event; further ones are counted in one row. */
const NOISE_ROWS_PER_MINUTE = 200;
/** Entries that wait at most, while they cannot be written. */
const WAITING_MAX = 5_000;

export interface CountedEntry {
  readonly entry: CleanEntry;
  /** Moments of the first and the last of them, milliseconds since the epoch. */
  readonly at: number;
  readonly lastAt: number;
  readonly count: number;
  /** The same for equal entries of every process; null for an entry that is not merged. */
  readonly key: string | null;
}

export interface Trail extends events.AuditTrail {
  /** Writes all entries recorded so far; never throws. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface TrailDeps {
  /** Writes entries as a whole or throws; they are passed again then. */
  readonly write: (heaps: readonly CountedEntry[]) => Promise<void>;
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
}

/** Collects entries for a second and writes them together. Equal noise of a minute is one entry; memory is bounded. */
export function createTrail({ write, clock, log }: TrailDeps): Trail {
  let waiting = new Map<string, CountedEntry>();
  /** Keys of the noise of this minute: each has its row and its log line already. */
  let known = new Set<string>();
  let begun = new Map<string, number>();
  let minute = 0;
  let serial = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  let running = Promise.resolve();

  const keyOf = (entry: CleanEntry, now: number): string => {
    const current = Math.floor(now / MINUTE_MS);
    if (current !== minute) {
      minute = current;
      known = new Set();
      begun = new Map();
    }
    const { event, by, target = '', details } = entry;
    const { method = '', route = '', reason = '' } = details;
    return [minute, event, by.address, by.actor?.email, method, route, reason, target].join('\n');
  };

  const add = (entry: CleanEntry, key: string | null, now: number) => {
    const place = key ?? String(serial++);
    const heap = waiting.get(place);
    if (!heap && waiting.size >= WAITING_MAX) {
      dropped += 1;
      return;
    }
    const { at = now, count = 0 } = heap ?? {};
    waiting.set(place, { entry, key, at, lastAt: now, count: count + 1 });
  };

  const addNoise = (entry: CleanEntry, now: number) => {
    const key = keyOf(entry, now);
    if (known.has(key)) return add(entry, key, now);
    const { event } = entry;
    const rows = begun.get(event) ?? 0;
    begun.set(event, rows + 1);
    if (rows >= NOISE_ROWS_PER_MINUTE) {
      const many = cleanEntry({ event, by: events.BY_ITSELF, details: { reason: 'many' } });
      if (rows === NOISE_ROWS_PER_MINUTE) logEntry(log, many);
      return add(many, `${minute}\n${event}`, now);
    }
    known.add(key);
    logEntry(log, entry);
    add(entry, key, now);
  };

  const writeWaiting = async () => {
    const heaps = waiting;
    if (heaps.size === 0) return;
    waiting = new Map();
    try {
      await write([...heaps.values()]);
      if (dropped > 0) log.error({ dropped }, 'audit entries were lost while they could not be written');
      dropped = 0;
    } catch (error) {
      log.error({ err: error, entries: heaps.size }, 'audit entries could not be written');
      for (const [place, heap] of waiting) {
        const older = heaps.get(place);
        if (older) heaps.set(place, { ...older, lastAt: heap.lastAt, count: older.count + heap.count });
        else if (heaps.size < WAITING_MAX) heaps.set(place, heap);
        else dropped += heap.count;
      }
      waiting = heaps;
      wake(PAUSE_MS);
    }
  };

  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    running = running.then(writeWaiting);
    return running;
  };

  const wake = (pause: number) => {
    if (closed || timer) return;
    timer = runOutsideRequests(() => setTimeout(() => void flush(), pause));
    timer.unref();
  };

  return {
    record: (given) => {
      if (closed) return;
      const entry = cleanEntry(given);
      const now = clock();
      if (events.NOISE.has(entry.event)) addNoise(entry, now);
      else {
        logEntry(log, entry);
        add(entry, null, now);
      }
      wake(GATHERED_MS);
    },
    flush,
    close: async () => {
      await flush();
      closed = true;
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}

const ADDRESS_MAX = 64;
const AGENT_MAX = 200;
const DETAIL_MAX = 200;

/** A text as one line of at most `longest` visible characters: data of anonymous callers must not forge a line. */
const plainText = (text: string, longest: number): string =>
  text
    .slice(0, longest)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();

const plainDetails = (details: events.AuditDetails): events.AuditDetails => {
  const plain = (value: unknown) => (typeof value === 'string' ? plainText(value, DETAIL_MAX) : value);
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, plain(value)]));
};

/** An entry that may be stored and logged: every text cut and on one line. */
export const cleanEntry = ({ event, by, target, targetUid, details = {} }: events.AuditEntry) => ({
  event,
  by: {
    actor: by.actor && { uid: by.actor.uid, email: plainText(by.actor.email, EMAIL_MAX) },
    address: plainText(by.address, ADDRESS_MAX),
    agent: plainText(by.agent, AGENT_MAX),
  },
  target: target === undefined ? undefined : plainText(target, EMAIL_MAX),
  targetUid,
  details: plainDetails(details),
});
export type CleanEntry = ReturnType<typeof cleanEntry>;

/** Writes one line of the log for an event: a warning where a person should look. */
export function logEntry(log: FastifyBaseLogger, { event, by, target, details }: CleanEntry): void {
  const facts = { audit: event, actor: by.actor?.email, target, address: by.address || undefined, ...details };
  if (events.ALARMS.has(event)) log.warn(facts, 'audit');
  else log.info(facts, 'audit');
}

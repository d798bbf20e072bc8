/** Reads the state of the installation for metrics and the state page. */
import { statfs } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { DatabaseLoad, DialectName } from '../database/types.ts';
import type { IndexState, OutboxState, RequestsOfDay, WatchedService } from './watched-service.ts';

/** How long readings are cached, ms: several scrapers and open pages cost as much as one. */
const KEPT_MS = 5_000;
/** A slower reading counts as unknown, ms. */
const DEADLINE_MS = 2_000;

/** A named part that could be read; null: it could not. */
interface Named<State> {
  readonly name: string;
  readonly state: State | null;
}

interface DatabaseState extends DatabaseLoad {
  readonly dialect: DialectName;
  readonly version: number;
}

/** State of the installation at one moment. */
export interface Readings {
  readonly databases: readonly Named<DatabaseState>[];
  readonly outboxes: readonly Named<OutboxState>[];
  /** Runs of this process; null: it runs no catalogue. */
  readonly imports: { readonly running: number; readonly waiting: number } | null;
  /** Null: this process takes none, or it could not be read. */
  readonly requests: RequestsOfDay | null;
  /** Null: there is none here, or it could not be read. */
  readonly index: IndexState | null;
  /** Free space on the disk of the data folder, bytes; null: unknown. */
  readonly disk: { readonly free: number; readonly size: number } | null;
  /** The object storage; null: files are in the data folder. */
  readonly storage: { readonly answers: boolean } | null;
  /** Scheduled backups; null: none are scheduled here, or their state could not be read. */
  readonly backups: BackupReading | null;
}

interface BackupReading {
  /** Of the last whole one, milliseconds since the epoch; null: there is none yet. */
  readonly lastAt: number | null;
  readonly failed: boolean;
}

interface ReadingSources {
  readonly services: readonly WatchedService[];
  readonly dataFolder: string;
  /** Rejects when the object storage does not answer; without it there is none. */
  readonly probeStorage?: (() => Promise<void>) | undefined;
  /** State of the scheduled backups; without it none are scheduled. */
  readonly backups?: (() => Promise<BackupReading>) | null;
  readonly log: FastifyBaseLogger;
  readonly keptMs?: number;
}

/** Cached for some seconds; never rejects: null for what could not be read. */
export type ReadReadings = () => Promise<Readings>;

export function createReadings({
  services,
  dataFolder,
  keptMs = KEPT_MS,
  log,
  ...asked
}: ReadingSources): ReadReadings {
  const { probeStorage, backups } = asked;
  let kept: { readonly at: number; readonly readings: Promise<Readings> } | null = null;

  const known = async <State>(what: string, read: () => Promise<State>): Promise<State | null> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('it did not answer in time')), DEADLINE_MS);
    });
    try {
      return await Promise.race([read(), late]);
    } catch (error) {
      log.warn({ err: error, what }, 'a reading could not be taken');
      return null;
    } finally {
      clearTimeout(timer);
    }
  };

  async function readAll(): Promise<Readings> {
    const outboxes = services.filter(({ outbox }) => outbox);
    const requests = services.find((service) => service.requests)?.requests;
    const index = services.find((service) => service.index)?.index;
    return {
      databases: await Promise.all(
        services.map(async ({ name, database }) => {
          const version = await known(`database of ${name}`, () => versionOf(database));
          const { dialect } = database;
          return { name, state: version === null ? null : { dialect, version, ...database.load() } };
        }),
      ),
      outboxes: await Promise.all(
        outboxes.map(async ({ name, outbox }) => ({
          name,
          state: await known(`outbox of ${name}`, async () => (outbox ? outbox.state() : null)),
        })),
      ),
      imports: services.find(({ imports }) => imports)?.imports?.queue() ?? null,
      requests: requests ? await known('requests of the day', () => requests.today()) : null,
      index: index ? await known('search index', () => index.state()) : null,
      disk: await known('disk', () => diskOf(dataFolder)),
      storage: probeStorage
        ? { answers: (await known('object storage', () => probeStorage().then(() => true))) ?? false }
        : null,
      backups: backups ? await known('backups', backups) : null,
    };
  }

  return () => {
    const now = performance.now();
    if (!kept || now - kept.at >= keptMs) kept = { at: now, readings: readAll() };
    return kept.readings;
  };
}

async function versionOf({ read }: WatchedService['database']): Promise<number> {
  const { rows } = await sql<{ version: number }>`SELECT max(version) AS version FROM schema_migrations`.execute(read);
  return Number(rows[0]?.version);
}

async function diskOf(folder: string): Promise<Readings['disk']> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

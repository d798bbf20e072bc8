/** Connections to PostgreSQL: settings, time limits, pools, and the primary among several servers. */
import pg from 'pg';
import { serversOf } from '../../../settings/checks.ts';
import { queryWithin } from './postgres-query.ts';
import { DatabaseBusy } from './trouble.ts';
import type { DatabaseLoad, DatabaseTimes } from './types.ts';

const CONNECT_WAIT_MS = 5_000;
const POOL_SIZE = 10;
/** Idle time after which each side checks the other, seconds: the server, too, must not keep locks of dead clients. */
const KEEPALIVE_SECONDS = 30;
const KEEPALIVE = [`tcp_keepalives_idle=${KEEPALIVE_SECONDS}`, 'tcp_keepalives_interval=10', 'tcp_keepalives_count=3'];

// Ids, times and kopecks stay far below 2^53, so bigint columns are plain numbers here as in SQLite.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? (value: string) => Number(value)
      : pg.types.getTypeParser(oid, format),
};

/** Settings of every connection: the service's schema first, extensions in public. No JIT: queries last milliseconds. */
function clientConfig(url: string, schema: string, times: DatabaseTimes, own: readonly string[] = []): pg.ClientConfig {
  const settings = [`search_path=${schema},public`, 'TimeZone=UTC', 'jit=off', ...KEEPALIVE, ...own];
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_WAIT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_SECONDS * 1000,
    statement_timeout: times.statement,
    lock_timeout: times.lock,
    idle_in_transaction_session_timeout: times.idle,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    application_name: `parts-shop ${schema}`,
    types,
  };
}

export interface Pool {
  connect(): Promise<pg.PoolClient>;
  /** Reports that the server takes no changes any more, so that the primary is searched again. */
  leave(): void;
  load(): DatabaseLoad;
  end(): Promise<void>;
  readonly options: object;
}

/** A pool whose connections may die without ending the process; of several servers it connects to the primary. */
export function openPool(
  url: string,
  schema: string,
  times: DatabaseTimes,
  { size = POOL_SIZE, settings = [] }: { readonly size?: number; readonly settings?: readonly string[] } = {},
): Pool {
  const pool = new pg.Pool({ ...clientConfig(url, schema, times, settings), max: size });
  pool.on('error', () => {
    // The pool drops the connection and opens another at the next query; the query itself reports a failure.
  });
  // The pool listens to idle connections only.
  pool.on('connect', bearLoss);
  return {
    connect: async () => {
      pool.options.connectionString = await writableServer(url);
      return pool.connect().catch((error: unknown) => {
        forgetServer(url);
        throw error;
      });
    },
    leave: () => forgetServer(url),
    load: () => ({ active: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    end: () => pool.end(),
    options: pool.options,
  };
}

/** An idle connection that dies emits an event; the next query fails by itself. */
function bearLoss(client: pg.ClientBase): void {
  client.on('error', () => {});
}

/** One connection outside any pool, given up after `wait` ms; a pipeline does not wait for earlier answers. */
export async function connect(
  url: string,
  schema: string,
  times: DatabaseTimes = REQUEST_TIMES,
  pipeline = false,
  wait = CONNECT_WAIT_MS,
): Promise<pg.Client> {
  const server = await writableServer(url);
  const config = { ...clientConfig(server, schema, times), pipeline, connectionTimeoutMillis: wait };
  const client = new pg.Client(config);
  bearLoss(client);
  try {
    await client.connect();
  } catch (error) {
    forgetServer(url);
    throw error;
  }
  return client;
}

/** Schema names come from service names, but become part of SQL: anything else is refused. */
export function assertSchemaName(schema: string): void {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(schema)) throw new Error(`not a schema name: ${schema}`);
}

/** Times of connections that answer requests. The wait for a lock is as long as that for the one writer of SQLite. */
export const REQUEST_TIMES: DatabaseTimes = {
  statement: 15_000,
  lock: 10_000,
  idle: 30_000,
  answer: 18_000,
  doubt: 3_000,
};

/** Times of imports, price lists and sweeps: as long as a request with a file may last. */
export const JOB_TIMES: DatabaseTimes = {
  statement: 600_000,
  lock: 600_000,
  idle: 600_000,
  answer: 620_000,
  doubt: 620_000,
};

/** Times of migrations: an index of a large table and another migrating server take long. */
export const MIGRATION_TIMES: DatabaseTimes = {
  statement: 3_600_000,
  lock: 120_000,
  idle: 600_000,
  answer: 3_620_000,
  doubt: 3_620_000,
};

const FAREWELL_MS = 1_000;

/** Ends a connection; one that does not answer is left to the system. Never throws. */
export async function disconnect(client: pg.Client): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FAREWELL_MS);
  });
  await Promise.race([client.end().catch(() => {}), enough]);
  clearTimeout(timer);
}

const ANSWER_MS = 2_000;

const found = new Map<string, Promise<string>>();

/** The primary of an address, cached until `forgetServer`; a single server is not asked. Throws DatabaseBusy for none. */
async function writableServer(url: string): Promise<string> {
  const servers = serversOf(url);
  if (servers.length === 1) return url;
  const known = found.get(url);
  if (known) return known;
  const looking = find(servers);
  found.set(url, looking);
  looking.catch(() => forgetServer(url));
  return looking;
}

/** Forgets the primary after a failure that may come from a change of roles. */
const forgetServer = (url: string): void => void found.delete(url);

/** Of two primaries, as after a promotion beside a primary that is still running, the one promoted last. */
async function find(servers: readonly string[]): Promise<string> {
  const answers = await Promise.all(servers.map((server) => timelineOf(server).catch(() => null)));
  const newest = Math.max(...answers.map((timeline) => timeline ?? 0));
  const server = servers[answers.indexOf(newest)];
  if (!server) throw new DatabaseBusy('no database server takes changes');
  return server;
}

/** The timeline of a primary; null for a standby. */
async function timelineOf(server: string): Promise<number | null> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: ANSWER_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await queryWithin(
      client,
      ANSWER_MS,
      `SELECT CASE WHEN NOT pg_is_in_recovery()
        THEN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer END AS timeline`,
    );
    return (rows[0] as { timeline: number | null }).timeline;
  } finally {
    await disconnect(client);
  }
}

import pg from 'pg';
import type { DatabaseLoad } from '../load.ts';
import { forgetServer, writableServer } from './servers.ts';
import { type DatabaseTimes, REQUEST_TIMES } from './times.ts';

/** Wait for a free or new connection, ms. */
const CONNECT_WAIT_MS = 5_000;
const POOL_SIZE = 10;
/** Quiet after which each side asks whether the other is still there: the server, too, must not keep locks of the dead. */
const KEEPALIVE_SECONDS = 30;
const KEEPALIVE = [
  `tcp_keepalives_idle=${KEEPALIVE_SECONDS}`,
  'tcp_keepalives_interval=10',
  'tcp_keepalives_count=3',
];

// Ids, times and kopecks stay far below 2^53, so bigint columns are plain numbers here as in SQLite.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? (value: string) => Number(value)
      : pg.types.getTypeParser(oid, format),
};

/**
 * Settings of every connection: the service's schema first, extensions in public. A query here lasts milliseconds, and
 * compiling one (JIT) takes tens of them.
 */
function clientConfig(
  url: string,
  schema: string,
  times: DatabaseTimes,
  own: readonly string[] = [],
): pg.ClientConfig {
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

/** The connections that requests share. */
export interface Pool {
  /** Takes one, for its `release`. */
  connect(): Promise<pg.PoolClient>;
  /** Says that the server they lead to takes no changes any more: which one does is looked for anew. */
  leave(): void;
  /** Connections that are at work, and requests that wait for one. */
  load(): DatabaseLoad;
  end(): Promise<void>;
  readonly options: object;
}

/** What a pool has otherwise than those of services. */
export interface PoolUse {
  readonly size?: number;
  /** Settings of its connections besides. */
  readonly settings?: readonly string[];
}

/**
 * A pool whose connections may die, idle or between two queries of a transaction, without ending the process. Of several
 * servers it connects to the one that takes changes.
 */
export function openPool(
  url: string,
  schema: string,
  times: DatabaseTimes,
  { size = POOL_SIZE, settings = [] }: PoolUse = {},
): Pool {
  const pool = new pg.Pool({ ...clientConfig(url, schema, times, settings), max: size });
  pool.on('error', () => {
    // The pool drops the connection and opens another at the next query; the query is where a failure is told.
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

/** A connection that dies while nobody asks it anything tells so by an event; the next query fails by itself. */
function bearLoss(client: pg.ClientBase): void {
  client.on('error', () => {});
}

/**
 * One connection outside any pool, given up after `wait` ms; one with a pipeline sends what it is asked without waiting for
 * earlier answers.
 */
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

/** Schema names come from service names, but they go into SQL as text: refuse anything else. */
export function assertSchemaName(schema: string): void {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(schema)) throw new Error(`not a schema name: ${schema}`);
}

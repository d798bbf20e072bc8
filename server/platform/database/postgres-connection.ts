import pg from 'pg';
import { DatabaseBusy } from './trouble.ts';
import type { DatabaseLoad, DatabaseTimes } from './types.ts';

/** Wait for a free or new connection, ms. */
const CONNECT_WAIT_MS = 5_000;
const POOL_SIZE = 10;
/** Quiet after which each side asks whether the other is still there: the server, too, must not keep locks of the dead. */
const KEEPALIVE_SECONDS = 30;
const KEEPALIVE = [`tcp_keepalives_idle=${KEEPALIVE_SECONDS}`, 'tcp_keepalives_interval=10', 'tcp_keepalives_count=3'];

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
interface PoolUse {
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

/** Connections that answer requests. A wait for a lock is as long as that for the one writer of SQLite. */
export const REQUEST_TIMES: DatabaseTimes = {
  statement: 15_000,
  lock: 10_000,
  idle: 30_000,
  answer: 18_000,
  doubt: 3_000,
};

/** Imports, price lists and sweeps, one after another: as long as a request with a file may last. */
export const JOB_TIMES: DatabaseTimes = {
  statement: 600_000,
  lock: 600_000,
  idle: 600_000,
  answer: 620_000,
  doubt: 620_000,
};

/** Migrations: an index of a large table takes its time, a server that migrates first too; longer locks stop a start. */
export const MIGRATION_TIMES: DatabaseTimes = {
  statement: 3_600_000,
  lock: 120_000,
  idle: 600_000,
  answer: 3_620_000,
  doubt: 3_620_000,
};

/** When to doubt that anybody is at the other end, and how to find out. */
export interface LivenessCheck {
  /** Without an answer for so long, ms. */
  readonly after: number;
  isAlive(): Promise<boolean>;
}

/**
 * Asks over a connection for at most `limit` ms, or less where a doubt turns out to be right. One that does not answer is
 * cut: what it says later would be nobody's answer. Throws DatabaseBusy then.
 */
export async function queryWithin(
  client: pg.ClientBase,
  limit: number,
  sql: string,
  parameters?: readonly unknown[],
  doubt?: LivenessCheck,
): Promise<pg.QueryResult> {
  let why = '';
  let isOver = false;
  const giveUp = (reason: string) => {
    if (isOver || why) return;
    why = reason;
    cut(client as pg.Client);
  };
  const late = setTimeout(() => giveUp('the database did not answer in time'), limit);
  const doubtful =
    doubt &&
    setTimeout(async () => {
      if (!(await doubt.isAlive())) giveUp('the database server does not answer');
    }, doubt.after);
  try {
    return await client.query(sql, parameters && [...parameters]);
  } catch (error) {
    throw why ? new DatabaseBusy(why, { cause: error }) : error;
  } finally {
    isOver = true;
    clearTimeout(late);
    clearTimeout(doubtful);
  }
}

/** Closes the socket, whatever is asked over it, which fails: a farewell would wait behind statements that are on their way. */
function cut(client: pg.Client): void {
  void client.end();
  client.connection.stream.destroy();
}

/** How long a farewell may take, ms. */
const FAREWELL_MS = 1_000;

/** Ends a connection; one that stands still is left to the system. Never throws. */
export async function disconnect(client: pg.Client): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FAREWELL_MS);
  });
  await Promise.race([client.end().catch(() => {}), enough]);
  clearTimeout(timer);
}

/** How long each of several servers may take to say what it is, ms. */
const ANSWER_MS = 2_000;
/** Scheme and user, hosts, the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/;
/** Of several servers it is always the one that takes changes that is looked for. */
const LOGGED_ELSEWHERE = /(?<=[?&])target_session_attrs=[^&]*&?/;

/** Each server of an address that may name several, `postgres://user@one:5432,two:5433/shop`, as an address of its own. */
export function serversOf(url: string): readonly string[] {
  const [, start = '', hosts = '', rest = ''] = PARTS.exec(url) ?? [];
  const end = rest.replace(LOGGED_ELSEWHERE, '').replace(/[?&]$/, '');
  return hosts.includes(',') ? hosts.split(',').map((host) => `${start}${host}${end}`) : [url];
}

/** What was found, or is being looked for, by address. */
const found = new Map<string, Promise<string>>();

/**
 * The server of an address that takes changes; with one server it is that one, unasked. What was found stays until
 * somebody has `forgetServer`. Throws DatabaseBusy when none does.
 */
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

/** After a failure that a change of roles may be behind. */
const forgetServer = (url: string): void => void found.delete(url);

/** Of two that both take changes, as after a promotion beside a primary that lives on, the one promoted last. */
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

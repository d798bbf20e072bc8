import pg from 'pg';

/** Wait for a free or new connection, ms. */
const CONNECT_WAIT_MS = 5_000;
const POOL_SIZE = 10;

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
function clientConfig(url: string, schema: string): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_WAIT_MS,
    options: `-c search_path=${schema},public -c TimeZone=UTC -c jit=off`,
    application_name: `parts-shop ${schema}`,
    types,
  };
}

/** A pool whose connections may die, idle or between two queries of a transaction, without ending the process. */
export function openPool(url: string, schema: string): pg.Pool {
  const pool = new pg.Pool({ ...clientConfig(url, schema), max: POOL_SIZE });
  pool.on('error', () => {
    // The pool drops the connection and opens another at the next query; the query is where a failure is told.
  });
  // The pool listens to idle connections only.
  pool.on('connect', bearLoss);
  return pool;
}

/** A connection that dies while nobody asks it anything tells so by an event; the next query fails by itself. */
function bearLoss(client: pg.ClientBase): void {
  client.on('error', () => {});
}

/** One connection outside any pool. */
export async function connect(url: string, schema: string): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(url, schema));
  bearLoss(client);
  await client.connect();
  return client;
}

/** Schema names come from service names, but they go into SQL as text: refuse anything else. */
export function assertSchemaName(schema: string): void {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(schema)) throw new Error(`not a schema name: ${schema}`);
}

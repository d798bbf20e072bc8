/** A write could not get its turn, or the database did not take a connection, in time: worth trying again later. */
export class DatabaseBusy extends Error {
  constructor(message = 'database is busy', options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseBusy';
  }
}

/** The schema in the database is newer than this program: starting would damage it. */
export class SchemaTooNew extends Error {
  constructor(where: string, found: number, known: number) {
    super(
      `${where} has schema version ${found}, this program knows ${known}: start the newer program, or restore a backup made before it`,
    );
    this.name = 'SchemaTooNew';
  }
}

const UNAVAILABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ERR_SQLITE_BUSY',
  // PostgreSQL: connection failures, too many connections, shutdown, serialisation failures and deadlocks.
  '08000',
  '08003',
  '08006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '40001',
  '40P01',
]);

/** Whether a failure means "not now" rather than "wrong". */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseBusy) return true;
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && UNAVAILABLE.has(code)) return true;
  return /database is locked|Connection terminated|not queryable|timeout exceeded when trying to connect/.test(
    error.message,
  );
}

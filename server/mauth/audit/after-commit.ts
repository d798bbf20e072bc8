import type { FastifyBaseLogger } from 'fastify';
import { logEntry } from '../../audit/log-line.ts';
import type { PlainEntry } from '../../audit/plain.ts';
import type { Database } from '../../database/types.ts';
import type { MauthSchema } from '../schema.ts';
import type { Source } from '../user-store.ts';

const told = new WeakMap<Source, PlainEntry[]>();

/** Remembers what the log is to say of a transaction once it is committed. */
export function toldAfterCommit(transaction: Source, entry: PlainEntry): void {
  told.get(transaction)?.push(entry);
}

/** The same database, which logs the audit events of each transaction that was committed. */
export const withAuditLog = (
  database: Database<MauthSchema>,
  log: FastifyBaseLogger,
): Database<MauthSchema> => ({
  ...database,
  write: async (work) => {
    let entries: PlainEntry[] = [];
    const result = await database.write((transaction) => {
      entries = [];
      told.set(transaction, entries);
      return work(transaction);
    });
    for (const entry of entries) logEntry(log, entry);
    return result;
  },
});

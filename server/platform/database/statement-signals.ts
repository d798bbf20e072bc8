/** Reports statements and jobs of databases as signals, for metrics and traces. */
import { basename } from 'node:path';
import type { Logger } from 'kysely';
import { type StatementEnded, statementEnded, turnRefused } from '../signals.ts';
import { DatabaseBusy } from './trouble.ts';
import type { DatabaseLocation } from './types.ts';

type Kind = StatementEnded['kind'];

const nameOfDatabase = (location: DatabaseLocation): string =>
  location.dialect === 'sqlite' ? basename(location.file, '.db') : location.schema;

/** Reports every statement that a Kysely runs. `kind` may depend on the statement. */
export function reportStatements(location: DatabaseLocation, kind: Kind | ((sql: string) => Kind)): Logger {
  const database = nameOfDatabase(location);
  return ({ level, query, queryDurationMillis }) => {
    if (!statementEnded.hasListeners) return;
    statementEnded.report({
      database,
      dialect: location.dialect,
      kind: typeof kind === 'string' ? kind : kind(query.sql),
      text: query.sql,
      ms: queryDurationMillis,
      failed: level === 'error',
    });
  };
}

export const kindOfStatement = (sql: string): Kind => (/^\s*(?:select|show)\b/i.test(sql) ? 'read' : 'write');

/** Does work on a database and reports its duration, waiting included. */
export async function reportWork<Result>(
  location: DatabaseLocation,
  kind: Kind,
  text: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now();
  let failed = true;
  try {
    const result = await work();
    failed = false;
    return result;
  } catch (error) {
    return reportBusy(location, error);
  } finally {
    const { dialect } = location;
    const ms = performance.now() - began;
    statementEnded.report({ database: nameOfDatabase(location), dialect, kind, text, ms, failed });
  }
}

/** Rethrows a failure, and reports it where a turn did not come in time. */
export function reportBusy(location: DatabaseLocation, error: unknown): never {
  if (error instanceof DatabaseBusy) turnRefused.report({ database: nameOfDatabase(location) });
  throw error;
}

export const nameOfJob = (module: URL): string => basename(module.pathname, '.ts');

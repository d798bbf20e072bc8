import { basename } from 'node:path';
import type { Logger } from 'kysely';
import { type StatementEnded, statementEnded, turnRefused } from '../signals.ts';
import { DatabaseBusy } from './trouble.ts';
import type { DatabaseLocation } from './types.ts';

type Kind = StatementEnded['kind'];

/** The service that a database belongs to. */
const nameOfDatabase = (location: DatabaseLocation): string =>
  location.dialect === 'sqlite' ? basename(location.file, '.db') : location.schema;

/** Tells of every statement that a Kysely runs. `kind` may depend on the statement. */
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

/** The kind of a statement that runs where both are. */
export const kindOfStatement = (sql: string): Kind => (/^\s*(?:select|show)\b/i.test(sql) ? 'read' : 'write');

/** Does work on a database and tells of it, with the waiting it took. */
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

/** Throws a failure again, and tells of it where it is a turn that did not come. */
export function reportBusy(location: DatabaseLocation, error: unknown): never {
  if (error instanceof DatabaseBusy) turnRefused.report({ database: nameOfDatabase(location) });
  throw error;
}

/** What a job is called: its file, without the ending. */
export const nameOfJob = (module: URL): string => basename(module.pathname, '.ts');

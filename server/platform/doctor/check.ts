import { HOUR_MS } from '../../../contract/limits.ts';
import type { JobConnection } from '../database/types.ts';
import type { FileStores } from '../files/file-store.ts';

/** What a check looks at: one service's database as it is at one moment, and the files beside it. */
export interface Subject {
  readonly connection: JobConnection;
  /** Its files, kind by kind. */
  readonly stores: FileStores;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The rows of a query that both dialects understand. */
  rows<Row>(sql: string): Promise<Row[]>;
  /** The same subject as it is by now: what changed while a check looked at the disk is seen in it. */
  again<Result>(look: (subject: Subject) => Promise<Result>): Promise<Result>;
}

/** What mending works with. */
export interface RepairTools {
  readonly stores: FileStores;
  /** Takes files that nothing names; it is there when it is needed. */
  readonly lostFolder: string;
  /** Runs the work in one write transaction of the service's database. */
  write<Result>(work: (connection: JobConnection) => Promise<Result>): Promise<Result>;
}

/** What a check has found. */
export interface CheckFindings {
  /** What is wrong, a sentence each. */
  readonly faults: readonly string[];
  /** What may be under way just now, or is put right by the server itself. */
  readonly moving?: readonly string[];
  /** Puts the faults right where nothing can be lost by it; resolves to what it did. */
  readonly mend?: (bench: RepairTools) => Promise<string>;
}

export interface Check {
  /** In the report. */
  readonly name: string;
  run(subject: Subject): Promise<CheckFindings>;
}

/** Faults that a query finds: each row has the sentence as `what`. */
export const faultsBySql = (name: string, sql: string): Check => ({
  name,
  run: async ({ rows }) => ({ faults: (await rows<{ what: string }>(sql)).map(({ what }) => what) }),
});

/** The same for what the server puts right by itself. */
export const inProgressBySql = (name: string, sql: string): Check => ({
  name,
  run: async ({ rows }) => ({
    faults: [],
    moving: (await rows<{ what: string }>(sql)).map(({ what }) => what),
  }),
});

/** Rows of a table that name no row of another one, told by `column` of theirs; for what no constraint of both databases guards. */
export const referenceCheck = (table: string, key: string, parent: string, column: string): Check =>
  faultsBySql(
    `${key} of ${table}`,
    `SELECT '${column} ' || t.${column} || ' of ${table} names no row of ${parent}' AS what
     FROM ${table} t WHERE NOT EXISTS (SELECT 1 FROM ${parent} p WHERE p.id = t.${key})`,
  );

/** Mails that nobody sends: a server of the service does so as soon as there is one. */
export const lateMailsCheck: Check = {
  name: 'mails',
  run: async ({ rows, now }) => {
    const late = await rows<{ id: number; state: string }>(
      `SELECT id, state FROM mails WHERE state IN ('waiting', 'sending') AND next_at < ${now - HOUR_MS}`,
    );
    return {
      faults: [],
      moving: late.map(({ id, state }) => `mail ${id} is ${state} for over an hour: does a server run?`),
    };
  },
};

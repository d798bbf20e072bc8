/** The checks of the `doctor` command: consistency of a database and of the files that its rows name. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '../../../contract/limits.ts';
import type { JobConnection } from '../database/jobs.ts';
import type { DialectName } from '../database/types.ts';
import { type FileFacts, type FileStore, type FileStores, sumOfStored } from '../files/file-store.ts';

/** What a check looks at: a snapshot of one service's database, and its files. */
export interface Subject {
  readonly connection: JobConnection;
  readonly stores: FileStores;
  /** Milliseconds since the epoch. */
  readonly now: number;
  rows<Row>(sql: string): Promise<Row[]>;
  /** The same subject in a newer snapshot, with what changed while a check looked at the disk. */
  again<Result>(look: (subject: Subject) => Promise<Result>): Promise<Result>;
}

/** Tools of a repair. */
export interface RepairTools {
  readonly stores: FileStores;
  /** Folder for files without a row; made when it is needed. */
  readonly lostFolder: string;
  /** Runs the work in one write transaction of the service's database. */
  write<Result>(work: (connection: JobConnection) => Promise<Result>): Promise<Result>;
}

export interface CheckFindings {
  /** What is wrong, a sentence each. */
  readonly faults: readonly string[];
  /** Findings that may be work in progress, or that the server itself repairs. */
  readonly moving?: readonly string[];
  /** Repairs the faults where nothing can be lost by it; resolves to what it did. */
  readonly mend?: (tools: RepairTools) => Promise<string>;
}

export interface Check {
  readonly name: string;
  run(subject: Subject): Promise<CheckFindings>;
}

/** Check whose query finds faults: each row has the sentence as `what`. */
export const faultsBySql = (name: string, sql: string): Check => ({
  name,
  run: async ({ rows }) => ({ faults: (await rows<{ what: string }>(sql)).map(({ what }) => what) }),
});

export const inProgressBySql = (name: string, sql: string): Check => ({
  name,
  run: async ({ rows }) => ({ faults: [], moving: (await rows<{ what: string }>(sql)).map(({ what }) => what) }),
});

/** Finds rows whose reference names no row of another table, identified by `column`; where no constraint guards. */
export const referenceCheck = (table: string, key: string, parent: string, column: string): Check =>
  faultsBySql(
    `${key} of ${table}`,
    `SELECT '${column} ' || t.${column} || ' of ${table} names no row of ${parent}' AS what
     FROM ${table} t WHERE NOT EXISTS (SELECT 1 FROM ${parent} p WHERE p.id = t.${key})`,
  );

/** A running server sends them. */
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

/** Checks that a database makes of itself: pages, indexes, references, sequences that would issue used ids. */
export const databaseChecks = (dialect: DialectName): readonly Check[] =>
  dialect === 'sqlite' ? [PAGES, REFERENCES] : [INDEXES, CONSTRAINTS, SEQUENCES];

/** Reads the whole file, indexes against their tables. */
const PAGES: Check = {
  name: 'pages',
  run: async (subject) => {
    const rows = await subject.rows<{ integrity_check: string }>('PRAGMA integrity_check(100)');
    return { faults: rows.map((row) => row.integrity_check).filter((text) => text !== 'ok') };
  },
};

const REFERENCES: Check = {
  name: 'references',
  run: async (subject) => {
    type Row = { table: string; rowid: number | null; parent: string };
    const found = await subject.rows<Row>('PRAGMA foreign_key_check');
    return {
      faults: found.map(({ table, rowid, parent }) => `row ${rowid} of ${table} refers to no row of ${parent}`),
    };
  },
};

const INDEXES = faultsBySql(
  'indexes',
  `SELECT 'the index ' || c.relname || ' is not valid: REINDEX INDEX ' || c.relname AS what
   FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
   WHERE NOT (i.indisvalid AND i.indisready) AND c.relnamespace = current_schema()::regnamespace`,
);

const CONSTRAINTS = faultsBySql(
  'references',
  `SELECT 'the constraint ' || conname || ' of ' || conrelid::regclass || ' was never checked' AS what
   FROM pg_constraint WHERE NOT convalidated AND connamespace = current_schema()::regnamespace`,
);

interface GrowingColumn {
  readonly table: string;
  readonly column: string;
  /** The last id that was given. */
  readonly last: number | null;
}

/** SQLite counts on from the largest id; a sequence of PostgreSQL that rows were inserted past issues ids twice. */
const SEQUENCES: Check = {
  name: 'growing ids',
  run: async (subject) => {
    const columns = await subject.rows<GrowingColumn>(
      `SELECT c.relname AS "table", a.attname AS "column",
         pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass) AS last
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attidentity <> ''
         AND NOT a.attisdropped`,
    );
    const behind: GrowingColumn[] = [];
    for (const growing of columns) {
      const [row] = await subject.rows<{ largest: number | null }>(
        `SELECT max("${growing.column}") AS largest FROM "${growing.table}"`,
      );
      if (Number(row?.largest ?? 0) > Number(growing.last ?? 0)) behind.push(growing);
    }
    if (behind.length === 0) return { faults: [] };
    return {
      faults: behind.map(sentence),
      mend: (tools) => tools.write((connection) => advanceSequences(connection, behind)),
    };
  },
};

const sentence = ({ table, last }: GrowingColumn): string =>
  `${table} has larger ids than the last that was given (${last ?? 0}): the next would be given twice`;

async function advanceSequences(connection: JobConnection, behind: readonly GrowingColumn[]): Promise<string> {
  if (connection.dialect !== 'postgres') throw new Error('a file has no sequences');
  for (const { table, column } of behind)
    await connection.query(
      `SELECT setval(pg_get_serial_sequence('"${table}"', '${column}'), (SELECT max("${column}") FROM "${table}"))`,
    );
  return `goes on counting behind the largest id of ${behind.map(({ table }) => table).join(', ')}`;
}

export interface NamedFile {
  readonly name: string;
  readonly owner: string;
  readonly bytes?: number;
  readonly sha256?: string;
}

interface NamedFiles {
  readonly folder: string;
  named(subject: Subject): Promise<readonly NamedFile[]>;
  /** Younger files may belong to an uncommitted change, ms. */
  readonly young: number;
}

const namedAs = (entry: string): string => entry.replace(/@[^.]*/, '');

/**
 * Every row has its file, whole, and every file its row, by two snapshots. Surplus files are moved aside, none removed.
 */
export const filesCheck = ({ folder, named, young }: NamedFiles): Check => ({
  name: folder,
  run: async (subject) => {
    const store = subject.stores.of(folder);
    const before = await named(subject);
    const stored = new Map<string, FileFacts>();
    for await (const file of store.list()) stored.set(file.name, file);
    const known = new Set(before.map(({ name }) => name));
    const doubtful = new Map<NamedFile, string>();
    for (const file of before) {
      const fault = await faultOf(store, stored.get(file.name), file);
      if (fault !== null) doubtful.set(file, fault);
    }
    const empty = [...stored.values()].filter((file) => isEmptySize(file, known)).map(({ name }) => name);
    const after = await subject.again(named);
    const namedNow = new Set(after.map(({ name }) => name));
    const orphans: string[] = [];
    const moving: string[] = [];
    for (const { name, writtenAt } of stored.values()) {
      if (known.has(namedAs(name)) || namedNow.has(namedAs(name)) || !(await store.find(name))) continue;
      if (subject.now - writtenAt < young) moving.push(`${folder}/${name} is new and nothing names it yet`);
      else orphans.push(name);
    }
    const faults = [...doubtful].flatMap(([{ name, owner }, fault]) =>
      namedNow.has(name) ? [`${folder}/${name} of ${owner} ${fault}`] : [],
    );
    return {
      faults: [
        ...faults,
        ...orphans.map((entry) => `${folder}/${entry} is named by no row`),
        ...empty.map((entry) => `${folder}/${entry}, a smaller size of a picture, is empty`),
      ],
      moving,
      ...(orphans.length + empty.length > 0 && {
        mend: (tools: RepairTools) => putAside(tools, folder, [...orphans, ...empty]),
      }),
    };
  },
});

async function faultOf(
  store: FileStore,
  listed: FileFacts | undefined,
  { name, bytes, sha256 }: NamedFile,
): Promise<string | null> {
  if (!listed) return 'is missing';
  if (listed.size === 0) return 'is empty';
  if (bytes !== undefined && listed.size !== bytes) return `has ${listed.size} bytes instead of ${bytes}`;
  if (sha256 === undefined) return null;
  const sum = await sumOfStored(store, name);
  if (sum === null) return 'is missing';
  return sum === sha256 ? null : 'has another content than was received';
}

/** An empty file of another size of a picture: once removed, it is made again at the next request. */
const isEmptySize = ({ name, size }: FileFacts, known: ReadonlySet<string>): boolean =>
  size === 0 && name.includes('@') && known.has(namedAs(name));

async function putAside({ stores, lostFolder }: RepairTools, folder: string, names: readonly string[]) {
  const store = stores.of(folder);
  const to = join(lostFolder, folder);
  await mkdir(to, { recursive: true });
  for (const name of names) {
    if (await store.fetch(name, join(to, name))) await store.remove(name);
  }
  return `moved ${names.length} files of ${folder} to ${to}`;
}

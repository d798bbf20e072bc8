import type { DialectName, JobConnection } from '../database/types.ts';
import { type Check, faultsBySql } from './check.ts';

/** What either database can tell of itself: damaged pages and indexes, references, ids that would be given again. */
export const databaseChecks = (dialect: DialectName): readonly Check[] =>
  dialect === 'sqlite' ? [PAGES, REFERENCES] : [INDEXES, CONSTRAINTS, SEQUENCES];

/** Reads the whole file, indexes against their tables. */
const PAGES: Check = {
  name: 'pages',
  run: async (subject) => {
    const said = await subject.rows<{ integrity_check: string }>('PRAGMA integrity_check(100)');
    return { faults: said.map((row) => row.integrity_check).filter((text) => text !== 'ok') };
  },
};

const REFERENCES: Check = {
  name: 'references',
  run: async (subject) => {
    const found = await subject.rows<{ table: string; rowid: number | null; parent: string }>(
      'PRAGMA foreign_key_check',
    );
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

/** SQLite goes on behind the largest id by itself; a sequence that somebody filled a table past would give ids twice. */
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
      mend: (bench) => bench.write((connection) => goOn(connection, behind)),
    };
  },
};

const sentence = ({ table, last }: GrowingColumn): string =>
  `${table} has larger ids than the last that was given (${last ?? 0}): the next would be given twice`;

async function goOn(connection: JobConnection, behind: readonly GrowingColumn[]): Promise<string> {
  if (connection.dialect !== 'postgres') throw new Error('a file has no sequences');
  for (const { table, column } of behind)
    await connection.query(
      `SELECT setval(pg_get_serial_sequence('"${table}"', '${column}'), (SELECT max("${column}") FROM "${table}"))`,
    );
  return `goes on counting behind the largest id of ${behind.map(({ table }) => table).join(', ')}`;
}

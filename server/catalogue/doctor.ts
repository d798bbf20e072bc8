// The checks of the catalogue for the `doctor` command: brands and suppliers, parts, files, and the search index
// against the rows.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { HOUR_MS } from '../../contract/limits.ts';
import type { JobConnection, SqliteConnection } from '../platform/database/jobs.ts';
import { openSqlite } from '../platform/database/sqlite-connection.ts';
import type { DialectName } from '../platform/database/types.ts';
import * as checks from '../platform/doctor/checks.ts';
import settleParts from './changes/settle-parts-job.ts';
import { query, rebuildIndex } from './changes/upkeep-batches.ts';
import { ownReadings } from './part-reader/own-readings.ts';
import { isWhole } from './replica/copy-file.ts';
import { planIndex } from './search-index/index-plan.ts';
import { entriesOf } from './search-index/index-writer.ts';
import { type IndexedRow, readTitle, SELECTED_FACTS, SELECTED_INDEXED } from './search-index/tokens.ts';
import type { WordEntry } from './search-words/dictionary.ts';
import { makerNames, OWN_MAKERS_SQL } from './search-words/maker-names.ts';

const keptFiles = (folder: string, young: number, sql: string) =>
  checks.filesCheck({ folder, young, named: ({ rows }) => rows(sql) });

const FILES = [
  keptFiles(
    'photos',
    HOUR_MS,
    "SELECT DISTINCT photo AS name, 'a position' AS owner FROM positions WHERE photo IS NOT NULL",
  ),
  // Files whose layout is being previewed are kept for a day.
  keptFiles(
    'received',
    24 * HOUR_MS,
    "SELECT kept_file AS name, 'run ' || id AS owner FROM import_runs WHERE kept_file IS NOT NULL",
  ),
  keptFiles(
    'arrivals',
    HOUR_MS,
    "SELECT held_file AS name, 'arrival ' || id AS owner FROM import_arrivals WHERE held_file IS NOT NULL",
  ),
];

/** References that PostgreSQL does not guard, because an import pays for each of them. */
const REFERENCES = [
  checks.referenceCheck('positions', 'key_id', 'article_keys', 'id'),
  checks.referenceCheck('positions', 'brand_id', 'brands', 'id'),
  checks.referenceCheck('positions', 'provider_id', 'providers', 'id'),
  checks.referenceCheck('import_changes', 'run_id', 'import_runs', 'position_id'),
];

const NUMBERS = checks.faultsBySql(
  'numbers of requests',
  `SELECT 'request ' || r.id || ' has the number ' || r.number || ', the last that was given is ' || n.last AS what
   FROM requests r CROSS JOIN request_numbers n WHERE r.number > n.last`,
);

const UPKEEP = checks.inProgressBySql(
  'upkeep',
  "SELECT 'the next start of the catalogue does ' || name AS what FROM pending_upkeep",
);

/** All checks of the catalogue's soundness; `copyFolder` has the copies beside PostgreSQL. */
export const catalogueChecks = (dialect: DialectName, copyFolder: string): readonly checks.Check[] => [
  ...checks.databaseChecks(dialect),
  ...REFERENCES,
  partsCheck,
  dialect === 'sqlite' ? indexCheck : copyIndexes(copyFolder),
  ...FILES,
  NUMBERS,
  runningRuns,
  UPKEEP,
  checks.lateMailsCheck,
];

/** As server/catalogue/changes/renew-parts.ts works it out, for positions whose part is another one or none. */
const misplaced = (makers: readonly (readonly [name: string, maker: string])[]) => `WITH other_names (name, maker) AS (
    VALUES ${[['', ''], ...makers].map(([name, maker]) => `('${name}', '${maker}')`).join(', ')}
  ), made AS (
    SELECT p.id, p.part_id, p.key_id, p.hidden, coalesce(o.maker, p.manufacturer_key) AS maker
    FROM positions p LEFT JOIN other_names o ON o.name = p.manufacturer_key
  ), single_makers AS (
    SELECT key_id, CASE WHEN min(maker) = max(maker) THEN min(maker) ELSE '' END AS maker
    FROM made WHERE maker <> '' AND hidden = 0 GROUP BY key_id
  )
  SELECT p.id FROM made p
  LEFT JOIN parts q ON q.id = p.part_id LEFT JOIN single_makers s ON s.key_id = p.key_id
  WHERE p.part_id <> 0 AND (q.id IS NULL OR q.key_id <> p.key_id OR q.manufacturer_key <>
    CASE WHEN p.maker <> '' THEN p.maker ELSE coalesce(s.maker, '') END)`;

/** Names of makers that stand for another one; keys hold nothing but letters and digits. */
async function otherNames(rows: checks.Subject['rows']): Promise<[string, string][]> {
  const names = makerNames(await rows<WordEntry>(OWN_MAKERS_SQL));
  const found = await rows<{ name: string }>('SELECT DISTINCT manufacturer_key AS name FROM positions');
  return found
    .map(({ name }): [string, string] => [name, names.keyOf(name)])
    .filter(([name, maker]) => name !== maker && /^[\p{L}\p{N}]+$/u.test(name + maker));
}

const WITHOUT = 'SELECT count(*) AS count FROM positions WHERE part_id = 0';
const AT_ONCE = 1_000;

const partsCheck: checks.Check = {
  name: 'parts',
  run: async ({ rows }) => {
    const strayed = (await rows<{ id: number }>(misplaced(await otherNames(rows)))).map(({ id }) => id);
    const [without] = await rows<{ count: number }>(WITHOUT);
    return {
      faults: strayed.map((id) => `position ${id} stands in a part that is not its own`),
      moving: Number(without?.count) > 0 ? [`${without?.count} positions get their part within the hour`] : [],
      ...(strayed.length > 0 && {
        mend: (bench) =>
          bench.write(async (connection) => {
            for (let at = 0; at < strayed.length; at += AT_ONCE) {
              const ids = strayed.slice(at, at + AT_ONCE).join(',');
              await query(connection, `UPDATE positions SET part_id = 0 WHERE id IN (${ids})`, []);
            }
            const settled = await settleParts(connection, null, () => {}, new AbortController().signal);
            return `put ${settled} positions into their parts`;
          }),
      }),
    };
  },
};

/** Import runs that have not ended: the server that is at them does that, or another one in its place. */
const runningRuns: checks.Check = {
  name: 'import runs',
  run: async (subject) => {
    const running = await subject.rows<{ id: number }>("SELECT id FROM import_runs WHERE state = 'running'");
    const word = 'a server works on it, or has died and another one ends it';
    return { faults: [], moving: running.map(({ id }) => `run ${id} is under way: ${word}`) };
  },
};

const indexCheck: checks.Check = {
  name: 'search index',
  run: async ({ connection }) => {
    const faults = indexFaults(embedded(connection).db);
    return {
      faults,
      ...(faults.length > 0 && {
        mend: (bench) =>
          bench.write(async (writing) => `built the index of ${await rebuildIndex(embedded(writing))} positions anew`),
      }),
    };
  },
};

function embedded(connection: JobConnection): SqliteConnection {
  if (connection.dialect !== 'sqlite') throw new Error('PostgreSQL holds no index');
  return connection;
}

const COPY = /^copy-\d+\.db$/;

/** The same of this machine's copies of a catalogue in PostgreSQL, each against its own positions. */
const copyIndexes = (copyFolder: string): checks.Check => ({
  name: 'search index',
  run: async () => {
    const faults: string[] = [];
    for (const path of await readdir(copyFolder, { recursive: true }).catch(() => [])) {
      const file = join(copyFolder, path);
      if (!COPY.test(file.split(/[\\/]/).at(-1) ?? '')) continue;
      faults.push(...copyFaults(file).map((fault) => `${file}: ${fault}; remove it while no server runs`));
    }
    return { faults };
  },
});

function copyFaults(file: string): string[] {
  // A copy that is being built, or was left unfinished, is not in use.
  if (!isWhole(file)) return [];
  const db = openSqlite(file, true);
  try {
    db.exec('begin');
    return indexFaults(db);
  } finally {
    db.close();
  }
}

const POSITIONS = `SELECT ${SELECTED_INDEXED} FROM positions p JOIN article_keys k ON k.id = p.key_id ORDER BY p.id`;
const KEY = 'SELECT 1 FROM position_keys WHERE in_stock = ? AND key = ? AND position_id = ? AND kind = ?';
const READING = `SELECT ${SELECTED_FACTS} AS facts, r.name
  FROM position_readings r JOIN title_readings f ON f.id = r.reading_id WHERE r.id = ?`;
/** What a table of texts holds, without the texts themselves. */
const VOCABULARY = (table: string) =>
  `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${table}_held USING fts5vocab(main, '${table}', instance)`;

/** Where the search index of a file differs from its positions; nothing may change meanwhile. */
function indexFaults(db: DatabaseSync): string[] {
  const documents = new Map<number, number>();
  const words = new Map<string, number>();
  const faults: string[] = [];
  const findKey = db.prepare(KEY);
  const findReading = db.prepare(READING);
  const own = ownReadings(entriesOf(db));
  let keys = 0;
  for (const row of db.prepare(POSITIONS).iterate() as Iterable<unknown>) {
    const planned = planIndex([{ before: null, after: row as IndexedRow }], words);
    for (const { inStock, key, positionId, kind } of planned.addedKeys) {
      keys += 1;
      if (!findKey.get(inStock, key, positionId, kind)) faults.push(`position ${positionId} is not found by ${key}`);
    }
    for (const { id, after } of planned.documents) {
      if (!after) continue;
      const { tokens, facts, name } = readTitle(after.title, own);
      documents.set(id, tokenSum(tokensOf(`${after.words} ${tokens}`)));
      const kept = findReading.get(id);
      if (kept?.facts !== facts) faults.push(`position ${id} is filtered by another reading of its title`);
      if (kept?.name !== name) faults.push(`position ${id} is shown under another name than its title has`);
    }
  }
  const read = Number(db.prepare('SELECT count(*) AS count FROM position_readings').get()?.count);
  if (read > documents.size) faults.push(`${read - documents.size} readings are of no position`);
  const held = Number(db.prepare('SELECT count(*) AS count FROM position_keys').get()?.count);
  if (held > keys) faults.push(`${held - keys} keys are of no position`);
  const others = differing(db, 'position_words', documents);
  faults.push(...others.map((id) => `position ${id} is found by other words than it has`));
  const trigrams = differing(db, 'key_trigrams', keySums(db));
  faults.push(...trigrams.map((id) => `article key ${id} is not found by its fragments`));
  return [...faults, ...wordFaults(db, words)];
}

/** Ids whose tokens in the table are not those expected, as sums of them. */
function differing(db: DatabaseSync, table: string, expected: Map<number, number>): number[] {
  db.exec(VOCABULARY(table));
  const sums = new Map<number, number>();
  const rows = db.prepare(`SELECT doc, term FROM temp.${table}_held`).iterate() as Iterable<unknown>;
  let last = '';
  let sum = 0;
  for (const row of rows) {
    const { doc, term } = row as { doc: number; term: string };
    if (term !== last) {
      last = term;
      sum = tokenSum([term]);
    }
    sums.set(doc, ((sums.get(doc) ?? 0) + sum) | 0);
  }
  const ids = new Set([...expected.keys(), ...sums.keys()]);
  return [...ids].filter((id) => (expected.get(id) ?? 0) !== (sums.get(id) ?? 0));
}

function keySums(db: DatabaseSync): Map<number, number> {
  const sums = new Map<number, number>();
  for (const row of db.prepare('SELECT id, key FROM article_keys').iterate() as Iterable<unknown>) {
    const { id, key } = row as { id: number; key: string };
    sums.set(id, tokenSum(trigramsOf(key)));
  }
  return sums;
}

function wordFaults(db: DatabaseSync, expected: Map<string, number>): string[] {
  const faults: string[] = [];
  const rows = db.prepare('SELECT word, row_count FROM vocabulary WHERE row_count <> 0').iterate();
  for (const row of rows as Iterable<unknown>) {
    const { word, row_count } = row as { word: string; row_count: number };
    const count = expected.get(word) ?? 0;
    if (count !== row_count) faults.push(`the word ${word} counts ${row_count} positions instead of ${count}`);
    expected.delete(word);
  }
  return [...faults, ...[...expected.keys()].map((word) => `the word ${word} is not suggested`)];
}

/** Tokens as the word index takes a document apart: «ascii» of FTS5 with the signs `_#@`, see migration 2. */
const tokensOf = (document: string): Set<string> => {
  const lower = document.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return new Set(lower.split(/[\0-\x22\x24-\x2f\x3a-\x3f\x5b-\x5e\x60\x7b-\x7f]+/).filter((token) => token !== ''));
};

/** Tokens as the index of fragments takes a key apart: every three characters of it. */
function trigramsOf(key: string): Set<string> {
  const characters = Array.from(key);
  const found = new Set<string>();
  for (let at = 0; at + 3 <= characters.length; at++) found.add(characters.slice(at, at + 3).join(''));
  return found;
}

/** A number that sets of tokens have in common only by a chance of one in four thousand million. FNV-1a, mixed. */
function tokenSum(tokens: Iterable<string>): number {
  let sum = 0;
  for (const token of tokens) {
    let hash = 0x811c9dc5;
    for (let at = 0; at < token.length; at++) hash = Math.imul(hash ^ token.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    sum = (sum + (hash ^ (hash >>> 13))) | 0;
  }
  return sum;
}

import { DatabaseSync } from 'node:sqlite';
import { SELECTED_FACTS } from '../../server/catalogue/search-index/tokens.ts';

/** What the text indexes hold, as tables. */
const TERMS = ['position_words', 'key_trigrams'].map(
  (table) => `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${table}_terms USING fts5vocab(main, '${table}', instance)`,
);
const LINES = [
  `SELECT doc || ' ' || term AS line FROM temp.position_words_terms
   UNION ALL SELECT 'key ' || doc || ' ' || term FROM temp.key_trigrams_terms`,
  `SELECT in_stock || ' ' || key || ' ' || position_id || ' ' || kind AS line FROM position_keys`,
  `SELECT word || ' ' || row_count AS line FROM vocabulary`,
  // Numbers of readings differ, what they mean does not.
  `SELECT 'reading ' || r.id || ' ' || ${SELECTED_FACTS} || ' ' || r.name AS line
   FROM position_readings r JOIN title_readings f ON f.id = r.reading_id`,
];

/** Everything in the search index of an open file, in a fixed order. */
export function dumpIndex(db: DatabaseSync): string[] {
  for (const sql of TERMS) db.exec(sql);
  return LINES.flatMap((sql) =>
    db
      .prepare(sql)
      .all()
      .map(({ line }) => String(line)),
  ).sort();
}

/** The same of a file. */
export function dumpIndexOf(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return dumpIndex(db);
  } finally {
    db.close();
  }
}

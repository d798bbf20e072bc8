import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { POSITION_NAMES as NAMES, type PositionRecord } from '../../../contract/columns-by-use.ts';
import { POSITION_COLUMNS } from '../../../contract/position-columns.ts';
import type { JobConnection } from '../../database/types.ts';

const prepared = new WeakMap<DatabaseSync, StatementSync>();

function addPosition(db: DatabaseSync): StatementSync {
  let statement = prepared.get(db);
  if (!statement) {
    const places = NAMES.map(() => '?').join(', ');
    statement = db.prepare(`INSERT OR IGNORE INTO positions (${NAMES.join(', ')}) VALUES (${places})`);
    prepared.set(db, statement);
  }
  return statement;
}

/** Adds the rows; gives back those that met an alias or an identity already there. */
export async function insertPositions(
  connection: JobConnection,
  records: readonly PositionRecord[],
): Promise<PositionRecord[]> {
  if (records.length === 0) return [];
  if (connection.dialect === 'sqlite') {
    const statement = addPosition(connection.db);
    return records.filter((record) => statement.run(...NAMES.map((name) => record[name])).changes === 0);
  }
  const added = await connection.query<{ id: number }>(
    `INSERT INTO positions (${NAMES.join(', ')})
     SELECT * FROM unnest(${NAMES.map((name, at) => `$${at + 1}::${POSITION_COLUMNS[name].type}[]`).join(', ')})
     ON CONFLICT DO NOTHING RETURNING id`,
    NAMES.map((name) => records.map((record) => record[name])),
  );
  const ids = new Set(added.map(({ id }) => Number(id)));
  return records.filter(({ id }) => !ids.has(id));
}

/** Adds titles to `brands` or `providers`; their ids in the same order. */
export async function insertTitles(
  connection: JobConnection,
  table: 'brands' | 'providers',
  titles: readonly string[],
  moment: number,
): Promise<number[]> {
  const values = (place: (at: number) => string): string =>
    `INSERT INTO ${table} (title, created_at, updated_at) VALUES (${[1, 2, 3].map(place).join(', ')}) RETURNING id`;
  const ids: number[] = [];
  for (const title of titles) {
    const row =
      connection.dialect === 'sqlite'
        ? connection.db.prepare(values(() => '?')).get(title, moment, moment)
        : (
            await connection.query(
              values((at) => `$${at}`),
              [title, moment, moment],
            )
          )[0];
    ids.push(Number(row?.id));
  }
  return ids;
}

/** Counts the catalogue version up and lets PostgreSQL's own ids go on after the ones chosen by the writer. */
export async function endOfInsert(connection: JobConnection): Promise<void> {
  const bump = 'UPDATE catalogue_state SET version = version + 1';
  if (connection.dialect === 'sqlite') {
    connection.db.exec(bump);
    return;
  }
  await connection.query(bump);
  await connection.query(
    "SELECT setval(pg_get_serial_sequence('positions', 'id'), (SELECT max(id) FROM positions))",
  );
}

// The SQL by which imports and edits read and write positions, in batches on both databases.

import { POSITION_COLUMNS, type PositionColumnName } from '../../../contract/catalogue/columns.ts';
import type { RunCounts, UploadDoubt } from '../../../contract/catalogue/runs.ts';
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import * as jobs from '../../platform/database/jobs.ts';
import {
  isInHistory,
  STORED_COLUMNS,
  type StoredPosition,
  stockTitle,
  type WrittenColumn,
} from '../context/position.ts';

const COLUMNS = [...STORED_COLUMNS.map((name) => `p.${name}`), 'k.key AS article_key'].join(', ');
const column = (name: PositionColumnName): jobs.BulkColumn => ({ name, type: POSITION_COLUMNS[name].type });
const INSERTED_COLUMNS = ([...STORED_COLUMNS, 'photo', 'created_at', 'updated_at'] as const).map(column);

/** The condition that a brand is one of these, whose places count from `first`. */
const amongBrands = (ids: readonly number[], first: number): string => {
  const places = ids.map((_, at) => `$${at + first}`);
  return places.length === 1 ? `= ${places[0]}` : `IN (${places.join(', ')})`;
};

/** The number of the next run in the order in which runs changed the catalogue; unique, because jobs run one by one. */
export const NEXT_PLACE = '(SELECT coalesce(max(applied), 0) + 1 FROM import_runs)';

/** A position to be inserted; no price list brings a photo, only the demonstration does. */
export type NewPosition = StoredPosition & { readonly photo?: string | null };

/** What a run changed in a position; `before` is null for a new one. Both are JSON. */
export interface ChangeRecord {
  readonly positionId: number;
  readonly before: string | null;
  readonly after: string;
}

/** The catalogue's tables as an import reads and writes them, in batches inside the job's transaction. */
export class PositionStore {
  readonly #bulk: jobs.Bulk;
  readonly #postgres: boolean;
  readonly #statistics: PlannerStatistics;
  /** Joins the article key of each text of a list. */
  readonly #keys: string;
  #lastId: number | null = null;

  constructor(connection: jobs.JobConnection) {
    this.#bulk = jobs.bulkOf(connection);
    this.#postgres = connection.dialect === 'postgres';
    this.#statistics = new PlannerStatistics(this.#bulk);
    this.#keys = this.#bulk.eachOf('article_keys', 'k', 'k.key = j.value');
  }

  /** To be called first. */
  async begin(): Promise<void> {
    if (this.#postgres) await this.#statistics.begin();
  }

  positionsByKeys(providerId: number, brandIds: readonly number[], keys: readonly string[]): Promise<StoredPosition[]> {
    return this.#bulk.queryList(
      `SELECT ${COLUMNS} FROM ${jobs.LIST} ${this.#keys}
       ${this.#bulk.eachOf('positions', 'p', `p.provider_id = $2 AND p.brand_id ${amongBrands(brandIds, 3)} AND p.key_id = k.id`)}`,
      keys,
      'text',
      [providerId, ...brandIds],
    );
  }

  /** Those that their source names by any of these keys. */
  positionsBySourceKeys(
    providerId: number,
    brandIds: readonly number[],
    sourceKeys: readonly string[],
  ): Promise<StoredPosition[]> {
    return this.#bulk.queryList(
      `SELECT ${COLUMNS} FROM ${jobs.LIST}
       ${this.#bulk.eachOf('positions', 'p', `p.provider_id = $2 AND p.brand_id ${amongBrands(brandIds, 3)} AND p.source_key = j.value AND p.source_key <> ''`)}
       ${this.#bulk.eachOf('article_keys', 'k', 'k.id = p.key_id')}`,
      sourceKeys,
      'text',
      [providerId, ...brandIds],
    );
  }

  positionsByIds(ids: readonly number[]): Promise<StoredPosition[]> {
    return this.#bulk.queryList(
      `SELECT ${COLUMNS} FROM ${jobs.LIST} ${this.#bulk.eachOf('positions', 'p', 'p.id = j.value')}
       ${this.#bulk.eachOf('article_keys', 'k', 'k.id = p.key_id')}`,
      ids,
      'bigint',
    );
  }

  async hasOwner(table: 'brands' | 'providers', id: number): Promise<boolean> {
    return (await this.#bulk.query(`SELECT id FROM ${table} WHERE id = $1`, [id])).length > 0;
  }

  /** Whether a brand or provider exists; on PostgreSQL it cannot be deleted until the transaction ends. */
  async lockOwner(table: 'brands' | 'providers', id: number): Promise<boolean> {
    const lock = this.#postgres ? ' FOR KEY SHARE' : '';
    return (await this.#bulk.query(`SELECT id FROM ${table} WHERE id = $1${lock}`, [id])).length > 0;
  }

  /** Adds brands or providers to an empty table; resolves to their ids by title. */
  async addOwners(table: 'brands' | 'providers', titles: readonly string[], now: number): Promise<Map<string, number>> {
    await this.#bulk.insert(
      table,
      [
        { name: 'title', type: 'text' },
        { name: 'created_at', type: 'bigint' },
        { name: 'updated_at', type: 'bigint' },
      ],
      titles.map((title) => [title, now, now]),
    );
    const rows = await this.#bulk.query<{ id: number; title: string }>(`SELECT id, title FROM ${table}`);
    return new Map(rows.map(({ id, title }) => [title, id]));
  }

  /** The other provider that has most of these articles under a brand, and how many; null where none has any. */
  async mainOwnerOf(
    keys: readonly string[],
    brandId: number,
    besides: number,
  ): Promise<{ readonly title: string; readonly count: number } | null> {
    const join = this.#bulk.eachOf;
    const [owner] = await this.#bulk.queryList<{ title: string; count: number }>(
      `SELECT o.title, q.count FROM (
         SELECT p.provider_id, count(DISTINCT k.id) AS count
         FROM ${jobs.LIST} ${this.#keys} ${join('parts', 'q', 'q.key_id = k.id')} ${join('positions', 'p', 'p.part_id = q.id')}
         WHERE p.brand_id = $2 AND p.provider_id <> $3 AND p.hidden <> ${HIDDEN.removed}
         GROUP BY p.provider_id ORDER BY count(DISTINCT k.id) DESC, p.provider_id LIMIT 1
       ) q JOIN providers o ON o.id = q.provider_id`,
      keys,
      'text',
      [brandId, besides],
    );
    return owner ? { title: owner.title, count: Number(owner.count) } : null;
  }

  /** Suppliers by the names of their warehouses that buyers see, and by their numbers. */
  async stockNames(): Promise<[name: string, id: number][]> {
    const rows = await this.#bulk.query<{ id: number; public_name: string }>('SELECT id, public_name FROM providers');
    return rows.flatMap(({ id, public_name }): [string, number][] => [
      [stockTitle(id), id],
      ...(public_name === '' ? [] : [[public_name, id] satisfies [string, number]]),
    ]);
  }

  async brandTitles(): Promise<Map<number, string>> {
    const rows = await this.#bulk.query<{ id: number; title: string }>('SELECT id, title FROM brands');
    return new Map(rows.map(({ id, title }) => [id, title]));
  }

  /** Ids for new positions, never given out before. */
  async nextIds(count: number): Promise<number[]> {
    if (this.#postgres) {
      // Jobs run one after another, so no other one takes numbers meanwhile.
      const [row] = await this.#bulk.query<{ last: number }>(
        `SELECT setval(s, nextval(s) + $1 - 1) AS last FROM (SELECT pg_get_serial_sequence('positions', 'id')::regclass AS s) q`,
        [count],
      );
      const end = Number(row?.last);
      return Array.from({ length: count }, (_, at) => end - count + 1 + at);
    }
    if (this.#lastId === null) {
      const sql = "SELECT seq FROM sqlite_sequence WHERE name = 'positions'";
      this.#lastId = (await this.#bulk.query<{ seq: number }>(sql))[0]?.seq ?? 0;
    }
    const first = this.#lastId + 1;
    this.#lastId += count;
    return Array.from({ length: count }, (_, at) => first + at);
  }

  async takenAliases(aliases: readonly string[]): Promise<Set<string>> {
    const rows = await this.#bulk.queryList<{ alias: string }>(
      // Not by EXISTS, of which PostgreSQL would rather read all aliases there are.
      `SELECT j.value AS alias FROM ${jobs.LIST}
       WHERE coalesce((SELECT 1 FROM positions p WHERE p.alias = j.value),
         (SELECT 1 FROM alias_redirects r WHERE r.alias = j.value)) = 1`,
      aliases,
      'text',
    );
    return new Set(rows.map(({ alias }) => alias));
  }

  async insertPositions(rows: readonly NewPosition[], now: number): Promise<void> {
    const values = rows.map((row): jobs.Value[] => [
      ...STORED_COLUMNS.map((name) => row[name]),
      row.photo ?? null,
      now,
      now,
    ]);
    await this.#bulk.insert('positions', INSERTED_COLUMNS, values);
    if (this.#postgres) await this.#statistics.added(rows.length);
  }

  /** Writes these columns of the rows; `now` also marks them as updated, null leaves the mark. */
  async updatePositions(
    names: readonly WrittenColumn[],
    rows: readonly StoredPosition[],
    now: number | null,
  ): Promise<void> {
    const marks = now === null ? [] : (['updated_at'] as const);
    const values = rows.map((row): jobs.Value[] => {
      const own: jobs.Value[] = names.map((name) => row[name]);
      if (now !== null) own.push(now);
      own.push(row.id);
      return own;
    });
    await this.#bulk.update('positions', [...names, ...marks].map(column), values);
  }

  redirectAliases(rows: readonly { readonly alias: string; readonly positionId: number }[]): Promise<void> {
    return this.#bulk.insert(
      'alias_redirects',
      [
        { name: 'alias', type: 'text' },
        { name: 'position_id', type: 'bigint' },
      ],
      rows.map(({ alias, positionId }) => [alias, positionId]),
      'ON CONFLICT (alias) DO UPDATE SET position_id = excluded.position_id',
    );
  }

  /** Records what a run changed in positions that it has not changed before. */
  addChanges(runId: number, changes: readonly ChangeRecord[]): Promise<void> {
    return this.#bulk.insert(
      'import_changes',
      [
        { name: 'run_id', type: 'bigint' },
        { name: 'position_id', type: 'bigint' },
        { name: 'before', type: 'text' },
        { name: 'after', type: 'text' },
      ],
      changes.map(({ positionId, before, after }) => [runId, positionId, before, after]),
    );
  }

  async bumpVersion(): Promise<void> {
    await this.#bulk.query('UPDATE catalogue_state SET version = version + 1');
  }

  async finishRun(runId: number, now: number, report: object, counts: ListedCounts): Promise<void> {
    const sql = `UPDATE import_runs SET state = 'done', ended_at = $2, report = $3, counts = $4,
      applied = ${NEXT_PLACE} WHERE id = $1`;
    await this.#bulk.query(sql, [runId, now, JSON.stringify(report), JSON.stringify(counts)]);
  }
}

/** What lists show of the result of a run; much smaller than its report. */
export type ListedCounts = RunCounts & { readonly doubtful: readonly UploadDoubt[]; readonly isConfirmed?: boolean };

const GROWING_TABLES = 'positions, parts, article_keys, import_changes, alias_redirects';
/** Statistics are renewed when the rows have grown by this factor. */
const ANALYSE_FACTOR = 8;
/** Statistics of fewer positions are not trusted. */
const WELL_KNOWN = 1_000;

/**
 * Renews the statistics of PostgreSQL's planner each time the rows of a transaction have grown manifold. Without that
 * the planner believes that a new table is still empty, and scans all positions of a brand for every article.
 */
class PlannerStatistics {
  readonly #bulk: jobs.Bulk;
  #added = 0;
  #analyseAt = 1;

  constructor(bulk: jobs.Bulk) {
    this.#bulk = bulk;
  }

  /** To be called first. */
  async begin(): Promise<void> {
    await this.#bulk.query(jobs.BY_INDEXES);
    const [known] = await this.#bulk.query<{ rows: number }>(
      "SELECT reltuples AS rows FROM pg_class WHERE oid = 'positions'::regclass",
    );
    const rows = Number(known?.rows ?? 0);
    if (rows >= WELL_KNOWN) this.#analyseAt = rows * ANALYSE_FACTOR;
  }

  async added(positions: number): Promise<void> {
    this.#added += positions;
    if (this.#added < this.#analyseAt) return;
    this.#analyseAt = this.#added * ANALYSE_FACTOR;
    await this.#bulk.query(`ANALYZE ${GROWING_TABLES}`);
  }
}

interface ChangedPosition {
  readonly current: StoredPosition;
  readonly dirty: readonly WrittenColumn[];
}

/** Writes rows, grouped by the columns that differ, so that a weekly price update writes prices only. */
export async function writeChanged(
  store: PositionStore,
  changed: readonly ChangedPosition[],
  now: number,
): Promise<void> {
  const groups = new Map<string, { names: readonly WrittenColumn[]; rows: StoredPosition[] }>();
  for (const { dirty, current } of changed) {
    const key = dirty.join();
    const group = groups.get(key);
    if (group) group.rows.push(current);
    else groups.set(key, { names: dirty, rows: [current] });
  }
  for (const { names, rows } of groups.values()) {
    await store.updatePositions(names, rows, names.some(isInHistory) ? now : null);
  }
}

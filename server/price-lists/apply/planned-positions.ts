// The dry run of a price list: collects what an import would change in a scratch database and only reads the
// catalogue. Its counterpart is written-positions.ts.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { PlannedChange } from '../../../contract/catalogue/runs.ts';
import type { PositionStore } from '../../catalogue/changes/position-store.ts';
import { migrationNamed } from '../../catalogue/context/migrations.ts';
import * as positionRows from '../../catalogue/context/position.ts';
import type { JobConnection } from '../../platform/database/jobs.ts';
import * as stagedPositions from './staged-positions.ts';

/** Staged positions of a dry run: keeps what the run would change in a scratch database and only reads the catalogue. */
export class PlannedPositions implements stagedPositions.StagedPositions {
  readonly #store: Pick<PositionStore, 'positionsByKeys' | 'positionsByIds' | 'positionsOf' | 'hasOwner'>;
  readonly #plan: PlannedRows;
  readonly #owner: stagedPositions.PositionOwner;
  /** Sheet row that last named a position, by position id; new positions have ids below zero. */
  readonly #named = new stagedPositions.NamedRows();
  #newCount = 0;

  constructor(
    store: Pick<PositionStore, 'positionsByKeys' | 'positionsByIds' | 'positionsOf' | 'hasOwner'>,
    plan: PlannedRows,
    providerId: number | null,
    brandIds: readonly number[],
  ) {
    this.#store = store;
    this.#plan = plan;
    this.#owner = { providerId: providerId ?? 0, brandIds };
  }

  async stageByKeys(keys: readonly string[], owner = this.#owner): Promise<stagedPositions.StagedPosition[]> {
    const { providerId, brandIds } = owner;
    const stored = await this.#store.positionsByKeys(providerId, brandIds, keys);
    const created = (this.#newCount > 0 ? this.#plan.newByKeys(keys) : []).filter(
      ({ provider_id, brand_id }) => provider_id === providerId && brandIds.includes(brand_id),
    );
    return [...this.#hold(stored), ...created.map((planned) => this.#holdPlanned(planned, null))];
  }

  hasProvider(id: number): Promise<boolean> {
    return this.#store.hasOwner('providers', id);
  }

  async stageByIds(ids: readonly number[]): Promise<stagedPositions.StagedPosition[]> {
    return this.#hold(await this.#store.positionsByIds(ids));
  }

  unnamedPositions(): AsyncGenerator<stagedPositions.StagedPosition[]> {
    return stagedPositions.unnamedPositions(this.#store, this.#owner, this.#named);
  }

  async keep(fresh: readonly stagedPositions.StagedPosition[]): Promise<void> {
    const planned: PlannedPosition[] = [];
    for (const held of fresh) {
      if (held.current.id === 0) {
        this.#newCount += 1;
        held.current = { ...held.current, id: -this.#newCount };
      }
      const { original, current, changed, dirty, row } = held;
      if (row !== null) this.#named.set(current.id, row);
      if (original !== null && dirty.length === 0) continue;
      planned.push({ current, changed, original: stagedPositions.wasRemoved(held) ? null : original, row: row ?? 0 });
    }
    this.#plan.keep(planned);
  }

  #hold(stored: readonly positionRows.StoredPosition[]): stagedPositions.StagedPosition[] {
    const again = stored.map(({ id }) => id).filter((id) => this.#named.has(id));
    const planned = new Map(this.#plan.byIds(again).map(({ id, fields }) => [id, fields]));
    return stored.map((position) => {
      const fields = planned.get(position.id);
      if (fields) return this.#holdPlanned({ ...position, ...fields }, position);
      return stagedPositions.stagePosition(position, this.#rowOf(position));
    });
  }

  /** A position as the run would have left it so far; `original` is what the catalogue holds. */
  #holdPlanned = (
    planned: positionRows.StoredPosition,
    original: positionRows.StoredPosition | null,
  ): stagedPositions.StagedPosition => ({
    ...stagedPositions.stagePosition(planned, this.#rowOf(planned)),
    original,
    changed: original ? positionRows.changedColumns(original, planned) : [],
  });

  #rowOf = ({ id }: positionRows.StoredPosition): number | null => this.#named.get(id);
}

/** A position as a dry run would leave it. */
interface PlannedPosition {
  readonly current: positionRows.StoredPosition;
  /** The columns in which it differs from what the catalogue holds. */
  readonly changed: readonly positionRows.WrittenColumn[];
  /** As people know it from before the run; null for one that is new to them. */
  readonly original: positionRows.StoredPosition | null;
  readonly row: number;
}

interface PlannedFields {
  readonly id: number;
  readonly fields: positionRows.HistoryFields;
}

interface PlannedRow {
  readonly id: number;
  readonly fields: string;
}

interface ChangeRow {
  readonly id: number;
  readonly sheet_row: number;
  readonly article: string;
  readonly title: string;
  readonly price_before: number | null;
  readonly price: number;
  readonly amount_before: number | null;
  readonly amount: number;
}

/** Changes of each kind that are shown, and the largest changes of prices. */
const SAMPLES = 5;
const LARGEST = 20;

const SAMPLES_OF = {
  created: 'price_before IS NULL',
  priceUp: 'price > price_before',
  priceDown: 'price < price_before',
  stockChanged: 'amount <> amount_before',
} as const;

/** What a dry run has planned, in a nameless database that goes with its connection: memory may not hold it. */
export class PlannedRows {
  readonly #db = new DatabaseSync('');
  readonly #insert: StatementSync;
  readonly #byIds: StatementSync;
  readonly #byKeys: StatementSync;

  constructor() {
    this.#db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
    this.#db.exec(`CREATE TABLE planned (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL,
      sheet_row INTEGER NOT NULL,
      article TEXT NOT NULL,
      title TEXT NOT NULL,
      price_before INTEGER,
      price INTEGER NOT NULL,
      amount_before REAL,
      amount REAL NOT NULL,
      fields TEXT NOT NULL
    )`);
    this.#db.exec('CREATE INDEX new_by_key ON planned (key) WHERE id < 0');
    for (const sql of migrationNamed('waiting-rows').sqlite) this.#db.exec(sql);
    this.#db.exec('BEGIN');
    this.#insert = this.#db.prepare(`INSERT OR REPLACE INTO planned VALUES (${Array(10).fill('?').join(', ')})`);
    this.#byIds = this.#db.prepare('SELECT p.id, fields FROM json_each(?) j JOIN planned p ON p.id = j.value');
    this.#byKeys = this.#db.prepare(
      'SELECT p.id, fields FROM json_each(?) j CROSS JOIN planned p ON p.key = j.value AND p.id < 0 ORDER BY p.id DESC',
    );
  }

  /** Where rows wait that are not to wait in the catalogue. */
  get connection(): JobConnection {
    return { dialect: 'sqlite', db: this.#db };
  }

  /** Positions that are new have ids below zero. */
  keep(positions: readonly PlannedPosition[]): void {
    for (const { current, changed, original, row } of positions) {
      const { id, article_key, article, title, price, amount } = current;
      const was = original === null ? [null, null] : [original.price, original.amount];
      const planned = [id, article_key, row, article, title, was[0] ?? null, price, was[1] ?? null, amount];
      // The rest of a known position stands in the catalogue.
      const fields = id < 0 ? JSON.stringify(current) : positionRows.fieldsText(current, changed);
      this.#insert.run(...planned, fields);
    }
  }

  /** Those of these positions of the catalogue that the dry run would change. */
  byIds(ids: readonly number[]): PlannedFields[] {
    if (ids.length === 0) return [];
    return (this.#byIds.all(JSON.stringify(ids)) as unknown as PlannedRow[]).map(({ id, fields }) => ({
      id,
      fields: JSON.parse(fields) as positionRows.HistoryFields,
    }));
  }

  /** New positions with any of these article keys, in the order in which they were planned. */
  newByKeys(keys: readonly string[]): positionRows.StoredPosition[] {
    const rows = this.#byKeys.all(JSON.stringify(keys)) as unknown as PlannedRow[];
    return rows.map(({ fields }) => JSON.parse(fields) as positionRows.StoredPosition);
  }

  /** The prices that change most, by factor; a price that appears or goes is no factor. */
  largest(): PlannedChange[] {
    return this.#changes(
      `price_before > 0 AND price > 0 AND price <> price_before
       ORDER BY max(price * 1.0 / price_before, price_before * 1.0 / price) DESC, sheet_row`,
      LARGEST,
    );
  }

  samples(): Record<keyof typeof SAMPLES_OF, PlannedChange[]> {
    const of = (name: keyof typeof SAMPLES_OF) => this.#changes(`${SAMPLES_OF[name]} ORDER BY sheet_row`, SAMPLES);
    return {
      created: of('created'),
      priceUp: of('priceUp'),
      priceDown: of('priceDown'),
      stockChanged: of('stockChanged'),
    };
  }

  close(): void {
    this.#db.close();
  }

  #changes(condition: string, limit: number): PlannedChange[] {
    const sql = `SELECT id, sheet_row, article, title, price_before, price, amount_before, amount
      FROM planned WHERE ${condition} LIMIT ${limit}`;
    return (this.#db.prepare(sql).all() as unknown as ChangeRow[]).map((row) => ({
      row: row.sheet_row,
      positionId: row.id > 0 ? row.id : null,
      article: row.article,
      title: row.title,
      priceBefore: row.price_before === null ? null : positionRows.twoDecimals(row.price_before),
      price: positionRows.twoDecimals(row.price),
      amountBefore: row.amount_before,
      amount: row.amount,
    }));
  }
}

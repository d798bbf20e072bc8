import { BY_INDEXES } from '../../../database/postgres/index-scans.ts';
import type { Bulk } from './bulk.ts';

/** Tables that grow with every new position. */
const GROWING_TABLES = 'positions, parts, article_keys, import_changes, alias_redirects';
/** How many times more rows are worth another look at them. */
const ANALYSE_FACTOR = 8;
/** Positions of which the planner must have known at least, to be believed before the first look. */
const WELL_KNOWN = 1_000;

/**
 * Tells PostgreSQL's planner of the rows that a transaction adds, each time they have grown manifold: it takes a table
 * that was empty for empty, and walks through all positions of a brand for every article.
 */
export class PlannerStatistics {
  readonly #bulk: Bulk;
  #added = 0;
  #analyseAt = 1;

  constructor(bulk: Bulk) {
    this.#bulk = bulk;
  }

  /** To be called first: what the planner knows already is believed. */
  async begin(): Promise<void> {
    await this.#bulk.query(BY_INDEXES);
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

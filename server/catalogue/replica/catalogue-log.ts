import type { PostgresConnection } from '../../platform/database/types.ts';

/** The tables whose changes are logged. */
export type Entity = 'brands' | 'article_keys' | 'positions' | 'alias_redirects' | 'search_words' | 'crosses';

/** Where the catalogue stands, as one snapshot sees it. */
export interface CatalogueState {
  /** Another database, another cluster, or this one restored: another text. */
  readonly catalogue: string;
  /** Which transactions the snapshot sees, in the notation of pg_snapshot. */
  readonly place: string;
}

/** `place` in the conditions below: the snapshot that a copy shows. */
const UNSEEN = `xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)`;

/**
 * Numbers of transactions belong to one cluster and its timeline, the log to one table: a database that was dumped and
 * restored, promoted or set back counts as another one, whose log does not go on from what a copy has seen.
 */
const CATALOGUE = `concat_ws('-', (SELECT system_identifier FROM pg_control_system()),
  substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), 'catalogue_changes'::regclass::oid)`;

/** The question for the state. */
export const CATALOGUE_STATE = `SELECT ${CATALOGUE} AS catalogue, pg_current_snapshot()::text AS place`;

/** The state that this transaction's snapshot sees. */
export async function catalogueState(source: PostgresConnection): Promise<CatalogueState> {
  const [state] = await source.query<CatalogueState>(CATALOGUE_STATE);
  if (!state) throw new Error('the catalogue has no state');
  return state;
}

/** Whether the log holds every change since this place, which must be one of this catalogue. */
export async function reachesBack(source: PostgresConnection, place: string): Promise<boolean> {
  const [reaches] = await source.query(
    `SELECT FROM catalogue_log WHERE trimmed_to <= pg_snapshot_xmin($1::pg_snapshot)
       AND pg_snapshot_xmax($1::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot())`,
    [place],
  );
  return reaches !== undefined;
}

/** The question whether anything changed since the place `$1`, as one cheap statement. */
export const HAS_CHANGED = `SELECT EXISTS (SELECT FROM catalogue_changes WHERE ${UNSEEN}) AS changed`;

/** How many entries of the log are not seen from the place `$1`, counted up to a thousand. */
export const COUNT_UNSEEN = `SELECT count(*) AS count
  FROM (SELECT FROM catalogue_changes WHERE ${UNSEEN} LIMIT 1000) AS unseen`;

/**
 * Ids of the rows of each table that changed between the place and this transaction's snapshot, ascending, each once.
 * Transactions become visible in another order than they are numbered, so the place is a whole snapshot and not the
 * last number: one that was still running then is found now, whatever was numbered behind it meanwhile.
 */
export async function changedIds(
  source: PostgresConnection,
  place: string,
): Promise<ReadonlyMap<Entity, readonly number[]>> {
  // A row for each id would take longer than the database does.
  const rows = await source.query<{ entity: Entity; ids: number[] }>(
    `SELECT entity, json_agg(DISTINCT id ORDER BY id) AS ids
     FROM catalogue_changes CROSS JOIN unnest(ids) AS id WHERE ${UNSEEN} GROUP BY entity`,
    [place],
  );
  return new Map(rows.map(({ entity, ids }) => [entity, ids]));
}

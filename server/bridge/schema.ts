import type { Generated } from 'kysely';
import type { PositionRecord } from '../../contract/columns-by-use.ts';

/** Table rows of the catalogue service; units as in the first migration. */
export interface BridgeSchema {
  brands: ReferenceTable;
  providers: ReferenceTable;
  article_keys: { id: Generated<number>; key: string };
  positions: PositionTable;
  alias_redirects: { alias: string; position_id: number };
  import_runs: ImportRunTable;
  import_changes: { run_id: number; position_id: number; before: string | null; after: string };
  import_waiting_rows: {
    run_id: number;
    stage: number;
    key: string;
    maker: string;
    sheet_row: number;
    body: string;
  };
  catalogue_state: { id: number; version: number };
  pending_upkeep: { name: string };
  photo_state: { id: number; version: number };
}

export interface ReferenceTable {
  id: Generated<number>;
  title: string;
  created_at: number;
  updated_at: number;
}

/** Columns by contract/position-columns.ts. */
export interface PositionTable extends Omit<PositionRecord, 'id'> {
  id: Generated<number>;
}

export interface ImportRunTable {
  id: Generated<number>;
  upload_id: string | null;
  uid: string;
  file_name: string;
  brand_id: number | null;
  provider_id: number | null;
  settings: string;
  state: 'running' | 'done' | 'failed' | 'interrupted';
  started_at: number;
  ended_at: number | null;
  error: string | null;
  report: string | null;
}

import type { Generated } from 'kysely';

/** Table rows of the catalogue service; units as in the first migration. */
export interface BridgeSchema {
  brands: ReferenceTable;
  providers: ReferenceTable;
  article_keys: { id: Generated<number>; key: string };
  positions: PositionTable;
  alias_redirects: { alias: string; position_id: number };
  import_runs: ImportRunTable;
  import_changes: { run_id: number; position_id: number; before: string | null; after: string };
  catalogue_state: { id: number; version: number };
  photo_state: { id: number; version: number };
}

export interface ReferenceTable {
  id: Generated<number>;
  title: string;
  created_at: number;
  updated_at: number;
}

export interface PositionTable {
  id: Generated<number>;
  provider_id: number;
  brand_id: number;
  key_id: number;
  manufacturer_key: string;
  article: string;
  title: string;
  manufacturer: string;
  code: string;
  price: number;
  amount: number;
  price_day: number;
  in_stock: number;
  weight: number;
  width: number;
  height: number;
  length: number;
  photo: string | null;
  alias: string;
  created_at: number;
  updated_at: number;
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

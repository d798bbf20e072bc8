import type { PositionTable } from './schema.ts';

export type PositionColumn = keyof PositionTable;

/** The columns of `positions` with the PostgreSQL types of their arrays, in the order of the table. */
export const POSITION_TYPES = {
  id: 'bigint',
  provider_id: 'bigint',
  brand_id: 'bigint',
  key_id: 'bigint',
  manufacturer_key: 'text',
  article: 'text',
  title: 'text',
  manufacturer: 'text',
  code: 'text',
  price: 'bigint',
  amount: 'double precision',
  price_day: 'integer',
  in_stock: 'integer',
  weight: 'integer',
  width: 'integer',
  height: 'integer',
  length: 'integer',
  photo: 'text',
  alias: 'text',
  created_at: 'bigint',
  updated_at: 'bigint',
} as const satisfies Readonly<Record<PositionColumn, string>>;

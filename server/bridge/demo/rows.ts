import type { PositionTable } from '../schema.ts';

/** A made-up position on its way into the tables; units as in the first migration. */
export type NewPosition = Omit<
  PositionTable,
  'id' | 'key_id' | 'manufacturer_key' | 'alias' | 'in_stock' | 'created_at' | 'updated_at'
> & { readonly brand_title: string };

/** A row of `positions` with an id chosen by the writer. */
export type PositionRecord = Omit<PositionTable, 'id'> & { readonly id: number };

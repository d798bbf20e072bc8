import type { PositionRecord } from '../../../contract/columns-by-use.ts';

/** A made-up position on its way into the tables; units as in the first migration. */
export type NewPosition = Omit<
  PositionRecord,
  'id' | 'key_id' | 'manufacturer_key' | 'alias' | 'in_stock' | 'created_at' | 'updated_at'
> & { readonly brand_title: string };

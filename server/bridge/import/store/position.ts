import type { IndexedRow } from '../../search/index-writer.ts';

/** A position as an import sees it: the table's columns and its article key; units as in the first migration. */
export interface StoredPosition {
  readonly id: number;
  readonly provider_id: number;
  readonly brand_id: number;
  readonly key_id: number;
  readonly article_key: string;
  readonly manufacturer_key: string;
  readonly article: string;
  readonly title: string;
  readonly manufacturer: string;
  readonly code: string;
  readonly price: number;
  readonly amount: number;
  readonly price_day: number;
  readonly in_stock: number;
  readonly weight: number;
  readonly width: number;
  readonly height: number;
  readonly length: number;
  readonly alias: string;
}

/** The columns an upload reports as a change; of the manufacturer the key counts too. */
export const CONTENT = [
  'article',
  'title',
  'manufacturer',
  'manufacturer_key',
  'code',
  'price',
  'amount',
  'weight',
  'width',
  'height',
  'length',
] as const;

/** The columns that an import writes in a position that exists. */
export type WrittenColumn = (typeof CONTENT)[number] | 'alias' | 'price_day' | 'in_stock';

/** In which columns two states of a position differ. Spelt out, because it is asked for every row of every list. */
export function changedColumns(one: StoredPosition, other: StoredPosition): WrittenColumn[] {
  const names: WrittenColumn[] = [];
  if (one.article !== other.article) names.push('article');
  if (one.title !== other.title) names.push('title');
  if (one.manufacturer !== other.manufacturer) names.push('manufacturer');
  if (one.manufacturer_key !== other.manufacturer_key) names.push('manufacturer_key');
  if (one.code !== other.code) names.push('code');
  if (one.price !== other.price) names.push('price');
  if (one.amount !== other.amount) names.push('amount');
  if (one.weight !== other.weight) names.push('weight');
  if (one.width !== other.width) names.push('width');
  if (one.height !== other.height) names.push('height');
  if (one.length !== other.length) names.push('length');
  if (one.alias !== other.alias) names.push('alias');
  if (one.price_day !== other.price_day) names.push('price_day');
  if (one.in_stock !== other.in_stock) names.push('in_stock');
  return names;
}

/** Whether a column says something of the part, and not only when it was confirmed or how it is found. */
export const isContent = (name: WrittenColumn): boolean =>
  name !== 'price_day' && name !== 'in_stock' && name !== 'alias';

/** What the search index knows of it. */
export const indexedRow = (position: StoredPosition): IndexedRow => ({
  id: position.id,
  brand_id: position.brand_id,
  article_key: position.article_key,
  article: position.article,
  code: position.code,
  title: position.title,
  manufacturer: position.manufacturer,
  in_stock: position.in_stock,
});

/** Whether a column is part of what the search index knows. */
export const isSearched = (name: WrittenColumn): boolean =>
  name === 'in_stock' || name === 'article' || name === 'title' || name === 'manufacturer' || name === 'code';

/** Columns that the history of a run tells of. */
const isTold = (name: WrittenColumn): boolean => isContent(name) || name === 'alias';

/** What a state of a position says in these columns, as JSON for the history of a run. */
export function toldFields(position: StoredPosition, names: readonly WrittenColumn[]): string {
  const fields: Partial<Record<WrittenColumn, string | number>> = {};
  for (const name of names) if (isTold(name)) fields[name] = position[name];
  return JSON.stringify(fields);
}

/** What a new position says, for the history of a run; empty texts and zeros are left out. */
export const newFields = (position: StoredPosition): string =>
  toldFields(
    position,
    [...CONTENT, 'alias' as const].filter((name) => position[name]),
  );

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

/** The columns an upload can change in a position that exists. */
export const CHANGEABLE = [
  'article',
  'title',
  'manufacturer',
  'code',
  'price',
  'amount',
  'weight',
  'width',
  'height',
  'length',
] as const;

/** Whether the two say the same of everything an upload reports as a change. */
export function sameContent(one: StoredPosition, other: StoredPosition): boolean {
  return (
    CHANGEABLE.every((name) => one[name] === other[name]) && one.manufacturer_key === other.manufacturer_key
  );
}

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

/** The changed columns before and after, for the history of a run. */
export function changedFields(
  before: StoredPosition,
  after: StoredPosition,
): { before: Partial<StoredPosition>; after: Partial<StoredPosition> } {
  const names = [...CHANGEABLE, 'manufacturer_key', 'alias'] as const;
  const changed = names.filter((name) => before[name] !== after[name]);
  const pick = (row: StoredPosition) =>
    Object.fromEntries(changed.map((name) => [name, row[name]])) as Partial<StoredPosition>;
  return { before: pick(before), after: pick(after) };
}

/** What a new position says, for the history of a run; empty texts and zeros are left out. */
export function newFields(position: StoredPosition): Partial<StoredPosition> {
  const names = [...CHANGEABLE, 'manufacturer_key', 'alias'] as const;
  return Object.fromEntries(names.flatMap((name) => (position[name] ? [[name, position[name]]] : [])));
}

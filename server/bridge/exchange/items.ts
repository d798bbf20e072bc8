import { articleKey } from '../../text/article-key.ts';
import { positiveSum } from './numbers.ts';
import type { ListColumn, ListRow } from './price-file.ts';

const SIZES = ['weight', 'width', 'height', 'length'] as const;

/** Items of an accounting program as rows of a price list, and the columns that any of them has something for. */
export interface ItemRows {
  readonly rows: readonly ListRow[];
  readonly columns: ReadonlySet<ListColumn>;
}

/** Items without a letter or digit in the article are left out, and stock below zero does not count. */
export function itemRows(items: readonly unknown[]): ItemRows {
  const columns = new Set<ListColumn>(['article', 'title']);
  const rows = items.flatMap((item) => {
    const row = itemRow(item);
    if (!row) return [];
    for (const [column, value] of Object.entries(row)) if (value !== '') columns.add(column as ListColumn);
    return [row];
  });
  return { rows, columns };
}

function itemRow(item: unknown): ListRow | null {
  if (typeof item !== 'object' || item === null) return null;
  const fields = item as Readonly<Record<string, unknown>>;
  const article = textOf(fields.article);
  if (articleKey(article) === '') return null;
  const sizes = SIZES.map((name) => [name, textOf(fields[name])]);
  return {
    article,
    title: textOf(fields.name),
    manufacturer: textOf(fields.manufacturer),
    code: textOf(fields.code),
    amount: amountOf(fields.storage),
    ...Object.fromEntries(sizes),
  };
}

function amountOf(storage: unknown): number | '' {
  if (!Array.isArray(storage)) return '';
  return positiveSum(storage.map((line: unknown) => textOf((line as { amount?: unknown } | null)?.amount)));
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

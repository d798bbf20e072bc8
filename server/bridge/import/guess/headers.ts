import type { SheetGuess } from '../../../../contract/price-list-guess.ts';

/** The heading of each column, from the first; of several header rows their texts together. */
export function headersOf({ headerRows, rows }: Pick<SheetGuess, 'headerRows' | 'rows'>): string[] {
  const header = headerRows.map((row) => rows[row - 1] ?? []);
  const width = Math.max(0, ...header.map((texts) => texts.length));
  return Array.from({ length: width }, (_, column) =>
    header
      .map((texts) => texts[column]?.trim() ?? '')
      .filter((text) => text !== '')
      .join(' '),
  );
}

/** Manufacturers and the id of the brand that their rows go to, as typed. */
export interface BrandRow {
  readonly makers: string;
  readonly brandId: string;
}

export type BrandMistake = 'makers' | 'twice' | 'brand';

/** The rows that a field holds (`BOSCH, MANN = 12`), also half-typed ones; outer spaces of names stay. */
export const readBrandRows = (text: string): readonly BrandRow[] =>
  text
    .split(/[;\r\n]/u)
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.lastIndexOf('=');
      return at < 0
        ? { makers: line, brandId: '' }
        : { makers: line.slice(0, at), brandId: line.slice(at + 1).trim() };
    });

/** The rows as the field holds them. */
export const writeBrandRows = (rows: readonly BrandRow[]): string =>
  rows.map(({ makers, brandId }) => `${makers}=${brandId}`).join('\n');

/** Names as they are typed, without what a row cannot hold. */
export const typedMakers = (text: string): string => text.replace(/[;=\r\n]/gu, '');

const namesIn = ({ makers }: BrandRow): string[] =>
  makers.split(',').map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));

/** What is wrong with each row. */
export function brandMistakes(rows: readonly BrandRow[]): readonly (readonly BrandMistake[])[] {
  const known = new Set<string>();
  return rows.map((row) => {
    const mistakes: BrandMistake[] = [];
    const names = namesIn(row);
    if (names.includes('')) mistakes.push('makers');
    else if (new Set(names).size < names.length || names.some((name) => known.has(name)))
      mistakes.push('twice');
    for (const name of names) known.add(name);
    if (!/^[1-9]\d*$/u.test(row.brandId)) mistakes.push('brand');
    return mistakes;
  });
}

/** Whether all rows make sense; none do. */
export const areBrandRows = (text: string): boolean =>
  brandMistakes(readBrandRows(text)).every((mistakes) => mistakes.length === 0);

import { POSITION_COLUMNS } from '../../../../contract/position-columns.ts';
import { manufacturerKey } from '../../../text/article-key.ts';
import { entriesOf } from './entries.ts';
import { SYNONYMS_MAX } from './limits.ts';

/** Ids of the brands that manufacturers belong to, by the key of each; others belong to the brand of the list. */
export type BrandByManufacturer = Readonly<Record<string, number>>;

const NAME_MAX = POSITION_COLUMNS.manufacturer.imported.max;

/** Reads lines such as `BOSCH, MANN = 12`. Null for nonsense: no id, a name twice or without a letter or digit, too many. */
export function parseBrands(text: string): BrandByManufacturer | null {
  const brands: Record<string, number> = {};
  for (const entry of entriesOf(text)) {
    const [, names = '', digits = ''] = /^([^=]+)=\s*([1-9]\d{0,14})$/u.exec(entry) ?? [];
    for (const name of names.split(',').map((part) => part.trim())) {
      const key = manufacturerKey(name);
      if (key === '' || name.length > NAME_MAX || Object.hasOwn(brands, key)) return null;
      brands[key] = Number(digits);
    }
  }
  return Object.keys(brands).length <= SYNONYMS_MAX ? brands : null;
}

/** Where a list goes: the brand of the list, and those of its manufacturers. */
export interface BrandRules {
  readonly brandId: number | null;
  readonly brandByManufacturer: BrandByManufacturer;
}

/** The brand of a row, by the key of its manufacturer after synonyms; undefined for none. */
export const brandOf = (
  { brandId, brandByManufacturer }: BrandRules,
  makerKey: string | undefined,
): number => {
  const own = makerKey && Object.hasOwn(brandByManufacturer, makerKey);
  return (own ? brandByManufacturer[makerKey] : brandId) ?? 0;
};

/** All brands that a list may fill, each once; the list's own first. */
export const brandsOf = ({ brandId, brandByManufacturer }: BrandRules): readonly number[] => [
  ...new Set([brandId ?? 0, ...Object.values(brandByManufacturer)]),
];

/** Whether a list fills more than one brand. */
export function fillsSeveral({ brandByManufacturer }: BrandRules): boolean {
  for (const _ in brandByManufacturer) return true;
  return false;
}

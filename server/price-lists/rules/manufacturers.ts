// Rules of manufacturers in a price list: where a row's maker comes from, which rows are headings that may name one, synonyms of names, and which brand a maker's
// rows go to.
import { POSITION_COLUMNS } from '../../../contract/catalogue/columns.ts';
import type { SheetRow } from '../../platform/sheet-reader/messages.ts';
import { manufacturerKey } from '../../platform/text/article-key.ts';
import { entriesOf, type GivenColumns, givenColumns, SYNONYMS_MAX } from './form-fields.ts';

/** Names of manufacturers that others stand for, by the key of each other name. */
type Synonyms = Readonly<Record<string, string>>;

/** Where manufacturers come from besides their column, and what they are called. */
export interface MakerRules {
  /** Manufacturer of rows without one in a cell or heading; '' for none. */
  readonly manufacturerFixed: string;
  /** Headings of groups name the manufacturer of the rows below them. */
  readonly isMakerInHeadings: boolean;
  readonly synonyms: Synonyms;
}

const NAME_MAX = POSITION_COLUMNS.manufacturer.imported.max;

/** Reads `HYUNDAI/KIA = MOBIS, HYUNDAI, KIA`: the left name replaces the others. Null for nonsense or too many. */
export function parseSynonyms(text: string): Synonyms | null {
  const synonyms: Record<string, string> = {};
  const names = new Set<string>();
  for (const entry of entriesOf(text)) {
    const [name = '', others, ...rest] = entry.split('=').map((side) => side.trim());
    const aliases = (others ?? '').split(',').map((alias) => alias.trim());
    if (rest.length > 0 || ![name, ...aliases].every(isName)) return null;
    const key = manufacturerKey(name);
    if (names.has(key)) return null;
    names.add(key);
    for (const alias of new Set(aliases.map(manufacturerKey))) {
      if (alias in synonyms) return null;
      synonyms[alias] = name;
    }
    synonyms[key] ??= name;
  }
  const isClear = [...names].every((key) => manufacturerKey(synonyms[key] ?? '') === key);
  return isClear && Object.keys(synonyms).length <= SYNONYMS_MAX ? synonyms : null;
}

const isName = (text: string): boolean => text.length <= NAME_MAX && manufacturerKey(text) !== '';

/** By cell, heading, then rules, the first that names one; '' for none, undefined where nothing can name one. */
export function makerOf(said: string | undefined, heading: string, rules: MakerRules): string | undefined {
  const { manufacturerFixed, isMakerInHeadings, synonyms } = rules;
  if (!isMakerInHeadings && manufacturerFixed === '') return said && renamed(said, synonyms);
  const named = [said ?? '', heading, manufacturerFixed].find((name) => manufacturerKey(name) !== '');
  return renamed(named ?? said ?? '', synonyms);
}

function renamed(maker: string, synonyms: Synonyms): string {
  // Most lists have none, and a key takes longer than this.
  for (const _ in synonyms) return synonyms[manufacturerKey(maker)] ?? maker;
  return maker;
}

/** Ids of the brands that manufacturers belong to, by the key of each; others belong to the brand of the list. */
type BrandByManufacturer = Readonly<Record<string, number>>;

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
export const brandOf = ({ brandId, brandByManufacturer }: BrandRules, makerKey: string | undefined): number => {
  const own = makerKey && Object.hasOwn(brandByManufacturer, makerKey);
  return (own ? brandByManufacturer[makerKey] : brandId) ?? 0;
};

/** All brands that a list may fill, each once; the list's own first. */
export const brandsOf = ({ brandId, brandByManufacturer }: BrandRules): readonly number[] => [
  ...new Set([brandId ?? 0, ...Object.values(brandByManufacturer)]),
];

export function fillsSeveral({ brandByManufacturer }: BrandRules): boolean {
  for (const _ in brandByManufacturer) return true;
  return false;
}

/** Whether a row with a title, perhaps numbered, is a heading: no price, no stock, and nothing beside an article. */
export function isTitledHeading({ cells, filled = cells.size }: SheetRow, given: GivenColumns): boolean {
  const { article, title, price, amount } = given.columns;
  if (title === undefined || !cells.has(title) || (price === undefined && amount === undefined)) return false;
  const isBare = givenColumns(given).every((column) => column === article || column === title || !cells.has(column));
  if (!isBare) return false;
  return article === undefined || article === title || !cells.has(article) || filled === 2;
}

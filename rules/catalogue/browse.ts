// The public pages of makers and brands (/catalog/makers, /catalog/brands): their addresses, lists by letter, and what
// a page of their parts shows. For server and browser.
import type { FacetValue, PartsAnswer, PartsDirectory } from '../../contract/catalogue/parts.ts';
import { PARTS_TOTAL_MAX, SEARCH_PAGE_SIZE } from '../../contract/limits.ts';
import { countOf, formatNumber } from '../format/texts.ts';
import { routeLinks } from '../routes.ts';
import { moreThanParts, PART_FORMS, type PartView, partViews } from './part.ts';
import { questionAddress, readQuestion } from './question.ts';

/** A page of the parts of a maker or a brand, ready to be shown; '' for what is absent. */
export interface BrowseView {
  readonly name: string;
  /** «312 деталей». */
  readonly counted: string;
  /** Number of the page; '' for the first. */
  readonly page: string;
  /** How many pages there are; '' for one, and where they are not all counted. */
  readonly pages: string;
  readonly path: string;
  readonly firstPath: string;
  readonly back: string;
  readonly forth: string;
  /** The same parts as results, with filters. */
  readonly search: string;
  readonly parts: readonly PartView[];
}

export function browseView(
  kind: NameKind,
  { slug, title, value }: BrowsedName,
  page: number,
  { parts, total, next }: PartsAnswer,
  photoFolder: string,
): BrowseView {
  const pages = Math.ceil(total.count / SEARCH_PAGE_SIZE);
  const asked = kind === 'maker' ? (['maker', title] as const) : (['brandId', value] as const);
  return {
    name: title,
    counted: total.exact ? countOf(total.count, PART_FORMS) : moreThanParts(PARTS_TOTAL_MAX),
    page: page > 1 ? String(page) : '',
    pages: total.exact && pages > 1 ? String(pages) : '',
    path: namePath(kind, slug, page),
    firstPath: namePath(kind, slug),
    back: page > 1 ? namePath(kind, slug, page - 1) : '',
    forth: next === null ? '' : namePath(kind, slug, page + 1),
    search: questionAddress(readQuestion(new Map([asked]))),
    parts: partViews(parts, '', photoFolder),
  };
}

export type NameKind = 'maker' | 'brand';

interface BrowsedName extends FacetValue {
  /** The last part of the address of its pages. */
  readonly slug: string;
}

/** A link to such pages; `count` as it is read. */
export interface NameView {
  readonly path: string;
  readonly title: string;
  readonly count: string;
}

export interface LetterView {
  readonly letter: string;
  readonly names: readonly NameView[];
}

const BY_TITLE = new Intl.Collator('ru', { numeric: true });

/** A title as part of an address: small letters and digits, anything between them as a hyphen. */
export const slugOf = (title: string): string =>
  title
    .toWellFormed()
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

/** The names of a kind with their addresses; what two titles would share goes to the one of more parts. */
export function browsedNames(directory: PartsDirectory, kind: NameKind): BrowsedName[] {
  const taken = new Set<string>();
  const values = kind === 'maker' ? directory.makers : directory.brands;
  return values.flatMap((value) => {
    const slug = slugOf(value.title);
    if (slug === '' || taken.has(slug)) return [];
    taken.add(slug);
    return [{ ...value, slug }];
  });
}

/** Address of the parts of a name; the first page has no number. */
export const namePath = (kind: NameKind, slug: string, page = 1): string =>
  routeLinks[kind](slug) + (page > 1 ? `?page=${page}` : '');

export const nameViews = (kind: NameKind, names: readonly BrowsedName[]): NameView[] =>
  [...names]
    .sort((one, other) => BY_TITLE.compare(one.title, other.title))
    .map(({ slug, title, count }) => ({ path: namePath(kind, slug), title, count: formatNumber(count) }));

/** The same under the letters they begin with; what begins with none stands under «#». */
export function letterViews(views: readonly NameView[]): LetterView[] {
  const letters = new Map<string, NameView[]>();
  for (const view of views) {
    const first = /[\p{L}\p{N}]/u.exec(view.title)?.[0] ?? '';
    const letter = /\p{L}/u.test(first) ? first.toUpperCase() : '#';
    letters.set(letter, [...(letters.get(letter) ?? []), view]);
  }
  return [...letters].map(([letter, names]) => ({ letter, names }));
}

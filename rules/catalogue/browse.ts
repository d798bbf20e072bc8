// The public pages of makers, brands, machines and kinds of parts (/catalog/makers, /catalog/machine/камаз): their
// addresses, lists by letter or by unit of a vehicle, and what a page of their parts shows. For server and browser.
import { drawingOfSystem } from '../../contract/catalogue/kinds.ts';
import type { FacetValue, PartsAnswer, PartsDirectory } from '../../contract/catalogue/parts.ts';
import { PARTS_TOTAL_MAX, SEARCH_PAGE_SIZE } from '../../contract/limits.ts';
import { capitalized, countOf, formatNumber } from '../format/texts.ts';
import { type NameKind, routeLinks, slugOf, systemLink } from '../routes.ts';
import { moreThanParts, PART_FORMS, type PartView, partViews } from './part.ts';
import { type PartsQuestion, questionAddress, readQuestion } from './question.ts';
import { type NameView, type NarrowerView, narrowerViews } from './results.ts';

/** A page of the parts of a name, ready to be shown; '' for what is absent. */
export interface BrowseView {
  readonly name: string;
  /** «312 деталей». */
  readonly counted: string;
  /** How many of them are in stock; '' for none. */
  readonly inStock: string;
  /** Of a machine its commonest units, of a kind of part its commonest machines: «КАМАЗ, ЯМЗ-236». */
  readonly among: string;
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
  /** Steps to fewer of them, on the first page. */
  readonly narrower: readonly NarrowerView[];
  readonly parts: readonly PartView[];
}

/** So many names stand in a sentence. */
const AMONG = 5;

export function browseView(
  kind: NameKind,
  name: BrowsedName,
  page: number,
  { parts, total, next, facets }: PartsAnswer,
  photoFolder: string,
): BrowseView {
  const { slug, title } = name;
  const pages = Math.ceil(total.count / SEARCH_PAGE_SIZE);
  const question = nameQuestion(kind, name);
  const among = kind === 'machine' ? facets.system : kind === 'kind' ? facets.machine : [];
  // A maker is asked for as people spell it.
  const asked = kind === 'maker' ? { ...question, maker: title } : question;
  return {
    name: title,
    counted: total.exact ? countOf(total.count, PART_FORMS) : moreThanParts(PARTS_TOTAL_MAX),
    inStock: facets.inStock > 0 ? formatNumber(facets.inStock) : '',
    among: among
      .slice(0, AMONG)
      .map((value) => value.title)
      .join(', '),
    page: page > 1 ? String(page) : '',
    pages: total.exact && pages > 1 ? String(pages) : '',
    path: namePath(kind, slug, page),
    firstPath: namePath(kind, slug),
    back: page > 1 ? namePath(kind, slug, page - 1) : '',
    forth: next === null ? '' : namePath(kind, slug, page + 1),
    search: questionAddress(asked),
    narrower: page > 1 ? [] : narrowerViews(question, facets),
    parts: partViews(parts, '', photoFolder),
  };
}

interface BrowsedName extends FacetValue {
  /** The last part of the address of its pages. */
  readonly slug: string;
}

/** Names under what they have in common: a letter, or a unit of a vehicle. */
export interface NameGroupView {
  readonly heading: string;
  /** Names its place in the page. */
  readonly anchor: string;
  readonly names: readonly NameView[];
}

const BY_TITLE = new Intl.Collator('ru', { numeric: true });

const VALUES = { maker: 'makers', brand: 'brands', machine: 'machines', kind: 'kinds' } as const;
const PARAMETERS = { maker: 'maker', brand: 'brandId', machine: 'machine', kind: 'kind' } as const;

/** The question for all parts of a name. */
export const nameQuestion = (kind: NameKind, { value }: Pick<FacetValue, 'value'>): PartsQuestion =>
  readQuestion(new Map([[PARAMETERS[kind], value]]));

/** The names of a kind with their addresses; what two titles would share goes to the one of more parts. */
export function browsedNames(directory: PartsDirectory, kind: NameKind): BrowsedName[] {
  const taken = new Set<string>();
  return directory[VALUES[kind]].flatMap((value) => {
    const slug = slugOf(value.title);
    if (slug === '' || taken.has(slug)) return [];
    taken.add(slug);
    return [{ ...value, title: kind === 'kind' ? capitalized(value.title) : value.title, slug }];
  });
}

/** Address of the parts of a name; the first page has no number. */
export const namePath = (kind: NameKind, slug: string, page = 1): string =>
  routeLinks[kind](slug) + (page > 1 ? `?page=${page}` : '');

export const nameViews = (kind: NameKind, names: readonly BrowsedName[]): NameView[] =>
  [...names]
    .sort((one, other) => BY_TITLE.compare(one.title, other.title))
    .map(({ slug, title, count }) => ({ path: namePath(kind, slug), title, count: formatNumber(count) }));

const grouped = (groups: ReadonlyMap<string, readonly NameView[]>): NameGroupView[] =>
  [...groups].map(([heading, names]) => ({ heading, anchor: slugOf(heading) || 'other', names }));

/** The names under the letters they begin with; what begins with none stands under «#». */
export const letterViews = (views: readonly NameView[]): NameGroupView[] =>
  grouped(
    Map.groupBy(views, ({ title }) => {
      const first = /[\p{L}\p{N}]/u.exec(title)?.[0] ?? '';
      return /\p{L}/u.test(first) ? first.toUpperCase() : '#';
    }),
  );

/** The kinds of parts under the units of a vehicle, those of the most parts first. */
export function systemViews(directory: PartsDirectory): NameGroupView[] {
  const systems = new Map(directory.kinds.map(({ value, system }) => [value, system]));
  const names = Map.groupBy(browsedNames(directory, 'kind'), ({ value }) => systems.get(value) ?? '');
  const known = directory.systems.flatMap(({ value }): [string, NameView[]][] => {
    const ofSystem = names.get(value);
    return ofSystem ? [[capitalized(value), nameViews('kind', ofSystem)]] : [];
  });
  return grouped(new Map(known));
}

/** A link to the kinds of parts of a unit of a vehicle, with its drawing. */
export interface SystemLinkView extends NameView {
  readonly drawing: string;
}

export const systemLinkViews = ({ systems }: PartsDirectory): SystemLinkView[] =>
  systems.map(({ value, count }) => ({
    path: systemLink(value),
    title: capitalized(value),
    count: formatNumber(count),
    drawing: drawingOfSystem(value),
  }));

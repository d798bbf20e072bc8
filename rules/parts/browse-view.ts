import { PARTS_TOTAL_MAX, SEARCH_PAGE_SIZE } from '../../contract/limits.ts';
import type { PartsAnswer } from '../../contract/parts.ts';
import { countOf } from '../format/plural.ts';
import { type BrowsedName, type NameKind, namePath } from './names.ts';
import { moreThanParts, PART_FORMS } from './part-texts.ts';
import { type PartView, partViews } from './part-view.ts';
import { questionAddress, readQuestion } from './question.ts';

/** A page of the parts of a maker or a brand, ready to be shown; '' for what is absent. */
export interface BrowseView {
  readonly name: string;
  /** «312 деталей». */
  readonly counted: string;
  /** Number of the page; '' for the first. */
  readonly page: string;
  /** How many pages there are; '' for one, and where nobody has counted them all. */
  readonly pages: string;
  readonly path: string;
  readonly firstPath: string;
  readonly back: string;
  readonly forth: string;
  /** The same parts as results, with filters. */
  readonly search: string;
  readonly parts: readonly PartView[];
}

/** One page of parts as the server writes it. */
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

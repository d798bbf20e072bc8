// Turns the answer to a search into all that the page of results shows, for server and browser: parts, filters, notes.
// A single part is in part.ts, the question in question.ts.
import { FILTERS, type FilterName, filtersAs } from '../../contract/catalogue/columns.ts';
import type { FacetValue, Part, PartNote, PartsAnswer } from '../../contract/catalogue/parts.ts';
import { PART_ORDERS } from '../../contract/catalogue/words.ts';
import { quoted } from '../format/texts.ts';
import * as partRules from './part.ts';
import { boundsOf, filtersSet, type PartsQuestion, questionAddress, readQuestion, withoutFilters } from './question.ts';

/** What an answer says about a question, however many pages of it are shown. */
type Answered = Pick<PartsAnswer, 'total' | 'exact' | 'facets' | 'notes' | 'note' | 'crosses' | 'next'> & {
  readonly parts: readonly Part[];
};

/** The page of results, ready to be shown: texts, '' for what is absent, and lists of the same. */
export interface ResultsView {
  readonly query: string;
  /** «Найдено 38 деталей»; '' for nothing. */
  readonly found: string;
  readonly exact: string;
  readonly notes: NoteView;
  readonly filters: FilterView;
  /** Whether there is anything to choose from, or a choice to take back; '' or not. */
  readonly canFilter: string;
  readonly parts: readonly partRules.PartView[];
  /** '' where nothing replaces what was asked for. */
  readonly crossesHeading: string;
  /** What does, each headed by its reason. */
  readonly crosses: readonly partRules.PartView[];
  /** Where the answer goes on; '' at its end. */
  readonly next: string;
  /** Everything shown has the article that was typed: what goes on is something else. */
  readonly onlyExact: string;
  /** Nothing is found because of the filters, or because nothing was read otherwise; '' or not. */
  readonly noneFilters: string;
  readonly noneStrict: string;
  readonly noneWords: string;
  /** The words alone, with no filter and everything read as it may be meant. */
  readonly wordsPath: string;
}

export function resultsView(question: PartsQuestion, answer: Answered, photoFolder: string): ResultsView {
  const { parts, total, exact, notes, note = '', crosses, next } = answer;
  const isFiltered = filtersSet(question) > 0;
  const none = parts.length === 0;
  return {
    query: question.query,
    found: none ? '' : partRules.foundText(total.count, total.exact),
    exact: partRules.exactText(exact),
    notes: noteView(question, note, notes),
    filters: filterView(question, answer),
    canFilter: parts.length > 0 || isFiltered ? '1' : '',
    parts: partRules.partViews(parts, note || question.query, photoFolder),
    crossesHeading: crosses.length > 0 ? partRules.CROSSES_TEXT : '',
    crosses: crosses.map(({ part, reason }) => partRules.partView(part, '', photoFolder, reason)),
    next: next ?? '',
    onlyExact: next && parts.every(({ match }) => match === 'exact') ? '1' : '',
    noneFilters: none && isFiltered ? '1' : '',
    noneStrict: none && !isFiltered && question.strict ? partRules.nothingAsTypedText(question.query) : '',
    noneWords: none && !isFiltered ? partRules.nothingText(question.query) : '',
    wordsPath: questionAddress({ ...withoutFilters(question), strict: false }),
  };
}

/** A choice of a list; `selected` is '' or not. */
export interface OptionView {
  readonly value: string;
  readonly text: string;
  readonly selected: string;
}

/** Each filter, ready to be shown: the options of a choice, whether a switch is on and what it leaves, both bounds. */
type FilterFields = {
  readonly [Name in FilterName<'choice'> as `${Name}Options`]: readonly OptionView[];
} & Readonly<Record<FilterName<'switch'> | `${FilterName<'switch'>}Count`, string>> &
  Readonly<Record<`${FilterName<'span'>}${'From' | 'To'}`, string>>;

export type FilterView = FilterFields & {
  readonly query: string;
  readonly strict: string;
  readonly summary: string;
  readonly orders: readonly OptionView[];
  /** The same words without filters; '' where none is set. */
  readonly clear: string;
};

/** The values of a filter; a chosen one that has no part any more is still among them. */
function options(
  values: readonly FacetValue[],
  chosen: string,
  wordOf: (of: FacetValue) => string,
  left: (count: number) => string,
): OptionView[] {
  const isChosen = (of: FacetValue) =>
    chosen !== '' && [wordOf(of), of.value].some((text) => text.toLowerCase() === chosen.toLowerCase());
  const shown = values.map((of) => ({
    value: wordOf(of),
    text: partRules.optionText(of.title, left(of.count)),
    selected: isChosen(of) ? '1' : '',
  }));
  if (chosen === '' || values.some(isChosen)) return shown;
  return [{ value: chosen, text: partRules.optionText(chosen, left(0)), selected: '1' }, ...shown];
}

function filterView(question: PartsQuestion, { facets, total }: Pick<PartsAnswer, 'facets' | 'total'>): FilterView {
  const left = (count: number) => partRules.leftText(count, total.exact);
  const set = filtersSet(question);
  const fields = FILTERS.map((filter): Partial<FilterFields> => {
    if (filter.as === 'span') return Object.fromEntries(boundsOf(filter).map((bound) => [bound, question[bound]]));
    if (filter.as === 'switch') {
      return { [filter.name]: question[filter.name] ? '1' : '', [`${filter.name}Count`]: left(facets[filter.name]) };
    }
    // A text is chosen as people write it.
    const wordOf = ({ title, value }: FacetValue) => (filter.type === 'text' ? title : value);
    return { [`${filter.name}Options`]: options(facets[filter.name], question[filter.parameter], wordOf, left) };
  });
  return {
    ...(Object.assign({}, ...fields) as FilterFields),
    query: question.query,
    strict: question.strict ? '1' : '',
    summary: partRules.filtersText(set),
    orders: PART_ORDERS.map((order) => ({
      value: order,
      text: partRules.ORDER_TEXTS[order],
      selected: order === question.order ? '1' : '',
    })),
    clear: set > 0 ? questionAddress(withoutFilters(question)) : '',
  };
}

interface NearView {
  readonly article: string;
  readonly path: string;
  readonly comma: string;
}

/** How a question was understood, ready to be shown; '' where there is nothing to show. */
export interface NoteView {
  readonly isShown: string;
  readonly reading: string;
  /** That an article is not there, where neighbours are shown. */
  readonly missing: string;
  readonly near: readonly NearView[];
  readonly read: string;
  readonly leftOut: string;
  readonly plain: string;
  /** The same question with nothing read otherwise. */
  readonly strictPath: string;
}

const READ = ['sound', 'meaning', 'typing'];
const SPANS: readonly string[] = filtersAs('span').map(({ name }) => name);
const LEFT_OUT = ['stop', 'dropped'];

/** The remarks on what was read otherwise, left out or not understood; the same in browser and server. */
function noteView(question: PartsQuestion, note: string, notes: readonly PartNote[]): NoteView {
  const of = (kinds: readonly string[]) => notes.filter(({ kind }) => kinds.includes(kind));
  const near = of(['near']);
  const missing = near[0]?.text ?? '';
  const plain = of(SPANS).map(({ text }) => text);
  return {
    isShown: note || plain.length > 0 ? '1' : '',
    reading: missing || !note ? '' : partRules.readingText(note),
    missing: missing && partRules.noArticleText(missing),
    near: near.map(({ means = '' }, at) => ({
      article: means,
      path: questionAddress(readQuestion(new Map([['query', means]]))),
      comma: at > 0 ? '1' : '',
    })),
    read: of(READ)
      .map(({ text, means = '' }) => partRules.readAsText(text, means))
      .join(', '),
    leftOut: of(LEFT_OUT)
      .map(({ text }) => quoted(text))
      .join(', '),
    plain: plain.join('. '),
    strictPath: note ? questionAddress({ ...question, strict: true, cursor: '' }) : '',
  };
}

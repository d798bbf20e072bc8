import type { Part, PartsAnswer } from '../../contract/parts.ts';
import { type FilterView, filterView } from './filter-view.ts';
import { type NoteView, noteView } from './note-view.ts';
import { CROSSES_TEXT, exactText, foundText, nothingAsTypedText, nothingText } from './part-texts.ts';
import { type PartView, partView, partViews } from './part-view.ts';
import { filtersSet, type PartsQuestion, questionAddress, withoutFilters } from './question.ts';

/** What an answer says about a question, however many pages of it are shown. */
export type Answered = Pick<
  PartsAnswer,
  'total' | 'exact' | 'facets' | 'notes' | 'note' | 'crosses' | 'next'
> & {
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
  readonly parts: readonly PartView[];
  /** «Замены по номеру»; '' where nothing replaces what was asked for. */
  readonly crossesHeading: string;
  /** What does, each headed by its reason. */
  readonly crosses: readonly PartView[];
  /** Where the answer goes on; '' at its end. */
  readonly next: string;
  /** Everything shown has the article that was typed: what goes on is something else. */
  readonly onlyExact: string;
  /** Nothing is found because of the filters, or because nothing was read otherwise; '' or not. */
  readonly noneFilters: string;
  readonly noneStrict: string;
  /** What to do about it, in the words that were typed. */
  readonly noneWords: string;
  /** The words alone, with no filter and everything read as it may be meant. */
  readonly wordsPath: string;
}

/** The page as browser and server both write it. */
export function resultsView(question: PartsQuestion, answer: Answered, photoFolder: string): ResultsView {
  const { parts, total, exact, notes, note = '', crosses, next } = answer;
  const isFiltered = filtersSet(question) > 0;
  const none = parts.length === 0;
  return {
    query: question.query,
    found: none ? '' : foundText(total.count, total.exact),
    exact: exactText(exact),
    notes: noteView(question, note, notes),
    filters: filterView(question, answer),
    canFilter: parts.length > 0 || isFiltered ? '1' : '',
    parts: partViews(parts, note || question.query, photoFolder),
    crossesHeading: crosses.length > 0 ? CROSSES_TEXT : '',
    crosses: crosses.map(({ part, reason }) => partView(part, '', photoFolder, reason)),
    next: next ?? '',
    onlyExact: next && parts.every(({ match }) => match === 'exact') ? '1' : '',
    noneFilters: none && isFiltered ? '1' : '',
    noneStrict: none && !isFiltered && question.strict ? nothingAsTypedText(question.query) : '',
    noneWords: none && !isFiltered ? nothingText(question.query) : '',
    wordsPath: questionAddress({ ...withoutFilters(question), strict: false }),
  };
}

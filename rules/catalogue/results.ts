// Turns the answer to a search into all that the page of results shows, for server and browser: parts, filters, notes.
// A single part is in part.ts, the question in question.ts.
import { FILTERS, type FilterName, filtersAs, isTitleFact } from '../../contract/catalogue/filters.ts';
import type { FacetValue, Part, PartFacets, PartNote, PartsAnswer } from '../../contract/catalogue/parts.ts';
import { PART_ORDERS } from '../../contract/catalogue/words.ts';
import { capitalized, formatNumber, NBSP } from '../format/texts.ts';
import { routeLinks, slugOf, systemLink } from '../routes.ts';
import * as partRules from './part.ts';
import {
  boundsOf,
  chosenText,
  filtersSet,
  type PartsQuestion,
  questionAddress,
  readQuestion,
  withoutFilters,
} from './question.ts';

/** What an answer says about a question, however many pages of it are shown. */
type Answered = Pick<
  PartsAnswer,
  'total' | 'exact' | 'facets' | 'reading' | 'apart' | 'notes' | 'note' | 'crosses' | 'next'
> & { readonly parts: readonly Part[] };

/** The page of results, ready to be shown: texts, '' for what is absent, and lists of the same. */
export interface ResultsView {
  readonly query: string;
  /** «Найдено 38 деталей»; '' for nothing. */
  readonly found: string;
  readonly exact: string;
  readonly lack: LackView;
  readonly read: ReadView;
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
  /** What follows is not among those that the heading counts; '' or not. */
  readonly lessFitting: string;
  /** Nothing is found because of the filters, or because nothing was read otherwise; '' or not. */
  readonly noneFilters: string;
  readonly noneStrict: string;
  readonly noneWords: string;
  /** That nothing is found, as a sentence; '' where something is. */
  readonly none: string;
  /** The words alone, with no filter and everything read as it may be meant. */
  readonly wordsPath: string;
  /** The machine, the unit and the kind of part that were chosen without words: «КАМАЗ, тормоза»; '' for none. */
  readonly chosen: string;
  /** From the machine to the kind of part. */
  readonly steps: readonly StepView[];
  readonly narrower: readonly NarrowerView[];
}

export function resultsView(question: PartsQuestion, answer: Answered, photoFolder: string): ResultsView {
  const { parts, total, exact, note = '', crosses, next } = answer;
  const isFiltered = filtersSet(question) > 0;
  const none = parts.length === 0;
  const steps = stepViews(question);
  return {
    query: question.query,
    found: none
      ? ''
      : isGuess(answer)
        ? partRules.guessText(question.query)
        : partRules.foundText(total.count, total.exact),
    exact: partRules.exactText(exact),
    lack: lackView(question, answer),
    read: readView(question, answer),
    notes: noteView(answer),
    filters: filterView(question, answer),
    canFilter: parts.length > 0 || isFiltered ? '1' : '',
    parts: partRules.partViews(parts, note || question.query, photoFolder),
    crossesHeading: crosses.length > 0 ? partRules.CROSSES_TEXT : '',
    crosses: crosses.map(({ part, reason }) => partRules.partView(part, '', photoFolder, reason)),
    next: next ?? '',
    onlyExact: next && parts.every(({ match }) => match === 'exact') ? '1' : '',
    lessFitting: next && total.exact && parts.length >= total.count ? '1' : '',
    noneFilters: none && isFiltered ? '1' : '',
    noneStrict: none && !isFiltered && question.strict ? partRules.nothingAsTypedText(question.query) : '',
    none: none ? noneText(question, answer) : '',
    noneWords: none && !isFiltered ? '1' : '',
    wordsPath: questionAddress({ ...withoutFilters(question), strict: false }),
    chosen: question.query === '' ? chosenText(question) : '',
    steps,
    narrower: steps.length > 0 ? narrowerViews(question, answer.facets) : [],
  };
}

/** A machine that is named in other letters than it was typed is named as it is known. */
function noneText(question: PartsQuestion, { reading }: Answered): string {
  const { query } = question;
  if (filtersSet(question) > 0) return partRules.noneFilteredText(query);
  const { kind = null, machines = [] } = reading ?? {};
  return kind === null && machines.length > 0 ? partRules.noMachinesText(machines) : partRules.nothingText(query);
}

/** A choice of a list; `selected` is '' or not. */
export interface OptionView {
  readonly value: string;
  readonly text: string;
  readonly selected: string;
}

/**
 * Each filter, ready to be shown: the options of a choice and whether it is one at all, whether a switch is on and what
 * it leaves, both bounds.
 */
type FilterFields = {
  readonly [Name in FilterName<'choice'> as `${Name}Options`]: readonly OptionView[];
} & Readonly<Record<`${FilterName<'choice'>}Shown`, string>> &
  Readonly<Record<FilterName<'switch'> | `${FilterName<'switch'>}Count`, string>> &
  Readonly<Record<`${FilterName<'span'>}${'From' | 'To'}`, string>>;

export type FilterView = FilterFields & {
  readonly query: string;
  readonly strict: string;
  readonly plain: string;
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
  textOf: (title: string, count: number) => string,
): OptionView[] {
  const isChosen = (of: FacetValue) =>
    chosen !== '' && [wordOf(of), of.value].some((text) => text.toLowerCase() === chosen.toLowerCase());
  const shown = values.map((of) => ({
    value: wordOf(of),
    text: textOf(of.title, of.count),
    selected: isChosen(of) ? '1' : '',
  }));
  if (chosen === '' || values.some(isChosen)) return shown;
  return [{ value: chosen, text: textOf(chosen, 0), selected: '1' }, ...shown];
}

function filterView(question: PartsQuestion, { facets, total }: Pick<PartsAnswer, 'facets' | 'total'>): FilterView {
  const left = (count: number) => partRules.leftText(count, total.exact);
  const set = filtersSet(question);
  const fields = FILTERS.map((filter): Partial<FilterFields> => {
    if (filter.as === 'span') return Object.fromEntries(boundsOf(filter).map((bound) => [bound, question[bound]]));
    if (filter.as === 'switch') {
      return { [filter.name]: question[filter.name] ? '1' : '', [`${filter.name}Count`]: left(facets[filter.name]) };
    }
    const { name, column } = filter;
    const [values, chosen, isFact] = [facets[name], question[filter.parameter], isTitleFact(column)];
    // A text is chosen as people write it.
    const wordOf = ({ title, value }: FacetValue) => (filter.type === 'text' ? title : value);
    const textOf = (title: string, count: number) =>
      partRules.optionText(isFact ? capitalized(title) : title, left(count));
    return {
      [`${name}Options`]: options(values, chosen, wordOf, textOf),
      [`${name}Shown`]: isFact && chosen === '' && values.length < 2 ? '' : '1',
    };
  });
  return {
    ...(Object.assign({}, ...fields) as FilterFields),
    query: question.query,
    strict: question.strict ? '1' : '',
    plain: question.plain,
    summary: partRules.filtersText(set),
    orders: PART_ORDERS.map((order) => ({
      value: order,
      text: partRules.ORDER_TEXTS[order],
      selected: order === question.order ? '1' : '',
    })),
    clear: set > 0 ? questionAddress(withoutFilters(question)) : '',
  };
}

/** What the catalogue lacks of what was asked for, ready to be shown; '' where it lacks nothing. */
export interface LackView {
  readonly lackHeading: string;
  /** What else was asked for. */
  readonly asked: string;
  readonly near: readonly NearView[];
  /** Names the parts that are found in its place; they stay folded away until they are asked for. */
  readonly similar: string;
  /** They are being looked through: a filter is set, or a further page asked for; '' or not. */
  readonly isUnfolded: string;
}

/** What is shown is near to the article that was typed, which is not there. */
const isGuess = ({ apart, notes }: Pick<Answered, 'apart' | 'notes'>): boolean =>
  !apart && notes.some(({ kind }) => kind === 'near');

const LACKS = ['machine', 'side', 'dropped', 'kind', 'near'] as const;
type Lack = (typeof LACKS)[number];

/** The gravest of what an answer lacks; undefined where it does not say, behind its first page. */
const lackOf = (notes: readonly PartNote[]): Lack | undefined =>
  LACKS.find((lack) => notes.some(({ kind }) => kind === lack));

function lackView(question: PartsQuestion, { apart, parts, reading, notes, total }: Answered): LackView {
  if (!apart || parts.length === 0) return { lackHeading: '', asked: '', near: [], similar: '', isUnfolded: '' };
  const lack = lackOf(notes);
  const { kind = null, machines = [], sides = [] } = reading ?? {};
  const texts = notes.filter((note) => note.kind === lack).map(({ text }) => text);
  const text = texts.join(' ');
  const headings: Record<Lack, () => string> = {
    machine: () => partRules.LACK_TEXTS[kind ? 'machineOfPart' : 'machine'](machines.join(', ') || text),
    side: () => partRules.LACK_TEXTS.side(sides.join(', ') || text),
    // What is left of words alone names no part, so that all of them are asked for in vain.
    dropped: () => partRules.LACK_TEXTS.dropped(kind ? text : question.query),
    kind: () => partRules.LACK_TEXTS.kind(text),
    near: () => partRules.LACK_TEXTS.near(texts[0] ?? ''),
  };
  const isSameKind = lack === 'machine' || lack === 'side' || lack === 'dropped';
  const names = [kind ?? [], lack === 'machine' ? [] : machines, lack === 'side' ? [] : sides].flat();
  const isChosen = filtersSet(question) > 0 || question.order !== PART_ORDERS[0] || question.cursor !== '';
  return {
    lackHeading: lack ? headings[lack]() : partRules.LACK_TEXTS.unknown,
    asked: isSameKind && names.length > 0 ? partRules.askedText(names) : '',
    near: notes
      .filter(({ kind }) => kind === 'near')
      .map(({ means = '' }, at) => ({
        article: means,
        path: questionAddress(readQuestion(new Map([['query', means]]))),
        comma: at > 0 ? '1' : '',
      })),
    similar: partRules.similarText(
      (isSameKind && kind) || '',
      isSameKind ? partRules.APART_TEXTS[lack] : '',
      total.count,
      total.exact,
    ),
    isUnfolded: isChosen ? '1' : '',
  };
}

/** Something that a question was read as; paths are '' where there is nothing to change. */
interface ChipView {
  readonly text: string;
  /** The question without it. */
  readonly withoutPath: string;
  readonly remove: string;
  /** The question with these words as words alone. */
  readonly plainPath: string;
  readonly notMachine: string;
}

/** What a question was read as, ready to be shown; '' where there is nothing to show. */
export interface ReadView {
  readonly isRead: string;
  readonly chips: readonly ChipView[];
  /** The same question with nothing read otherwise. */
  readonly strictPath: string;
  /** The same question read as usual, where it is not. */
  readonly usualPath: string;
}

function readView(question: PartsQuestion, { reading, note, parts }: Answered): ReadView {
  const first: PartsQuestion = { ...question, cursor: '' };
  const { query, strict, plain } = first;
  const chips = (reading?.chips ?? []).map(({ role, name, typed, without }) => ({
    text: `${partRules.CHIP_TEXTS[role]}: ${name}`,
    withoutPath: without === '' ? '' : questionAddress({ ...first, query: without }),
    remove: partRules.removeText(name),
    plainPath: role === 'machine' ? questionAddress({ ...first, plain: `${plain} ${typed}`.trim() }) : '',
    notMachine: partRules.notMachineText(name),
  }));
  const isReread = query !== '' && !strict && (chips.length > 0 || note !== undefined);
  const isUnusual = strict ? parts.length > 0 : plain !== '';
  return {
    isRead: isReread || isUnusual ? '1' : '',
    chips,
    strictPath: isReread ? questionAddress({ ...first, strict: true, plain: '' }) : '',
    usualPath: isUnusual ? questionAddress({ ...first, strict: false, plain: '' }) : '',
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
  readonly readOtherwise: string;
  readonly leftOut: string;
  readonly unread: string;
}

const READ = ['sound', 'meaning', 'typing'];
const SPANS: readonly string[] = filtersAs('span').map(({ name }) => name);

/** The remarks on what was read otherwise, left out, not understood or said by no title; words that say nothing are left out silently. */
function noteView({ note = '', notes, apart, reading: asked }: Answered): NoteView {
  const kind = asked?.kind;
  const of = (kinds: readonly string[]) => notes.filter(({ kind }) => kinds.includes(kind));
  const unsaid = notes.flatMap(({ kind, text, means = '' }) => {
    if (kind === 'side unsaid') return partRules.UNSAID_TEXTS.side(text);
    const model = text.startsWith(`${means} `) ? text.slice(means.length + 1) : text;
    return kind === 'model unsaid' ? partRules.UNSAID_TEXTS.model(model, means) : [];
  });
  const unread = [...of(SPANS).map(({ text }) => text), ...unsaid];
  const lack = apart ? lackOf(notes) : undefined;
  // What the heading says of an answer that lacks something is not said again.
  const leftOut = lack === 'dropped' ? [] : of(['dropped']);
  // What was left out after all was read as nothing else.
  const isLeft = (means: string) => of(['dropped']).some(({ text }) => text.toLowerCase() === means.toLowerCase());
  const read = of(READ).filter(({ means = '' }) => !isLeft(means));
  const isOfWords = of(['dropped']).length > 0 && (lack === undefined || (lack === 'dropped' && !kind));
  const isOtherwise = notes.length === unsaid.length || of([...READ, 'layout']).length > 0 || isOfWords;
  const reading = note !== '' && isOtherwise ? partRules.readingText(note) : '';
  return {
    isShown: reading !== '' || leftOut.length > 0 || unread.length > 0 ? '1' : '',
    reading,
    readOtherwise: read.map(({ text, means = '' }) => partRules.readAsText(text, means)).join(' '),
    leftOut: leftOut.length > 0 ? partRules.leftOutText(leftOut.map(({ text }) => text)) : '',
    unread: unread.join('. '),
  };
}

/** A step to what was chosen; `current` for the last one. */
interface StepView {
  readonly title: string;
  readonly path: string;
  readonly current: 'page' | 'false';
}

/** What was chosen without words, the widest first: its title and address. */
function stepsOf({ query, machine, system, kind }: PartsQuestion): [title: string, path: string][] {
  if (query !== '') return [];
  const asked = (chosen: Readonly<Record<string, string>>) =>
    questionAddress(readQuestion(new Map(Object.entries(chosen))));
  return [
    ...(machine ? [[machine, routeLinks.machine(slugOf(machine))] as [string, string]] : []),
    ...(system
      ? [[capitalized(system), machine ? asked({ machine, system }) : systemLink(system)] as [string, string]]
      : []),
    ...(kind ? [[capitalized(kind), asked({ machine, system, kind })] as [string, string]] : []),
  ];
}

const stepViews = (question: PartsQuestion): StepView[] =>
  stepsOf(question).map(([title, path], at, all) => ({
    title,
    path,
    current: at === all.length - 1 ? 'page' : 'false',
  }));

/** A link to the parts that have something in common; `count` as it is read. */
export interface NameView {
  readonly path: string;
  readonly title: string;
  readonly count: string;
}

/** Links to fewer of the parts that a question finds, by one thing that it leaves open. */
export interface NarrowerView {
  readonly heading: string;
  readonly names: readonly NameView[];
  /** «Ещё 12»; '' where those are all. */
  readonly moreText: string;
  readonly more: readonly NameView[];
}

/** So many stand in sight, the commonest. */
const IN_SIGHT = 12;

/** The units, kinds and machines that a question leaves open; what is chosen decides about what is wider. */
export function narrowerViews(question: PartsQuestion, facets: PartFacets): NarrowerView[] {
  const open = [
    { name: 'system', heading: 'Узлы', isOpen: !question.system && !question.kind },
    { name: 'kind', heading: 'Детали', isOpen: !question.kind },
    { name: 'machine', heading: 'Машины', isOpen: !question.machine },
  ] as const;
  return open.flatMap(({ name, heading, isOpen }) => {
    const names = facets[name]
      .filter(({ value }) => value !== '')
      .map(({ value, title, count }) => ({
        path: questionAddress({ ...question, [name]: value, cursor: '' }),
        title: name === 'machine' ? title : capitalized(title),
        count: formatNumber(count),
      }));
    // One alone leaves no choice.
    if (!isOpen || names.length < 2) return [];
    const more = names.slice(IN_SIGHT);
    const moreText = more.length > 0 ? `Ещё${NBSP}${more.length}` : '';
    return [{ heading, names: names.slice(0, IN_SIGHT), moreText, more }];
  });
}

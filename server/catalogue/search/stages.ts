// The stages of a search from exact to loose: same article, its beginning, a fragment, words; a row belongs to the
// first that accepts it.
import type { Match } from '../../../contract/catalogue/positions.ts';
import { wordsOf } from '../../platform/text/words.ts';
import { kindNamed, machineNamed } from '../part-reader/lexicon.ts';
import { isOf, widerKinds } from '../part-reader/lexicon-data.ts';
import { BRAND, type PositionColumns } from '../search-index/position-columns.ts';
import * as queries from '../search-index/query.ts';
import {
  ARTICLE_KIND,
  CODE_KIND,
  codeKeyOf,
  type IndexedRow,
  isFragment,
  wordFormsOf,
} from '../search-index/tokens.ts';
import { hasNear, isNear, isOneArticle, nearCandidates } from './near-keys.ts';

/** Milliseconds by stage since they were taken last. A thread answers one question after another. */
const spent = new Map<string, number>();

/** The same work, whose time is added to that of a stage. */
const timedFor =
  <Values extends unknown[], Result>(stage: string, work: (...values: Values) => Promise<Result>) =>
  async (...values: Values): Promise<Result> => {
    const began = performance.now();
    try {
      return await work(...values);
    } finally {
      spent.set(stage, (spent.get(stage) ?? 0) + performance.now() - began);
    }
  };

/** What the stages took, which is forgotten then. */
export function takeStageTimes(): Record<string, number> {
  const times = Object.fromEntries(spent);
  spent.clear();
  return times;
}

type Opens = 'always' | 'unless an article is found' | 'unless anything is found';

/** When a first page opens the stage for this query. */
export const opensFor = ({ opens }: Stage, query: queries.ReadQuery): Opens =>
  typeof opens === 'string' ? opens : opens(query);

/** One stage of an answer, positions in stock first; a row belongs to the first stage that accepts it. */
interface EachStage {
  /** Names the stage in cursors: never given to another meaning. */
  readonly id: string;
  /** What the API calls its rows. */
  readonly match: Match;
  /** What its rows are ordered by before their id. */
  readonly order: 'key' | 'key id' | 'nothing';
  /** Whether its rows may leave open what a query was read as; those of the others hold its words. */
  readonly isRead?: boolean;
  /** Whether it asks for completions of the last word. */
  readonly isCompleted?: boolean;
  /** When a first page opens it; otherwise it is left to «load more». */
  readonly opens: Opens | ((query: queries.ReadQuery) => Opens);
  /** Whether it can have rows at all for this query. */
  possible(query: queries.ReadQuery): boolean;
  /** Whether its candidates may belong to a later stage or to none. */
  isLoose(query: queries.ReadQuery): boolean;
  /** Through which of its keys a row that no earlier stage accepts belongs here; null when it does not. */
  accepts(row: RowFacts, query: queries.ReadQuery): number | null;
}

interface FindsKeys {
  /** Whether it may find anything new, cheaply. */
  glance?(index: queries.SearchIndex, query: queries.ReadQuery, isNew: (id: number) => boolean): Promise<boolean>;
  /** Its candidates in order, perhaps with some of other stages; fewer than `limit`: there are no more. */
  candidates(
    index: queries.SearchIndex,
    query: queries.ReadQuery,
    stock: number,
    limit: number,
  ): Promise<queries.Candidate[]>;
  readonly ids?: never;
  readonly certainIds?: never;
}

interface FindsWords {
  readonly glance?: never;
  /** The first ids of its candidates, in stock or not and ascending: it is ordered by nothing else. */
  ids(index: queries.SearchIndex, query: queries.ReadQuery, limit: number): Promise<Int32Array>;
  /** Those of them that surely belong here or to an earlier stage. */
  certainIds(index: queries.SearchIndex, query: queries.ReadQuery, limit: number): Promise<Int32Array>;
  /** Which of them belong here by what their titles were read as; absent or null: all. */
  keeps?(columns: PositionColumns, query: queries.ReadQuery): ((id: number) => boolean) | null;
}

export type Stage = EachStage & (FindsKeys | FindsWords);

/** A longer number is hardly a piece of another one. */
export const FRAGMENT_GLANCED_MAX = 9;
const GLANCED_AT = 20;

const always = () => true;
const never = () => false;

const ofArticles = { order: 'key', opens: 'always', isLoose: never } satisfies Partial<Stage>;

const ofWords = {
  match: 'words',
  order: 'nothing',
  isLoose: ({ parsed }: queries.ReadQuery) => queries.isApproximate(parsed),
} satisfies Partial<Stage>;

/** Rows whose words satisfy the expression; there are none where it is null. */
function byWords(
  expressionOf: (query: queries.ReadQuery, fragments: queries.Fragments) => queries.Expression | null,
): FindsWords {
  const idsOf = async (index: queries.SearchIndex, expression: queries.Expression | null, limit: number) =>
    expression ? index.idsByWords(expression, limit) : new Int32Array();
  return {
    ids: (index, query, limit) => idsOf(index, expressionOf(query, 'by pieces'), limit),
    certainIds: (index, query, limit) => idsOf(index, expressionOf(query, 'none'), limit),
  };
}

/** Rows of the articles in the query, by article. */
const byArticlesInQuery: FindsKeys['candidates'] = async (index, { parsed }, stock, limit) => {
  const found: queries.Candidate[] = [];
  for (const { key } of parsed.runs) {
    if (found.length >= limit) break;
    found.push(...(await index.byKey(stock, key, limit - found.length)));
  }
  return found;
};

const isKindHere = ({ facts }: queries.ReadQuery): boolean => facts?.isKindHere === true;

/** «РВД 1/2» is a hose of half an inch, and no piece of «РВД 12-35-1300». */
const isPartOfSize = (query: queries.ReadQuery): boolean => isKindHere(query) && query.sizes !== null;

/** Where part and machine are known, words in titles of other parts for other machines are no answer. */
const isOfWords = (query: queries.ReadQuery): boolean => !isKindHere(query) || query.facts?.machines.length === 0;

/** Where the part is known, words in titles of other parts are left to «load more». */
function unlessKind(query: queries.ReadQuery): Opens {
  return isKindHere(query) ? 'unless anything is found' : 'unless an article is found';
}

/** What a query was read as, with all its sizes as sizes and not as words. */
function sized({ facts, sizes }: queries.ReadQuery): queries.ReadQuery['facts'] {
  return facts && sizes && { ...facts, rest: sizes.rest, sizes: [...facts.sizes, ...sizes.names] };
}

const unsized = ({ facts }: queries.ReadQuery) => facts;

/** Whether a query has sizes that may be words alone too: the others are asked for as sizes anyhow. */
const hasOpenSizes = ({ facts, sizes }: queries.ReadQuery): boolean =>
  sizes?.names.some((name) => !facts?.sizes.includes(name)) === true;

/** Positions whose titles say what the query does, in whatever words; `factsOf`: see `sized`. */
function asReadStage(
  id: string,
  agreement: queries.Agreement,
  opens: Stage['opens'],
  factsOf: typeof sized = unsized,
): Stage {
  return {
    id,
    match: 'words',
    order: 'nothing',
    isRead: true,
    opens,
    possible: ({ facts, ...query }) =>
      facts !== null &&
      (factsOf === unsized || hasOpenSizes({ facts, ...query })) &&
      (agreement !== 'exact' || facts.kind !== null) &&
      // Without a machine and a side it would find what is found already.
      (agreement !== 'loose' || facts.machines.length + facts.sides.length > 0) &&
      // Without a part it would find whatever names no machine.
      (agreement !== 'machine unsaid' || (facts.machines.length > 0 && facts.kind !== null)) &&
      (agreement !== 'kind unsaid' || (facts.kind?.parent ?? null) !== null) &&
      (agreement !== 'piece of it' || facts.kind !== null),
    isLoose: (query) => queries.looseFragments(query.parsed, factsOf(query)?.rest).length > 0,
    ...byWords((query, fragments) => {
      const facts = factsOf(query);
      return facts && queries.asRead(facts, query.brands, agreement, fragments);
    }),
    keeps: agrees(agreement),
    // What was read stands in the index; only pieces of articles are to be looked at again.
    accepts: (row, query) => (factsOf(query)?.rest.every((chunk) => containsChunk(row, chunk)) ? ARTICLE_KIND : null),
  };
}

/** Positions that have the sizes of the query as sizes, and its other words. */
const ofSizes = {
  match: 'words',
  order: 'nothing',
  isLoose: ({ parsed, sizes }: queries.ReadQuery) => queries.looseFragments(parsed, sizes?.chunks ?? []).length > 0,
  ...byWords(({ sizes, brands }, fragments) => sizes && queries.withSizes(sizes, brands, fragments)),
  accepts: (row: RowFacts, { sizes }: queries.ReadQuery) =>
    sizes?.chunks.every((chunk) => containsChunk(row, chunk)) ? ARTICLE_KIND : null,
} satisfies Partial<Stage>;

const completionsOf = ({ completions }: queries.ReadQuery) => completions ?? queries.NO_COMPLETIONS;

/** Positions that have a completion of the last word, a common or a rare one, and the words before it. */
const ofCompletions = (which: { readonly rarely: boolean }) => ({
  ...ofWords,
  isCompleted: true,
  ...byWords((query, fragments) =>
    queries.completedWords(query.parsed, completionsOf(query), query.brands, { ...which, fragments }),
  ),
});

/** How a query may agree with what titles were read as in all of it. */
const AGREEMENTS = [
  ['read', 'exact'],
  ['read-narrower', 'whole'],
  ['read-loosely', 'loose'],
] as const;

/** Whether positions agree with what a query says of kind, machine and side, by what their titles were read as. */
function judgesOf(columns: PositionColumns, { kind, machines, sides, makes }: queries.QueryFacts) {
  const wider = widerKinds(kind).map(({ name }) => name);
  const asked = machines.flat();
  const families = new Set(asked.flatMap((machine) => machine.wider.map(({ name }) => name)));
  /** A family that is named beside one of its models is named for that model. */
  const isAlone = (family: string, names: readonly string[]) =>
    !names.some((name) => machineNamed(name)?.wider.some((one) => one.name === family));
  const brandsOf = (names: Iterable<string>) => new Set([...names].flatMap((name) => makes.get(name) ?? []));
  const [ofAsked, ofFamilies] = [brandsOf(asked.map(({ name }) => name)), brandsOf(families)];
  const isForNoOther = columns.judged(
    'machines',
    (names) =>
      names.length === 0 ||
      asked.some(({ name }) => names.includes(name)) ||
      names.some((name) => families.has(name) && isAlone(name, names)),
  );
  return {
    /** Of the kind, of a narrower or wider one, or of one that is not known. */
    isKind: columns.judged('kind', ([name]) => {
      if (kind === null || name === undefined || wider.includes(name)) return true;
      return isOf(kindNamed(name) ?? null, kind.name);
    }),
    /** Its title names no machine. */
    isMachineUnsaid: columns.judged('machines', (names) => names.length === 0),
    /** Its title names no machine, one of these, or their family alone; or it is sold under the make of one. */
    isForNoOther: (id: number) => isForNoOther(id) || ofAsked.has(columns.fact(id, BRAND)),
    isOfFamilyBrand: (id: number) => ofFamilies.has(columns.fact(id, BRAND)),
    /** Its title says each of the sides, or none at all. */
    isSideOpen: columns.judged('sides', (names) => names.length === 0 || sides.every((side) => names.includes(side))),
  };
}

/** No other part, and for no other machine: «Урал» may stand in the name of a maker too. */
function mayBeAsRead(columns: PositionColumns, { facts }: queries.ReadQuery): ((id: number) => boolean) | null {
  if (facts === null) return null;
  const { isKind, isForNoOther } = judgesOf(columns, facts);
  return facts.machines.length === 0 ? isKind : (id) => isKind(id) && isForNoOther(id);
}

/** What an expression leaves open: sides that titles do not say, and machines. */
const agrees =
  (agreement: queries.Agreement) =>
  (columns: PositionColumns, { facts }: queries.ReadQuery): ((id: number) => boolean) | null => {
    if (facts === null || agreement === 'exact' || agreement === 'whole') return null;
    const { machines, sides } = facts;
    if (machines.length + sides.length === 0) return null;
    const { isMachineUnsaid, isForNoOther, isOfFamilyBrand, isSideOpen } = judgesOf(columns, facts);
    // What is sold under the make and names another model is for that one.
    const isForMachine =
      agreement === 'machine unsaid' ? isMachineUnsaid : (id: number) => !isOfFamilyBrand(id) || isForNoOther(id);
    return (id) => (sides.length === 0 || isSideOpen(id)) && (machines.length === 0 || isForMachine(id));
  };

const startsWith = (prefix: string) => (form: string) => form.startsWith(prefix);

/** Stages of what agrees with a query but for the machine or the kind, of which titles say less, and of pieces of the part. */
/** The stage of the article that a whole query is. */
export const ARTICLE = 'article';
/** The stage of neighbours of an article. */
export const NEAR = 'near';
/** The stage of articles that stand among the words of a query. */
export const ARTICLE_ONLY = 'article-only';
export const WITHOUT_MACHINE = 'read-without-machine';
export const WITHOUT_KIND = 'read-without-kind';
export const PIECES = 'read-pieces';

const LISTED: readonly Stage[] = [
  {
    id: ARTICLE,
    match: 'exact',
    ...ofArticles,
    possible: always,
    candidates: (index, { parsed }, stock, limit) => index.byWhole(stock, parsed.key, limit),
    accepts: (row, { parsed }) => keyKind(row, (key) => key === parsed.key),
  },
  {
    id: 'article-and-words',
    match: 'exact',
    ...ofArticles,
    possible: ({ parsed }) => parsed.runs.length > 0,
    isLoose: always,
    candidates: byArticlesInQuery,
    accepts: (row, { parsed }) => keyKind(row, (key) => containsAroundArticle(row, parsed, key)),
  },
  {
    id: ARTICLE_ONLY,
    match: 'exact',
    ...ofArticles,
    possible: ({ parsed }) => parsed.runs.length > 0,
    candidates: byArticlesInQuery,
    accepts: (row, { parsed }) => keyKind(row, (key) => parsed.runs.some((run) => run.key === key)),
  },
  {
    // «1/2» is the beginning of no article.
    id: 'sizes-alone',
    ...ofSizes,
    opens: 'unless an article is found',
    possible: ({ sizes }) => sizes?.chunks.length === 0,
  },
  {
    id: 'prefix',
    match: 'similar',
    ...ofArticles,
    possible: (query) => !isPartOfSize(query),
    candidates: (index, { parsed }, stock, limit) => index.byPrefix(stock, parsed.key, limit),
    accepts: (row, { parsed }) => keyKind(row, startsWith(parsed.key)),
  },
  {
    id: NEAR,
    match: 'similar',
    ...ofArticles,
    opens: 'unless an article is found',
    possible: ({ parsed }) => isOneArticle(parsed),
    candidates: (index, { parsed }, stock, limit) => nearCandidates(index, parsed, stock, limit),
    glance: (index, { parsed }, isNew) => hasNear(index, parsed, isNew),
    accepts: (row, { parsed }) => keyKind(row, (key) => isNear(parsed, key)),
  },
  {
    id: 'inner',
    match: 'similar',
    order: 'key id',
    opens: 'unless an article is found',
    possible: (query) => isFragment(query.parsed.key) && !isPartOfSize(query),
    isLoose: never,
    candidates: (index, { parsed }, stock, limit) => index.byFragment(stock, parsed.key, limit),
    async glance(index, { parsed: { key } }, isNew) {
      for (const stock of key.length > FRAGMENT_GLANCED_MAX ? [] : [1, 0])
        if ((await index.byFragment(stock, key, GLANCED_AT)).some(({ id }) => isNew(id))) return true;
      return false;
    },
    accepts: (row, { parsed }) => (isFragment(parsed.key) ? keyKind(row, (key) => key.includes(parsed.key)) : null),
  },
  ...AGREEMENTS.map(([id, agreement]) => asReadStage(`${id}-sized`, agreement, 'unless an article is found', sized)),
  ...AGREEMENTS.map(([id, agreement]) => asReadStage(id, agreement, 'unless an article is found')),
  {
    id: 'sizes-of-kind',
    ...ofSizes,
    opens: 'unless an article is found',
    possible: (query) => isKindHere(query) && query.sizes !== null,
    keeps: mayBeAsRead,
  },
  {
    id: 'words-of-kind',
    ...ofWords,
    opens: 'unless an article is found',
    possible: isKindHere,
    ...byWords(({ parsed, brands }, fragments) => queries.allWords(parsed, brands, fragments)),
    keeps: mayBeAsRead,
    accepts: (row, { parsed, facts }) =>
      facts?.kind && parsed.chunks.every((chunk) => containsChunk(row, chunk)) ? ARTICLE_KIND : null,
  },
  asReadStage(WITHOUT_MACHINE, 'machine unsaid', 'unless anything is found'),
  asReadStage(WITHOUT_KIND, 'kind unsaid', 'unless anything is found'),
  asReadStage(PIECES, 'piece of it', 'unless anything is found'),
  { id: 'sizes', ...ofSizes, opens: unlessKind, possible: (query) => query.sizes !== null && isOfWords(query) },
  {
    id: 'words',
    ...ofWords,
    opens: unlessKind,
    possible: isOfWords,
    ...byWords(({ parsed, brands }, fragments) => queries.allWords(parsed, brands, fragments)),
    accepts: (row, { parsed }) =>
      parsed.chunks.length > 0 && parsed.chunks.every((chunk) => containsChunk(row, chunk)) ? ARTICLE_KIND : null,
  },
  {
    id: 'completed',
    ...ofCompletions({ rarely: false }),
    opens: unlessKind,
    possible: (query) => isOfWords(query) && completionsOf(query).prefix !== '',
    accepts(row, query) {
      const { prefix, common } = completionsOf(query);
      return prefix !== '' &&
        containsAllButLast(row, query.parsed) &&
        (common.some((form) => row.forms.has(form)) || [...row.brandForms].some(startsWith(prefix)))
        ? ARTICLE_KIND
        : null;
    },
  },
  {
    id: 'completed-rarely',
    ...ofCompletions({ rarely: true }),
    opens: 'unless anything is found',
    possible: (query) => isOfWords(query) && completionsOf(query).rare,
    accepts(row, query) {
      const { prefix } = completionsOf(query);
      return prefix !== '' && containsAllButLast(row, query.parsed) && [...row.forms].some(startsWith(prefix))
        ? ARTICLE_KIND
        : null;
    },
  },
];

/** The stages of an answer, in order; each adds up the time that its candidates take. */
export const STAGES: readonly Stage[] = LISTED.map((stage) =>
  stage.ids
    ? { ...stage, ids: timedFor(stage.id, stage.ids), certainIds: timedFor(stage.id, stage.certainIds) }
    : { ...stage, candidates: timedFor(stage.id, stage.candidates) },
);

interface RowFacts {
  readonly articleKey: string;
  readonly codeKey: string;
  readonly forms: ReadonlySet<string>;
  readonly brandForms: ReadonlySet<string>;
}

/** The facts of a row; its words are worked out when they are asked for: a row found by its article never is. */
export function factsOf(row: Omit<IndexedRow, 'id' | 'brand_id'>, brandTitle: string): RowFacts {
  let forms: ReadonlySet<string> | undefined;
  let brandForms: ReadonlySet<string> | undefined;
  return {
    articleKey: row.article_key,
    codeKey: codeKeyOf(row),
    get forms() {
      forms ??= wordFormsOf(row);
      return forms;
    },
    get brandForms() {
      brandForms ??= new Set(wordsOf(brandTitle));
      return brandForms;
    },
  };
}

/** Which key of the row satisfies the condition, the article's before the code's; null when neither does. */
function keyKind(row: RowFacts, serves: (key: string) => boolean): number | null {
  if (serves(row.articleKey)) return ARTICLE_KIND;
  return row.codeKey !== '' && serves(row.codeKey) ? CODE_KIND : null;
}

const inKeys = (row: RowFacts, fragment: string): boolean =>
  fragment !== '' && (row.articleKey.includes(fragment) || row.codeKey.includes(fragment));

const containsWord = (row: RowFacts, word: queries.QueryWord): boolean =>
  row.forms.has(word.form) || row.brandForms.has(word.form) || inKeys(row, word.fragment);

const containsChunk = (row: RowFacts, chunk: queries.QueryChunk): boolean =>
  inKeys(row, chunk.fragment) || chunk.words.every((word) => containsWord(row, word));

/** Whether the key is an article in the query and the row holds everything else that the query says. */
const containsAroundArticle = (row: RowFacts, query: queries.ParsedQuery, key: string): boolean =>
  query.runs.some(
    (run) =>
      run.key === key &&
      query.chunks.every((chunk, at) => (at >= run.from && at < run.to) || containsChunk(row, chunk)),
  );

function containsAllButLast(row: RowFacts, query: queries.ParsedQuery): boolean {
  const last = query.chunks.at(-1);
  return (
    last !== undefined &&
    query.chunks.slice(0, -1).every((chunk) => containsChunk(row, chunk)) &&
    last.words.slice(0, -1).every((word) => containsWord(row, word))
  );
}

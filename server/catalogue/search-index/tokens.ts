// What of a position goes into the search index: its keys, word forms, trigrams of articles, brand and stock.
import * as columns from '../../../contract/catalogue/columns.ts';
import * as filters from '../../../contract/catalogue/filters.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import { rawWords, wordForm, wordsOf } from '../../platform/text/words.ts';
import { widerKinds } from '../part-reader/lexicon-data.ts';
import type { OwnReadings } from '../part-reader/own-readings.ts';
import { type PartReading, partsOf, readOffer, readPart } from '../part-reader/read-part.ts';
import { lessPrecise } from '../part-reader/sizes.ts';

/** Which key of a position an entry of `position_keys` is. */
export const ARTICLE_KIND = 0;
export const CODE_KIND = 1;

/** Shorter pieces of an article have no trigram, so they are indexed as words. */
export const FRAGMENT_MIN = 3;

/** Whether a text is long enough to be looked for inside of keys. */
export const isFragment = (text: string): boolean =>
  text.length >= 2 * FRAGMENT_MIN || Array.from(text).length >= FRAGMENT_MIN;

function addTrigrams(key: string, tokens: Set<string>): void {
  const written = withoutPlus(key);
  // Almost all keys have no character outside the basic plane, and then a slice of the text will do.
  if (!/[\ud800-\udfff]/.test(written)) {
    for (let at = 0; at + FRAGMENT_MIN <= written.length; at++) tokens.add(`#${written.slice(at, at + FRAGMENT_MIN)}`);
    return;
  }
  const characters = Array.from(written);
  for (let at = 0; at + FRAGMENT_MIN <= characters.length; at++)
    tokens.add(`#${characters.slice(at, at + FRAGMENT_MIN).join('')}`);
}

/** A plus would end a token of the word index; the sign of full width never stands in a key. */
const withoutPlus = (key: string): string => key.replaceAll('+', '＋');

export const trigramToken = (trigram: string): string => `#${withoutPlus(trigram)}`;
export const brandToken = (brandId: number): string => `@${brandId}`;
/** What a title was read as, by a letter each; a token without a name: the title says nothing of it. */
const FACT_LETTERS = {
  kind: 'k',
  /** A wider kind than it is. */
  widerKind: 'h',
  object: 'o',
  machine: 'm',
  /** The make or family of a machine. */
  widerMachine: 'w',
  side: 'p',
  size: 'z',
} as const;
type Fact = keyof typeof FACT_LETTERS;

/** By fact and name; names are mostly those of the data, which are few. */
const tokensOfFacts = Object.fromEntries(
  Object.keys(FACT_LETTERS).map((fact) => [fact, new Map<string, string>()]),
) as Record<Fact, Map<string, string>>;
const TOKENS_MAX = 30_000;

export function factToken(fact: Fact, name = ''): string {
  const known = tokensOfFacts[fact];
  const found = known.get(name);
  if (found !== undefined) return found;
  if (known.size >= TOKENS_MAX) known.clear();
  const made = `_${FACT_LETTERS[fact]}${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_')}`;
  known.set(name, made);
  return made;
}

const stockToken = (inStock: number): string => `_s${inStock}`;

/** The key of the supplier's code, or '' when there is none or it says the same as the article. */
export function codeKeyOf(row: Pick<IndexedRow, 'article_key' | 'code'>): string {
  const key = row.code === '' ? '' : articleKey(row.code);
  return key === row.article_key ? '' : key;
}

/** The word forms by which a position is found, without those of its brand, each once. */
export function wordFormsOf(row: Pick<IndexedRow, 'article' | (typeof WORD_COLUMNS)[number]>): Set<string> {
  const forms = new Set(wordsOf(WORD_COLUMNS.map((name) => row[name]).join(' ')));
  for (const raw of rawWords(row.article)) if (!isFragment(raw)) forms.add(wordForm(raw));
  return forms;
}

const namesOf = (values: readonly { readonly name: string }[]): string[] => values.map(({ name }) => name);

function factTokens({ kind, objects, machines, sides, sizes, sizePlaces }: PartReading): string[] {
  const of = (fact: Fact, names: readonly string[], none = ['']) =>
    (names.length > 0 ? names : none).map((name) => factToken(fact, name));
  return [
    ...of('kind', kind ? [kind.name] : []),
    ...of('widerKind', namesOf(widerKinds(kind)), []),
    ...of('object', namesOf([...objects, ...(kind ? partsOf(kind) : [])]), []),
    ...of('machine', namesOf(machines)),
    ...of('widerMachine', namesOf(machines.flatMap(({ wider }) => wider)), []),
    ...of('side', sides),
    ...of('size', [...new Set([...sizes, ...namesOf(sizePlaces)].flatMap(lessPrecise))], []),
  ];
}

const MAKERS_MAX = 2_000;
const tokensOfMakers = new Map<string, readonly string[]>();

/** A maker that is a make of machines makes parts for them: «КАМАЗ», not «Ремдеталь-Урал». */
function makerTokens(maker: string): readonly string[] {
  const known = tokensOfMakers.get(maker);
  if (known) return known;
  const { machines, roles, pieces } = readPart(maker);
  const isMake = pieces.every(({ is }, at) => is === 'sign' || roles[at] === 'machine');
  const made = isMake ? namesOf(machines).map((name) => factToken('widerMachine', name)) : [];
  if (tokensOfMakers.size >= MAKERS_MAX) tokensOfMakers.clear();
  tokensOfMakers.set(maker, made);
  return made;
}

/** The facts of a row `f` of title_readings, as `ReadTitle` has them. */
export const SELECTED_FACTS = filters.TITLE_FACT_NAMES.map((name) => `f.${name}`).join(' || char(10) || ');

/** A title, with the maker and the article that stand beside it. */
export type Titled = Pick<IndexedRow, 'title' | 'manufacturer' | 'article'>;

/** What a title says to the index: words that a document gets besides its own, and facts. */
export interface ReadTitle {
  readonly tokens: string;
  /** The values of TITLE_FACT_NAMES in their order, a line each. */
  readonly facts: string;
  /** The title as pages show it; '' where it is the title itself. */
  readonly name: string;
}

/** `own`: what the shop says of titles. */
export function readTitle({ title, manufacturer, article }: Titled, own: OwnReadings | null): ReadTitle {
  const makers = makerTokens(manufacturer);
  const read = readPart(title, own);
  const { name, marks } = readOffer(title, article, own);
  return {
    tokens: [...makers, ...factTokens(read)].join(' '),
    facts: factsOf(read, marks),
    name: name === title ? '' : name,
  };
}

function factsOf({ kind, machines, sides }: PartReading, marks: readonly string[]): string {
  const several = (names: readonly string[]) => names.join(filters.FACTS_PARTED);
  // A model belongs to its make too.
  const named = new Set(machines.flatMap((machine) => [machine, ...machine.wider]));
  const facts: Record<filters.TitleFact, string> = {
    system: kind?.system ?? '',
    kind: kind?.name ?? '',
    machines: several(namesOf([...named])),
    sides: several(sides),
    marks: several(marks),
  };
  return filters.TITLE_FACT_NAMES.map((name) => facts[name]).join('\n');
}

/**
 * The document of a position in the word index, without what its title says: word forms, trigrams of its keys, its brand,
 * whether it is in stock.
 */
export function documentOf(row: IndexedRow, forms: ReadonlySet<string>): string {
  const tokens = new Set([stockToken(row.in_stock), brandToken(row.brand_id), ...forms]);
  for (const key of [row.article_key, codeKeyOf(row)]) addTrigrams(key, tokens);
  return [...tokens].join(' ');
}

export type IndexedRow = Pick<columns.PositionRecord, 'id' | columns.ColumnsWith<'searched'>> & {
  readonly article_key: string;
};

export const SEARCHED_COLUMNS = columns.columnsWith('searched');

/** Those whose words go into the index. */
export const WORD_COLUMNS = SEARCHED_COLUMNS.filter(
  (name): name is columns.ColumnsWhere<'searched', 'words'> => columns.POSITION_COLUMNS[name].searched === 'words',
);

/** The columns of an IndexedRow for a query over `positions p JOIN article_keys k ON k.id = p.key_id`. */
export const SELECTED_INDEXED = ['p.id', ...SEARCHED_COLUMNS.map((name) => `p.${name}`), 'k.key AS article_key'].join(
  ', ',
);

// Finds the parts that a buyer's pasted list of articles means, how to get the wanted pieces from the offers, and the
// totals.
import { FACTS_PARTED } from '../../../contract/catalogue/filters.ts';
import type * as answers from '../../../contract/catalogue/parts.ts';
import { LIST_NEAR_LINES_MAX, LIST_PARTS_MAX, SEARCH_PAGE_MAX } from '../../../contract/limits.ts';
import {
  type LineReading,
  type ListLine,
  likeliestOf,
  readList,
  type WordedLine,
  wordedLine,
} from '../../../rules/catalogue/list.ts';
import { withoutDetail } from '../../../rules/catalogue/offer-wording.ts';
import { articleKey, manufacturerKey } from '../../platform/text/article-key.ts';
import { marksOf, nameOf, type OfferRow, stockTitle, twoDecimals } from '../context/position.ts';
import { readPart, SET } from '../part-reader/read-part.ts';
import { groupOffers, type OfferFacts, type OfferGroups } from '../parts/offer-groups.ts';
import { MAKER, PART, type PositionColumns } from '../search-index/position-columns.ts';
import type { SearchIndex } from '../search-index/query.ts';
import { figuresOf, fillWanted, NO_FILTERS, type OfferTake, type OfferView, offerView } from './filtered-offers.ts';
import { partAnswers } from './part-answers.ts';
import { articleRuns, nearArticles, nearRun, type TypedRun } from './readings.ts';

interface FoundPart {
  readonly part: number;
  readonly groups: OfferGroups;
  readonly figures: ListFigures;
}

/** A reading compared with the catalogue: the parts that it may mean, the likeliest first. */
interface StoredReading extends LineReading {
  readonly by: answers.ListReading['by'];
  readonly found: readonly FoundPart[];
}

interface StoredLine extends ListLine {
  readonly readings: readonly StoredReading[];
  readonly chosen: number;
}

/** Parts that a text asks for in words, the best first. */
type PartsByWords = (text: string) => Promise<readonly number[]>;

/** Lines beyond the number that `readList` takes are only counted, as `ignored`. */
export async function findLines(
  index: SearchIndex,
  columns: PositionColumns,
  texts: readonly string[],
  liveDay: number,
  byWords: PartsByWords,
): Promise<answers.ListPartsAnswer> {
  const { lines, headings, ignored } = readList(texts);
  const sight = offerView(columns, NO_FILTERS, liveDay);
  const worded = lines.map(({ text }) => wordedLine(text));
  const runs = worded.map(({ words }) => articleRuns(words));
  const keys = lines.flatMap(({ readings }) => readings.map(({ article }) => articleKey(article)));
  const partsOf = await partsByKey(index, columns, [...keys, ...runs.flat().map(({ key }) => key)]);
  const stored: StoredLine[] = [];
  for (const [at, line] of lines.entries()) {
    const storedAs = storedFor(columns, sight, marksIn(line.text));
    const readings = line.readings.map(
      (reading): StoredReading => storedAs('article', reading, partsOf.get(articleKey(reading.article)) ?? []),
    );
    const found = readings.findIndex((reading) => reading.found.length > 0);
    let whole: StoredReading | null = null;
    for (const one of found === -1 ? inLikelyOrder(worded[at] as WordedLine) : []) {
      whole ??= withinWords(columns, storedAs, runs[at] ?? [], partsOf, one) ?? (await inWords(storedAs, one, byWords));
    }
    if (whole) stored.push({ ...line, readings: [whole], chosen: 0 });
    else stored.push({ ...line, readings, chosen: found === -1 ? likeliestOf(line.readings) : found });
  }
  shareStock(stored);
  const ids = stored.flatMap(({ readings }) => readings.flatMap(({ found }) => found.map(({ part }) => part)));
  const placed = [...new Set(ids)].map((part) => ({ part, match: undefined }));
  const parts = await partAnswers(index, columns, sight, placed, liveDay);
  const byId = new Map(parts.map((part) => [part.id, part]));
  const taken = stored.flatMap(({ readings }) =>
    readings.flatMap(({ found }) => found.flatMap(({ figures }) => figures.takes.map(({ offer }) => offer.id))),
  );
  const offers = new Map((await index.offers([...new Set(taken)], columns)).map((row) => [row.id, row]));
  const readingAnswer = ({ found, ...reading }: StoredReading): answers.ListReading => ({
    ...reading,
    parts: found.flatMap(({ part, figures }): answers.ListPart[] => {
      const answer = byId.get(part);
      return answer ? [listPart(answer, figures, offers)] : [];
    }),
  });
  const near = await nearOf(index, stored, runs);
  return {
    lines: stored.map(
      ({ line, text, readings, chosen }): answers.ListLineAnswer => ({
        ...{ line, text, chosen },
        readings: readings.map(readingAnswer),
        near: [...(near.get(line) ?? [])],
      }),
    ),
    totals: totalsOf(stored),
    headings,
    ignored,
  };
}

/** A bare number at the end of words counts pieces where it is read as nothing else: «стартер камаз 2», not «ЗИЛ 130». */
function inLikelyOrder(line: WordedLine): Worded[] {
  const { counted } = line;
  if (!counted) return [line];
  const { pieces, roles } = readPart(line.words);
  const isCount = roles[pieces.length - 1] === 'rest' && /\s/u.test(counted.words);
  return isCount ? [counted, line] : [line, counted];
}

type Worded = Pick<WordedLine, 'words' | 'amount' | 'problem'>;

/** A line with an article among its words. */
function withinWords(
  columns: PositionColumns,
  storedAs: StoredFor,
  runs: readonly TypedRun[],
  partsOf: ReadonlyMap<string, readonly number[]>,
  { words, amount, problem }: Worded,
): StoredReading | null {
  for (const { key, typed } of runs) {
    const parts = partsOf.get(key) ?? [];
    const makers = words.split(/\s+/);
    const maker = makers.find((word) => makerNumber(columns, word) > 0) ?? '';
    const stored = storedAs('article', { article: typed, amount, problem, maker }, parts);
    if (stored.found.length > 0) return stored;
  }
  return null;
}

/** A line that names a part without its article: parts to choose from, ordinary ones in stock first, then the cheapest. */
async function inWords(
  storedAs: StoredFor,
  { words, amount, problem }: Worded,
  byWords: PartsByWords,
): Promise<StoredReading | null> {
  const stored = storedAs('words', { article: words, amount, problem, maker: '' }, await byWords(words));
  return stored.found.length > 0 ? stored : null;
}

/** «2 компл.» is a quantity. */
const marksIn = (text: string): string[] => readPart(text).marks.filter((mark) => mark !== SET);

type StoredFor = (by: StoredReading['by'], reading: LineReading, parts: readonly number[]) => StoredReading;

/** Compares readings of a line that asks for offers with these marks, «уценка»: what it asks for is not left out of it. */
const storedFor =
  (columns: PositionColumns, sight: OfferView, marks: readonly string[]): StoredFor =>
  (by, reading, parts) => {
    const found = storedParts(columns, sight, parts, reading, marks);
    const unsaid = marks.filter((mark) => !reading.article.toLowerCase().includes(mark));
    const article = found.length > 0 && unsaid.length > 0 ? [reading.article, ...unsaid].join(', ') : reading.article;
    return { ...reading, article, by, found };
  };

/** The parts of every key. */
async function partsByKey(
  index: SearchIndex,
  columns: PositionColumns,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const hits = await index.byKeys([...new Set(keys)].filter(Boolean), SEARCH_PAGE_MAX);
  const parts = new Map<string, Set<number>>();
  for (const { key, id } of hits) {
    const part = columns.fact(id, PART);
    if (part !== 0) parts.set(key, (parts.get(key) ?? new Set()).add(part));
  }
  return new Map([...parts].map(([key, ids]) => [key, [...ids]]));
}

/** The number of the maker that a text names; below 1 for none. */
function makerNumber(columns: PositionColumns, text: string): number {
  const key = manufacturerKey(text);
  return key === '' ? -1 : columns.makerOf(key);
}

/** The parts that visitors see: those of the maker that the line names first, then ordinary ones, those in stock, the cheapest. */
function storedParts(
  columns: PositionColumns,
  sight: OfferView,
  parts: readonly number[],
  { maker, amount }: LineReading,
  marks: readonly string[],
): StoredReading['found'] {
  const wanted = maker === '' ? -1 : makerNumber(columns, maker);
  return parts
    .map((part) => ({ part, ...markedOf(figuresOf(columns, sight, part), marks) }))
    .filter(({ groups }) => groups.main > 0)
    .map(({ part, groups, isMarked }) => {
      const isAskedFor = wanted > 0 && columns.sharedOf(part, MAKER, columns.valuesOf('manufacturer_key')) === wanted;
      const { isSpecial, isOrdinary, amount: stock, priceFrom } = groups;
      const kind = [isSpecial ? 1 : 0, stock > 0 ? 0 : 1, isOrdinary ? 0 : 1];
      const place = [isAskedFor ? 0 : 1, isMarked ? 0 : 1, ...kind, priceFrom ?? Number.MAX_VALUE, part];
      return { part, groups, place };
    })
    .sort((one, other) => {
      const at = one.place.findIndex((value, place) => value !== other.place[place]);
      return at === -1 ? 0 : (one.place[at] as number) - (other.place[at] as number);
    })
    .slice(0, LIST_PARTS_MAX)
    .map(({ part, groups }) => ({ part, groups, figures: listFigures(groups, amount, new Map()) }));
}

/** The offers that have one of the marks, which are then bought as if they were ordinary; all where none has. */
function markedOf(groups: OfferGroups, marks: readonly string[]): { groups: OfferGroups; isMarked: boolean } {
  const isAsked = ({ marks: said }: OfferFacts) =>
    said.split(FACTS_PARTED).some((mark) => marks.includes(withoutDetail(mark)));
  const marked = marks.length === 0 ? [] : groups.offers.filter(isAsked);
  if (marked.length === 0) return { groups, isMarked: false };
  return { groups: { ...groupOffers(marked), isSpecial: false }, isMarked: true };
}

/** Pieces that one line takes are there for no other: what two lines ask of one offer is in stock once. */
function shareStock(lines: StoredLine[]): void {
  const taken = new Map<number, number>();
  for (const [at, line] of lines.entries()) {
    const chosen = chosenOf(line);
    const [first, ...others] = chosen.found;
    if (!first) continue;
    const figures = listFigures(first.groups, chosen.amount, taken);
    for (const { offer, inStock } of figures.takes) taken.set(offer.id, (taken.get(offer.id) ?? 0) + inStock);
    const shared = { ...chosen, found: [{ ...first, figures }, ...others] };
    lines[at] = { ...line, readings: line.readings.map((reading) => (reading === chosen ? shared : reading)) };
  }
}

const chosenOf = ({ readings, chosen }: StoredLine): StoredReading => readings[chosen] as StoredReading;

/** For the first lines without a find: articles that one slip of the hand makes of theirs. */
async function nearOf(
  index: SearchIndex,
  lines: readonly StoredLine[],
  runs: readonly (readonly TypedRun[])[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const near = new Map<number, readonly string[]>();
  for (const [at, line] of lines.entries()) {
    const { found, article } = chosenOf(line);
    if (found.length > 0) continue;
    if (near.size === LIST_NEAR_LINES_MAX) break;
    const whole = await nearArticles(index, article);
    near.set(line.line, whole.length > 0 ? whole : ((await nearRun(index, runs[at] ?? []))?.near ?? []));
  }
  return near;
}

function totalsOf(lines: readonly StoredLine[]): answers.ListTotals {
  const totals = { found: 0, missing: 0, pieces: 0, sum: 0, inStockSum: 0, short: 0, unpriced: 0, open: 0 };
  for (const line of lines) {
    const { amount, found } = chosenOf(line);
    const [first] = found;
    if (!first) {
      totals.missing += 1;
      continue;
    }
    const { takes, sum, inStockSum, short, unpriced } = first.figures;
    totals.found += 1;
    totals.pieces += takes.length > 0 ? amount : 0;
    totals.sum += sum;
    totals.inStockSum += inStockSum;
    totals.short += short > 0 ? 1 : 0;
    totals.unpriced += unpriced > 0 ? 1 : 0;
    totals.open += takes.length === 0 ? 1 : 0;
  }
  return { ...totals, sum: twoDecimals(totals.sum), inStockSum: twoDecimals(totals.inStockSum) };
}

/** What a find of a line comes to, kopecks and pieces. */
interface ListFigures {
  readonly takes: readonly OfferTake[];
  readonly sum: number;
  readonly inStockSum: number;
  readonly unpriced: number;
  readonly short: number;
}

/** How to get so many pieces of a part beside those that other lines have `taken` of an offer, and what that comes to: of its main group only, and nothing where it is a special one. */
function listFigures(
  { offers, main, isSpecial }: OfferGroups,
  wanted: number,
  taken: ReadonlyMap<number, number>,
): ListFigures {
  const bought = isSpecial ? [] : offers.slice(0, main);
  const takes = fillWanted(
    bought.map(({ id, price, amount, isInStock }) => ({
      id,
      price,
      amount: isInStock ? amount - (taken.get(id) ?? 0) : 0,
    })),
    wanted,
  );
  let [sum, inStockSum, unpriced, short] = [0, 0, 0, 0];
  for (const { offer, amount, inStock } of takes) {
    sum += offer.price * amount;
    inStockSum += offer.price * inStock;
    if (offer.price === 0) unpriced += amount;
    short += amount - inStock;
  }
  return { takes, sum, inStockSum, unpriced, short };
}

const listPart = (
  part: answers.Part,
  { takes, sum, unpriced, short }: ListFigures,
  offers: ReadonlyMap<number, OfferRow>,
): answers.ListPart => ({
  ...part,
  takes: takes.flatMap(({ offer, amount, inStock }): answers.Take[] => {
    const row = offers.get(offer.id);
    if (!row) return [];
    return [
      {
        positionId: offer.id,
        stock: stockTitle(row.provider_id, row.public_name),
        ...{ name: nameOf(row), marks: marksOf(row), alias: row.alias, amount, inStock },
        price: offer.price === 0 ? null : twoDecimals(offer.price),
      },
    ];
  }),
  sum: twoDecimals(sum),
  unpriced,
  short,
});

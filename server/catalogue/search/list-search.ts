// Finds the parts that a buyer's pasted list of articles means, how to get the wanted pieces from the offers, and the
// totals.
import type * as answers from '../../../contract/catalogue/parts.ts';
import { LIST_NEAR_LINES_MAX, LIST_PARTS_MAX, SEARCH_PAGE_MAX } from '../../../contract/limits.ts';
import { type LineReading, type ListLine, likeliestOf, readList } from '../../../rules/catalogue/list.ts';
import { articleKey, manufacturerKey } from '../../platform/text/article-key.ts';
import { stockTitle, twoDecimals } from '../context/position.ts';
import { MAKER, PART, type PositionColumns, PROVIDER } from '../search-index/position-columns.ts';
import type { SearchIndex } from '../search-index/query.ts';
import {
  figuresOf,
  fillWanted,
  NO_FILTERS,
  type OfferTake,
  type OfferView,
  offerView,
  passingOffers,
  sumsOf,
} from './filtered-offers.ts';
import { partAnswers } from './part-answers.ts';
import { nearArticles } from './readings.ts';

/** A reading compared with the catalogue: the parts that it may mean, the likeliest first. */
interface StoredReading extends LineReading {
  readonly found: readonly { readonly part: number; readonly figures: ListFigures }[];
}

interface StoredLine extends ListLine {
  readonly readings: readonly StoredReading[];
  readonly chosen: number;
}

/** Lines beyond the number that `readList` takes are only counted, as `ignored`. */
export async function findLines(
  index: SearchIndex,
  columns: PositionColumns,
  texts: readonly string[],
  liveDay: number,
  meantBy: (text: string) => Promise<MeantParts>,
): Promise<answers.ListPartsAnswer> {
  const { lines, headings, ignored } = readList(texts);
  const sight = offerView(columns, NO_FILTERS, liveDay);
  const partsOf = await partsByKey(index, columns, lines);
  const stored = lines.map((line): StoredLine => {
    const readings = line.readings.map((reading): StoredReading => {
      const parts = partsOf.get(articleKey(reading.article)) ?? [];
      return { ...reading, found: storedParts(columns, sight, parts, reading) };
    });
    const found = readings.findIndex((reading) => reading.found.length > 0);
    return { ...line, readings, chosen: found === -1 ? likeliestOf(line.readings) : found };
  });
  const ids = stored.flatMap(({ readings }) => readings.flatMap(({ found }) => found.map(({ part }) => part)));
  const placed = [...new Set(ids)].map((part) => ({ part, match: undefined }));
  const answers = await partAnswers(index, columns, sight, placed, liveDay);
  const byId = new Map(answers.map((part) => [part.id, part]));
  const readingAnswer = ({ found, ...reading }: StoredReading): answers.ListReading => ({
    ...reading,
    parts: found.flatMap(({ part, figures }): answers.ListPart[] => {
      const answer = byId.get(part);
      return answer ? [listPart(columns, answer, figures)] : [];
    }),
  });
  const near = await nearOf(index, stored);
  const meant = await meantOf(stored, meantBy);
  return {
    lines: stored.map(
      ({ line, text, readings, chosen }): answers.ListLineAnswer => ({
        ...{ line, text, chosen },
        readings: readings.map(readingAnswer),
        near: [...(near.get(line) ?? [])],
        meant: [...(meant.get(line) ?? [])],
      }),
    ),
    totals: totalsOf(stored),
    headings,
    ignored,
  };
}

/** The parts of every article that some reading names, by its key. */
async function partsByKey(
  index: SearchIndex,
  columns: PositionColumns,
  lines: readonly ListLine[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const keys = lines.flatMap(({ readings }) => readings.map(({ article }) => articleKey(article)));
  const hits = await index.byKeys([...new Set(keys)].filter(Boolean), SEARCH_PAGE_MAX);
  const parts = new Map<string, Set<number>>();
  for (const { key, id } of hits) {
    const part = columns.fact(id, PART);
    if (part !== 0) parts.set(key, (parts.get(key) ?? new Set()).add(part));
  }
  return new Map([...parts].map(([key, ids]) => [key, [...ids]]));
}

/** The parts that visitors see: those of the maker that the line names first, then those in stock, then the cheapest. */
function storedParts(
  columns: PositionColumns,
  sight: OfferView,
  parts: readonly number[],
  { maker, amount }: LineReading,
): StoredReading['found'] {
  const key = maker === '' ? '' : manufacturerKey(maker);
  const wanted = key === '' ? -1 : columns.texts('manufacturer_key').numberOf(key);
  return parts
    .map((part) => ({ part, offers: passingOffers(columns, sight, part) }))
    .filter(({ offers }) => offers.length > 0)
    .map(({ part, offers }) => {
      const { amount: stock, priceFrom } = sumsOf(sight, offers);
      const isAskedFor = wanted > 0 && columns.sharedOf(part, MAKER) === wanted;
      return { part, place: [isAskedFor ? 0 : 1, stock > 0 ? 0 : 1, priceFrom ?? Number.MAX_VALUE, part] };
    })
    .sort((one, other) => {
      const at = one.place.findIndex((value, place) => value !== other.place[place]);
      return at === -1 ? 0 : (one.place[at] as number) - (other.place[at] as number);
    })
    .slice(0, LIST_PARTS_MAX)
    .map(({ part }) => ({ part, figures: listFigures(columns, sight, part, amount) }));
}

const chosenOf = ({ readings, chosen }: StoredLine): StoredReading => readings[chosen] as StoredReading;

/** For the first lines without a find: articles that one slip of the hand makes of theirs. */
async function nearOf(
  index: SearchIndex,
  lines: readonly StoredLine[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const near = new Map<number, string[]>();
  for (const line of lines) {
    const { found, article } = chosenOf(line);
    if (found.length > 0) continue;
    if (near.size === LIST_NEAR_LINES_MAX) break;
    near.set(line.line, await nearArticles(index, article));
  }
  return near;
}

export type MeantParts = answers.ListLineAnswer['meant'];

/** For the first lines without a find: the parts that their words ask for. */
async function meantOf(
  lines: readonly StoredLine[],
  meantBy: (text: string) => Promise<MeantParts>,
): Promise<ReadonlyMap<number, MeantParts>> {
  const missing = lines.filter((line) => chosenOf(line).found.length === 0).slice(0, LIST_NEAR_LINES_MAX);
  const meant = new Map<number, MeantParts>();
  for (const { line, text } of missing) meant.set(line, await meantBy(text));
  return meant;
}

function totalsOf(lines: readonly StoredLine[]): answers.ListTotals {
  const totals = { found: 0, missing: 0, pieces: 0, sum: 0, inStockSum: 0, short: 0, unpriced: 0 };
  for (const line of lines) {
    const { amount, found } = chosenOf(line);
    const [first] = found;
    if (!first) {
      totals.missing += 1;
      continue;
    }
    const { sum, inStockSum, short, unpriced } = first.figures;
    totals.found += 1;
    totals.pieces += amount;
    totals.sum += sum;
    totals.inStockSum += inStockSum;
    totals.short += short > 0 ? 1 : 0;
    totals.unpriced += unpriced > 0 ? 1 : 0;
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

/** How to get so many pieces of a part, and what that comes to. */
function listFigures(columns: PositionColumns, sight: OfferView, part: number, wanted: number): ListFigures {
  const { offers } = figuresOf(columns, sight, part);
  const figures = offers.map((id) => ({
    id,
    price: sight.priceOf(id),
    amount: sight.isInStock(id) ? sight.amountOf(id) : 0,
  }));
  const takes = fillWanted(figures, wanted);
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
  columns: PositionColumns,
  part: answers.Part,
  { takes, sum, unpriced, short }: ListFigures,
): answers.ListPart => ({
  ...part,
  takes: takes.map(({ offer, amount, inStock }) => ({
    positionId: offer.id,
    stock: stockTitle(columns.fact(offer.id, PROVIDER)),
    amount,
    inStock,
    price: offer.price === 0 ? null : twoDecimals(offer.price),
  })),
  sum: twoDecimals(sum),
  unpriced,
  short,
});

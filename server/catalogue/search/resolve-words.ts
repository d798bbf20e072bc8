// Compares the words of a query with the catalogue: what each may stand for, and which to leave out when nothing is
// found.
import type { SearchNote } from '../../../contract/catalogue/positions.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import { wordsOf } from '../../platform/text/words.ts';
import type { BrandWords, SearchIndex } from '../search-index/query.ts';
import { isFragment } from '../search-index/tokens.ts';
import type { Segment } from '../search-words/segments.ts';

interface Option {
  readonly text: string;
  /** How many positions hold it, about; 0: none does. */
  readonly count: number;
}

/** A segment compared with the catalogue: what it may stand for there, as typed first; never empty but for stop words. */
export interface Resolved extends Segment {
  readonly options: readonly Option[];
}

/** A word of a brand's title counts like one that so many positions hold. */
const BRAND_COUNT = 1_000;
/** Combinations of options that are tried. */
const COMBINATIONS_MAX = 12;

export const isStop = ({ meaning }: Segment): boolean => meaning?.isStop === true;

export const firstOption = ({ options, typed }: Resolved): Option => options[0] ?? { text: typed, count: 0 };

/** Holds the segments of a query against the words and the articles of the catalogue. */
export async function resolve(
  index: SearchIndex,
  brands: BrandWords,
  segments: readonly Segment[],
): Promise<Resolved[]> {
  const texts = segments.flatMap(({ meaning }) => meaning?.texts ?? []);
  const forms = new Set([...segments.flatMap((segment) => segment.forms), ...texts.flatMap(wordsOf)]);
  const counts = await index.wordCounts([...forms]);
  const countOfForm = (form: string) => (counts.get(form) ?? 0) + (brands.has(form) ? BRAND_COUNT : 0);
  const countOf = (of: readonly string[]) => Math.min(...of.map(countOfForm));
  const resolved: Resolved[] = [];
  for (const [at, segment] of segments.entries()) {
    if (isStop(segment)) {
      resolved.push({ ...segment, options: [] });
      continue;
    }
    const typed = {
      text: segment.typed,
      count: countOf(segment.forms) || (await countAsPiece(index, segment, at === segments.length - 1)),
    };
    const means = (segment.meaning?.texts ?? []).map((text) => ({ text, count: countOf(wordsOf(text)) }));
    const options = [typed, ...means].filter(({ count }) => count > 0);
    resolved.push({ ...segment, options: options.length > 0 ? options : [typed] });
  }
  return resolved;
}

/** 1 for a piece of an article, or for the last word where it is the beginning of one; else 0. */
async function countAsPiece(index: SearchIndex, segment: Segment, isLast: boolean): Promise<number> {
  if (segment.hasDigits) {
    const key = articleKey(segment.typed);
    if ((await index.firstKeyFrom(key)) !== null) return 1;
    if (!isFragment(key)) return 0;
    for (const stock of [1, 0]) if ((await index.byFragment(stock, key, 1)).length > 0) return 1;
    return 0;
  }
  const [form = ''] = segment.forms;
  const isUnfinished = isLast && segment.forms.length === 1 && (await index.wordsFrom(form, 1)).length > 0;
  return isUnfinished ? 1 : 0;
}

const stopNotes = (segments: readonly Segment[]): SearchNote[] =>
  segments.filter(isStop).map(({ typed }) => ({ kind: 'stop', text: typed }));

/** The query without stop words, each segment as one of its options, as typed first; never the query itself. */
export function* combinations(segments: readonly Resolved[]): Generator<Reread> {
  const telling = segments.filter((segment) => !isStop(segment));
  if (telling.length === 0) return;
  const stops = stopNotes(segments);
  const count = telling.reduce((product, { options }) => product * options.length, 1);
  for (let number = 0; number < Math.min(count, COMBINATIONS_MAX); number++) {
    const notes: SearchNote[] = [...stops];
    const texts: string[] = [];
    let rest = number;
    // The last segment changes first.
    for (const segment of telling.toReversed()) {
      const { text } = segment.options[rest % segment.options.length] ?? firstOption(segment);
      rest = Math.floor(rest / segment.options.length);
      texts.unshift(text);
      if (text !== segment.typed) notes.push({ kind: 'meaning', text: segment.typed, means: text });
    }
    if (notes.length > 0) yield { text: texts.join(' '), notes };
  }
}

/** Rereadings with words left out that are tried. */
const TRIES_MAX = 12;
/** A word shorter than this says too little to be left alone. */
const ALONE_MIN = 3;

/**
 * The query without words that no position has, then without one more, the commonest first, then two; the part itself
 * goes last. What is left can always find something, and the last reading is one word alone.
 */
export function* leaveWordsOut(segments: readonly Resolved[]): Generator<Reread> {
  const telling = segments.filter((segment) => !isStop(segment));
  const known = telling.filter((segment) => firstOption(segment).count > 0);
  const without = (left: readonly Resolved[]): Reread => {
    const dropped = telling.filter((segment) => !left.includes(segment));
    const notes: SearchNote[] = [
      ...stopNotes(segments),
      ...left.flatMap((segment): SearchNote[] =>
        firstOption(segment).text === segment.typed
          ? []
          : [{ kind: 'meaning', text: segment.typed, means: firstOption(segment).text }],
      ),
      ...dropped.map(({ typed }): SearchNote => ({ kind: 'dropped', text: typed })),
    ];
    return { text: left.map((segment) => firstOption(segment).text).join(' '), notes };
  };
  let tries = 0;
  for (const left of subsets(known)) {
    if (left.length === telling.length) continue;
    if (++tries > TRIES_MAX) break;
    if (left.some(isTelling)) yield without(left);
  }
  // Of many words not every choice is tried, but one alone is always found.
  const alone = partOf(known.filter(isTelling)) ?? known.find(isTelling);
  if (alone && telling.length > 1) yield without([alone]);
}

/** All of them, then all but one, all but two…, the commonest left out first; the part itself goes last. */
function* subsets(known: readonly Resolved[]): Generator<Resolved[]> {
  const part = partOf(known);
  const others = known.filter((segment) => segment !== part);
  others.sort((one, other) => firstOption(other).count - firstOption(one).count);
  for (let count = 0; count <= others.length; count++) {
    if (count === known.length) break;
    for (const dropped of choices(others, count)) yield known.filter((one) => !dropped.includes(one));
  }
  if (part && others.length > 0) yield known.filter((segment) => segment !== part);
}

/** What is asked for: people name it before its maker and its sizes. */
const partOf = (known: readonly Resolved[]): Resolved | undefined =>
  known.find((segment) => !segment.hasDigits && !isName(segment));

/** Makers and models; what is written in Latin letters in a Russian query is one too. */
const isName = (segment: Resolved): boolean =>
  segment.meaning?.isName === true || /^[a-z\s-]+$/i.test(firstOption(segment).text);

/** Every choice of so many items, those of the first items first. */
function* choices<T>(items: readonly T[], count: number): Generator<T[]> {
  if (count === 0) {
    yield [];
    return;
  }
  for (const [at, item] of items.entries()) {
    for (const others of choices(items.slice(at + 1), count - 1)) yield [item, ...others];
  }
}

const isTelling = (segment: Resolved): boolean =>
  segment.hasDigits ? segment.typed.length > ALONE_MIN : firstOption(segment).text.length >= ALONE_MIN;

/** Another text that a query may have been meant as, and what was read otherwise for it. */
export interface Reread {
  readonly text: string;
  readonly notes: readonly SearchNote[];
}

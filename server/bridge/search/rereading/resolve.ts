import type { SearchNote } from '../../../../contract/bridge.ts';
import { articleKey } from '../../../text/article-key.ts';
import { wordsOf } from '../../../text/words.ts';
import type { BrandWords } from '../read-query.ts';
import type { SearchIndex } from '../search-index.ts';
import { isFragment } from '../tokens.ts';
import type { Segment } from '../words/segments.ts';
import type { Reread } from './reread.ts';

/** One text that a segment may stand for. */
interface Option {
  readonly text: string;
  /** How many positions hold it, about; 0: none does. */
  readonly count: number;
}

/** A segment held against the catalogue: what it may stand for there, as typed first; never empty but for stop words. */
export interface Resolved extends Segment {
  readonly options: readonly Option[];
}

/** A word of a brand's title counts like one that so many positions hold. */
const BRAND_COUNT = 1_000;
/** Combinations of options that are tried. */
const COMBINATIONS_MAX = 12;

export const isStop = ({ meaning }: Segment): boolean => meaning?.isStop === true;

/** The text that a segment most likely stands for. */
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
    for (const stock of [1, 0]) if ((await index.byFragment(stock, key, null, 1)).length > 0) return 1;
    return 0;
  }
  const [form = ''] = segment.forms;
  const isUnfinished = isLast && segment.forms.length === 1 && (await index.wordsFrom(form, 1)).length > 0;
  return isUnfinished ? 1 : 0;
}

/** What the notes say of words that say nothing. */
export const stopNotes = (segments: readonly Segment[]): SearchNote[] =>
  segments.filter(isStop).map(({ typed }) => ({ kind: 'stop', text: typed }));

/**
 * The query without stop words, each other segment as one of its options: as typed before what the dictionary says.
 * The query itself is not among them.
 */
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

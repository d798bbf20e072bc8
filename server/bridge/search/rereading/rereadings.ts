import type { SearchNote } from '../../../../contract/bridge.ts';
import { otherLayouts } from '../../../text/layout.ts';
import { cleanQuery, type ParsedQuery, parseQuery } from '../parse.ts';
import type { BrandWords } from '../read-query.ts';
import { wordsOfBrands } from '../readings.ts';
import type { SearchIndex } from '../search-index.ts';
import { type Dictionary, dictionaryWith } from '../words/dictionary.ts';
import { segmentsOf } from '../words/segments.ts';
import { readBySound } from './by-sound.ts';
import { corrected } from './corrected.ts';
import { nearArticles } from './near-articles.ts';
import type { Reread } from './reread.ts';
import { combinations, firstOption, isStop, type Resolved, resolve } from './resolve.ts';
import { withoutTypingErrors } from './typing-errors.ts';
import { withLess } from './with-less.ts';

/**
 * How far a query is read otherwise than it is typed: not at all; as long as all of it counts, which suggestions do;
 * or with articles guessed and words left out too.
 */
export type Reach = 'as typed' | 'all of it' | 'parts of it';

interface Rereading {
  readonly parsed: ParsedQuery;
  readonly notes: readonly SearchNote[];
}

/** What a query that finds nothing may have been meant to be, best guess first; each is worked out when it is asked for. */
export async function* rereadings(
  index: SearchIndex,
  parsed: ParsedQuery,
  reach: Reach,
): AsyncGenerator<Rereading> {
  if (reach === 'as typed') return;
  const tried = new Set([parsed.text.toLowerCase()]);
  for await (const { text, notes } of reread(index, parsed, reach)) {
    const clean = cleanQuery(text);
    const other = parseQuery(clean);
    if (!other || tried.has(clean.toLowerCase())) continue;
    tried.add(clean.toLowerCase());
    yield { parsed: other, notes };
  }
}

async function* reread(index: SearchIndex, parsed: ParsedQuery, reach: Reach): AsyncGenerator<Reread> {
  const { text } = parsed;
  const bySound = await readBySound(index, text);
  if (bySound) yield bySound;
  const layouts = otherLayouts(text).map(
    (means): Reread => ({ text: means, notes: [{ kind: 'layout', text, means }] }),
  );
  yield* layouts;
  const brands = wordsOfBrands(await index.brands());
  const reader = { index, brands, dictionary: dictionaryWith(await index.ownWords()) };
  const typed = await readWords(reader, { text, notes: [] }, layouts);
  yield* combined(typed);
  const mended = await withoutTypingErrors(index, brands, parsed);
  if (mended) yield mended;
  const best = await withoutErrors(reader, typed);
  if (best !== typed) yield* combined(best);
  if (reach !== 'parts of it') return;
  yield* withNearArticle(index, best);
  for (const less of withLess(best.segments)) yield withNotes(best, less);
}

interface WordReader {
  readonly index: SearchIndex;
  readonly brands: BrandWords;
  readonly dictionary: Dictionary;
}

/** A query in the words of the catalogue and the dictionary, and what was read otherwise to come there. */
interface WordReading {
  readonly segments: readonly Resolved[];
  readonly notes: readonly SearchNote[];
}

const withNotes = ({ notes }: WordReading, reading: Reread): Reread => ({
  text: reading.text,
  notes: [...notes, ...reading.notes],
});

function* combined(words: WordReading): Generator<Reread> {
  for (const combination of combinations(words.segments)) yield withNotes(words, combination);
  // What brought it here may be enough.
  if (words.notes.length > 0 && !words.segments.some(isStop)) {
    yield { text: words.segments.map(({ typed }) => typed).join(' '), notes: words.notes };
  }
}

const knownCount = ({ segments }: WordReading): number =>
  segments.filter((segment) => isStop(segment) || firstOption(segment).count > 0).length;

/** The words of the query, or those of the other layout where more of them are known. */
async function readWords(
  { index, brands, dictionary }: WordReader,
  typed: Reread,
  layouts: readonly Reread[],
): Promise<WordReading> {
  const read = async ({ text, notes }: Reread): Promise<WordReading> => ({
    segments: await resolve(index, brands, segmentsOf(text, dictionary)),
    notes,
  });
  let best = await read(typed);
  for (const layout of layouts) {
    const other = await read(layout);
    if (knownCount(other) > knownCount(best)) best = other;
  }
  return best;
}

/** The same with unknown words corrected, where there are any. */
async function withoutErrors(
  { index, brands, dictionary }: WordReader,
  words: WordReading,
): Promise<WordReading> {
  const mended = await corrected(index, brands, dictionary, words.segments);
  if (!mended) return words;
  return {
    segments: await resolve(index, brands, segmentsOf(mended.text, dictionary)),
    notes: [...words.notes, ...mended.notes],
  };
}

/** The query with articles of the catalogue in place of the one piece that is none, though it looks like one. */
async function* withNearArticle(index: SearchIndex, words: WordReading): AsyncGenerator<Reread> {
  const telling = words.segments.filter((segment) => !isStop(segment));
  const unknown = telling.filter((segment) => segment.hasDigits && firstOption(segment).count === 0);
  const whole = telling.map(({ typed }) => typed).join(' ');
  // «740 1003011» is one article in two pieces.
  const pieces = telling.length > 1 && telling.every(({ hasDigits }) => hasDigits) ? [whole] : [];
  for (const typed of [...pieces, ...unknown.map((segment) => segment.typed)]) {
    const [first, ...others] = await nearArticles(index, typed);
    if (first === undefined) continue;
    const near = (means: string): SearchNote => ({ kind: 'near', text: typed, means });
    const text =
      typed === whole
        ? first
        : telling.map((segment) => (segment.typed === typed ? first : firstOption(segment).text)).join(' ');
    yield withNotes(words, { text, notes: [near(first), ...others.map(near)] });
    return;
  }
}

// Reads a query, and rereads one without hits: other keyboard layout, by sound, without typing errors (decision 42).

import type { SearchNote } from '../../../contract/catalogue/positions.ts';
import { NEAR_ARTICLES_MAX } from '../../../contract/limits.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import * as misspellings from '../../platform/text/misspellings.ts';
import { wordsOf } from '../../platform/text/words.ts';
import * as queries from '../search-index/query.ts';
import { type Dictionary, dictionaryWith } from '../search-words/dictionary.ts';
import { segmentsOf } from '../search-words/segments.ts';
import { correctTyping, correctWords } from './correct-words.ts';
import { COMPLETIONS_MAX } from './part-order.ts';
import * as wording from './resolve-words.ts';

const brandWords = new WeakMap<readonly queries.BrandTitle[], queries.BrandWords>();

/** The brands by the forms of their words; made once for the same array. */
function wordsOfBrands(brands: readonly queries.BrandTitle[]): queries.BrandWords {
  const known = brandWords.get(brands);
  if (known) return known;
  const words = new Map<string, number[]>();
  for (const { id, title } of brands) {
    for (const form of new Set(wordsOf(title))) words.set(form, [...(words.get(form) ?? []), id]);
  }
  brandWords.set(brands, words);
  return words;
}

/** Reads a query against the catalogue; `completions` are given when a cursor carries them. */
export async function readQuery(
  index: queries.SearchIndex,
  parsed: queries.ParsedQuery,
  completions?: queries.Completions | null,
): Promise<queries.ReadQuery> {
  const brands = wordsOfBrands(await index.brands());
  return { parsed, brands, completions: completions ?? (await completionsOf(index, parsed, brands)) };
}

async function completionsOf(
  index: queries.SearchIndex,
  { unfinished }: queries.ParsedQuery,
  brands: queries.BrandWords,
): Promise<queries.Completions> {
  if (!unfinished) return queries.NO_COMPLETIONS;
  // The stem serves when the typed letters already reach into an ending.
  for (const prefix of new Set([unfinished.typed, unfinished.raw, unfinished.form])) {
    const words = await index.wordsFrom(prefix, COMPLETIONS_MAX + 1);
    const branded = [...brands.keys()].some((form) => form.startsWith(prefix));
    if (words.length > 0 || branded) {
      return { prefix, common: words.slice(0, COMPLETIONS_MAX), rare: words.length > COMPLETIONS_MAX };
    }
  }
  return queries.NO_COMPLETIONS;
}

/** How far a query is read otherwise: not at all, as long as all of it counts, or with words left out too. */
export type Reach = 'as typed' | 'all of it' | 'parts of it';

interface Rereading {
  readonly parsed: queries.ParsedQuery;
  readonly notes: readonly SearchNote[];
}

/** What a query that finds nothing may have been meant to be, best guess first; each is worked out when it is asked for. */
export async function* rereadings(
  index: queries.SearchIndex,
  parsed: queries.ParsedQuery,
  reach: Reach,
): AsyncGenerator<Rereading> {
  if (reach === 'as typed') return;
  const tried = new Set([parsed.text.toLowerCase()]);
  for await (const { text, notes } of reread(index, parsed, reach)) {
    const clean = queries.cleanQuery(text);
    const other = queries.parseQuery(clean);
    if (!other || tried.has(clean.toLowerCase())) continue;
    tried.add(clean.toLowerCase());
    yield { parsed: other, notes };
  }
}

async function* reread(
  index: queries.SearchIndex,
  parsed: queries.ParsedQuery,
  reach: Reach,
): AsyncGenerator<wording.Reread> {
  const { text } = parsed;
  const bySound = await readBySound(index, text);
  if (bySound) yield bySound;
  const layouts = misspellings
    .otherLayouts(text)
    .map((means): wording.Reread => ({ text: means, notes: [{ kind: 'layout', text, means }] }));
  yield* layouts;
  const brands = wordsOfBrands(await index.brands());
  const reader = { index, brands, dictionary: dictionaryWith(await index.ownWords()) };
  const typed = await readWords(reader, { text, notes: [] }, layouts);
  yield* combined(typed);
  const mended = await correctTyping(index, brands, parsed);
  if (mended) yield mended;
  const best = await withoutErrors(reader, typed);
  if (best !== typed) yield* combined(best);
  if (reach !== 'parts of it') return;
  yield* withNearArticle(index, best);
  for (const less of wording.leaveWordsOut(best.segments)) yield withNotes(best, less);
}

interface WordReader {
  readonly index: queries.SearchIndex;
  readonly brands: queries.BrandWords;
  readonly dictionary: Dictionary;
}

/** A query in the words of the catalogue and the dictionary, and what was read otherwise to come there. */
interface WordReading {
  readonly segments: readonly wording.Resolved[];
  readonly notes: readonly SearchNote[];
}

const withNotes = ({ notes }: WordReading, reading: wording.Reread): wording.Reread => ({
  text: reading.text,
  notes: [...notes, ...reading.notes],
});

function* combined(words: WordReading): Generator<wording.Reread> {
  for (const combination of wording.combinations(words.segments)) yield withNotes(words, combination);
  // What brought it here may be enough.
  if (words.notes.length > 0 && !words.segments.some(wording.isStop)) {
    yield { text: words.segments.map(({ typed }) => typed).join(' '), notes: words.notes };
  }
}

const knownCount = ({ segments }: WordReading): number =>
  segments.filter((segment) => wording.isStop(segment) || wording.firstOption(segment).count > 0).length;

/** The words of the query, or those of the other layout where more of them are known. */
async function readWords(
  { index, brands, dictionary }: WordReader,
  typed: wording.Reread,
  layouts: readonly wording.Reread[],
): Promise<WordReading> {
  const read = async ({ text, notes }: wording.Reread): Promise<WordReading> => ({
    segments: await wording.resolve(index, brands, segmentsOf(text, dictionary)),
    notes,
  });
  let best = await read(typed);
  for (const layout of layouts) {
    const other = await read(layout);
    if (knownCount(other) > knownCount(best)) best = other;
  }
  return best;
}

async function withoutErrors({ index, brands, dictionary }: WordReader, words: WordReading): Promise<WordReading> {
  const mended = await correctWords(index, brands, dictionary, words.segments);
  if (!mended) return words;
  return {
    segments: await wording.resolve(index, brands, segmentsOf(mended.text, dictionary)),
    notes: [...words.notes, ...mended.notes],
  };
}

/** The query with articles of the catalogue in place of the one piece that is none, though it looks like one. */
async function* withNearArticle(index: queries.SearchIndex, words: WordReading): AsyncGenerator<wording.Reread> {
  const telling = words.segments.filter((segment) => !wording.isStop(segment));
  const unknown = telling.filter((segment) => segment.hasDigits && wording.firstOption(segment).count === 0);
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
        : telling.map((segment) => (segment.typed === typed ? first : wording.firstOption(segment).text)).join(' ');
    yield withNotes(words, { text, notes: [near(first), ...others.map(near)] });
    return;
  }
}

/** Pieces between blanks that may be one article together. */
const PIECES_MAX = 4;
/** A key shorter than this begins too many others. */
const PREFIX_MIN = 5;
const KEY_MAX = 40;

/** The query with an article of the catalogue in place of one that was typed by sound; null when there is none such. */
async function readBySound(index: queries.SearchIndex, text: string): Promise<wording.Reread | null> {
  const pieces = text.split(' ');
  const candidates = pieces.length > 1 && pieces.length <= PIECES_MAX ? [text, ...pieces] : pieces;
  for (const piece of candidates) {
    if (!/\p{N}/u.test(piece) || !/\p{L}/u.test(piece) || piece.length > KEY_MAX) continue;
    const means = await knownSpelling(index, piece);
    if (means) return { text: text.replace(piece, () => means), notes: [{ kind: 'sound', text: piece, means }] };
  }
  return null;
}

/** The spelling that is an article, else the first that an article begins with. */
async function knownSpelling(index: queries.SearchIndex, piece: string): Promise<string | null> {
  let begins: string | null = null;
  for (const spelling of misspellings.spellingsBySound(piece)) {
    const key = articleKey(spelling);
    const first = await index.firstKeyFrom(key);
    if (first === key) return spelling;
    if (first !== null && key.length >= PREFIX_MIN) begins ??= spelling;
  }
  return begins;
}

/** Articles of the catalogue that one slip of the hand makes of this one, the nearest first, those in stock before others. */
export async function nearArticles(index: queries.SearchIndex, typed: string): Promise<string[]> {
  const key = articleKey(typed);
  if (!misspellings.hasNearKeys(key)) return [];
  const ranks = new Map(misspellings.nearKeys(key).map((near) => [near.key, near.rank]));
  const found = await index.keysThatAre([...ranks.keys()]);
  if (found.length === 0) return [];
  const hits = await index.byKeys(found, 1);
  const rows = await index.rows(hits.map(({ id }) => id));
  const articles = rows.filter((row) => ranks.has(row.article_key));
  const rankOf = (row: queries.SearchRow) => (ranks.get(row.article_key) ?? 0) * 2 + (row.in_stock === 1 ? 0 : 1);
  articles.sort((one, other) => rankOf(one) - rankOf(other) || (one.article_key < other.article_key ? -1 : 1));
  return articles.slice(0, NEAR_ARTICLES_MAX).map(({ article }) => article);
}

import { otherLayouts } from '../../text/layout.ts';
import { wordForm, wordsOf } from '../../text/words.ts';
import { COMPLETIONS_MAX } from './cursor.ts';
import { cleanQuery, type ParsedQuery, parseQuery } from './parse.ts';
import { type BrandWords, type Completions, NO_COMPLETIONS, type ReadQuery } from './read-query.ts';
import type { BrandTitle, SearchIndex } from './search-index.ts';

const brandWords = new WeakMap<readonly BrandTitle[], BrandWords>();

function wordsOfBrands(brands: readonly BrandTitle[]): BrandWords {
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
  index: SearchIndex,
  parsed: ParsedQuery,
  completions?: Completions | null,
): Promise<ReadQuery> {
  const brands = wordsOfBrands(await index.brands());
  return { parsed, brands, completions: completions ?? (await completionsOf(index, parsed, brands)) };
}

async function completionsOf(
  index: SearchIndex,
  { unfinished }: ParsedQuery,
  brands: BrandWords,
): Promise<Completions> {
  if (!unfinished) return NO_COMPLETIONS;
  // The stem serves when the typed letters already reach into an ending.
  for (const prefix of new Set([unfinished.typed, unfinished.raw, unfinished.form])) {
    const words = await index.wordsFrom(prefix, COMPLETIONS_MAX + 1);
    const branded = [...brands.keys()].some((form) => form.startsWith(prefix));
    if (words.length > 0 || branded) {
      return { prefix, common: words.slice(0, COMPLETIONS_MAX), rare: words.length > COMPLETIONS_MAX };
    }
  }
  return NO_COMPLETIONS;
}

/** What the query may have been meant to be, best guess first: the other keyboard layout, then words without a typing error. */
export async function rereadings(index: SearchIndex, parsed: ParsedQuery): Promise<ParsedQuery[]> {
  const readings = otherLayouts(parsed.text).map(cleanQuery);
  const corrected = await withoutTypingErrors(index, parsed);
  if (corrected) readings.push(corrected);
  return readings.flatMap((reading) => parseQuery(reading) ?? []);
}

const CORRECTED_MIN = 5;
const CORRECTED_WORDS_MAX = 3;

async function withoutTypingErrors(index: SearchIndex, parsed: ParsedQuery): Promise<string | null> {
  const brands = wordsOfBrands(await index.brands());
  const words = parsed.chunks.flatMap((chunk) => chunk.words);
  const known = await index.wordCounts(words.map((word) => word.form));
  const doubtful = words.filter(
    ({ raw, form }) =>
      raw.length >= CORRECTED_MIN && /^[a-zа-я]+$/.test(raw) && !known.has(form) && !brands.has(form),
  );
  if (doubtful.length === 0 || doubtful.length > CORRECTED_WORDS_MAX) return null;
  const corrections = new Map<string, string>();
  for (const { raw } of doubtful) {
    const corrected = await nearestWord(index, brands, raw);
    if (corrected) corrections.set(raw, corrected);
  }
  if (corrections.size === 0) return null;
  return words.map(({ typed, raw }) => corrections.get(raw) ?? typed).join(' ');
}

/** The commonest word of the catalogue that is one typing error away, in the form it was typed. */
async function nearestWord(index: SearchIndex, brands: BrandWords, raw: string): Promise<string | null> {
  const spellings = new Map<string, string>();
  for (const spelling of oneErrorAway(raw)) {
    const form = wordForm(spelling);
    if (!spellings.has(form)) spellings.set(form, spelling);
  }
  const counts = new Map(await index.wordCounts([...spellings.keys()]));
  for (const form of spellings.keys()) if (brands.has(form)) counts.set(form, (counts.get(form) ?? 0) + 1);
  let best: string | null = null;
  for (const [form, count] of counts) {
    const bestCount = best === null ? 0 : (counts.get(best) ?? 0);
    if (count > bestCount || (count === bestCount && best !== null && form < best)) best = form;
  }
  return best === null ? null : (spellings.get(best) ?? null);
}

const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'абвгдежзийклмнопрстуфхцчшщъыьэюя'];

/** Every spelling with one letter left out, doubled in place, exchanged, or swapped with its neighbour. */
export function* oneErrorAway(word: string): Generator<string> {
  const alphabet = ALPHABETS.find((letters) => letters.includes(word.charAt(0))) ?? '';
  for (let at = 0; at <= word.length; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    if (tail !== '') yield head + tail.slice(1);
    if (tail.length > 1) yield head + tail.charAt(1) + tail.charAt(0) + tail.slice(2);
    for (const letter of alphabet) {
      if (tail !== '') yield head + letter + tail.slice(1);
      yield head + letter + tail;
    }
  }
}

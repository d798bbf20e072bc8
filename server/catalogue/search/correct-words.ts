// Corrects words of a query that were typed by sound or with an error.

import type { SearchNote } from '../../../contract/catalogue/positions.ts';
import * as misspellings from '../../platform/text/misspellings.ts';
import { rawWords, wordForm } from '../../platform/text/words.ts';
import { readPart } from '../part-reader/read-part.ts';
import type { BrandWords, ParsedQuery, SearchIndex } from '../search-index/query.ts';
import type { Dictionary } from '../search-words/dictionary.ts';
import * as wording from './resolve-words.ts';

/** A shorter word sounds like too many, and an even longer one is near to too many. */
const LETTERS_MIN = 4;
const MISTYPED_MIN = 5;
const CORRECTED_WORDS_MAX = 3;

/** «газон» is a lorry, though no title of the catalogue names it: it is no slip of another word. */
const isKnownName = (word: string): boolean => readPart(word).machines.length > 0;

/** The query with unknown words corrected by sound or one typing error; null when there is nothing to correct. */
export async function correctWords(
  index: SearchIndex,
  brands: BrandWords,
  dictionary: Dictionary,
  segments: readonly wording.Resolved[],
): Promise<wording.Reread | null> {
  const isUnknown = (segment: wording.Resolved) =>
    !wording.isStop(segment) &&
    wording.firstOption(segment).count === 0 &&
    segment.typed.length >= LETTERS_MIN &&
    /^[a-zа-я]+$/.test(segment.typed) &&
    !isKnownName(segment.typed);
  const unknown = segments.filter(isUnknown);
  if (unknown.length === 0 || unknown.length > CORRECTED_WORDS_MAX) return null;
  const notes: SearchNote[] = [];
  const texts: string[] = [];
  for (const segment of segments) {
    const { typed } = segment;
    const means = isUnknown(segment) ? await correctedWord(index, brands, dictionary, typed) : null;
    if (means) notes.push({ kind: 'typing', text: typed, means });
    texts.push(means ?? typed);
  }
  return notes.length === 0 ? null : { text: texts.join(' '), notes };
}

async function correctedWord(
  index: SearchIndex,
  brands: BrandWords,
  { meanings }: Dictionary,
  typed: string,
): Promise<string | null> {
  // In one alphabet: letters that look alike were left as they are.
  const sounds = [...new Set(misspellings.spellingsBySound(typed).flatMap(rawWords))];
  const bySound = sounds.find((spelling) => meanings.has(wordForm(spelling))) ?? (await commonest(index, sounds));
  if (bySound) return bySound;
  if (typed.length < MISTYPED_MIN) return null;
  const [sound = ''] = sounds;
  return (
    (await nearestWord(index, brands, typed)) ??
    inDictionary(meanings, typed) ??
    (sound.length >= MISTYPED_MIN ? await nearestWord(index, brands, sound) : null)
  );
}

async function commonest(index: SearchIndex, spellings: readonly string[]): Promise<string | null> {
  const counts = await index.wordCounts([...new Set(spellings.map(wordForm))]);
  let best: string | null = null;
  let bestCount = 0;
  for (const spelling of spellings) {
    const count = counts.get(wordForm(spelling)) ?? 0;
    if (count > bestCount) [best, bestCount] = [spelling, count];
  }
  return best;
}

function inDictionary(meanings: Dictionary['meanings'], typed: string): string | null {
  for (const spelling of misspellings.oneErrorAway(typed)) {
    const meaning = spelling.length >= LETTERS_MIN ? meanings.get(wordForm(spelling)) : undefined;
    if (meaning && !meaning.isStop) return spelling;
  }
  return null;
}

/** The query with unknown words exchanged for those of the catalogue that are one typing error away; null when none is. */
export async function correctTyping(
  index: SearchIndex,
  brands: BrandWords,
  parsed: ParsedQuery,
): Promise<wording.Reread | null> {
  const words = parsed.chunks.flatMap((chunk) => chunk.words);
  const known = await index.wordCounts(words.map((word) => word.form));
  const doubtful = words.filter(
    ({ raw, form }) =>
      raw.length >= MISTYPED_MIN &&
      /^[a-zа-я]+$/.test(raw) &&
      !known.has(form) &&
      !brands.has(form) &&
      !isKnownName(raw),
  );
  if (doubtful.length === 0 || doubtful.length > CORRECTED_WORDS_MAX) return null;
  const corrections = new Map<string, string>();
  for (const { raw } of doubtful) {
    const corrected = await nearestWord(index, brands, raw);
    if (corrected) corrections.set(raw, corrected);
  }
  if (corrections.size === 0) return null;
  return {
    text: words.map(({ typed, raw }) => corrections.get(raw) ?? typed).join(' '),
    notes: [...corrections].map(([text, means]) => ({ kind: 'typing', text, means })),
  };
}

/** The commonest word of the catalogue that is one typing error away, in the form it was typed. */
async function nearestWord(index: SearchIndex, brands: BrandWords, raw: string): Promise<string | null> {
  const spellings = new Map<string, string>();
  for (const spelling of misspellings.oneErrorAway(raw)) {
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

import type { ParsedQuery } from '../parse.ts';
import type { BrandWords } from '../read-query.ts';
import type { SearchIndex } from '../search-index.ts';
import { nearestWord } from './nearest-word.ts';
import type { Reread } from './reread.ts';

const CORRECTED_MIN = 5;
const CORRECTED_WORDS_MAX = 3;

/** The query with unknown words exchanged for those of the catalogue that are one typing error away; null when none is. */
export async function withoutTypingErrors(
  index: SearchIndex,
  brands: BrandWords,
  parsed: ParsedQuery,
): Promise<Reread | null> {
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
  return {
    text: words.map(({ typed, raw }) => corrections.get(raw) ?? typed).join(' '),
    notes: [...corrections].map(([text, means]) => ({ kind: 'typing', text, means })),
  };
}

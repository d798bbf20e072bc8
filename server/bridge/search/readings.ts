import { wordsOf } from '../../text/words.ts';
import { COMPLETIONS_MAX } from './cursor.ts';
import type { ParsedQuery } from './parse.ts';
import { type BrandWords, type Completions, NO_COMPLETIONS, type ReadQuery } from './read-query.ts';
import type { BrandTitle, SearchIndex } from './search-index.ts';

const brandWords = new WeakMap<readonly BrandTitle[], BrandWords>();

/** The brands by the forms of their words; made once for the same array. */
export function wordsOfBrands(brands: readonly BrandTitle[]): BrandWords {
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

import { oneErrorAway } from '../../../text/one-error-away.ts';
import { wordForm } from '../../../text/words.ts';
import type { BrandWords } from '../read-query.ts';
import type { SearchIndex } from '../search-index.ts';

/** The commonest word of the catalogue that is one typing error away, in the form it was typed. */
export async function nearestWord(
  index: SearchIndex,
  brands: BrandWords,
  raw: string,
): Promise<string | null> {
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

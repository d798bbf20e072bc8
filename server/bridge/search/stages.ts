import { allWords, type BrandWords, completedWords } from './expression.ts';
import type { ParsedQuery } from './parse.ts';
import { type Completions, STAGE, type Stage } from './place.ts';
import type { Behind, Candidate, SearchIndex } from './search-index.ts';
import { isFragment } from './tokens.ts';

/** A query with everything that decides its answer besides the rows. */
export interface ReadQuery {
  readonly parsed: ParsedQuery;
  readonly completions: Completions;
  readonly brands: BrandWords;
}

/** Whether a stage can have rows at all for this query. */
export function isPossible(stage: Stage, { parsed, completions }: ReadQuery): boolean {
  switch (stage) {
    case STAGE.articleAndWords:
    case STAGE.articleOnly:
      return parsed.runs.length > 0;
    case STAGE.inner:
      return isFragment(parsed.key);
    case STAGE.completed:
      return completions.prefix !== '';
    case STAGE.completedRarely:
      return completions.rare;
    default:
      return true;
  }
}

/**
 * The candidates of a stage in its fixed order: all rows that belong there, and perhaps some that belong to another
 * stage. Fewer than `limit` mean that there are no more.
 */
export async function candidatesOf(
  index: SearchIndex,
  query: ReadQuery,
  stage: Stage,
  stock: number,
  behind: Behind,
  limit: number,
): Promise<Candidate[]> {
  const { parsed } = query;
  if (!isPossible(stage, query)) return [];
  switch (stage) {
    case STAGE.article:
      return index.byKey(stock, parsed.key, behind?.id ?? 0, limit);
    case STAGE.articleAndWords:
    case STAGE.articleOnly:
      return byRuns(index, parsed, stock, behind, limit);
    case STAGE.prefix:
      return index.byPrefix(stock, parsed.key, behind, limit);
    case STAGE.inner:
      return index.byFragment(stock, parsed.key, behind, limit);
    default:
      return wordCandidates(index, query, stage, stock, behind?.id ?? 0, limit);
  }
}

/** Candidates of a stage of words whether in stock or not, by id. */
export async function wordCandidates(
  index: SearchIndex,
  query: ReadQuery,
  stage: Stage,
  stock: number | null,
  behindId: number,
  limit: number,
): Promise<Candidate[]> {
  const { parsed, completions, brands } = query;
  const expression =
    stage === STAGE.words
      ? allWords(parsed, brands)
      : completedWords(parsed, completions, brands, stage === STAGE.completedRarely);
  return expression ? index.byWords(stock, expression, behindId, limit) : [];
}

async function byRuns(
  index: SearchIndex,
  { runs }: ParsedQuery,
  stock: number,
  behind: Behind,
  limit: number,
): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const { key } of runs) {
    if (behind && key < String(behind.order)) continue;
    if (found.length >= limit) break;
    const behindId = behind && key === behind.order ? behind.id : 0;
    found.push(...(await index.byKey(stock, key, behindId, limit - found.length)));
  }
  return found;
}

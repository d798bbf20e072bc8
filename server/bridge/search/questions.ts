import { type SearchRequest, search, searchList, suggest } from './catalogue-search.ts';
import type { SearchIndex } from './search-index.ts';

/** What may be asked of the search, across threads; `liveDay` is the first price day that still counts. */
export type Question =
  | { readonly ask: 'search'; readonly request: SearchRequest }
  | { readonly ask: 'suggest'; readonly query: string }
  | { readonly ask: 'list'; readonly articles: readonly string[]; readonly ignored: number };
export type AskedQuestion = Question & { readonly liveDay: number };

/** The answer as JSON text; null when a search found nothing. */
export async function answerTo(index: SearchIndex, question: AskedQuestion): Promise<string | null> {
  switch (question.ask) {
    case 'search': {
      const answer = await search(index, question.request, question.liveDay);
      return answer && JSON.stringify(answer);
    }
    case 'suggest':
      return JSON.stringify(await suggest(index, question.query));
    case 'list':
      return JSON.stringify(await searchList(index, question.articles, question.ignored, question.liveDay));
  }
}

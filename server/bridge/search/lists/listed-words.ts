import type { ShownColumns } from '../columns/shown-columns.ts';
import { asFts5, type Expression } from '../expression.ts';
import type { Candidate } from '../search-index.ts';
import { ARTICLE_KIND } from '../tokens.ts';
import type { Ids } from './id-lists.ts';
import type { TokenLists } from './token-lists.ts';

/** What the index of words answers, out of memory where its lists are there. All calls of one question stand in a transaction. */
export class ListedWords {
  readonly #lists: TokenLists;
  readonly #shown: ShownColumns;
  /** Both stocks and the count of one search ask for the same. */
  #known: { readonly expression: string; readonly ids: Ids | null } | null = null;

  constructor(lists: TokenLists, shown: ShownColumns) {
    this.#lists = lists;
    this.#shown = shown;
  }

  /** To be called before each question: the index may be another one. */
  begin(): void {
    this.#known = null;
  }

  /** Ids of the positions that satisfy the expression, ascending; null where memory does not tell. */
  idsOf(expression: Expression): Ids | null {
    const name = asFts5(expression);
    if (this.#known?.expression !== name) {
      this.#known = { expression: name, ids: this.#lists.idsOf(expression) };
    }
    return this.#known.ids;
  }

  /** The first of them behind an id that are in stock (1), or are not (0); null as above. */
  candidates(stock: number, expression: Expression, behindId: number, limit: number): Candidate[] | null {
    const ids = this.idsOf(expression);
    if (!ids) return null;
    const { placed } = this.#shown.current();
    const candidates: Candidate[] = [];
    for (const id of ids) {
      const place = placed[id] ?? 0;
      // A position without a part does not tell whether it is in stock.
      if (place === 0) return null;
      if (id <= behindId || (place > 0 ? 1 : 0) !== stock) continue;
      candidates.push({ id, kind: ARTICLE_KIND, order: 0 });
      if (candidates.length === limit) break;
    }
    return candidates;
  }
}

// Finds what each reading of a query (as typed, or reread) means, and keeps the last results for further pages,
// filters and orders.
import type { SearchNote } from '../../../contract/catalogue/positions.ts';
import type { PositionColumns } from '../search-index/position-columns.ts';
import { type ParsedQuery, parseQuery, type ReadQuery, type SearchIndex } from '../search-index/query.ts';
import type { ShownColumns } from '../search-index/shown-columns.ts';
import { browseParts, type Finds, type FoundParts, findMatches, type Wanted } from './found-parts.ts';
import type { Cursor } from './part-order.ts';
import { type Reach, readQuery, rereadings } from './readings.ts';
import { ARTICLE, NEAR, STAGES } from './stages.ts';

/** What one reading of a query finds; `query` null: no words were asked for. */
export interface FoundReading {
  readonly query: ReadQuery | null;
  readonly isReread: boolean;
  readonly notes: readonly SearchNote[];
  readonly found: FoundParts;
}

/** Says that an article is not there where what is found first is but near to it. */
function guessOf({ text }: ParsedQuery, { ranks }: FoundParts): readonly SearchNote[] {
  const stage = STAGES[(ranks[0] ?? 0) >> 1];
  return ranks.length > 0 && stage?.id === NEAR ? [{ kind: 'near', text }] : [];
}

/** Says so too where the words that were mended are the article itself: «VKBAA 6588» is no «VKBA 6588». */
function saidOf({ text }: ParsedQuery, means: ParsedQuery, notes: readonly SearchNote[], { ranks }: FoundParts) {
  const isArticle = ranks.length > 0 && STAGES[(ranks[0] ?? 0) >> 1]?.id === ARTICLE;
  const isMended = isArticle && notes.some(({ kind }) => kind === 'typing');
  return isMended ? [{ kind: 'near' as const, text, means: means.text }] : notes;
}

/** The cursor of what follows a place in the order of the answer; null: nothing was shown. */
export function cursorBehind(
  { query, isReread, found }: FoundReading,
  goesOn: Pick<Cursor, 'order' | 'isWide' | 'place' | 'isApart'>,
): Cursor {
  const completions = found.completions && { ...found.completions, common: [...found.completions.common] };
  return { ...goesOn, reading: isReread && query ? query.parsed.text : '', completions };
}

/** Finds the parts or the positions of queries, and keeps the last ones: other pages, filters and orders ask for the same. */
export class FoundReadings {
  readonly #index: SearchIndex;
  readonly #shown: ShownColumns;
  readonly #finds: Finds;
  readonly #found = new KeptAnswers<FoundParts>();

  constructor(index: SearchIndex, shown: ShownColumns, finds: Finds) {
    this.#index = index;
    this.#shown = shown;
    this.#finds = finds;
  }

  /** What answers are kept for. */
  async state(): Promise<readonly unknown[]> {
    const [brands, stocks] = [await this.#index.brands(), await this.#index.stocks()];
    return [this.#shown.number, brands, stocks, await this.#index.ownWords()];
  }

  /** What a query asks for; `isStrict`: nothing of it is read, its words alone count. */
  async readQuery(parsed: ParsedQuery, isStrict: boolean, completions?: Cursor['completions']): Promise<ReadQuery> {
    const query = await readQuery(this.#index, parsed, completions);
    return isStrict ? { ...query, facts: null, sizes: null, others: [] } : query;
  }

  /** The query as typed, then, as long as the caller asks on, what else it may mean. */
  async *all(
    columns: PositionColumns,
    parsed: ParsedQuery,
    reach: Reach,
    wanted: Wanted,
  ): AsyncGenerator<FoundReading, undefined> {
    const typed = await this.readQuery(parsed, reach === 'strictly');
    const found = await this.#find(columns, typed, wanted);
    const notes = guessOf(parsed, found);
    const others = rereadings(this.#index, parsed, reach);
    // An article that is there in letters of the other alphabet is no slip.
    if (notes.length > 0) {
      const next = await others.next();
      if (!next.done && next.value.notes.every(({ kind }) => kind === 'sound')) {
        const query = await readQuery(this.#index, next.value.parsed);
        yield { query, isReread: true, notes: next.value.notes, found: await this.#find(columns, query, wanted) };
      }
    }
    yield { query: typed, isReread: false, notes, found };
    for await (const { parsed: reread, notes } of others) {
      const query = await readQuery(this.#index, reread);
      const found = await this.#find(columns, query, wanted);
      yield { query, isReread: true, notes: saidOf(parsed, reread, notes, found), found };
    }
  }

  /** What a query is read as: the first reading that finds anything; null for all parts. */
  async first(
    columns: PositionColumns,
    parsed: ParsedQuery | null,
    reach: Reach,
    wanted: Wanted,
  ): Promise<FoundReading> {
    if (parsed === null)
      return { query: null, isReread: false, notes: [], found: await this.#find(columns, null, wanted) };
    let none: FoundReading | null = null;
    for await (const reading of this.all(columns, parsed, reach, wanted)) {
      if (reading.found.ids.length > 0) return reading;
      none ??= reading;
    }
    return none as FoundReading;
  }

  /** The reading that a cursor goes on with. */
  async behind(
    columns: PositionColumns,
    parsed: ParsedQuery,
    cursor: Cursor,
    wanted: Wanted,
    isStrict: boolean,
  ): Promise<FoundReading> {
    const reread = cursor.reading === '' ? null : parseQuery(cursor.reading, parsed.plain);
    const query = await this.readQuery(reread ?? parsed, isStrict, cursor.completions);
    return { query, isReread: reread !== null, notes: [], found: await this.#find(columns, query, wanted) };
  }

  async again(columns: PositionColumns, reading: FoundReading, wanted: Wanted): Promise<FoundReading> {
    return { ...reading, found: await this.#find(columns, reading.query, wanted) };
  }

  async #find(columns: PositionColumns, query: ReadQuery | null, wanted: Wanted): Promise<FoundParts> {
    const name = JSON.stringify([query && nameOfQuery(query), wanted]);
    return this.#found.get(await this.state(), name, () =>
      query ? findMatches(this.#index, columns, query, wanted, this.#finds) : browseParts(columns, wanted.most),
    );
  }
}

/** What a query is, for those who keep what it finds: all else about it follows, as long as the catalogue is what it was. */
export const nameOfQuery = ({ parsed, completions, facts }: ReadQuery): readonly unknown[] => [
  parsed.text,
  parsed.plain,
  completions,
  facts === null,
];

/** Answers of this size are kept; an administrator's browser and a page of filters ask for few at a time. */
const KEPT = 16;

/** Keeps what is dear to find as long as the catalogue is what it was. */
export class KeptAnswers<Answer> {
  readonly #answers = new Map<string, Answer>();
  #state: readonly unknown[] = [];

  /** The answer under a name, made where there is none for this state, whose members are compared one by one. */
  async get(state: readonly unknown[], name: string, make: () => Promise<Answer> | Answer): Promise<Answer> {
    if (state.some((member, at) => member !== this.#state[at])) this.#answers.clear();
    this.#state = state;
    const known = this.#answers.get(name);
    if (known !== undefined) return known;
    const answer = await make();
    this.#answers.set(name, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > KEPT && oldest !== undefined) this.#answers.delete(oldest);
    return answer;
  }
}

import type { PartNote } from '../../../contract/catalogue/parts.ts';
import type { PositionColumns } from '../search-index/position-columns.ts';
import { type ParsedQuery, parseQuery, type ReadQuery } from '../search-index/query.ts';
import type { SearchIndex } from '../search-index/search-index.ts';
import { readingsOf } from './catalogue-search.ts';
import { browseParts, type FoundParts, findParts, NO_PARTS } from './found-parts.ts';
import type { PartCursor } from './part-order.ts';
import { type Reach, readQuery } from './readings.ts';

/** The parts of one reading of a query; `query` null: no words were asked for. */
export interface PartReading {
  readonly query: ReadQuery | null;
  readonly isReread: boolean;
  readonly notes: readonly PartNote[];
  readonly found: FoundParts;
}

/** How much of the parts of a reading is looked for. */
interface Extent {
  /** The stages too that a first page leaves to «load more». */
  readonly isWide: boolean;
  /** All of them, or no more than are counted. */
  readonly isWhole: boolean;
}

/** The state of the catalogue that answers are kept for. */
type CatalogueState = () => Promise<readonly unknown[]>;

/** Finds the parts of queries, and keeps the last ones: other pages, filters and orders ask for the same. */
export class PartReadings {
  readonly #index: SearchIndex;
  readonly #state: CatalogueState;
  readonly #most: number;
  readonly #found = new KeptAnswers<FoundParts>();

  /** `most`: so many parts are found where nobody asks for all. */
  constructor(index: SearchIndex, state: CatalogueState, most: number) {
    this.#index = index;
    this.#state = state;
    this.#most = most;
  }

  /** What a query is read as: the first reading that finds anything; behind a cursor, its own. */
  async read(
    columns: PositionColumns,
    parsed: ParsedQuery | null,
    cursor: PartCursor | null,
    { reach, isWhole }: { readonly reach: Reach; readonly isWhole: boolean },
  ): Promise<PartReading> {
    const first = { isWide: false, isWhole };
    if (parsed === null)
      return { query: null, isReread: false, notes: [], found: await this.#partsOf(columns, null, first) };
    if (cursor) {
      const reread = cursor.reading === '' ? null : parseQuery(cursor.reading);
      const query = await readQuery(this.#index, reread ?? parsed, cursor.completions);
      const found = await this.#partsOf(columns, query, { isWide: cursor.isWide, isWhole });
      return { query, isReread: reread !== null, notes: [], found };
    }
    let none: PartReading | null = null;
    for await (const { query, isReread, notes } of readingsOf(this.#index, parsed, reach)) {
      const reading = { query, isReread, notes, found: await this.#partsOf(columns, query, first) };
      if (reading.found.parts.length > 0) return reading;
      none ??= reading;
    }
    return none ?? { query: null, isReread: false, notes: [], found: NO_PARTS };
  }

  /** The same reading to another extent. */
  async again(columns: PositionColumns, reading: PartReading, extent: Extent): Promise<PartReading> {
    return { ...reading, found: await this.#partsOf(columns, reading.query, extent) };
  }

  async #partsOf(columns: PositionColumns, query: ReadQuery | null, extent: Extent): Promise<FoundParts> {
    const most = extent.isWhole ? Number.MAX_SAFE_INTEGER : this.#most;
    return this.#found.get(await this.#state(), nameOf(query, extent), () =>
      query ? findParts(this.#index, columns, query, { isWide: extent.isWide, most }) : browseParts(columns, most),
    );
  }
}

const nameOf = (query: ReadQuery | null, { isWide, isWhole }: Extent): string =>
  JSON.stringify([query && [query.parsed, query.completions], isWide, isWhole]);

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

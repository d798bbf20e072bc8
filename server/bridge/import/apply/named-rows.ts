/** Ids of one page. */
const PAGE = 4_096;

/**
 * The row that named each position last, by position id. The positions of one supplier have ids near each other, so pages
 * of numbers take a tenth of the memory of a map; at worst they take eight bytes for each id that was ever given.
 */
export class NamedRows {
  readonly #pages = new Map<number, Float64Array>();

  /** `row` counts from 1. */
  set(id: number, row: number): void {
    const number = Math.floor(id / PAGE);
    let page = this.#pages.get(number);
    if (!page) {
      page = new Float64Array(PAGE);
      this.#pages.set(number, page);
    }
    page[id - number * PAGE] = row;
  }

  /** Null where none has. */
  get(id: number): number | null {
    const number = Math.floor(id / PAGE);
    return this.#pages.get(number)?.[id - number * PAGE] || null;
  }

  has(id: number): boolean {
    return this.get(id) !== null;
  }
}

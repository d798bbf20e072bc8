/** What the columns say of a position. Prices in kopecks, the day of the price in days since the epoch. */
export interface PositionFacts {
  readonly id: number;
  /** 0: not settled yet, nobody sees it. */
  readonly part: number;
  readonly brand: number;
  readonly provider: number;
  /** The manufacturer key, '' for nobody. */
  readonly maker: string;
  readonly price: number;
  readonly amount: number;
  readonly day: number;
  readonly flags: number;
  /** How much it tells of its part: the most telling position names it. */
  readonly says: number;
}

export const IN_STOCK = 1;
export const HAS_PHOTO = 2;
export const IS_VISIBLE = 4;

const START = 1_024;

const arrays = (size: number) => ({
  part: new Int32Array(size),
  brand: new Int32Array(size),
  provider: new Int32Array(size),
  maker: new Int32Array(size),
  day: new Int32Array(size),
  /** The next position of the same part, 0 at the end. */
  next: new Int32Array(size),
  price: new Float64Array(size),
  amount: new Float64Array(size),
  says: new Int32Array(size),
  flags: new Uint8Array(size),
});
type Arrays = ReturnType<typeof arrays>;

function larger<Column extends Arrays[keyof Arrays]>(column: Column, size: number): Column {
  const grown = new (column.constructor as new (size: number) => Column)(size);
  grown.set(column);
  return grown;
}

/**
 * What filters, counts and orders need of every position, as numbers by the id of the position, and the positions of
 * each part as a chain. About 50 bytes a position (decision 40).
 */
export class PositionColumns {
  #of = arrays(START);
  #first = new Int32Array(START);
  readonly #makers: string[] = [''];
  readonly #numbers = new Map<string, number>([['', 0]]);
  readonly #withMaker: number[] = [];
  #last = 0;

  /** The columns; asked anew after every change, which may replace them. */
  get of(): Readonly<Arrays> {
    return this.#of;
  }

  /** The largest id that was ever there. */
  get last(): number {
    return this.#last;
  }

  /** Beyond the largest id of a part. */
  get partsEnd(): number {
    return this.#first.length;
  }

  /** The first position of a part, 0 when it has none. */
  firstOf(part: number): number {
    return this.#first[part] ?? 0;
  }

  /** The number of a manufacturer key, -1 for one that no position ever had. */
  makerNumber(key: string): number {
    return this.#numbers.get(key) ?? -1;
  }

  /** The key of a number that `makerNumber` gave. */
  makerKey(number: number): string {
    return this.#makers[number] ?? '';
  }

  /** A position that had this maker when it was last read. */
  positionOf(maker: number): number {
    return this.#withMaker[maker] ?? 0;
  }

  /** The number of a part's maker: that of any of its positions that names one; 0 when none does. */
  makerOf(part: number): number {
    const { maker, next } = this.#of;
    for (let id = this.firstOf(part); id !== 0; id = next[id] as number) {
      if (maker[id] !== 0) return maker[id] as number;
    }
    return 0;
  }

  set(facts: PositionFacts): void {
    const { id, part } = facts;
    this.#reach(id, part);
    const of = this.#of;
    if (of.part[id] !== part) {
      this.#unlink(id);
      of.part[id] = part;
      of.next[id] = this.firstOf(part);
      this.#first[part] = id;
    }
    of.brand[id] = facts.brand;
    of.provider[id] = facts.provider;
    const maker = this.#numberOf(facts.maker);
    of.maker[id] = maker;
    this.#withMaker[maker] = id;
    of.price[id] = facts.price;
    of.amount[id] = facts.amount;
    of.day[id] = facts.day;
    of.flags[id] = part === 0 ? 0 : facts.flags;
    of.says[id] = facts.says;
  }

  remove(id: number): void {
    if (id > this.#last) return;
    this.#unlink(id);
    this.#of.part[id] = 0;
    this.#of.flags[id] = 0;
  }

  #unlink(id: number): void {
    const { part, next } = this.#of;
    const own = part[id] as number;
    if (own === 0) return;
    if (this.#first[own] === id) {
      this.#first[own] = next[id] as number;
      return;
    }
    let before = this.#first[own] as number;
    while (before !== 0 && next[before] !== id) before = next[before] as number;
    if (before !== 0) next[before] = next[id] as number;
  }

  #numberOf(maker: string): number {
    const known = this.#numbers.get(maker);
    if (known !== undefined) return known;
    this.#numbers.set(maker, this.#makers.length);
    return this.#makers.push(maker) - 1;
  }

  #reach(id: number, part: number): void {
    this.#last = Math.max(this.#last, id);
    if (id >= this.#of.part.length) {
      const size = Math.ceil(id * 1.25) + START;
      const entries = Object.entries(this.#of).map(([name, column]) => [name, larger(column, size)]);
      this.#of = Object.fromEntries(entries) as Arrays;
    }
    if (part >= this.#first.length) this.#first = larger(this.#first, Math.ceil(part * 1.25) + START);
  }
}

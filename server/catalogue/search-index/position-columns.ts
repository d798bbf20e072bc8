/** What the columns say of a position. Prices in kopecks, the day of the price in days since the epoch. */
interface PositionFacts {
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

/** Whole numbers of a position, which lie together: whoever looks at one of them soon looks at the others. */
const FACTS = 8;
/** Where each of them lies. `NEXT`: the next position of the same part, 0 at the end. */
export const PART = 0;
export const NEXT = 1;
export const FLAGS = 2;
export const MAKER = 3;
export const BRAND = 4;
export const PROVIDER = 5;
export const DAY = 6;
export const SAYS = 7;

/** Where the facts of a position begin. */
export const factsAt = (id: number): number => id * FACTS;

type Numbers = Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

function larger<Column extends Numbers>(column: Column, size: number): Column {
  const grown = new (column.constructor as new (size: number) => Column)(size);
  grown.set(column);
  return grown;
}

/**
 * What filters, counts and orders need of every position, as numbers by the id of the position, and the positions of
 * each part as a chain. About 50 bytes a position (decision 40), of which a search meets one line of memory.
 */
export class PositionColumns {
  #facts = new Int32Array(START * FACTS);
  #placed = new Int32Array(START);
  #price = new Float64Array(START);
  #amount = new Float64Array(START);
  #first = new Int32Array(START);
  readonly #makers: string[] = [''];
  readonly #numbers = new Map<string, number>([['', 0]]);
  readonly #withMaker: number[] = [];
  #last = 0;
  #brandsEnd = 1;
  #providersEnd = 1;

  /** The facts of all positions, each at `factsAt`; asked anew after every change, which may replace them. */
  get facts(): Int32Array {
    return this.#facts;
  }

  /**
   * The part of a position by id, negative where it is out of stock: all that is asked of most positions of a search lies in a
   * list of its own. Asked anew as the facts are.
   */
  get placed(): Int32Array {
    return this.#placed;
  }

  /** Kopecks, by id; asked anew as the facts are. */
  get price(): Float64Array {
    return this.#price;
  }

  /** By id; asked anew as the facts are. */
  get amount(): Float64Array {
    return this.#amount;
  }

  /** One fact of a position. */
  fact(id: number, name: number): number {
    return this.#facts[factsAt(id) + name] ?? 0;
  }

  /** The largest id that was ever there. */
  get last(): number {
    return this.#last;
  }

  /** Beyond the largest id of a part. */
  get partsEnd(): number {
    return this.#first.length;
  }

  /** Beyond the largest number of a maker, and the largest ids of a brand and of a provider that were ever there. */
  get makersEnd(): number {
    return this.#makers.length;
  }

  get brandsEnd(): number {
    return this.#brandsEnd;
  }

  get providersEnd(): number {
    return this.#providersEnd;
  }

  /** The first position by part, 0 where there is none; asked anew as the facts are. */
  get first(): Int32Array {
    return this.#first;
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
    const facts = this.#facts;
    for (let id = this.firstOf(part); id !== 0; id = facts[factsAt(id) + NEXT] as number) {
      const maker = facts[factsAt(id) + MAKER] as number;
      if (maker !== 0) return maker;
    }
    return 0;
  }

  set(position: PositionFacts): void {
    const { id, part } = position;
    this.#reach(id, part);
    const facts = this.#facts;
    const at = factsAt(id);
    if (facts[at + PART] !== part) {
      this.#unlink(id);
      facts[at + PART] = part;
      facts[at + NEXT] = this.firstOf(part);
      this.#first[part] = id;
    }
    const maker = this.#numberOf(position.maker);
    this.#withMaker[maker] = id;
    this.#placed[id] = (position.flags & IN_STOCK) === 0 ? -part : part;
    facts[at + FLAGS] = part === 0 ? 0 : position.flags;
    facts[at + MAKER] = maker;
    facts[at + BRAND] = position.brand;
    facts[at + PROVIDER] = position.provider;
    facts[at + DAY] = position.day;
    facts[at + SAYS] = position.says;
    this.#brandsEnd = Math.max(this.#brandsEnd, position.brand + 1);
    this.#providersEnd = Math.max(this.#providersEnd, position.provider + 1);
    this.#price[id] = position.price;
    this.#amount[id] = position.amount;
  }

  remove(id: number): void {
    if (id > this.#last) return;
    this.#unlink(id);
    this.#placed[id] = 0;
    this.#facts[factsAt(id) + PART] = 0;
    this.#facts[factsAt(id) + FLAGS] = 0;
  }

  #unlink(id: number): void {
    const facts = this.#facts;
    const own = facts[factsAt(id) + PART] as number;
    if (own === 0) return;
    const after = facts[factsAt(id) + NEXT] as number;
    if (this.#first[own] === id) {
      this.#first[own] = after;
      return;
    }
    let before = this.#first[own] as number;
    while (before !== 0 && facts[factsAt(before) + NEXT] !== id) before = facts[factsAt(before) + NEXT] as number;
    if (before !== 0) facts[factsAt(before) + NEXT] = after;
  }

  #numberOf(maker: string): number {
    const known = this.#numbers.get(maker);
    if (known !== undefined) return known;
    this.#numbers.set(maker, this.#makers.length);
    return this.#makers.push(maker) - 1;
  }

  #reach(id: number, part: number): void {
    this.#last = Math.max(this.#last, id);
    if (id >= this.#price.length) {
      const size = Math.ceil(id * 1.25) + START;
      this.#facts = larger(this.#facts, size * FACTS);
      this.#placed = larger(this.#placed, size);
      this.#price = larger(this.#price, size);
      this.#amount = larger(this.#amount, size);
    }
    if (part >= this.#first.length) this.#first = larger(this.#first, Math.ceil(part * 1.25) + START);
  }
}

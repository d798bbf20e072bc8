// Sets and lists of numbers that a search fills again and again.

const PASSES = 256;

/** The set of numbers that one pass has visited. The next pass starts without clearing, which is slow for a million. */
export class SeenIds {
  #of = new Uint8Array(0);
  #pass = 0;

  /** Forgets all, and makes room for numbers below `end`. */
  begin(end: number): void {
    if (this.#of.length < end) {
      this.#of = new Uint8Array(Math.ceil(end * 1.25));
      this.#pass = 0;
    }
    this.#pass++;
    if (this.#pass === PASSES) {
      this.#of.fill(0);
      this.#pass = 1;
    }
  }

  has(number: number): boolean {
    return this.#of[number] === this.#pass;
  }

  /** Adds a number; returns whether it is new. */
  isNew(number: number): boolean {
    if (this.#of[number] === this.#pass) return false;
    this.#of[number] = this.#pass;
    return true;
  }

  add(number: number): void {
    this.#of[number] = this.#pass;
  }
}

const free: SeenIds[] = [];

/** Calls `work` with two sets that no other search uses meanwhile. */
export async function withSeenIds<T>(work: (one: SeenIds, other: SeenIds) => Promise<T>): Promise<T> {
  const [one, other] = [free.pop() ?? new SeenIds(), free.pop() ?? new SeenIds()];
  try {
    return await work(one, other);
  } finally {
    free.push(one, other);
  }
}

const START = 64;

/** A list of whole numbers that grows, without an object for each. */
export class GrowingNumbers {
  #of = new Int32Array(START);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#length === this.#of.length) {
      const grown = new Int32Array(2 * this.#length);
      grown.set(this.#of);
      this.#of = grown;
    }
    this.#of[this.#length++] = number;
  }

  taken(): Int32Array {
    return this.#of.subarray(0, this.#length);
  }
}

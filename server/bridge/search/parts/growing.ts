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

  /** What was pushed so far. */
  taken(): Int32Array {
    return this.#of.subarray(0, this.#length);
  }
}

/** How many fields and levels a JSON text has, before it is parsed. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export function fieldsOfJson(text: string): number {
  const shape = new JsonShape();
  shape.add(Buffer.from(text));
  return shape.fields;
}

/** Measures a JSON text by its bytes before it is parsed; other text gives some result, quickly. */
export class JsonShape {
  /** Names of objects and items of lists so far; an empty object or list counts as one. */
  fields = 0;
  /** Deepest nesting so far; a plain object or list is 1. */
  depth = 0;
  #level = 0;
  #inText = false;
  #isEscaped = false;

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (this.#inText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#inText = false;
      } else if (byte === QUOTE) this.#inText = true;
      else if (byte === COMMA) this.fields += 1;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        this.fields += 1;
        this.#level += 1;
        if (this.#level > this.depth) this.depth = this.#level;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#level -= 1;
    }
  }
}

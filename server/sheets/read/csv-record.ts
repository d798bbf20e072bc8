const QUOTE = '"';
const END = -1;

/**
 * One record of a delimited text, line by line. A quote opens a field only as its first character, and is a plain
 * character anywhere else, as in inches; a doubled quote inside a quoted field is one quote.
 */
export class CsvRecord {
  readonly fields: string[] = [];
  /** A quoted field goes on in the next line. */
  isOpen = false;
  /** A quote inside a quoted field neither ended it nor was doubled; the field is taken as it is written from there. */
  hasStray = false;
  readonly #delimiter: string;
  readonly #staysInLine: boolean;
  #field = '';

  /** With `staysInLine` a quote that its own line does not close is a plain character. */
  constructor(delimiter: string, staysInLine = false) {
    this.#delimiter = delimiter;
    this.#staysInLine = staysInLine;
  }

  /** Takes the first line, or the next one while the record is open. */
  add(line: string): void {
    let at = 0;
    if (this.isOpen) {
      this.#field += '\n';
      at = this.#quoted(line, 0);
    }
    while (at !== END) at = line[at] === QUOTE ? this.#opened(line, at) : this.#plain(line, at, '');
  }

  #opened(line: string, at: number): number {
    if (this.#staysInLine && !closes(line, at + 1)) return this.#plain(line, at, '');
    this.#field = '';
    return this.#quoted(line, at + 1);
  }

  /** Reads on to the next delimiter; answers where the next field begins. */
  #plain(line: string, from: number, before: string): number {
    const end = line.indexOf(this.#delimiter, from);
    this.fields.push(before + (end === -1 ? line.slice(from) : line.slice(from, end)));
    return end === -1 ? END : end + this.#delimiter.length;
  }

  #quoted(line: string, from: number): number {
    this.isOpen = false;
    for (let at = from; ; ) {
      const quote = line.indexOf(QUOTE, at);
      if (quote === -1) {
        this.#field += line.slice(at);
        this.isOpen = true;
        return END;
      }
      this.#field += line.slice(at, quote);
      if (line[quote + 1] !== QUOTE) return this.#ended(line, quote);
      this.#field += QUOTE;
      at = quote + 2;
    }
  }

  #ended(line: string, quote: number): number {
    const end = line.indexOf(this.#delimiter, quote + 1);
    const behind = end === -1 ? line.slice(quote + 1) : line.slice(quote + 1, end);
    if (behind.trim() !== '') {
      this.hasStray = true;
      return this.#plain(line, quote, QUOTE + this.#field);
    }
    this.fields.push(this.#field);
    return end === -1 ? END : end + this.#delimiter.length;
  }
}

/** Whether a quote that is not doubled follows in the line. */
function closes(line: string, from: number): boolean {
  for (let at = line.indexOf(QUOTE, from); at !== -1; at = line.indexOf(QUOTE, at + 2)) {
    if (line[at + 1] !== QUOTE) return true;
  }
  return false;
}

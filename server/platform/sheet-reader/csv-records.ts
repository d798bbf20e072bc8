/** Splits lines of a delimited text into records, with quotes and repairs of missing ones. */
import { CAPS, type ReadingRemark } from './messages.ts';

export interface NumberedRecord {
  readonly row: number;
  readonly fields: readonly string[];
}

/**
 * A field in quotes may take several lines; where lines are whole rows by themselves, or the text ends first, a closing
 * quote is missing: each line is its own row then.
 */
export class CsvRecords {
  readonly #delimiter: string;
  readonly #width: number;
  readonly #remark: (remark: ReadingRemark) => void;
  #row = 0;
  #open: CsvRecord | null = null;
  #lines: string[] = [];
  #length = 0;

  /** `width` is how many delimiters a row has, 0 when that is not known. */
  constructor(delimiter: string, width: number, remark: (remark: ReadingRemark) => void) {
    this.#delimiter = delimiter;
    this.#width = width;
    this.#remark = remark;
  }

  *add(line: string): Generator<NumberedRecord> {
    // Lines that are read again are processed before unread ones.
    const waiting = [line];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      this.#lines.push(next);
      this.#length += next.length;
      this.#open ??= new CsvRecord(this.#delimiter);
      this.#open.add(next);
      const isForgotten = this.#open.isOpen ? this.#length > CAPS.cellBytes : this.#holdsRows();
      if (isForgotten) {
        for (let at = this.#lines.length - 1; at > 0; at -= 1) waiting.push(this.#lines[at] as string);
        yield this.#firstAlone();
      } else if (!this.#open.isOpen) yield this.#whole(this.#open);
    }
  }

  *end(): Generator<NumberedRecord> {
    while (this.#open) {
      const rest = this.#lines.slice(1);
      yield this.#firstAlone();
      for (const line of rest) yield* this.add(line);
    }
  }

  #whole({ fields, hasStray }: CsvRecord): NumberedRecord {
    this.#row += 1;
    if (this.#lines.length > 1 && (hasStray || this.#hasMoreThanRow())) this.#tell('quotes-take-rows');
    this.#forget();
    return { row: this.#row, fields };
  }

  #firstAlone(): NumberedRecord {
    this.#row += 1;
    this.#tell('quote-left-open');
    const fields = this.#alone(this.#lines[0] as string);
    this.#forget();
    return { row: this.#row, fields };
  }

  #forget(): void {
    this.#open = null;
    this.#lines = [];
    this.#length = 0;
  }

  #tell(code: ReadingRemark['code']): void {
    this.#remark({ code, row: this.#row, column: null, text: this.#lines[0] as string });
  }

  /** Two lines of the record, read by themselves, have as many fields as a row: no cell of several lines does. */
  #holdsRows(): boolean {
    if (this.#lines.length === 1 || this.#width === 0) return false;
    let rows = 0;
    for (const line of this.#lines) if (this.#alone(line).length === this.#width + 1) rows += 1;
    return rows > 1;
  }

  /** Its lines, read by themselves, have more fields than a row. */
  #hasMoreThanRow(): boolean {
    if (this.#width === 0) return false;
    const delimiters = this.#lines.map((line) => this.#alone(line).length - 1);
    return delimiters.reduce((sum, count) => sum + count, 0) > this.#width;
  }

  #alone(line: string): readonly string[] {
    const record = new CsvRecord(this.#delimiter, true);
    record.add(line);
    return record.fields;
  }
}

const QUOTE = '"';
const END = -1;

/**
 * One record of a delimited text, line by line. A quote opens a field only as its first character, and is a plain one
 * anywhere else, as in inches; a doubled quote inside a quoted field is one quote.
 */
class CsvRecord {
  readonly fields: string[] = [];
  /** A quoted field continues in the next line. */
  isOpen = false;
  /** A quote inside a quoted field neither ended it nor was doubled; from there the field is taken literally. */
  hasStray = false;
  readonly #delimiter: string;
  readonly #staysInLine: boolean;
  #field = '';

  /** With `staysInLine` a quote that its own line does not close is a plain character. */
  constructor(delimiter: string, staysInLine = false) {
    this.#delimiter = delimiter;
    this.#staysInLine = staysInLine;
  }

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

function closes(line: string, from: number): boolean {
  for (let at = line.indexOf(QUOTE, from); at !== -1; at = line.indexOf(QUOTE, at + 2)) {
    if (line[at + 1] !== QUOTE) return true;
  }
  return false;
}

const DELIMITERS = [';', '\t', '|', ',', '^'] as const;

const SAMPLE_LINES = 50;

interface Delimiter {
  readonly delimiter: string;
  readonly width: number;
}

/** The delimiter that occurs equally often in the most lines of the sample, but for those at their ends; `;` when none does. */
export function guessDelimiter(sample: string): Delimiter {
  const lines = sampleLines(sample);
  let best: Delimiter = { delimiter: ';', width: 0 };
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const { width, score } = usualWidth(lines, delimiter);
    if (score <= bestScore) continue;
    best = { delimiter, width };
    bestScore = score;
  }
  return best;
}

export const namedDelimiter = (delimiter: string, sample: string): Delimiter => ({
  delimiter,
  width: usualWidth(sampleLines(sample), delimiter).width,
});

const sampleLines = (sample: string): string[] =>
  sample
    .split(/\r\n|\n|\r/u)
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLE_LINES);

function usualWidth(lines: readonly string[], delimiter: string): { width: number; score: number } {
  const [whole, filled] = [new Map<number, number>(), new Map<number, number>()];
  for (const line of lines) {
    const parts = line.replace(/"[^"]*"/gu, QUOTED).split(delimiter);
    const last = parts.findLastIndex((part) => part.trim() !== '');
    if (parts.length > 1) whole.set(parts.length - 1, (whole.get(parts.length - 1) ?? 0) + 1);
    if (last > 0) filled.set(last, (filled.get(last) ?? 0) + 1);
  }
  const [width, score] = mostFrequent(whole);
  return { width, score: Math.max(score, mostFrequent(filled)[1]) };
}

/** Stands for a quoted field when delimiters are counted. */
const QUOTED = 'q';

function mostFrequent(counts: ReadonlyMap<number, number>): [count: number, times: number] {
  let [most, score] = [0, 0];
  for (const [count, times] of counts) if (times > score) [most, score] = [count, times];
  return [most, score];
}

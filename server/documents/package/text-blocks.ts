// Reads the marked-up text of a document as paragraphs for paper.
import sax from 'sax';
import { toHtml } from '../../../rules/markdown/index.ts';

export interface Run {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
}

export interface TextBlock {
  readonly kind: 'paragraph' | 'heading' | 'item' | 'quote' | 'code' | 'table';
  /** Of a heading, 1 to 6; how deep an item lies, from 1 on; 0 for the rest. */
  readonly level: number;
  /** What stands before an item: a bullet or its number. */
  readonly mark: string;
  /** Empty of a table. */
  readonly runs: readonly Run[];
  /** Of a table, its cells; empty for the rest. */
  readonly rows: readonly (readonly (readonly Run[])[])[];
}

const HEADING = /^h([1-6])$/u;
const BOLD = new Set(['b', 'strong', 'th']);
const ITALIC = new Set(['i', 'em']);

/** What is open while the markup is read. */
class Blocks {
  readonly done: TextBlock[] = [];
  readonly #lists: { readonly ordered: boolean; items: number }[] = [];
  #block: Omit<TextBlock, 'runs' | 'rows'> | null = null;
  /** Of the table that is open; null: none is. */
  #rows: Run[][][] | null = null;
  #runs: Run[] = [];
  #bold = 0;
  #italic = 0;
  #quote = 0;
  #code = false;

  open(tag: string, { alt = '', start = '' }: Readonly<Record<string, string>>): void {
    const heading = HEADING.exec(tag);
    if (heading) this.#begin('heading', Number(heading[1]));
    else if (tag === 'table') this.#openTable();
    else if (tag === 'p') this.#begin(this.#quote > 0 ? 'quote' : 'paragraph');
    else if (tag === 'tr') this.#rows?.push([]);
    else if (tag === 'th' || tag === 'td') this.#beginCell(tag);
    else if (tag === 'pre') this.#beginCode();
    else if (tag === 'ul' || tag === 'ol') this.#openList(tag === 'ol', Number(start));
    else if (tag === 'li') this.#beginItem();
    else if (tag === 'blockquote') this.#quote += 1;
    else if (tag === 'img') this.text(alt === '' ? '' : `[${alt}]`);
    else this.#emphasise(tag, 1);
  }

  close(tag: string): void {
    if (tag === 'table') this.#closeTable();
    if (tag === 'ul' || tag === 'ol') this.#lists.pop();
    if (tag === 'blockquote') this.#quote = Math.max(0, this.#quote - 1);
    if (tag === 'pre') this.#code = false;
    this.#emphasise(tag, -1);
    if (HEADING.test(tag) || ['p', 'pre', 'li', 'ul', 'ol', 'blockquote', 'br'].includes(tag)) this.end();
  }

  text(text: string): void {
    if (this.#code) {
      this.#add(text);
      return;
    }
    if (this.#rows) {
      this.#rows
        .at(-1)
        ?.at(-1)
        ?.push(...(text.trim() === '' && text.includes('\n') ? [] : [this.#runOf(text)]));
      return;
    }
    // A line that the converter put into no paragraph is one of its own.
    for (const [at, line] of text.split('\n').entries()) {
      if (at > 0 && this.#block?.kind === 'paragraph' && this.#block.level === BARE) this.end();
      if (line.trim() === '' && (at > 0 || this.#runs.length === 0)) continue;
      this.#add(at > 0 && this.#runs.length > 0 ? ` ${line}` : line);
    }
  }

  end(): void {
    // A break inside of a cell.
    if (this.#rows) {
      this.#rows.at(-1)?.at(-1)?.push(this.#runOf(' '));
      return;
    }
    if (this.#block && this.#runs.some(({ text }) => text.trim() !== '')) {
      const level = Math.max(0, this.#block.level);
      this.done.push({ ...this.#block, level, runs: this.#runs, rows: [] });
    }
    this.#block = null;
    this.#runs = [];
  }

  #begin(kind: TextBlock['kind'], level = 0, mark = ''): void {
    this.end();
    this.#block = { kind, level, mark };
  }

  #beginCode(): void {
    this.#begin('code');
    this.#code = true;
  }

  #openList(ordered: boolean, start: number): void {
    // An item above, of which the list is a part, ends here.
    this.end();
    this.#lists.push({ ordered, items: Number.isSafeInteger(start) && start > 0 ? start - 1 : 0 });
  }

  #openTable(): void {
    this.end();
    this.#rows = [];
  }

  #closeTable(): void {
    const rows = this.#rows?.filter((row) => row.length > 0) ?? [];
    this.#rows = null;
    if (rows.length > 0) this.done.push({ kind: 'table', level: 0, mark: '', runs: [], rows });
  }

  #beginCell(tag: string): void {
    this.#rows?.at(-1)?.push([]);
    this.#emphasise(tag, 1);
  }

  #beginItem(): void {
    const list = this.#lists.at(-1);
    if (list) list.items += 1;
    this.#begin('item', Math.max(1, this.#lists.length), list?.ordered ? `${list.items}.` : '•');
  }

  #emphasise(tag: string, by: 1 | -1): void {
    if (BOLD.has(tag)) this.#bold = Math.max(0, this.#bold + by);
    if (ITALIC.has(tag)) this.#italic = Math.max(0, this.#italic + by);
  }

  #add(text: string): void {
    if (text === '') return;
    this.#block ??= { kind: this.#quote > 0 ? 'quote' : 'paragraph', level: BARE, mark: '' };
    this.#runs.push(this.#runOf(text));
  }

  #runOf = (text: string): Run => ({ text, bold: this.#bold > 0, italic: this.#italic > 0 });
}

/** The level of a paragraph that no tag has begun. */
const BARE = -1;

/** The text of a document, in note markup, by paragraphs. Takes time linear in its length; never throws. */
export function textBlocks(markup: string): TextBlock[] {
  const blocks = new Blocks();
  const parser = sax.parser(false, { lowercase: true });
  parser.onerror = () => {
    // What the reader of tags takes for a mistake is text all the same.
    parser.resume();
  };
  parser.onopentag = ({ name, attributes }) => blocks.open(name, attributes as Record<string, string>);
  parser.onclosetag = (name) => blocks.close(name);
  parser.ontext = (text) => blocks.text(text);
  // The reader wants one element around all others.
  parser.write(`<div>${toHtml(markup)}</div>`).close();
  blocks.end();
  return blocks.done;
}

import { escapeCode } from './escape.ts';
import { inlineHtml } from './inline.ts';
import { keepsBreak, startsParagraph } from './letters.ts';
import { endsCode, type Line, readHeading, readLine } from './lines.ts';
import { closeLists, type Lists, openItem } from './lists.ts';
import { cellsOf, columnsOfRule, isTableRow } from './tables.ts';

/** What is open between two lines, and the output so far. */
interface State {
  readonly out: string[];
  readonly prefix: string;
  lists: Lists;
  quote: 'none' | 'between' | 'paragraph';
  /** Lines of the code that is open; null outside of code. */
  code: string[] | null;
  /** Columns of the table that is open; 0 outside of one. */
  columns: number;
  /** What the last line with text left behind, to tell whether the next one would run into it. */
  tail: Tail;
}

const PICTURE = /^<img [^<>]*>\s*$/;

/** The last line: none that runs on, one without an element of its own, or such a one whose break is kept. */
type Tail = 'closed' | 'bare' | 'kept';

/** Converts a text line by line; what is open at the end is closed. */
export function blocksHtml(source: string, prefix: string): string {
  const state: State = { out: [], prefix, lists: [], quote: 'none', code: null, columns: 0, tail: 'closed' };
  const lines = source.split('\n');
  for (const [at, line] of lines.entries()) {
    if (state.code === null) take(state, readLine(line), lines[at + 1]);
    else if (endsCode(line)) closeCode(state);
    else state.code.push(line.replace(/\r$/, ''));
  }
  closeCode(state);
  closeTable(state);
  closeOpen(state);
  return state.out.join('\n');
}

function take(state: State, line: Line, next: string | undefined): void {
  if (line.kind === 'text' && takeRow(state, line.text, next)) return;
  closeTable(state);
  switch (line.kind) {
    case 'fence':
      closeOpen(state);
      state.code = [];
      break;
    case 'blank':
      closeOpen(state);
      state.out.push(line.text);
      break;
    case 'item': {
      closeQuote(state);
      const { html, lists } = openItem(state.lists, line);
      state.out.push(html + lineHtml(state, line.text));
      state.lists = lists;
      state.tail = tailOf(line.text);
      break;
    }
    case 'quote':
      closeList(state);
      takeQuote(state, line.text);
      break;
    case 'text':
      takeText(state, line.text);
  }
}

/** Takes a line as a row of a table, or answers false: a table begins where a rule stands below its first row. */
function takeRow(state: State, text: string, next: string | undefined): boolean {
  if (!isTableRow(text)) return false;
  if (state.columns > 0) {
    if (columnsOfRule(text) === 0) state.out.push(rowHtml(state, text, 'td'));
    return true;
  }
  if (state.lists.length > 0 || state.quote !== 'none') return false;
  state.columns = next === undefined ? 0 : columnsOfRule(next.trim());
  if (state.columns === 0) return false;
  state.out.push(`<table><thead>${rowHtml(state, text, 'th')}</thead><tbody>`);
  return true;
}

/** A row with its cells, as many as the table has columns at most. */
function rowHtml(state: State, text: string, tag: 'th' | 'td'): string {
  const cells = cellsOf(text).slice(0, state.columns);
  return `<tr>${cells.map((cell) => `<${tag}>${inlineHtml(cell, state.prefix)}</${tag}>`).join('')}</tr>`;
}

/** Breaks the line before one that would run into the line above it, where either keeps its breaks. */
function breakBefore(state: State, text: string): string {
  const tail = tailOf(text);
  const breaks = state.tail === 'kept' || (state.tail === 'bare' && tail === 'kept');
  state.tail = tail;
  return breaks ? '<br/>' : '';
}

function takeText(state: State, text: string): void {
  if (state.quote === 'paragraph' && !readHeading(text)) {
    state.out.push(breakBefore(state, text) + inlineHtml(text, state.prefix));
  } else if (state.quote !== 'none') {
    takeQuote(state, text);
  } else {
    const html = lineHtml(state, text);
    const wrapped = state.lists.length === 0 && !readHeading(text) && startsParagraph(html);
    const bare = !wrapped && !readHeading(text);
    // A picture stands on a line of its own.
    if (bare && !PICTURE.test(html)) state.out.push(breakBefore(state, text) + html);
    else {
      state.out.push(wrapped ? `<p>${html}</p>` : html);
      state.tail = 'closed';
    }
  }
}

function takeQuote(state: State, text: string): void {
  if (text === '') return;
  const html = lineHtml(state, text);
  const before = { none: '<blockquote>', between: '', paragraph: '</p>' }[state.quote];
  const heading = readHeading(text) !== null;
  state.out.push(before + (heading ? html : `<p>${html}`));
  state.quote = heading ? 'between' : 'paragraph';
  state.tail = tailOf(text);
}

const tailOf = (text: string): Tail =>
  readHeading(text) || text === '' ? 'closed' : keepsBreak(text) ? 'kept' : 'bare';

/** A line on its own: a heading or plain. */
function lineHtml(state: State, text: string): string {
  const heading = readHeading(text);
  if (!heading) return inlineHtml(text, state.prefix);
  return `<h${heading.level}>${inlineHtml(heading.text, state.prefix)}</h${heading.level}>`;
}

function closeOpen(state: State): void {
  closeList(state);
  closeQuote(state);
}

function closeList(state: State): void {
  if (state.lists.length > 0) {
    state.out.push(closeLists(state.lists));
    state.tail = 'closed';
  }
  state.lists = [];
}

function closeQuote(state: State): void {
  if (state.quote !== 'none') {
    state.out.push(state.quote === 'paragraph' ? '</p></blockquote>' : '</blockquote>');
    state.tail = 'closed';
  }
  state.quote = 'none';
}

function closeTable(state: State): void {
  if (state.columns > 0) {
    state.out.push('</tbody></table>');
    state.tail = 'closed';
  }
  state.columns = 0;
}

function closeCode(state: State): void {
  if (state.code) state.tail = 'closed';
  if (state.code) state.out.push(`<pre><code>${escapeCode(state.code.join('\n'))}</code></pre>`);
  state.code = null;
}

import { escapeCode } from './escape.ts';
import { inlineHtml } from './inline.ts';
import { startsParagraph } from './letters.ts';
import { endsCode, type Line, readHeading, readLine } from './lines.ts';
import { closeLists, type Lists, openItem } from './lists.ts';

/** What is open between two lines, and the output so far. */
interface State {
  readonly out: string[];
  readonly prefix: string;
  lists: Lists;
  quote: 'none' | 'between' | 'paragraph';
  /** Lines of the code that is open; null outside of code. */
  code: string[] | null;
}

/** Converts a text line by line; what is open at the end is closed. */
export function blocksHtml(source: string, prefix: string): string {
  const state: State = { out: [], prefix, lists: [], quote: 'none', code: null };
  for (const line of source.split('\n')) {
    if (state.code === null) take(state, readLine(line));
    else if (endsCode(line)) closeCode(state);
    else state.code.push(line.replace(/\r$/, ''));
  }
  closeCode(state);
  closeOpen(state);
  return state.out.join('\n');
}

function take(state: State, line: Line): void {
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

function takeText(state: State, text: string): void {
  if (state.quote === 'paragraph' && !readHeading(text)) {
    state.out.push(inlineHtml(text, state.prefix));
  } else if (state.quote !== 'none') {
    takeQuote(state, text);
  } else {
    const html = lineHtml(state, text);
    const wrapped = state.lists.length === 0 && !readHeading(text) && startsParagraph(html);
    state.out.push(wrapped ? `<p>${html}</p>` : html);
  }
}

function takeQuote(state: State, text: string): void {
  if (text === '') return;
  const html = lineHtml(state, text);
  const before = { none: '<blockquote>', between: '', paragraph: '</p>' }[state.quote];
  const heading = readHeading(text) !== null;
  state.out.push(before + (heading ? html : `<p>${html}`));
  state.quote = heading ? 'between' : 'paragraph';
}

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
  if (state.lists.length > 0) state.out.push(closeLists(state.lists));
  state.lists = [];
}

function closeQuote(state: State): void {
  if (state.quote !== 'none') {
    state.out.push(state.quote === 'paragraph' ? '</p></blockquote>' : '</blockquote>');
  }
  state.quote = 'none';
}

function closeCode(state: State): void {
  if (state.code) state.out.push(`<pre><code>${escapeCode(state.code.join('\n'))}</code></pre>`);
  state.code = null;
}

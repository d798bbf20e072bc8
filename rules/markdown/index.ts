// Turns the markup of company pages, slides and documents into HTML: paragraphs, headings, lists, quotes, tables, code.
// A single line is in inline.ts.
import { escapeCode, inlineHtml, keepsBreak, startsParagraph } from './inline.ts';

interface MarkdownOptions {
  /** Folder of the pages that internal links name, like `docs`; none: the root of the site. */
  readonly linkPrefix?: string;
}

/** Note markup as escaped text and a closed list of tags, whatever comes in; in linear time, never throws. */
export function toHtml(markdown: string, { linkPrefix = '' }: MarkdownOptions = {}): string {
  return blocksHtml(markdown.toWellFormed().replaceAll('\0', '\ufffd'), linkPrefix);
}

/** A part of a text that is converted alike alone and in its place: a paragraph, heading, list, quote, table or code. */
interface Segment {
  /** Index of its first character in the text, and the one behind its last. */
  readonly start: number;
  readonly end: number;
}

type Kind = 'none' | 'paragraph' | 'bare' | 'list' | 'quote' | 'table' | 'code' | 'done';

/** The parts of a text in reading order; what stands between two of them is line ends and blanks. */
export function segmentsOf(text: string): Segment[] {
  const found: { start: number; end: number }[] = [];
  const lines = text.split('\n');
  let kind: Kind = 'none';
  let start = 0;
  for (const [at, line] of lines.entries()) {
    const end = start + line.length;
    const next: Kind = kind === 'code' ? (endsCode(line) ? 'done' : 'code') : kindOf(line, lines[at + 1], kind);
    const last = found.at(-1);
    if (last && goesOn(kind, next)) last.end = end;
    else if (next !== 'none') found.push({ start, end });
    kind = next;
    start = end + 1;
  }
  return found;
}

const goesOn = (before: Kind, now: Kind): boolean =>
  before === 'code' || (before === now && now !== 'paragraph' && now !== 'none');

/** What part a line outside of code is of, after a line of the part before. */
function kindOf(source: string, next: string | undefined, before: Kind): Kind {
  const line = readLine(source);
  if (line.kind === 'blank') return 'none';
  if (line.kind === 'fence') return 'code';
  if (line.kind === 'item') return 'list';
  if (line.kind === 'quote') return 'quote';
  // Text behind an item or a quote goes on with it.
  if (before === 'list' || before === 'quote') return before;
  if (isTableRow(line.text) && (before === 'table' || columnsOfRule(next?.trim() ?? '') > 0)) return 'table';
  const paragraph = readHeading(line.text) !== null || startsParagraph(inlineHtml(line.text, ''));
  return paragraph ? 'paragraph' : 'bare';
}

/** What is open between two lines, and the output so far. */
interface State {
  readonly out: string[];
  readonly prefix: string;
  lists: Lists;
  quote: 'none' | 'between' | 'paragraph';
  code: string[] | null;
  columns: number;
  /** What the last line with text left open, which decides whether the next one continues it. */
  tail: Tail;
}

const PICTURE = /^<img [^<>]*>\s*$/;

/** The last line: none that runs on, one without an element of its own, or such a one whose break is kept. */
type Tail = 'closed' | 'bare' | 'kept';

/** Converts a text line by line; what is open at the end is closed. */
function blocksHtml(source: string, prefix: string): string {
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

/** Cells beyond the columns of the table are left out. */
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

type Item = Extract<Line, { kind: 'item' }>;
type Tag = 'ul' | 'ol';

interface Level {
  readonly tag: Tag;
  readonly indent: number;
}

/** Open lists, the outermost first. */
type Lists = readonly Level[];

/** Blanks that set a list inside another. */
const STEP = 2;
/** Lists inside each other; what is deeper stays on the last level, so that no text can pile up elements. */
const DEPTH_MAX = 16;

const CLOSE = { ul: '</li></ul>', ol: '</li></ol>' } as const;

const closeLists = (lists: Lists): string =>
  lists
    .map(({ tag }) => CLOSE[tag])
    .reverse()
    .join('');

/** Starts an item: the tags in front of its text, and the lists that are open then. */
function openItem(lists: Lists, item: Item): { readonly html: string; readonly lists: Lists } {
  const tag: Tag = item.start === null ? 'ul' : 'ol';
  const kept = lists.slice(0, depthOf(lists, item.indent));
  const html = closeLists(lists.slice(kept.length));
  const last = kept.at(-1);
  if (last && item.indent >= last.indent + STEP && kept.length < DEPTH_MAX) {
    return { html: html + openTag(item), lists: [...kept, { tag, indent: item.indent }] };
  }
  if (last?.tag === tag) return { html: `${html}</li><li>`, lists: kept };
  const outer = kept.slice(0, -1);
  const indent = last?.indent ?? item.indent;
  return { html: html + (last ? CLOSE[last.tag] : '') + openTag(item), lists: [...outer, { tag, indent }] };
}

/** How many lists stay open for an item: those around the place where its indent puts it. */
function depthOf(lists: Lists, indent: number): number {
  let depth = lists.length;
  while (depth > 1 && indent < (lists[depth - 2]?.indent ?? 0) + STEP) depth--;
  return depth;
}

const openTag = ({ start }: Item): string => (start === null ? '<ul><li>' : `<ol start="${start}"><li>`);

type Line =
  | { readonly kind: 'fence' }
  | { readonly kind: 'blank'; readonly text: string }
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'item'; readonly indent: number; readonly start: string | null; readonly text: string }
  | { readonly kind: 'text'; readonly text: string };

const FENCE = /^```[^`]*$/;
const CLOSING = /^\s*`{3,}\s*$/;
/** A no-break space by itself is meant. */
const RUN_OF_SPACE = /\s{2,}|[^\S\u00a0]/g;
const BULLET = /^-[ \u00a0]/;
const NUMBER = /^(\d+)[.)](?:[ \u00a0]|$)/;
const QUOTE = /^(?:>[ \u00a0]?)+/;
const TAB = 4;

function readLine(source: string): Line {
  const line = source.trimStart();
  const indent = source.slice(0, source.length - line.length);
  if (line === '') return { kind: 'blank', text: indent && ' ' };
  if (FENCE.test(line)) return { kind: 'fence' };
  const text = line.replace(RUN_OF_SPACE, ' ');
  const quote = QUOTE.exec(text);
  if (quote) return { kind: 'quote', text: text.slice(quote[0].length).trimStart() };
  const marker = BULLET.exec(text) ?? NUMBER.exec(text);
  if (!marker) return { kind: 'text', text };
  const start = marker[1] === undefined ? null : withoutZeros(marker[1]);
  return { kind: 'item', indent: columns(indent), start, text: text.slice(marker[0].length) };
}

const endsCode = (source: string): boolean => CLOSING.test(source);

const columns = (indent: string): number =>
  indent.includes('\t') ? indent.replaceAll('\t', ' '.repeat(TAB)).length : indent.length;

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

const HEADING = /^(#+)[ \u00a0](?=\S)/;
const HEADING_MAX = 6;

/** A heading's level and text, or null when the line is none. */
function readHeading(text: string): { readonly level: number; readonly text: string } | null {
  const marks = HEADING.exec(text);
  if (!marks?.[1]) return null;
  return { level: Math.min(marks[1].length, HEADING_MAX), text: text.slice(marks[0].length) };
}

const ROW = /^\|.*\|\s*$/;
const RULE = /^\|(?:\s*:?-+:?\s*\|)+\s*$/;
/** Columns of a table; a wider one stays as written, so that no text can pile up elements. */
const COLUMNS_MAX = 24;

const isTableRow = (text: string): boolean => text.length > 1 && ROW.test(text);

/** How many columns a rule under the head of a table sets off; 0 when the line is none. */
function columnsOfRule(text: string): number {
  if (!RULE.test(text)) return 0;
  const columns = text.trimEnd().split('|').length - 2;
  return columns <= COLUMNS_MAX ? columns : 0;
}

/** Cells of a row. A bar inside `[[name|label]]`, inside code or behind a backslash parts nothing. */
function cellsOf(text: string): string[] {
  const row = text.trimEnd();
  const inner = row.slice(1, -1);
  const cells: string[] = [];
  let cell = '';
  let at = 0;
  for (const { index, 0: found } of inner.matchAll(/\\\||\[\[[^[\]]*\]\]|`[^`]*`|\|/g)) {
    cell += inner.slice(at, index);
    at = index + found.length;
    if (found === '|') {
      cells.push(cell.trim());
      cell = '';
    } else cell += found === '\\|' ? '|' : found;
  }
  cells.push((cell + inner.slice(at)).trim());
  return cells;
}

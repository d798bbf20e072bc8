// The markdown inside one line: emphasis, code, links, pictures, hashtags; and escaping for HTML. The blocks around it
// are in index.ts.
import { cutEnd } from '../../contract/fields/text.ts';

interface Piece {
  readonly html: string;
  readonly end: number;
}

const SPECIAL = /[`*_[!#]/g;
const NOT_IN_TAG = /[/&#]/;

/** Converts one line of text; its markup never reaches beyond it. Linear in the length of the line. */
export function inlineHtml(line: string, prefix: string): string {
  const emphasis: Emphasis = { out: [], open: [] };
  const code = codeReader(line);
  let at = 0;
  while (at < line.length) {
    SPECIAL.lastIndex = at;
    const special = SPECIAL.exec(line)?.index ?? line.length;
    if (special > at) emphasis.out.push(escapeText(line.slice(at, special)));
    if (special === line.length) break;
    at = special;
    const mark = line[at];
    if (mark === '*' || mark === '_') {
      at = takeMarks(emphasis, line, at);
      continue;
    }
    const piece = mark === '`' ? code(at) : readPiece(line, at, prefix);
    emphasis.out.push(piece?.html ?? (mark as string));
    at = piece?.end ?? at + 1;
  }
  return emphasis.out.join('');
}

function readPiece(line: string, at: number, prefix: string): Piece | null {
  if (line[at] === '#') return readHashtag(line, at);
  if (line[at] === '!') return readImage(line, at);
  return readPageLink(line, at, prefix) ?? readOutsideLink(line, at, prefix);
}

/** Reads code of one line: a closing mark that was not found once is not looked for again. */
function codeReader(line: string): (at: number) => Piece | null {
  const absent = new Set<string>();
  const read = (fence: string, at: number): Piece | null => {
    if (absent.has(fence) || !line.startsWith(fence, at)) return null;
    const start = at + fence.length;
    const end = line.indexOf(fence, start);
    if (end < 0) absent.add(fence);
    return end < 0 ? null : { html: `<code>${escapeCode(line.slice(start, end))}</code>`, end: end + fence.length };
  };
  return (at) => read('```', at) ?? read('`', at);
}

function readHashtag(line: string, at: number): Piece | null {
  const before = line[at - 1] ?? '';
  HASHTAG.lastIndex = at;
  if (isWord(before) || NOT_IN_TAG.test(before) || !HASHTAG.test(line)) return null;
  const end = HASHTAG.lastIndex;
  return { html: `<small>${line.slice(at, end)}</small>`, end };
}

function readImage(line: string, at: number): Piece | null {
  const reference = readReference(line, at + 1);
  if (!reference) return null;
  const { name, label, end } = reference;
  return { html: `<img src="${imageSource(name)}" alt="${escapeAttribute(label ?? name)}"/>`, end };
}

function readPageLink(line: string, at: number, prefix: string): Piece | null {
  const reference = readReference(line, at);
  if (!reference) return null;
  const { name, label, end } = reference;
  const shown = label === null ? escapeText(pageName(name)) : inlineHtml(label, prefix);
  return { html: `<a href="${pageAddress(name, prefix)}">${shown}</a>`, end };
}

function readOutsideLink(line: string, at: number, prefix: string): Piece | null {
  const target = readTarget(line, at);
  if (!target) return null;
  const address = outsideAddress(target.address);
  if (address === null) return { html: escapeText(line.slice(at, target.end)), end: target.end };
  const shown = inlineHtml(target.label, prefix);
  const html = `<a href="${address}" target="_blank" rel="noopener noreferrer">${shown}</a>`;
  return { html, end: target.end };
}

interface Opened {
  readonly marker: string;
  /** Where the marker stands in the output; it becomes a tag once it is closed. */
  readonly at: number;
}

/** Bold and italic of one line; `out` is the output so far, in pieces. */
interface Emphasis {
  readonly out: string[];
  /** At most one of each marker, outermost first. */
  readonly open: Opened[];
}

const TAGS: Readonly<Record<string, string>> = { '**': 'b', __: 'b', '*': 'i', _: 'i' };
/** Longest run of marks with a meaning: bold and italic at once. */
const RUN_MAX = 3;

function takeMarks(emphasis: Emphasis, line: string, at: number): number {
  const mark = line[at] ?? '';
  let end = at;
  while (line[end] === mark) end++;
  const before = line[at - 1] ?? '';
  const after = line[end] ?? '';
  const length = end - at;
  // Two asterisks may stand inside a word; `2*3*4` and `some_file_name` are no emphasis.
  const anywhere = mark === '*' && length > 1;
  const canOpen = !isSpace(after) && (anywhere || !isWord(before));
  const canClose = !isSpace(before) && (anywhere || !isWord(after));
  let left = length > RUN_MAX ? 0 : length;
  while (canClose && left > 0) {
    const closed = close(emphasis, mark, left);
    if (closed === 0) break;
    left -= closed;
  }
  for (const marker of canOpen ? markersOf(mark, left) : []) {
    open(emphasis, marker);
    left -= marker.length;
  }
  const asWritten = length > RUN_MAX ? length : left;
  if (asWritten > 0) emphasis.out.push(mark.repeat(asWritten));
  return end;
}

const markersOf = (mark: string, length: number): string[] =>
  [2, 1].filter((part) => length & part).map((part) => mark.repeat(part));

/** Closes the innermost open marker of this mark that fits; answers its length, 0 when none is open. */
function close(emphasis: Emphasis, mark: string, most: number): number {
  const found = emphasis.open.findLastIndex(
    ({ marker }) => marker[0] === mark && marker.length <= most && (most !== 2 || marker.length === 2),
  );
  const opened = emphasis.open[found];
  if (!opened) return 0;
  const tag = TAGS[opened.marker];
  emphasis.out[opened.at] = `<${tag}>`;
  emphasis.out.push(`</${tag}>`);
  emphasis.open.length = found;
  return opened.marker.length;
}

/** Opens a marker; an earlier one of the same kind stays as written. */
function open(emphasis: Emphasis, marker: string): void {
  const earlier = emphasis.open.findIndex((other) => other.marker === marker);
  if (earlier >= 0) emphasis.open.splice(earlier, 1);
  emphasis.open.push({ marker, at: emphasis.out.push(marker) - 1 });
}

interface Reference {
  readonly name: string;
  readonly label: string | null;
  readonly end: number;
}

interface Target {
  readonly label: string;
  readonly address: string;
  readonly end: number;
}

const REFERENCE = /\[\[([^[\]]+)\]\]/y;
const LABEL = /\[([^[\]]*)\]\(/y;

function readReference(line: string, at: number): Reference | null {
  REFERENCE.lastIndex = at;
  const inner = REFERENCE.exec(line)?.[1];
  if (inner === undefined) return null;
  const pipe = inner.indexOf('|');
  const name = (pipe < 0 ? inner : inner.slice(0, pipe)).trim();
  const label = pipe < 0 ? null : inner.slice(pipe + 1).trim() || null;
  return belowRoot(name) === '' ? null : { name, label, end: REFERENCE.lastIndex };
}

function readTarget(line: string, at: number): Target | null {
  LABEL.lastIndex = at;
  const label = LABEL.exec(line)?.[1];
  if (label === undefined) return null;
  const start = LABEL.lastIndex;
  const end = endOfAddress(line, start);
  return end < 0 ? null : { label, address: line.slice(start, end), end: end + 1 };
}

/** Index of the parenthesis that closes an address; the next link's `](` stops the search, so that no text is read twice. */
function endOfAddress(line: string, start: number): number {
  let depth = 0;
  for (let at = start; at < line.length; at++) {
    const character = line[at];
    if (character === ' ' || (character === ']' && line[at + 1] === '(')) return -1;
    if (character === '(') depth++;
    else if (character === ')' && depth-- === 0) return at;
  }
  return -1;
}

/** A name without what would lead out of the site: two leading slashes of either kind name another host. */
const belowRoot = (name: string): string => name.replace(/^[/\\\s]+/, '');

/** Below the root of the site, escaped. */
const imageSource = (name: string): string => escapeAttribute(`/${belowRoot(name)}`);

/** Name of a page as it is shown and addressed: a hash mark in it reads as a greater-than sign. */
const pageName = (name: string): string => name.replaceAll('#', '>');

function pageAddress(name: string, prefix: string): string {
  const folder = cutEnd(belowRoot(prefix), /\//);
  return escapeAttribute(`/${folder && `${folder}/`}${belowRoot(pageName(name))}`);
}

const SAFE = /^(?:https?|mailto|tel):/i;

/** An outside address in the URL parser's spelling, escaped; null for any but the few kinds that are safe to open. */
function outsideAddress(address: string): string | null {
  return SAFE.test(address) && URL.canParse(address) ? escapeAttribute(new URL(address).href) : null;
}

const NAME = 'A-Za-z0-9А-Яа-яЁё';

const HASHTAG = new RegExp(`#[_${NAME}]*[${NAME}]`, 'y');

const WORD = new RegExp(`[_${NAME}]`);
const SPACE = /\s/;

/** Whether a character (empty: an end of the line) is part of a word. */
const isWord = (character: string): boolean => WORD.test(character);

/** Whether a character, or an end of the line, separates. */
const isSpace = (character: string): boolean => character === '' || SPACE.test(character);

const PARAGRAPH = new RegExp(`^(?:[#_${NAME}]|<(?:a|b|i|code|small)[ >])`);

/** Whether a converted line is wrapped: it starts with a letter, a digit, a hash mark or an inline tag. */
export const startsParagraph = (html: string): boolean => PARAGRAPH.test(html);

const KEPT = /^[+—«(|]/;

/** Whether a line without an element of its own keeps its breaks: a telephone, a dash, a name, a remark, a row of bars. */
export const keepsBreak = (text: string): boolean => KEPT.test(text);

export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Text as it stands in an attribute between double quotes. */
export const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;');

const BUFFER = /<(Buffer\b[^<>\n]*)>/g;

/** Text as it stands in code: a printed `<Buffer 68 65>` goes without its angle brackets. */
export const escapeCode = (text: string): string => escapeText(text.replace(BUFFER, '$1'));

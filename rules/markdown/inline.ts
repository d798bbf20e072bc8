import { type Emphasis, takeMarks } from './emphasis.ts';
import { escapeAttribute, escapeCode, escapeText } from './escape.ts';
import { HASHTAG, isWord } from './letters.ts';
import { imageSource, outsideAddress, pageAddress, pageName, readReference, readTarget } from './links.ts';

/** A converted piece of a line and where the line goes on behind it. */
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
    return end < 0
      ? null
      : { html: `<code>${escapeCode(line.slice(start, end))}</code>`, end: end + fence.length };
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

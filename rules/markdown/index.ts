import { blocksHtml, columnsOfRule, endsCode, isTableRow, readHeading, readLine } from './blocks.ts';
import { inlineHtml, startsParagraph } from './inline.ts';

interface MarkdownOptions {
  /** Folder of the pages that internal links name, like `docs`; none: the root of the site. */
  readonly linkPrefix?: string;
}

/**
 * Converts note markup to HTML: escaped text and a closed list of tags and attributes, whatever comes in.
 * Takes time linear in the length of the text; never throws.
 */
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

/** Whether a line belongs to the part that the line before it is of. */
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

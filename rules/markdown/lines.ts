/** What one line of the source is, whitespace collapsed. */
export type Line =
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
/** Columns of a tab in front of an item. */
const TAB = 4;

/** Tells what a line outside of code is. */
export function readLine(source: string): Line {
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

/** Whether a line ends the code that is open. */
export const endsCode = (source: string): boolean => CLOSING.test(source);

const columns = (indent: string): number =>
  indent.includes('\t') ? indent.replaceAll('\t', ' '.repeat(TAB)).length : indent.length;

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

const HEADING = /^(#+)[ \u00a0](?=\S)/;
const HEADING_MAX = 6;

/** A heading's level and text, or null when the line is none. */
export function readHeading(text: string): { readonly level: number; readonly text: string } | null {
  const marks = HEADING.exec(text);
  if (!marks?.[1]) return null;
  return { level: Math.min(marks[1].length, HEADING_MAX), text: text.slice(marks[0].length) };
}

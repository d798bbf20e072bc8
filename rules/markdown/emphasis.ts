import { isSpace, isWord } from './letters.ts';

interface Opened {
  readonly marker: string;
  /** Where the marker stands in the output; it becomes a tag once it is closed. */
  readonly at: number;
}

/** Bold and italic of one line; `out` is the output so far, in pieces. */
export interface Emphasis {
  readonly out: string[];
  /** At most one of each marker, outermost first. */
  readonly open: Opened[];
}

const TAGS: Readonly<Record<string, string>> = { '**': 'b', __: 'b', '*': 'i', _: 'i' };
/** Longest run of marks with a meaning: bold and italic at once. */
const RUN_MAX = 3;

/** Takes the run of marks that stands at an index of the line; answers the index behind it. */
export function takeMarks(emphasis: Emphasis, line: string, at: number): number {
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

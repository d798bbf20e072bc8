import { diffArrays } from 'diff';

/** A piece of two texts compared. */
export interface Piece {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Texts up to this length are compared by words, longer ones by lines. */
const WORDS_MAX = 40_000;
/** Time that a comparison may take, ms; the tab must not stand still for texts that have little in common. */
const TIMEOUT_MS = 400;
/** Unchanged lines that are shown around a change. */
const CONTEXT = 3;

/** Words, spaces and signs each by themselves; the library's own splitting knows Latin letters only. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** What has to be added to and removed from `before` to get `after`, in reading order. */
export function differenceOf(before: string, after: string): readonly Piece[] {
  const split = before.length + after.length <= WORDS_MAX ? wordsOf : linesOf;
  const changes = diffArrays(split(before), split(after), { timeout: TIMEOUT_MS });
  if (changes) {
    return changes.map(({ added, removed, value }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value.join(''),
    }));
  }
  return [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
}

/** An unchanged piece as it is shown: its ends, and how many lines between them are left out. */
export interface Folded {
  readonly head: string;
  readonly hidden: number;
  readonly tail: string;
}

/** Leaves only the lines next to changes of an unchanged piece; `first` and `last` say that nothing stands before or after it. */
export function fold(text: string, first: boolean, last: boolean): Folded {
  const lines = text.split('\n');
  const head = first ? 0 : CONTEXT;
  const tail = last ? 0 : CONTEXT;
  const hidden = lines.length - head - tail;
  if (hidden <= CONTEXT) return { head: text, hidden: 0, tail: '' };
  return {
    head: lines.slice(0, head).join('\n'),
    hidden,
    tail: lines.slice(lines.length - tail).join('\n'),
  };
}

// Compares two states of a text part by part, for the history of pages, slides and documents.
import { diffArrays } from 'diff';
import { segmentsOf } from '../../../rules/markdown/index.ts';

/** A part of two texts compared: a paragraph, a heading, a list, a table. */
export type ComparedPart =
  | { readonly kind: 'same'; readonly texts: readonly string[] }
  /** `against`: what stands in its place in the other text, to mark the words that differ; null: nothing does. */
  | { readonly kind: 'added' | 'removed'; readonly text: string; readonly against: string | null };

/** Time that a comparison may take, ms; the tab must not stand still for texts that have little in common. */
const PARTS_TIMEOUT_MS = 400;
/** Unchanged parts that are shown beside a change. */
const CONTEXT = 1;

const partsOf = (text: string): string[] => segmentsOf(text).map(({ start, end }) => text.slice(start, end));

/** What has to be added to and removed from `before` to get `after`, by parts in reading order. */
export function differenceOf(before: string, after: string): readonly ComparedPart[] {
  const [was, is] = [partsOf(before), partsOf(after)];
  const changes = diffArrays(was, is, { timeout: PARTS_TIMEOUT_MS });
  if (!changes) return replaced(was, is);
  const compared: ComparedPart[] = [];
  let removed: readonly string[] = [];
  let added: readonly string[] = [];
  const settle = () => {
    compared.push(...replaced(removed, added));
    removed = [];
    added = [];
  };
  for (const change of changes) {
    if (change.removed) removed = [...removed, ...change.value];
    else if (change.added) added = [...added, ...change.value];
    else {
      settle();
      compared.push({ kind: 'same', texts: change.value });
    }
  }
  settle();
  return compared;
}

/** Parts in the place of others: each stands below the one that it replaces. */
function replaced(removed: readonly string[], added: readonly string[]): ComparedPart[] {
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, at): ComparedPart[] => {
    const [was, is] = [removed[at] ?? null, added[at] ?? null];
    return [
      ...(was === null ? [] : [{ kind: 'removed' as const, text: was, against: is }]),
      ...(is === null ? [] : [{ kind: 'added' as const, text: is, against: was }]),
    ];
  }).flat();
}

/** Unchanged parts as they are shown: those next to a change, and how many between them are left out. */
interface Folded {
  readonly head: readonly string[];
  readonly hidden: number;
  readonly tail: readonly string[];
}

/** Leaves only the parts next to changes; `first` and `last` say that nothing stands before or after them. */
export function fold(texts: readonly string[], first: boolean, last: boolean): Folded {
  const head = first ? 0 : CONTEXT;
  const tail = last ? 0 : CONTEXT;
  const hidden = texts.length - head - tail;
  if (hidden <= CONTEXT) return { head: texts, hidden: 0, tail: [] };
  return { head: texts.slice(0, head), hidden, tail: tail === 0 ? [] : texts.slice(-tail) };
}

/** Tags, signs that are written as entities, words, blanks and single signs of converted text. */
const TOKEN = /<[^>]*>|&\w+;|[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu;
const WORDS_TIMEOUT_MS = 200;

const tokensOf = (html: string): string[] => html.match(TOKEN) ?? [];
const isTag = (token: string): boolean => token.startsWith('<');

/** Converted text with words marked that another one does not have; marks stand around text alone, never a tag. */
export function markedWords(html: string, other: string, mark: 'ins' | 'del'): string {
  const tokens = tokensOf(html);
  const own = tokens.filter((token) => !isTag(token));
  const changes = diffArrays(
    tokensOf(other).filter((token) => !isTag(token)),
    own,
    { timeout: WORDS_TIMEOUT_MS },
  );
  if (!changes) return html;
  const isNew = changes.flatMap(({ added, removed, value }) => (removed ? [] : value.map(() => added)));
  const out: string[] = [];
  let at = 0;
  let open = false;
  const turn = (to: boolean) => {
    if (open !== to) out.push(to ? `<${mark}>` : `</${mark}>`);
    open = to;
  };
  for (const token of tokens) {
    turn(!isTag(token) && (isNew[at] ?? false));
    if (!isTag(token)) at += 1;
    out.push(token);
  }
  turn(false);
  return out.join('');
}

/** What somebody has typed and not sent. Files are never kept. */
interface CommentDraft {
  readonly text: string;
  readonly picked: readonly Mentioned[];
  readonly isQuestion: boolean;
  /** What it is sent under, so that it is said once however often it is sent; '' for none yet. */
  readonly key: string;
}

export const EMPTY_DRAFT: CommentDraft = { text: '', picked: [], isQuestion: false, key: '' };

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Whose typing it is, about which document; `answers`: the question, null for a comment of its own. */
interface CommentDraftOf {
  readonly uid: string;
  readonly document: number;
  readonly answers: number | null;
}

const keyOf = ({ uid, document, answers }: CommentDraftOf): string => `comment:${uid}:${document}:${answers ?? 'new'}`;

/** Keeps what is typed while the tab is open; nothing typed is nothing kept. */
export function keepCommentDraft(memory: Memory, of: CommentDraftOf, draft: CommentDraft): void {
  if (draft.text === '') memory.removeItem(keyOf(of));
  else memory.setItem(keyOf(of), JSON.stringify(draft));
}

/** What was kept; empty when nothing was, or something else stands there. */
export function keptCommentDraft(memory: Memory, of: CommentDraftOf): CommentDraft {
  try {
    const kept = JSON.parse(memory.getItem(keyOf(of)) ?? 'null') as Partial<CommentDraft> | null;
    if (typeof kept?.text !== 'string' || !Array.isArray(kept.picked)) return EMPTY_DRAFT;
    const { text, picked, isQuestion, key } = kept;
    return { text, picked, isQuestion: isQuestion === true, key: typeof key === 'string' ? key : '' };
  } catch {
    return EMPTY_DRAFT;
  }
}

/** Somebody who was picked from the list of those who see the document. */
export interface Mentioned {
  readonly uid: string;
  readonly name: string;
}

/** What is being typed of a name: from the @ on to the caret. */
export interface Fragment {
  /** Place of the @. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An @ at the beginning of a word, and letters of a name or an e-mail behind it: two words at most. */
const BEFORE_CARET = /(?:^|[\s(«"])@([\p{L}\p{N}._+-]*(?: [\p{L}\p{N}.-]*)?)$/u;
const NAMED = /(?:^|[\s(«"])@([\p{L}\p{N}][\p{L}\p{N}._+-]*)/gu;

/** The name that is being typed at a place of a text; null: none. */
export function fragmentAt(text: string, caret: number): Fragment | null {
  const found = BEFORE_CARET.exec(text.slice(Math.max(0, caret - 100), caret));
  const typed = found?.[1];
  return typed === undefined ? null : { start: caret - typed.length - 1, end: caret, text: typed };
}

/** The text with a whole name in the place of what was typed of it, and where the caret goes. */
export function withName(
  text: string,
  { start, end }: Fragment,
  name: string,
): { readonly text: string; readonly caret: number } {
  const put = `@${name} `;
  return { text: text.slice(0, start) + put + text.slice(end).replace(/^ /, ''), caret: start + put.length };
}

/** Those of the picked people whose name still stands in the text. */
export const stillNamed = (text: string, picked: readonly Mentioned[]): readonly Mentioned[] =>
  picked.filter(({ name }) => text.includes(`@${name}`));

/** Words behind an @ that name nobody who was picked: whoever is meant is not told. */
export function namesNoPerson(text: string, picked: readonly Mentioned[]): readonly string[] {
  const rest = picked
    .map(({ name }) => name)
    .sort((one, other) => other.length - one.length)
    .reduce((left, name) => left.replaceAll(`@${name}`, ''), text);
  return [...new Set([...rest.matchAll(NAMED)].map(([, word = '']) => `@${word}`))];
}

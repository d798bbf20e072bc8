import type { Mentioned } from './mentions.ts';

/** What somebody has typed and not sent. Files are never kept. */
export interface CommentDraft {
  readonly text: string;
  readonly picked: readonly Mentioned[];
  readonly isQuestion: boolean;
  /** What it is sent under, so that it is said once however often it is sent; '' for none yet. */
  readonly key: string;
}

export const EMPTY_DRAFT: CommentDraft = { text: '', picked: [], isQuestion: false, key: '' };

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Whose typing it is, about which document; `answers`: the question, null for a comment of its own. */
export interface CommentDraftOf {
  readonly uid: string;
  readonly document: number;
  readonly answers: number | null;
}

const keyOf = ({ uid, document, answers }: CommentDraftOf): string =>
  `comment:${uid}:${document}:${answers ?? 'new'}`;

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

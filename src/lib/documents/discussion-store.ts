// State, calls and unsent drafts of the comments below a document: reading, writing, questions to the author, mentions
// by @.
import { atom } from 'nanostores';
import type {
  Colleague,
  Discussion,
  DiscussionRights,
  DocumentComment,
} from '../../../contract/documents/documents.ts';
import type { CommentKind } from '../../../contract/documents/words.ts';
import { attempt, type Failure } from '../platform/http-client.ts';
import { informator } from '../platform/session.ts';
import { appendFiles, areLinksOld, withLinksOf } from './document-files.ts';
import { keyHeader, sendToDocflow } from './send-form.ts';

interface DiscussionState {
  /** The oldest first; null: not loaded yet. */
  readonly comments: readonly DocumentComment[] | null;
  readonly may: DiscussionRights;
  readonly more: boolean;
  readonly busy: boolean;
  readonly failure: Failure | null;
}

const NOTHING: DiscussionRights = { comment: false, ask: false, answer: false };

/** Comments of both lists, each once in its later state, the oldest first. */
function merged(known: readonly DocumentComment[], later: readonly DocumentComment[]): readonly DocumentComment[] {
  const byId = new Map([...known, ...later].map((comment) => [comment.id, comment]));
  return [...byId.values()].sort((one, other) => one.id - other.id);
}

/** The comments on one document. The service answers what the viewer may write. */
export function createDiscussion(calls: DiscussionCalls, id: number, clock: () => number) {
  const $discussion = atom<DiscussionState>({ comments: null, may: NOTHING, more: false, busy: false, failure: null });
  let linksAt = 0;
  const patch = (next: Partial<DiscussionState>) => $discussion.set({ ...$discussion.get(), ...next });

  async function run(read: () => Promise<void>): Promise<void> {
    patch({ busy: true, failure: null });
    patch({ busy: false, failure: await attempt(read) });
  }

  /** Reads the newest page; older ones that are shown stay. */
  const load = (): Promise<void> =>
    run(async () => {
      const { comments, more, may } = await calls.page(id, null);
      const known = $discussion.get();
      linksAt = clock();
      // With a gap between the shown and the new comments only the new ones are shown.
      const meets = known.comments?.some((one) => comments.some((other) => other.id === one.id)) ?? false;
      const shown = meets || !more ? merged(known.comments ?? [], comments) : merged([], comments);
      patch({ comments: shown, may, more: meets ? known.more : more });
    });

  return {
    $discussion,
    load,
    older: (): Promise<void> =>
      run(async () => {
        const { comments: known } = $discussion.get();
        const { comments, more } = await calls.page(id, known?.[0]?.id ?? null);
        patch({ comments: merged(comments, known ?? []), more });
      }),
    /** Sends a comment; resolves to the failure, null: it is stored. */
    say: (comment: NewComment, key: string): Promise<Failure | null> =>
      attempt(async () => {
        const said = await calls.add(id, comment, key);
        const { comments } = $discussion.get();
        const closed = (comments ?? []).map((one) =>
          one.id === said.answers ? { ...one, isOpen: false, mayWithdraw: false } : one,
        );
        patch({ comments: merged(closed, [said]) });
      }),
    /** Withdraws an own comment; resolves to the failure, null: done. */
    withdraw: (comment: number): Promise<Failure | null> =>
      attempt(async () => {
        const withdrawn = await calls.withdraw(id, comment);
        patch({ comments: merged($discussion.get().comments ?? [], [withdrawn]) });
      }),
    /** Renews expiring links to the files of the newest page. */
    async freshenLinks(): Promise<void> {
      if (!areLinksOld(linksAt, clock())) return;
      linksAt = clock();
      const { comments } = await calls.page(id, null);
      const later = new Map(comments.map((comment) => [comment.id, comment]));
      const shown = ($discussion.get().comments ?? []).map((comment) => {
        const fresh = later.get(comment.id);
        return fresh ? withLinksOf(comment, fresh) : comment;
      });
      patch({ comments: shown });
    },
  };
}

export interface NewComment {
  readonly kind: CommentKind;
  /** The question of an answer. */
  readonly answers: number | null;
  readonly text: string;
  /** People named in it, by uid. */
  readonly mentions: readonly string[];
  readonly files: readonly File[];
}

/** The calls of the discussion. All throw what ky throws, or SessionEnded. */
export const discussionCalls = {
  /** The newest, or those before `last`. */
  page: (id: number, last: number | null): Promise<Discussion> =>
    informator
      .get(`docflow/${id}/comment`, { searchParams: last === null ? {} : { last }, cache: 'no-store' })
      .json<Discussion>(),
  /** Adds a comment; a repeated call with the same key adds it once. */
  async add(id: number, comment: NewComment, key: string): Promise<DocumentComment> {
    const form = new FormData();
    form.append('text', comment.text);
    form.append('kind', comment.kind);
    if (comment.answers !== null) form.append('answers', String(comment.answers));
    for (const uid of comment.mentions) form.append(`mentions[${uid}]`, '');
    appendFiles(form, comment.files);
    const sending = { onSent: () => {} };
    const path = `/${id}/comment`;
    return (await sendToDocflow<DocumentComment>('POST', path, form, sending, keyHeader(key))).value;
  },
  withdraw: (id: number, comment: number): Promise<DocumentComment> =>
    informator.delete(`docflow/${id}/comment/${comment}`, { retry: 0 }).json<DocumentComment>(),
  mentionable: (id: number, search: string, signal?: AbortSignal): Promise<Colleague[]> =>
    informator.get(`docflow/${id}/mention`, { searchParams: { search }, signal }).json<Colleague[]>(),
};
type DiscussionCalls = typeof discussionCalls;

/** An unsent comment. Files are not kept. */
interface CommentDraft {
  readonly text: string;
  readonly picked: readonly Mentioned[];
  readonly isQuestion: boolean;
  /** Idempotency key of the comment; '': none yet. */
  readonly key: string;
}

export const EMPTY_DRAFT: CommentDraft = { text: '', picked: [], isQuestion: false, key: '' };

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What a draft belongs to; `answers`: id of the question, null for a comment of its own. */
interface CommentDraftOf {
  readonly uid: string;
  readonly document: number;
  readonly answers: number | null;
}

const keyOf = ({ uid, document, answers }: CommentDraftOf): string => `comment:${uid}:${document}:${answers ?? 'new'}`;

/** Keeps a draft while the tab is open; an empty text removes it. */
export function keepCommentDraft(memory: Memory, of: CommentDraftOf, draft: CommentDraft): void {
  if (draft.text === '') memory.removeItem(keyOf(of));
  else memory.setItem(keyOf(of), JSON.stringify(draft));
}

/** The kept draft; the empty one if there is none or it is unreadable. */
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

export interface Mentioned {
  readonly uid: string;
  readonly name: string;
}

/** A partly typed name: from the @ to the caret. */
export interface Fragment {
  /** Index of the @. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An @ at the beginning of a word, then at most two words of a name or e-mail. */
const BEFORE_CARET = /(?:^|[\s(«"])@([\p{L}\p{N}._+-]*(?: [\p{L}\p{N}.-]*)?)$/u;
const NAMED = /(?:^|[\s(«"])@([\p{L}\p{N}][\p{L}\p{N}._+-]*)/gu;

/** The partly typed name before the caret; null: none. */
export function fragmentAt(text: string, caret: number): Fragment | null {
  const found = BEFORE_CARET.exec(text.slice(Math.max(0, caret - 100), caret));
  const typed = found?.[1];
  return typed === undefined ? null : { start: caret - typed.length - 1, end: caret, text: typed };
}

/** Replaces a partly typed name by the whole one; returns the text and the new caret. */
export function withName(text: string, { start, end }: Fragment, name: string) {
  const put = `@${name} `;
  return { text: text.slice(0, start) + put + text.slice(end).replace(/^ /, ''), caret: start + put.length };
}

export const stillNamed = (text: string, picked: readonly Mentioned[]): readonly Mentioned[] =>
  picked.filter(({ name }) => text.includes(`@${name}`));

/** Words after @ that are no picked people: those get no notification. */
export function namesNoPerson(text: string, picked: readonly Mentioned[]): readonly string[] {
  const rest = picked
    .map(({ name }) => name)
    .sort((one, other) => other.length - one.length)
    .reduce((left, name) => left.replaceAll(`@${name}`, ''), text);
  return [...new Set([...rest.matchAll(NAMED)].map(([, word = '']) => `@${word}`))];
}

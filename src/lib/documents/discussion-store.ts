import { atom } from 'nanostores';
import type { Discussion, DiscussionRights, DocumentComment } from '../../../contract/documents/comments.ts';
import type { Colleague } from '../../../contract/documents/documents.ts';
import type { CommentKind } from '../../../contract/documents/words.ts';
import { attempt, type Failure } from '../platform/http-client.ts';
import { informator } from '../platform/session.ts';
import { areLinksOld, withLinksOf } from './document-files.ts';
import { keyHeader, sendToDocflow } from './send-form.ts';

interface DiscussionState {
  /** The oldest first; null: not there yet. */
  readonly comments: readonly DocumentComment[] | null;
  readonly may: DiscussionRights;
  /** Whether there are older ones. */
  readonly more: boolean;
  readonly busy: boolean;
  /** Why the last page did not come. */
  readonly failure: Failure | null;
}

const NOTHING: DiscussionRights = { comment: false, ask: false, answer: false };

/** Comments of both lists, each once in its later state, the oldest first. */
function merged(known: readonly DocumentComment[], later: readonly DocumentComment[]): readonly DocumentComment[] {
  const byId = new Map([...known, ...later].map((comment) => [comment.id, comment]));
  return [...byId.values()].sort((one, other) => one.id - other.id);
}

/** What is said about one document. What the reader may say is the answer of the service. */
export function createDiscussion(calls: DiscussionCalls, id: number, clock: () => number) {
  const $discussion = atom<DiscussionState>({
    comments: null,
    may: NOTHING,
    more: false,
    busy: false,
    failure: null,
  });
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
      // With a gap between what is shown and what came, what came is shown alone.
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
    /** Says something; throws nothing: a failure is the answer, null means that it stands. */
    say: (comment: NewComment, key: string): Promise<Failure | null> =>
      attempt(async () => {
        const said = await calls.add(id, comment, key);
        const { comments } = $discussion.get();
        const closed = (comments ?? []).map((one) =>
          one.id === said.answers ? { ...one, isOpen: false, mayWithdraw: false } : one,
        );
        patch({ comments: merged(closed, [said]) });
      }),
    /** Takes an own comment back; null means that it is gone. */
    withdraw: (comment: number): Promise<Failure | null> =>
      attempt(async () => {
        const withdrawn = await calls.withdraw(id, comment);
        patch({ comments: merged($discussion.get().comments ?? [], [withdrawn]) });
      }),
    /** Sees to it that the links to the files of the newest page open. */
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

/** Something to be said about a document. */
export interface NewComment {
  readonly kind: CommentKind;
  /** The question of an answer. */
  readonly answers: number | null;
  readonly text: string;
  /** People named in it, by uid. */
  readonly mentions: readonly string[];
  readonly files: readonly File[];
}

/** What is said about documents. All throw what ky throws, or SessionEnded. */
export const discussionCalls = {
  /** The newest, or those before `last`. */
  page: (id: number, last: number | null): Promise<Discussion> =>
    informator
      .get(`docflow/${id}/comment`, { searchParams: last === null ? {} : { last }, cache: 'no-store' })
      .json<Discussion>(),
  /** Says something; the same call again under the same key says it once. */
  async add(id: number, comment: NewComment, key: string): Promise<DocumentComment> {
    const form = new FormData();
    form.append('text', comment.text);
    form.append('kind', comment.kind);
    if (comment.answers !== null) form.append('answers', String(comment.answers));
    for (const uid of comment.mentions) form.append(`mentions[${uid}]`, '');
    for (const file of comment.files) form.append('scans', file);
    const sending = { onSent: () => {} };
    const path = `/${id}/comment`;
    return (await sendToDocflow<DocumentComment>('POST', path, form, sending, keyHeader(key))).value;
  },
  withdraw: (id: number, comment: number): Promise<DocumentComment> =>
    informator.delete(`docflow/${id}/comment/${comment}`, { retry: 0 }).json<DocumentComment>(),
  /** People who see the document, by what is typed of their name. */
  mentionable: (id: number, search: string, signal?: AbortSignal): Promise<Colleague[]> =>
    informator.get(`docflow/${id}/mention`, { searchParams: { search }, signal }).json<Colleague[]>(),
};
export type DiscussionCalls = typeof discussionCalls;

import { atom } from 'nanostores';
import type { DiscussionRights, DocumentComment } from '../../../contract/document-comments.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import type { DiscussionCalls, NewComment } from './discussion-calls.ts';
import { areLinksOld, withLinksOf } from './file-links.ts';

export interface DiscussionState {
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
function merged(
  known: readonly DocumentComment[],
  later: readonly DocumentComment[],
): readonly DocumentComment[] {
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
    try {
      await read();
      patch({ busy: false });
    } catch (error) {
      patch({ busy: false, failure: failureOf(error) });
    }
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
    async say(comment: NewComment, key: string): Promise<Failure | null> {
      try {
        const said = await calls.say(id, comment, key);
        const { comments } = $discussion.get();
        const closed = (comments ?? []).map((one) =>
          one.id === said.answers ? { ...one, isOpen: false, mayWithdraw: false } : one,
        );
        patch({ comments: merged(closed, [said]) });
        return null;
      } catch (error) {
        return failureOf(error);
      }
    },
    /** Takes an own comment back; null means that it is gone. */
    async withdraw(comment: number): Promise<Failure | null> {
      try {
        patch({ comments: merged($discussion.get().comments ?? [], [await calls.withdraw(id, comment)]) });
        return null;
      } catch (error) {
        return failureOf(error);
      }
    },
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

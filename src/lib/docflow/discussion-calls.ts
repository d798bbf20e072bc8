import type { CommentKind } from '../../../contract/comment-events.ts';
import type { Colleague } from '../../../contract/docflow.ts';
import type { Discussion, DocumentComment } from '../../../contract/document-comments.ts';
import { openInformator } from '../http/client.ts';
import { guarded } from '../session/guarded.ts';
import { session } from '../session/session.ts';
import { keyHeader, sendToDocflow } from './send-to-docflow.ts';

const informator = guarded(openInformator, session.tokens);

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
  async say(id: number, comment: NewComment, key: string): Promise<DocumentComment> {
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

import '../../styles/docflow-comments.css';
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Document } from '../../../contract/docflow.ts';
import type { DiscussionRights } from '../../../contract/document-comments.ts';
import { now } from '../../lib/browser/now.ts';
import { discussionCalls, type NewComment } from '../../lib/docflow/discussion-calls.ts';
import { createDiscussion } from '../../lib/docflow/discussion-store.ts';
import { discussionTexts as texts } from '../../lib/docflow/discussion-texts.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { Button } from '../ui/Button.tsx';
import { Failed } from '../ui/Failed.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { CommentBox } from './CommentBox.tsx';
import { CommentItem } from './CommentItem.tsx';
import { useFreshLinks } from './use-fresh-links.ts';

interface Props {
  readonly document: Document;
  /** Of the document as it is shown: what the reader may say can change with it. */
  readonly etag: string | null;
  /** Who looks, by uid. */
  readonly uid: string;
  readonly wantsToAsk: number;
  readonly onRights: (may: DiscussionRights) => void;
  /** Told after something was said or taken back. */
  readonly onSaid: () => void;
}

/** What is said about a document, and the box for who may say something. */
export default function Discussion({ document, etag, uid, wantsToAsk, onRights, onSaid }: Props) {
  const { id, version } = document;
  const [store] = useState(() => createDiscussion(discussionCalls, id, () => now().getTime()));
  const { comments, may, more, busy, failure } = useStore(store.$discussion);
  const [answered, setAnswered] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  useFreshLinks(store.freshenLinks);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with every state of the document
  useEffect(() => void store.load(), [store, etag]);
  useEffect(() => onRights(may), [may, onRights]);

  async function say(comment: NewComment, key: string): Promise<Failure | null> {
    setSaid('');
    const failed = await store.say(comment, key);
    // Somebody else may have been faster, or an earlier attempt has come through after all.
    if (failed?.kind === 'in-use' || failed?.kind === 'forbidden') await store.load();
    if (failed) return failed;
    setSaid(texts.sent[comment.kind]);
    if (comment.kind === 'answer') {
      setAnswered(null);
      heading.current?.focus();
    }
    onSaid();
    return null;
  }
  async function withdraw(comment: number): Promise<Failure | null> {
    const failed = await store.withdraw(comment);
    if (failed) return failed;
    heading.current?.focus();
    onSaid();
    return null;
  }

  return (
    <section className="discussion panel no-print" aria-labelledby="discussion" aria-busy={busy}>
      <h2 id="discussion" ref={heading} tabIndex={-1}>
        {texts.heading}
      </h2>
      {comments === null && !failure && <p role="status">{texts.loading}</p>}
      {comments === null && failure && (
        <Failed failure={failure} onAgain={() => void store.load()}>
          {texts.failed}
        </Failed>
      )}
      {comments && (
        <>
          {(more || failure) && (
            <LoadMore
              label={texts.older}
              loadingLabel={texts.olderLoading}
              loading={busy}
              failure={failure}
              failed={texts.olderFailed}
              onMore={() => void (more ? store.older() : store.load())}
            />
          )}
          {comments.length === 0 && <p className="muted">{texts.empty}</p>}
          <ol className="comments">
            {comments.map((comment) => (
              <CommentItem
                key={comment.id}
                comment={comment}
                question={comments.find((other) => other.id === comment.answers)}
                version={version}
                onWithdraw={() => withdraw(comment.id)}
              >
                {may.answer && comment.isOpen && answered !== comment.id && (
                  <Button onClick={() => setAnswered(comment.id)}>{texts.reply}</Button>
                )}
                {may.answer && comment.isOpen && answered === comment.id && (
                  <CommentBox
                    document={id}
                    uid={uid}
                    answers={comment.id}
                    mayAsk={false}
                    onSay={say}
                    onCancel={() => setAnswered(null)}
                  />
                )}
              </CommentItem>
            ))}
          </ol>
          <p role="status" className="comment-said">
            {said}
          </p>
          {may.comment ? (
            <CommentBox
              document={id}
              uid={uid}
              answers={null}
              mayAsk={may.ask}
              wantsToAsk={wantsToAsk}
              onSay={say}
            />
          ) : (
            <p className="muted small">{texts.readOnly}</p>
          )}
        </>
      )}
    </section>
  );
}

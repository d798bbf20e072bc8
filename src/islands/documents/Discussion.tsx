// The comments, questions and answers on a document, on its page, and the form of a comment (CommentBox.tsx) for those
// who may write.
import '../../styles/documents.css';
import { useStore } from '@nanostores/react';
import { FileText, Image } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { DiscussionRights, Document, DocumentComment } from '../../../contract/documents/documents.ts';
import { SIGNATORY_KINDS } from '../../../contract/documents/words.ts';
import { formatBytes } from '../../../rules/format/texts.ts';
import { createDiscussion, discussionCalls, type NewComment } from '../../lib/documents/discussion-store.ts';
import { commentErrors, discussionTexts as texts } from '../../lib/documents/discussion-texts.ts';
import { documentCalls } from '../../lib/documents/document-calls.ts';
import { fileAddress } from '../../lib/documents/document-files.ts';
import { personName } from '../../lib/documents/document-texts.ts';
import { documentPage as pageTexts } from '../../lib/documents/page-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { now } from '../../lib/platform/now.ts';
import { Button, ConfirmButton, DownloadButton, Failed } from '../ui/controls.tsx';
import { useOnChange } from '../ui/hooks.ts';
import { LoadMore } from '../ui/ListFrame.tsx';
import { Markdown } from '../ui/Markdown.tsx';
import { CommentBox } from './CommentBox.tsx';
import { useFreshLinks } from './use-fresh-links.ts';

interface Props {
  readonly document: Document;
  /** ETag of the shown document: the discussion is read again with each change of it. */
  readonly etag: string | null;
  /** Uid of the viewer. */
  readonly uid: string;
  readonly wantsToAsk: number;
  readonly onRights: (may: DiscussionRights) => void;
  readonly onDone: () => void;
}

export default function Discussion({ document, etag, uid, wantsToAsk, onRights, onDone: onSaid }: Props) {
  const { id, version } = document;
  const decides = SIGNATORY_KINDS.find((kind) => document.decides?.some((one) => one.kind === kind));
  const [store] = useState(() => createDiscussion(discussionCalls, id, () => now().getTime()));
  const { comments, may, more, busy, failure } = useStore(store.$discussion);
  const [answered, setAnswered] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  useFreshLinks(store.freshenLinks);
  useOnChange(etag, () => void store.load());
  useEffect(() => onRights(may), [may, onRights]);

  async function say(comment: NewComment, key: string): Promise<Failure | null> {
    setSaid('');
    const failed = await store.say(comment, key);
    // Another user may have been faster, or an earlier attempt succeeded.
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
              texts={{ more: texts.older, moreFailed: texts.olderFailed }}
              state={{ loadingMore: busy, failure }}
              onMore={() => void (more ? store.older() : store.load())}
            />
          )}
          {comments.length === 0 && <p className="muted">{texts.empty}</p>}
          {comments.length > 0 && (
            <div className="buttons below-12">
              <DownloadButton
                ask={() => documentCalls.packageOf(id, true)}
                name={pageTexts.packageName(document)}
                label={texts.package}
              />
            </div>
          )}
          <ol className="comments">
            {comments.map((comment) => (
              <CommentItem
                key={comment.id}
                comment={comment}
                question={comments.find((other) => other.id === comment.answers)}
                version={version}
                onWithdraw={() => withdraw(comment.id)}>
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
              meanwhile={decides && texts.meanwhile[decides]}
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

interface CommentItemProps {
  readonly comment: DocumentComment;
  /** The question that it answers, if that is loaded. */
  readonly question: DocumentComment | undefined;
  /** Present version of the document. */
  readonly version: number;
  readonly onWithdraw: () => Promise<Failure | null>;
  readonly children: ReactNode;
}

/** One comment: author, moment, text and files. A withdrawn one keeps its place without the text. */
function CommentItem({ comment, question, version, onWithdraw, children }: CommentItemProps) {
  const { kind, by, at, text, files, mentions, isOpen, withdrawnAt, mayWithdraw } = comment;
  const isQuestion = kind === 'question' && withdrawnAt === null;
  return (
    <li className={isOpen ? 'comment open' : 'comment'}>
      <div className="gap-4-8 below-4 row baseline">
        <strong className="comment-by">{personName(by)}</strong>
        {by.position !== '' && <span className="muted small">{by.position}</span>}
        <time className="muted small" dateTime={at}>
          {texts.at(at)}
        </time>
        {comment.version !== version && <span className="muted small">{texts.version(comment.version)}</span>}
        {isQuestion && <span className={isOpen ? 'tag signal' : 'tag'}>{texts.question}</span>}
        {isOpen && <span className="muted small">{texts.waits}</span>}
      </div>
      {kind === 'answer' && question && (
        <p className="comment-to muted small">{texts.answerTo(personName(question.by))}</p>
      )}
      {withdrawnAt !== null ? (
        <p className="muted">{texts.withdrawn(withdrawnAt)}</p>
      ) : (
        <Markdown text={text} below={3} />
      )}
      {files.length > 0 && (
        <ul className="comment-files">
          {files.map((file) => (
            <li key={file.fileName}>
              {file.type.startsWith('image/') ? (
                <Image size={18} aria-hidden="true" />
              ) : (
                <FileText size={18} aria-hidden="true" />
              )}
              <a href={fileAddress(file)} download={file.originalName}>
                {file.originalName}
              </a>
              <span className="muted small">{formatBytes(file.size)}</span>
            </li>
          ))}
        </ul>
      )}
      {mentions.length > 0 && <p className="comment-to muted small">{texts.mentions(mentions.map(personName))}</p>}
      <div className="comment-acts">
        {mayWithdraw && (
          <ConfirmButton
            className="button quiet"
            label={texts.withdrawOf(at)}
            question={texts.withdrawQuestion}
            details={texts.withdrawDetails}
            yes={texts.withdraw}
            onConfirm={async () => {
              const failure = await onWithdraw();
              if (!failure) return { done: true };
              return { refused: `${texts.withdrawFailed} ${failureText(failure, commentErrors)}` };
            }}>
            {texts.withdraw}
          </ConfirmButton>
        )}
        {children}
      </div>
    </li>
  );
}

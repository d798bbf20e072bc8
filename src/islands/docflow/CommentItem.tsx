import { FileText, Image } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DocumentComment } from '../../../contract/document-comments.ts';
import { formatBytes } from '../../../rules/format/bytes.ts';
import { commentErrors, discussionTexts as texts } from '../../lib/docflow/discussion-texts.ts';
import { personName } from '../../lib/docflow/document-texts.ts';
import { fileAddress } from '../../lib/docflow/file-links.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { Markdown } from '../ui/Markdown.tsx';

interface Props {
  readonly comment: DocumentComment;
  /** The question that it answers, where that is at hand. */
  readonly question: DocumentComment | undefined;
  /** Of the document by now. */
  readonly version: number;
  readonly onWithdraw: () => Promise<Failure | null>;
  /** What can be done about it besides. */
  readonly children: ReactNode;
}

/** Something that was said: who, when, what, with which files; of what was taken back that it was there. */
export function CommentItem({ comment, question, version, onWithdraw, children }: Props) {
  const { kind, by, at, text, files, mentions, isOpen, withdrawnAt, mayWithdraw } = comment;
  const isQuestion = kind === 'question' && withdrawnAt === null;
  return (
    <li className={isOpen ? 'comment open' : 'comment'}>
      <div className="comment-head">
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
      {mentions.length > 0 && (
        <p className="comment-to muted small">{texts.mentions(mentions.map(personName))}</p>
      )}
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
            }}
          >
            {texts.withdraw}
          </ConfirmButton>
        )}
        {children}
      </div>
    </li>
  );
}

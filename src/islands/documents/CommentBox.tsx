// The form in which staff write a comment, question or answer on a document; the typed text stays, even over a reload,
// until it is stored.
import { useStore } from '@nanostores/react';
import { Paperclip, X } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { saysSomething } from '../../../contract/documents/forms.ts';
import type { CommentKind } from '../../../contract/documents/words.ts';
import { exceedsBytes } from '../../../contract/fields/text.ts';
import { COMMENT_FILES_MAX, COMMENT_MAX } from '../../../contract/limits.ts';
import { formatBytes } from '../../../rules/format/texts.ts';
import * as discussionStore from '../../lib/documents/discussion-store.ts';
import {
  commentErrors,
  commentFailure,
  commentFileText,
  discussionTexts as texts,
} from '../../lib/documents/discussion-texts.ts';
import { checkFormFile, FORM_ACCEPT } from '../../lib/documents/document-files.ts';
import { createDocumentUpload } from '../../lib/documents/upload-store.ts';
import { ownText } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { submitOnKey } from '../../lib/platform/keyboard.ts';
import { tabMemory } from '../../lib/platform/tab-memory.ts';
import { Button } from '../ui/controls.tsx';
import { useCall, useOnChange } from '../ui/hooks.ts';
import { MentionField } from './MentionField.tsx';

interface CommentBoxProps {
  readonly document: number;
  /** Uid of the writer. */
  readonly uid: string;
  /** Id of the question that is answered; null: a comment of its own. */
  readonly answers: number | null;
  readonly mayAsk: boolean;
  /** What the writer may do before a question is answered; '': nothing. */
  readonly meanwhile?: string;
  /** Grows with each request for a question from elsewhere on the page. */
  readonly wantsToAsk?: number;
  readonly onSay: (comment: discussionStore.NewComment, key: string) => Promise<Failure | null>;
  readonly onCancel?: () => void;
}

export function CommentBox(props: CommentBoxProps) {
  const { document, uid, answers, mayAsk, meanwhile = '', wantsToAsk = 0, onSay, onCancel } = props;
  const of = { uid, document, answers };
  const [draft, setDraft] = useState(() => {
    const kept = discussionStore.keptCommentDraft(tabMemory, of);
    return { ...kept, key: kept.key || crypto.randomUUID() };
  });
  const [upload] = useState(() => createDocumentUpload(() => {}, checkFormFile));
  const files = useStore(upload.$files);
  const [error, setError] = useState('');
  const [failed, setFailed] = useState('');
  const { busy, run } = useCall();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const { text, picked, isQuestion, key } = draft;
  const kind: CommentKind = answers !== null ? 'answer' : isQuestion && mayAsk ? 'question' : 'comment';
  // A text that is too long to be sent is not searched at each keystroke.
  const unnamed = text.length > COMMENT_MAX ? [] : discussionStore.namesNoPerson(text, picked);

  function change(next: Partial<typeof draft>) {
    const changed = { ...draft, ...next };
    setDraft(changed);
    discussionStore.keepCommentDraft(tabMemory, of, changed);
    setError('');
    setFailed('');
  }
  useOnChange(wantsToAsk, () => {
    if (wantsToAsk > 0) change({ isQuestion: true });
    if (wantsToAsk > 0 || answers !== null) field.current?.focus();
  });

  function refuse(code: 'invalid comment' | 'comment too long') {
    setError(ownText(commentErrors, code));
    field.current?.focus();
  }
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setFailed('');
    if (!saysSomething(text)) return refuse('invalid comment');
    if (exceedsBytes(text, COMMENT_MAX)) return refuse('comment too long');
    await run(send);
  }

  async function send(): Promise<Failure | null> {
    await upload.checked();
    const chosen = upload.$files.get();
    const wrong = chosen.find((file) => file.error !== '');
    if (wrong || chosen.length > COMMENT_FILES_MAX) {
      setFailed(wrong ? texts.removeWrong(wrong.file.name) : texts.tooManyFiles);
      return null;
    }
    const mentions = discussionStore.stillNamed(text, picked).map((person) => person.uid);
    const sent = { kind, answers, text, mentions, files: chosen.map(({ file }) => file) };
    const failure = await onSay(sent, key);
    if (failure) {
      // The comment of this key is stored; the text typed by now is another comment.
      if (failure.code === 'already created') change({ key: crypto.randomUUID() });
      setFailed(`${texts.notSent} ${commentFailure(failure)}`);
      return failure;
    }
    upload.clear();
    change({ ...discussionStore.EMPTY_DRAFT, key: crypto.randomUUID() });
    field.current?.focus();
    return null;
  }

  return (
    <form ref={form} className="comment-box above-8" noValidate onSubmit={submit}>
      <MentionField
        document={document}
        label={answers === null ? texts.comment : texts.answer}
        text={text}
        error={error}
        field={field}
        isSending={busy}
        onText={(next) => change({ text: next })}
        onPick={(person, next) =>
          change({ text: next, picked: [...picked.filter((one) => one.uid !== person.uid), person] })
        }
        onKey={(event) => submitOnKey(event, () => form.current?.requestSubmit())}
      />
      {unnamed.length > 0 && <p className="field-hint comment-unnamed">{texts.notNotified(unnamed)}</p>}
      {mayAsk && answers === null && (
        <div className="gap-4-12 below-12 row baseline">
          <label className="check">
            <input
              type="checkbox"
              checked={isQuestion}
              onChange={({ target }) => change({ isQuestion: target.checked })}
            />
            {texts.question}
          </label>
          <span className="field-hint">{`${texts.questionHint} ${meanwhile}`.trim()}</span>
        </div>
      )}
      {files.length > 0 && (
        <ul className="comment-chosen" aria-label={texts.chosen}>
          {files.map(({ id, file, error: code, contents }) => (
            <li key={id}>
              <span>
                {file.name} <span className="muted">{formatBytes(file.size)}</span>
                {code !== '' && <span className="field-error"> {commentFileText(file.name, code, contents)}</span>}
              </span>
              <button
                type="button"
                className="icon-button"
                aria-label={texts.remove(file.name)}
                onClick={() => {
                  upload.remove(id);
                  field.current?.focus();
                }}>
                <X size={18} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="field-hint">{texts.filesHint}</p>
      <div role="alert">{failed !== '' && <p className="field-error">{failed}</p>}</div>
      <div className="buttons">
        <Button type="submit" kind="main" busy={busy}>
          {texts.send}
        </Button>
        <Button onClick={() => chooser.current?.click()}>
          <Paperclip size={18} aria-hidden="true" /> {texts.attach}
        </Button>
        {onCancel && <Button onClick={onCancel}>{texts.cancel}</Button>}
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          accept={FORM_ACCEPT}
          onChange={({ target }) => {
            upload.add([...(target.files ?? [])]);
            target.value = '';
          }}
        />
      </div>
    </form>
  );
}

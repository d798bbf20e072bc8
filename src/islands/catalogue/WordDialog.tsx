import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { hasMeanings, OWN_WORD_KINDS, type OwnWordKind } from '../../../contract/catalogue/words.ts';
import type { WordBody } from '../../lib/catalogue/search-word-calls.ts';
import type { Words } from '../../lib/catalogue/search-word-stores.ts';
import { searchWordErrors, words as texts } from '../../lib/catalogue/search-word-texts.ts';
import { failureText } from '../../lib/platform/http-client.ts';
import { Button, Field, Message } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';

/** A word as the dialog begins with it. */
export interface WordDraft extends WordBody {
  readonly isNew: boolean;
}

interface Props {
  readonly draft: WordDraft;
  readonly store: Words;
  readonly onClose: () => void;
}

/** The fields that a refusal is about; any other is said above the buttons. */
const FIELD_OF: Readonly<Record<string, keyof WordBody>> = {
  'invalid word': 'word',
  'invalid kind': 'kind',
  'invalid means': 'means',
};

/** Asks what the search is to know of a word. */
export function WordDialog({ draft: { isNew, ...given }, store, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [body, setBody] = useState<WordBody>(given);
  const { busy, failure, run } = useCall();
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const change = (part: Partial<WordBody>) => setBody({ ...body, ...part });
  const errorOf = (field: keyof WordBody) =>
    failure && FIELD_OF[failure.code] === field ? failureText(failure, searchWordErrors) : '';

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const refused = await run(() => store.save(body));
    const field = refused && FIELD_OF[refused.code];
    if (refused === null) dialog.current?.close();
    else if (field) event.target.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }

  return (
    <dialog ref={dialog} className="confirm search-word-dialog" aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{isNew ? texts.newHeading : texts.editHeading}</h2>
      <form onSubmit={save} noValidate>
        <Field label={texts.word} hint={texts.wordHint} error={errorOf('word')}>
          {(control) => (
            <input
              {...control}
              type="text"
              name="word"
              autoComplete="off"
              readOnly={!isNew}
              value={body.word}
              onChange={({ target }) => change({ word: target.value })}
            />
          )}
        </Field>
        <Field label={texts.kind} hint={texts.kindHints[body.kind]} error={errorOf('kind')}>
          {(control) => (
            <select
              {...control}
              name="kind"
              value={body.kind}
              onChange={({ target }) => change({ kind: target.value as OwnWordKind })}
            >
              {OWN_WORD_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {texts.kinds[kind]}
                </option>
              ))}
            </select>
          )}
        </Field>
        {hasMeanings(body.kind) && (
          <Field label={texts.means} hint={texts.meansHint} error={errorOf('means')}>
            {(control) => (
              <input
                {...control}
                type="text"
                name="means"
                autoComplete="off"
                value={body.means}
                onChange={({ target }) => change({ means: target.value })}
              />
            )}
          </Field>
        )}
        {failure && !FIELD_OF[failure.code] && <Message kind="error">{failureText(failure, searchWordErrors)}</Message>}
        <div className="buttons">
          <Button onClick={() => dialog.current?.close()}>{texts.cancel}</Button>
          <Button type="submit" kind="main" busy={busy}>
            {texts.save}
          </Button>
        </div>
      </form>
    </dialog>
  );
}

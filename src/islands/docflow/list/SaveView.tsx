import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { TITLE_MAX } from '../../../../contract/limits.ts';
import { listErrors, listTexts as texts } from '../../../lib/docflow/list-texts.ts';
import { type DocumentQuery, filterOf } from '../../../lib/docflow/query.ts';
import type { createViews } from '../../../lib/docflow/views-store.ts';
import { failureText } from '../../../lib/trouble/failure-texts.ts';
import { DialogFoot } from '../../ui/DialogFoot.tsx';
import { Field } from '../../ui/Field.tsx';

interface Props {
  readonly store: ReturnType<typeof createViews>;
  readonly query: DocumentQuery;
  readonly onClose: () => void;
}

/** Asks for the name of the view that is to be kept. */
export function SaveView({ store, query, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [title, setTitle] = useState('');
  const [isDefault, setDefault] = useState(false);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    dialog.current?.showModal();
    field.current?.focus();
  }, []);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (title.trim() === '') {
      setError(texts.viewNameEmpty);
      field.current?.focus();
      return;
    }
    setBusy(true);
    const failure = await store.add({ title: title.trim(), filter: filterOf(query), isDefault });
    setBusy(false);
    if (failure) setError(failureText(failure, listErrors));
    else dialog.current?.close();
  }

  return (
    <dialog ref={dialog} className="confirm" aria-labelledby="save-view-heading" onClose={onClose}>
      <h2 id="save-view-heading">{texts.saveView.replace('…', '')}</h2>
      <p>{texts.saveViewHint}</p>
      <form noValidate onSubmit={submit}>
        <Field label={texts.viewName} error={error}>
          {(control) => (
            <input
              {...control}
              ref={field}
              type="text"
              maxLength={TITLE_MAX}
              required
              value={title}
              onChange={({ target }) => setTitle(target.value)}
            />
          )}
        </Field>
        <label className="view-default">
          <input type="checkbox" checked={isDefault} onChange={({ target }) => setDefault(target.checked)} />
          {texts.byDefault}
        </label>
        <DialogFoot
          cancel={texts.cancel}
          submit={texts.save}
          busy={busy}
          onCancel={() => dialog.current?.close()}
        />
      </form>
    </dialog>
  );
}

import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { TITLE_MAX } from '../../../contract/limits.ts';
import { listErrors, lists } from '../../lib/editing/list-texts.ts';
import { askIfEnded, openForm } from '../../lib/editing/open-forms.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';

interface Props {
  readonly label: string;
  /** Refusals of this list, by code of the API. */
  readonly errors?: Readonly<Record<string, string>> | undefined;
  readonly title: string;
  /** Text of the button that saves. */
  readonly yes: string;
  /** Saves; null means saved. */
  readonly onSave: (title: string) => Promise<Failure | null>;
  readonly onDone: (title: string) => void;
  readonly onCancel: () => void;
}

/** The inline form of one row. A refusal keeps what was typed; Esc and «Отмена» close it. */
export function DataListForm({ label, errors, title, yes, onSave, onDone, onCancel }: Props) {
  const [value, setValue] = useState(title);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    field.current?.select();
    return openForm();
  }, []);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    const text = value.trim();
    setBusy(true);
    const failure = text === '' ? null : await onSave(text);
    setBusy(false);
    if (text !== '' && failure === null) {
      onDone(text);
      return;
    }
    setError(
      failure === null ? (listErrors['incorrect title'] ?? '') : failureText(failure, errors ?? listErrors),
    );
    field.current?.focus();
    askIfEnded(failure);
  }

  return (
    <form
      className="data-list-form panel"
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <Field label={label} error={error}>
        {(control) => (
          <input
            {...control}
            ref={field}
            type="text"
            name="title"
            value={value}
            maxLength={TITLE_MAX}
            autoComplete="off"
            onChange={({ target }) => setValue(target.value)}
          />
        )}
      </Field>
      <div className="buttons">
        <Button type="submit" kind="main" busy={busy}>
          {yes}
        </Button>
        <Button onClick={onCancel}>{lists.cancel}</Button>
      </div>
    </form>
  );
}

import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { NAME_MAX } from '../../../contract/limits.ts';
import { cabinet, profileErrors } from '../../lib/accounts/cabinet-texts.ts';
import { type Failure, failureText } from '../../lib/platform/http-client.ts';
import { openForm } from '../../lib/platform/router.ts';
import { Button, Field } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';

interface Props {
  readonly name: string;
  /** Saves; null means saved. */
  readonly onSave: (name: string) => Promise<Failure | null>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** The inline form of one's own name. A refusal keeps what was typed; Esc and «Отмена» close it. */
export function ProfileForm({ name, onSave, onDone, onCancel }: Props) {
  const [value, setValue] = useState(name);
  const { busy, failure, run } = useCall();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    field.current?.select();
    return openForm();
  }, []);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const failed = await run(() => onSave(value.trim()));
    if (failed) field.current?.focus();
    else if (failed === null) onDone();
  }

  return (
    <form
      className="cabinet-form"
      noValidate
      aria-label={cabinet.edit}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <Field label={cabinet.name} error={failureText(failure, profileErrors)}>
        {(control) => (
          <input
            {...control}
            ref={field}
            type="text"
            name="name"
            autoComplete="name"
            maxLength={NAME_MAX}
            value={value}
            onChange={({ target }) => setValue(target.value)}
          />
        )}
      </Field>
      <div className="buttons">
        <Button type="submit" kind="main" busy={busy}>
          {cabinet.save}
        </Button>
        <Button onClick={onCancel}>{cabinet.cancel}</Button>
      </div>
    </form>
  );
}

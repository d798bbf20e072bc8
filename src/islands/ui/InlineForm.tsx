// The frame of a small form that opens inside a page and closes again: a new entry of a list, its title, a new person.
import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useRef } from 'react';
import { openForm } from '../../lib/platform/router.ts';
import { Button } from './controls.tsx';

interface InlineFormProps {
  readonly label?: string;
  readonly submit: string;
  readonly cancel: string;
  readonly busy: boolean;
  readonly ref?: RefObject<HTMLFormElement | null>;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Its first field has the focus when it opens; Esc and the second button close it; leaving the page meanwhile asks first. */
export function InlineForm({ label, submit, cancel, busy, ref, onSubmit, onCancel, children }: InlineFormProps) {
  const own = useRef<HTMLFormElement>(null);
  const form = ref ?? own;

  useEffect(() => {
    form.current?.querySelector('input')?.focus();
    return openForm();
  }, [form]);

  return (
    <form
      ref={form}
      className="panel data-list-form"
      noValidate
      aria-label={label}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        onSubmit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}>
      {children}
      <div className="buttons">
        <Button type="submit" kind="main" busy={busy}>
          {submit}
        </Button>
        <Button onClick={onCancel}>{cancel}</Button>
      </div>
    </form>
  );
}

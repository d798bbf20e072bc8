import { type ReactNode, useId } from 'react';
import { TITLE_MAX } from '../../../contract/limits.ts';

/** What a control needs to belong to its field: spread it onto the input. */
interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** Shown under the control and read out with it. */
  readonly error?: string | undefined;
  readonly children: (control: FieldControl) => ReactNode;
}

/** One field of any form: wires label, hint and error to the control that `children` draws. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true as const }),
      })}
      {error && (
        <span id={`${id}-error`} className="field-error" role="alert">
          {error}
        </span>
      )}
      {hint && (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      )}
    </div>
  );
}

interface Props {
  readonly label: string;
  readonly error: string;
  readonly value: string;
  readonly onChange: (title: string) => void;
}

/** The title of a slide or a document. */
export function TitleField({ label, error, value, onChange }: Props) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <input
          {...control}
          type="text"
          name="title"
          autoComplete="off"
          maxLength={TITLE_MAX}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

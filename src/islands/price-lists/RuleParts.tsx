import { type ReactNode, useId } from 'react';

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error: string | null;
  /** What the control with the mistake names as its description. */
  readonly errorId: string;
  readonly children: ReactNode;
}

/** A rule that is given in several controls beside each other. */
export function RuleParts({ label, hint, error, errorId, children }: Props) {
  const id = useId();
  return (
    <fieldset className="field rule-field" aria-describedby={hint && `${id}-hint`}>
      <legend>{label}</legend>
      <div className="rule-parts">{children}</div>
      {error && (
        <span id={errorId} className="field-error" role="alert">
          {error}
        </span>
      )}
      {hint && (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      )}
    </fieldset>
  );
}

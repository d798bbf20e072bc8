import { type ReactNode, useId, useRef } from 'react';
import type { ReferenceRow } from '../../../../contract/catalogue/positions.ts';
import { Button } from '../../ui/controls.tsx';

/** What an input of a rule with a grammar of its own is given. */
export interface RuleInput {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The rule as the field of the form has it. */
  readonly value: string;
  /** Mistakes are to be shown. */
  readonly isChecked: boolean;
  readonly onChange: (value: string) => void;
}

/** The same for one that chooses among brands. */
export interface BrandsInput extends RuleInput {
  readonly brands: readonly ReferenceRow[];
}

interface Props {
  readonly className: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly addLabel: string;
  /** Absent where no further row is taken. */
  readonly onAdd: (() => void) | undefined;
  /** Draws the rows; they say when one was taken out, as its button held the focus. */
  readonly children: (onRemoved: () => void) => ReactNode;
}

/** A setting that is made of rows: the focus goes into a row that was added, and from one that was removed to the button below. */
export function RowsField({ className, label, hint, addLabel, onAdd, children }: Props) {
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  // What is meant is drawn by then.
  const focus = (selector: string) =>
    requestAnimationFrame(() => group.current?.querySelector<HTMLElement>(selector)?.focus());

  return (
    <fieldset ref={group} className={`field rule-field ${className}`} aria-describedby={`${id}-hint`}>
      <legend>{label}</legend>
      {children(() => focus('.markup-add'))}
      {onAdd && (
        <Button
          className="markup-add"
          onClick={() => {
            onAdd();
            focus('.markup-band:last-of-type input');
          }}
        >
          {addLabel}
        </Button>
      )}
      <span id={`${id}-hint`} className="field-hint">
        {hint}
      </span>
    </fieldset>
  );
}

interface RulePartsProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error: string | null;
  /** What the control with the mistake names as its description. */
  readonly errorId: string;
  readonly children: ReactNode;
}

/** A rule that is given in several controls beside each other. */
export function RuleParts({ label, hint, error, errorId, children }: RulePartsProps) {
  const id = useId();
  return (
    <fieldset className="field rule-field" aria-describedby={hint && `${id}-hint`}>
      <legend>{label}</legend>
      <div className="rule-parts row gap-8">{children}</div>
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

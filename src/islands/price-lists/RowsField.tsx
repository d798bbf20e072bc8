import { type ReactNode, useId, useRef } from 'react';
import { Button } from '../ui/Button.tsx';

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

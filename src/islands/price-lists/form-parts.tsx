// Small parts that the forms for price lists share: a choice among brands or suppliers, options of a select, the error
// of a field.
import type { ReferenceRow } from '../../../contract/catalogue/positions.ts';
import { ChoiceSelect } from '../ui/ChoiceSelect.tsx';
import { Button, Field } from '../ui/controls.tsx';

interface Props {
  readonly label: string;
  readonly choose: string;
  readonly rows: readonly ReferenceRow[];
  readonly value: string;
  readonly error?: string;
  /** Where a missing row is added; absent where leaving would lose typed input. */
  readonly create?: { readonly text: string; readonly path: string };
  /** Adds a missing one on the page itself. */
  readonly add?: { readonly text: string; readonly onPress: () => void };
  readonly onChange: (id: string) => void;
}

/** A choice among the rows of a reference list, with a link or a button that adds a missing one. */
export function ReferenceSelect({ label, choose, rows, value, error, create, add, onChange }: Props) {
  const adds = add && (
    <Button kind="quiet" onClick={add.onPress}>
      {add.text}
    </Button>
  );
  return (
    <Field label={label} error={error} hint={create ? <a href={create.path}>{create.text}</a> : adds}>
      {(control) => <ChoiceSelect {...control} none={choose} choices={rows} value={value} onChange={onChange} />}
    </Field>
  );
}

/** The options of a select, each with its value and its text. */
export const Options = ({ of }: { readonly of: readonly (readonly [value: string | number, text: string])[] }) =>
  of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));

/** What is wrong with a control that names it as its description; nothing for an empty text. */
export const FieldError = ({ id, children }: { readonly id?: string; readonly children: string | null }) =>
  children && (
    <span id={id} className="field-error" role="alert">
      {children}
    </span>
  );

import type { ReferenceRow } from '../../../contract/catalogue/positions.ts';
import { ChoiceSelect } from '../ui/ChoiceSelect.tsx';
import { Field } from '../ui/controls.tsx';

interface Props {
  readonly label: string;
  /** What the empty choice says. */
  readonly choose: string;
  readonly rows: readonly ReferenceRow[];
  readonly value: string;
  readonly error?: string;
  /** Where a missing row is added; absent where leaving would lose typed input. */
  readonly create?: { readonly text: string; readonly path: string };
  readonly onChange: (id: string) => void;
}

/** A choice among the rows of a reference list, with a link that adds a missing one. */
export function ReferenceSelect({ label, choose, rows, value, error, create, onChange }: Props) {
  return (
    <Field label={label} error={error} hint={create && <a href={create.path}>{create.text}</a>}>
      {(control) => <ChoiceSelect {...control} none={choose} choices={rows} value={value} onChange={onChange} />}
    </Field>
  );
}

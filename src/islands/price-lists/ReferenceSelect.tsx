import type { ReferenceRow } from '../../../contract/bridge.ts';
import { Field } from '../ui/Field.tsx';

interface Props {
  readonly label: string;
  /** What the empty choice says. */
  readonly choose: string;
  readonly rows: readonly ReferenceRow[];
  readonly value: string;
  readonly error?: string;
  /** Where a missing row is added; not told where leaving would lose what is typed. */
  readonly create?: { readonly text: string; readonly path: string };
  readonly onChange: (id: string) => void;
}

/** A choice among the rows of a reference list, with the way to add one that is not there. */
export function ReferenceSelect({ label, choose, rows, value, error, create, onChange }: Props) {
  return (
    <Field label={label} error={error} hint={create && <a href={create.path}>{create.text}</a>}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{choose}</option>
          {rows.map((row) => (
            <option key={row.id} value={row.id}>
              {row.title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

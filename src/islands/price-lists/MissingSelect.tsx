import { MISSING } from '../../../contract/upload.ts';
import { upload } from '../../lib/price-lists/upload-texts.ts';
import { Field } from '../ui/Field.tsx';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** What becomes of positions that the list does not name. */
export function MissingSelect({ value, onChange }: Props) {
  return (
    <Field label={upload.missing} hint={upload.missingHint}>
      {(control) => (
        <select {...control} name="missing" value={value} onChange={({ target }) => onChange(target.value)}>
          {MISSING.map((name) => (
            <option key={name} value={name}>
              {upload.missingChoices[name]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

import { REPEATED } from '../../../contract/upload.ts';
import { upload } from '../../lib/price-lists/upload-texts.ts';
import { Field } from '../ui/Field.tsx';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Which of several rows of one position counts. */
export function RepeatedSelect({ value, onChange }: Props) {
  return (
    <Field label={upload.repeated}>
      {(control) => (
        <select {...control} name="repeated" value={value} onChange={({ target }) => onChange(target.value)}>
          {REPEATED.map((name) => (
            <option key={name} value={name}>
              {upload.repeatedChoices[name]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

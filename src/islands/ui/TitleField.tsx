import { TITLE_MAX } from '../../../contract/limits.ts';
import { Field } from './Field.tsx';

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

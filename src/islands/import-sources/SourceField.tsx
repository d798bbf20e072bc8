import type { ImportSource } from '../../../contract/import-sources.ts';
import { fieldMistakes, sourceForm as texts } from '../../lib/import-sources/form-texts.ts';
import type { SourceForm } from '../../lib/import-sources/source-form.ts';
import type { SourceField as FieldName } from '../../lib/import-sources/source-mistakes.ts';
import { Field } from '../ui/Field.tsx';

/** What every part of the form of a source is given. */
export interface SourceFormPart {
  readonly form: SourceForm;
  /** The source that is changed; null: a new one. */
  readonly source: ImportSource | null;
  readonly mistakes: ReadonlySet<FieldName>;
  readonly onChange: (change: Partial<SourceForm>) => void;
}

type TextName = {
  [Name in keyof SourceForm]: string extends SourceForm[Name] ? Name : never;
}[keyof SourceForm];

interface Props extends Pick<SourceFormPart, 'form' | 'mistakes' | 'onChange'> {
  readonly name: TextName & keyof typeof texts;
  readonly label?: string;
  readonly hint?: string;
  readonly inputMode?: 'numeric' | 'decimal' | 'url' | 'email';
  readonly maxLength?: number;
}

/** The mistake of a field, in words; '' without one. */
export const mistakeOf = (mistakes: ReadonlySet<FieldName>, name: string): string =>
  mistakes.has(name as FieldName) ? fieldMistakes[name as FieldName] : '';

/** One typed field of a source. */
export function SourceField(props: Props) {
  const { form, mistakes, name, label = texts[name] as string, hint, inputMode, maxLength = 500 } = props;
  return (
    <Field label={label} hint={hint} error={mistakeOf(mistakes, name)}>
      {(control) => (
        <input
          {...control}
          type="text"
          name={name}
          inputMode={inputMode}
          autoComplete="off"
          spellCheck={false}
          maxLength={maxLength}
          value={form[name]}
          onChange={({ target }) => props.onChange({ [name]: target.value })}
        />
      )}
    </Field>
  );
}

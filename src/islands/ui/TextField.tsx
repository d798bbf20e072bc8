// A field of one line of text in a form, with label, hint and error; the browser completes nothing in it.
import type { ComponentProps, ReactNode } from 'react';
import { TITLE_MAX } from '../../../contract/limits.ts';
import { overlong } from '../../lib/ui/length-text.ts';
import { Field } from './controls.tsx';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** The most characters that can be saved: what is pasted stays whole, and an error says that it is longer. */
  readonly most?: number;
  readonly onChange: (text: string) => void;
}

export function TextField({ label, hint, error, most, onChange, ...input }: TextFieldProps) {
  const long = most === undefined ? '' : overlong(String(input.value ?? ''), most);
  return (
    <Field label={label} hint={hint} error={long || error}>
      {(control) => (
        <input
          {...control}
          type="text"
          autoComplete="off"
          {...input}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

type TitleFieldProps = Readonly<Record<'label' | 'error' | 'value', string>> & Pick<TextFieldProps, 'onChange'>;

/** The title of a slide or a document. */
export const TitleField = (props: TitleFieldProps) => <TextField name="title" most={TITLE_MAX} {...props} />;

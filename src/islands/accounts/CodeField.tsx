import type { Ref } from 'react';
import { secondCode } from '../../lib/accounts/second-code.ts';
import { Field } from '../ui/Field.tsx';

/** Longer than a recovery code with blanks around it. */
const TYPED_MAX = 60;

interface Props {
  readonly label?: string;
  readonly hint?: string;
  readonly field?: Ref<HTMLInputElement>;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onTyped: (code: string) => void;
}

/** Asks for a code of an authenticator app; a recovery code goes into the same field. */
export function CodeField(props: Props) {
  const { label = secondCode.label, hint = secondCode.hint, field, value, error, onTyped } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          ref={field}
          type="text"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={TYPED_MAX}
          required
          value={value}
          onChange={({ target }) => onTyped(target.value)}
        />
      )}
    </Field>
  );
}

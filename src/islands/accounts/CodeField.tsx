import { secondCode } from '../../lib/accounts/second-code.ts';
import { Field } from '../ui/Field.tsx';

/** Longer than a recovery code with blanks around it. */
const TYPED_MAX = 60;

interface Props {
  readonly value: string;
  readonly error?: string | undefined;
  readonly onTyped: (code: string) => void;
}

/** Asks for a code of an authenticator app; a recovery code goes into the same field. */
export function CodeField({ value, error, onTyped }: Props) {
  return (
    <Field label={secondCode.label} hint={secondCode.hint} error={error}>
      {(control) => (
        <input
          {...control}
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

import { EMAIL_MAX, NAME_MAX } from '../../../contract/limits.ts';
import type { AuthErrors } from '../../lib/accounts/auth-errors.ts';
import { type AuthMode, auth } from '../../lib/accounts/auth-texts.ts';
import { Field } from '../ui/Field.tsx';
import { CodeField } from './CodeField.tsx';
import { PasswordInput } from './PasswordInput.tsx';

/** What is typed into the sign-in screen; kept while its modes change. */
export interface Typed {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly code: string;
}

interface Props {
  readonly mode: AuthMode;
  readonly typed: Typed;
  readonly errors: AuthErrors;
  /** The password was right, and the account has a second factor. */
  readonly withCode?: boolean;
  readonly onTyped: (typed: Typed) => void;
}

/** The fields of one mode, each with its message under it. */
export function AuthFields({ mode, typed, errors, withCode = false, onTyped }: Props) {
  const isNew = mode === 'signup';
  return (
    <>
      {isNew && (
        <Field label={auth.name} error={errors.name}>
          {(control) => (
            <input
              {...control}
              type="text"
              name="name"
              autoComplete="name"
              maxLength={NAME_MAX}
              required
              value={typed.name}
              onChange={({ target }) => onTyped({ ...typed, name: target.value })}
            />
          )}
        </Field>
      )}
      <Field label={auth.email} error={errors.email}>
        {(control) => (
          <input
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={EMAIL_MAX}
            required
            value={typed.email}
            onChange={({ target }) => onTyped({ ...typed, email: target.value })}
          />
        )}
      </Field>
      {mode !== 'forgot' && (
        <Field label={auth.password} error={errors.password} hint={isNew ? auth.passwordHint : undefined}>
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete={isNew ? 'new-password' : 'current-password'}
              required
              value={typed.password}
              onChange={({ target }) => onTyped({ ...typed, password: target.value })}
            />
          )}
        </Field>
      )}
      {withCode && (
        <CodeField value={typed.code} error={errors.code} onTyped={(code) => onTyped({ ...typed, code })} />
      )}
    </>
  );
}

/** Puts the cursor into the field of the code. */
export function focusCode(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLInputElement>('[name="code"]')?.focus();
}

/** Puts the cursor into the first field of a form that has a message under it. */
export function focusFirstError(
  form: HTMLFormElement | null,
  errors: Readonly<Record<string, unknown>>,
): void {
  const fields = [...(form?.elements ?? [])].filter((field) => field instanceof HTMLInputElement);
  fields.find(({ name }) => errors[name])?.focus();
}

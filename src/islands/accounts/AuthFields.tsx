// The fields of a user who signs in, registers or forgot the password: name, e-mail, password, code of a second factor;
// used by pages and dialogs.
import { type ComponentProps, type Ref, useState } from 'react';
import { EMAIL_MAX, NAME_MAX } from '../../../contract/limits.ts';
import { type AuthMode, auth } from '../../lib/accounts/auth-texts.ts';
import { type AuthErrors, secondCode } from '../../lib/accounts/sign-in.ts';
import { Button, Field } from '../ui/controls.tsx';
import { TextField } from '../ui/TextField.tsx';

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

export function AuthFields({ mode, typed, errors, withCode = false, onTyped }: Props) {
  const isNew = mode === 'signup';
  return (
    <>
      {isNew && (
        <TextField
          name="name"
          label={auth.name}
          error={errors.name}
          most={NAME_MAX}
          autoComplete="name"
          required
          value={typed.name}
          onChange={(name) => onTyped({ ...typed, name })}
        />
      )}
      <TextField
        type="email"
        name="email"
        label={auth.email}
        error={errors.email}
        most={EMAIL_MAX}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        required
        value={typed.email}
        onChange={(email) => onTyped({ ...typed, email })}
      />
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
      {withCode && <CodeField value={typed.code} error={errors.code} onTyped={(code) => onTyped({ ...typed, code })} />}
    </>
  );
}

export function focusCode(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLInputElement>('[name="code"]')?.focus();
}

/** Puts the cursor into the first field of a form that has a message under it. */
export function focusFirstError(form: HTMLFormElement | null, errors: Readonly<Record<string, unknown>>): void {
  const fields = [...(form?.elements ?? [])].filter((field) => field instanceof HTMLInputElement);
  fields.find(({ name }) => errors[name])?.focus();
}

interface CodeFieldProps {
  readonly label?: string;
  readonly hint?: string;
  readonly field?: Ref<HTMLInputElement>;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onTyped: (code: string) => void;
}

/** Asks for a code of an authenticator app; a recovery code goes into the same field. */
export function CodeField(props: CodeFieldProps) {
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
          required
          value={value}
          onChange={({ target }) => onTyped(target.value)}
        />
      )}
    </Field>
  );
}

/** A password field with a button that shows what was typed. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <span className="field-with-button">
      <input {...props} type={shown ? 'text' : 'password'} autoCapitalize="off" spellCheck={false} />
      <Button kind="quiet" aria-label={auth.showPasswordFull} aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? auth.hidePassword : auth.showPassword}
      </Button>
    </span>
  );
}

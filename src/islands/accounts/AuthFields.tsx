// The fields of a user who signs in, registers or forgot the password: name, e-mail, password, code of a second factor;
// used by pages and dialogs.
import { type ComponentProps, type Ref, useState } from 'react';
import { EMAIL_MAX, NAME_MAX } from '../../../contract/limits.ts';
import { type AuthMode, auth } from '../../lib/accounts/auth-texts.ts';
import { type AuthErrors, secondCode } from '../../lib/accounts/sign-in.ts';
import { Button, Field } from '../ui/controls.tsx';

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

/** Longer than a recovery code with blanks around it. */
const TYPED_MAX = 60;

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
          maxLength={TYPED_MAX}
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

// The last step of a one-time link (invitation, new password, set-up of a shop) that has worked, where the sign-in after it
// did not: says what is done, and asks for the code of a second factor or signs in again.
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { authErrors, enter, wantsCode } from '../../lib/accounts/sign-in.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { Button, Message } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';
import { CodeField, focusCode } from './AuthFields.tsx';

interface Props {
  readonly texts: Readonly<Record<'done' | 'doneCode' | 'enter' | 'toAuth', string>>;
  readonly account: { readonly email: string; readonly password: string };
  /** Why the first sign-in did not work. */
  readonly failure: Failure;
}

export function SignInNext({ texts, account: { email, password }, failure }: Props) {
  const [code, setCode] = useState('');
  const { busy, failure: again, run } = useCall({ asksToSignIn: false });
  const [withCode, setWithCode] = useState(wantsCode(failure.code));
  const form = useRef<HTMLFormElement>(null);
  const last = again ?? failure;
  const errors = authErrors(wantsCode(last.code) && last === failure ? null : last);

  useEffect(() => {
    if (withCode) focusCode(form.current);
    else form.current?.querySelector('button')?.focus();
  }, [withCode]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const failed = await run(() => enter({ email, password, code }));
    if (failed && wantsCode(failed.code)) setWithCode(true);
  }

  const error = errors.general ?? errors.password ?? errors.email;
  return (
    <form ref={form} noValidate onSubmit={submit} aria-label={texts.enter}>
      <Message kind="success">{withCode ? texts.doneCode : texts.done}</Message>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {withCode && <CodeField value={code} error={errors.code} onTyped={setCode} />}
      {error && <Message kind="error">{error}</Message>}
      <div className="buttons">
        <Button type="submit" kind="main" busy={busy}>
          {texts.enter}
        </Button>
        <a className="button" href={paths.auth}>
          {texts.toAuth}
        </a>
      </div>
    </form>
  );
}

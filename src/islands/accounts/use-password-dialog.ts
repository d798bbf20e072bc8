// What the dialogs that ask for a password share: focus, errors, sending, and a second field where the account needs a
// code too.
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { authErrors, wantsCode } from '../../lib/accounts/sign-in.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { useCall } from '../ui/hooks.ts';
import { focusCode, focusFirstError } from './AuthFields.tsx';

/** A dialog that asks for a password, and for a second code where one turns out to be needed: where the cursor stands. */
export function usePasswordDialog() {
  const [withCode, setWithCode] = useState(false);
  const { busy, failure, run } = useCall({ asksToSignIn: false });
  const errors = useMemo(() => authErrors(failure && wantsCode(failure.code) ? null : failure), [failure]);
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    dialog.current?.showModal();
    form.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus();
  }, []);
  useEffect(() => focusFirstError(form.current, errors), [errors]);
  useEffect(() => {
    if (withCode) focusCode(form.current);
  }, [withCode]);

  return {
    dialog,
    form,
    errors,
    withCode,
    busy,
    /** Sends what was typed; asks for the code as well where the password was right. */
    async send(event: SubmitEvent<HTMLFormElement>, act: () => Promise<void>): Promise<Failure | null | undefined> {
      event.preventDefault();
      const failed = await run(act);
      if (failed && wantsCode(failed.code)) setWithCode(true);
      return failed;
    },
  };
}

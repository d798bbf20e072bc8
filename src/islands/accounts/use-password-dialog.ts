import { useEffect, useRef, useState } from 'react';
import type { AuthErrors } from '../../lib/accounts/sign-in.ts';
import { focusCode, focusFirstError } from './AuthFields.tsx';

/** A dialog that asks for a password, and for a second code where one turns out to be needed: where the cursor stands. */
export function usePasswordDialog() {
  const [errors, setErrors] = useState<AuthErrors>({});
  const [withCode, setWithCode] = useState(false);
  const [busy, setBusy] = useState(false);
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
    /** Asks for the code as well: the password was right. */
    askForCode: () => {
      setBusy(false);
      setWithCode(true);
    },
    begin: () => {
      setBusy(true);
      setErrors({});
    },
    refuse: (refused: AuthErrors) => {
      setBusy(false);
      setErrors(refused);
    },
  };
}

import { type ComponentProps, useState } from 'react';
import { auth } from '../../lib/accounts/auth-texts.ts';
import { Button } from '../ui/Button.tsx';

/** A password field with a button that shows what was typed. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <span className="field-with-button">
      <input {...props} type={shown ? 'text' : 'password'} autoCapitalize="off" spellCheck={false} />
      <Button
        kind="quiet"
        aria-label={auth.showPasswordFull}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? auth.hidePassword : auth.showPassword}
      </Button>
    </span>
  );
}

// The sign-in page of buyers and staff: sign in, register, ask for a new password; or why signing in would not help.
// The address says which.
import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { MailTrouble } from '../../../contract/accounts/accounts.ts';
import * as authTexts from '../../lib/accounts/auth-texts.ts';
import * as signIn from '../../lib/accounts/sign-in.ts';
import { frame } from '../../lib/platform/frame-texts.ts';
import { paths, safeReturn } from '../../lib/platform/paths.ts';
import { $hint, hasSession } from '../../lib/platform/session-store.ts';
import { site } from '../../lib/platform/site.ts';
import { withinBoundary } from '../ui/Boundary.tsx';
import { Button, Message } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';
import { AuthFields, focusCode, focusFirstError, type Typed } from './AuthFields.tsx';

function Screen() {
  const hint = useStore($hint);
  const asked = new URLSearchParams(location.search);
  const from = safeReturn(asked.get('from'));
  const why = asked.get('why');
  // Decided once: the form must stay while it signs in.
  const [wasSignedIn] = useState(() => why !== 'login' && hint !== null && hasSession());
  if (why === 'forbidden' || why === 'failed') return <TurnedAway why={why} from={from} />;
  if (wasSignedIn && hint) {
    return <SignedIn email={hint.email} next={signIn.firstPageFor(hint) ?? from} />;
  }
  return <AuthForm from={from} returning={why === 'login'} />;
}

export const AuthScreen = withinBoundary(Screen);

interface Done {
  readonly kind: 'success' | 'warning';
  readonly text: string;
}

/** `returning`: sent here from a page that needs a session. What is typed outlives modes; messages do not. */
function AuthForm({ from, returning }: { readonly from: string; readonly returning: boolean }) {
  const [mode, setMode] = useState<authTexts.AuthMode>('signin');
  const [typed, setTyped] = useState<Typed>({ name: '', email: '', password: '', code: '' });
  const [errors, setErrors] = useState<signIn.AuthErrors>({});
  const [done, setDone] = useState<Done | null>(null);
  const { busy, run } = useCall();
  const [withCode, setWithCode] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const texts = authTexts.authModes[mode];

  useEffect(() => {
    document.title = texts.title;
  }, [texts]);

  useEffect(() => focusFirstError(form.current, errors), [errors]);
  useEffect(() => {
    if (withCode) focusCode(form.current);
  }, [withCode]);

  function turnTo(next: authTexts.AuthMode, said: Done | null = null) {
    setMode(next);
    setErrors({});
    setDone(said);
    askForCode(false);
    // The button that was pressed is gone: go on from the top of the new form.
    requestAnimationFrame(() => heading.current?.focus());
  }

  function askForCode(asked: boolean) {
    setWithCode(asked);
    setTyped((kept) => ({ ...kept, code: '' }));
  }

  async function send(): Promise<void> {
    const { name, email, password } = typed;
    if (mode === 'signin') return signIn.enter(typed, from);
    const calls = await import('../../lib/accounts/sign-in-calls.ts');
    const say = (text: string, { mailTrouble }: { readonly mailTrouble?: MailTrouble | undefined }) =>
      turnTo('signin', { kind: mailTrouble ? 'warning' : 'success', text });
    if (mode === 'signup') {
      const made = await calls.signUp(email, password, name);
      say(authTexts.authDone.signup(made), made);
    } else {
      const mailed = await calls.forgotPassword(email);
      say(authTexts.authDone.forgot(mailed), mailed);
    }
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    // The service takes accounts without a name; this form does not.
    if (mode === 'signup' && typed.name.trim() === '') {
      setErrors({ name: authTexts.authRefusals['incorrect name'][1] });
      return;
    }
    setErrors({});
    setDone(null);
    const failed = await run(send);
    if (failed && signIn.wantsCode(failed.code)) askForCode(true);
    else if (failed) setErrors(signIn.authErrors(failed));
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {texts.heading}
      </h1>
      {done && <Message kind={done.kind}>{done.text}</Message>}
      {withCode && <Message kind="info">{signIn.secondCode.asked}</Message>}
      {!done && mode === 'signin' && returning && <Message kind="info">{authTexts.auth.returning}</Message>}
      {!done && !(mode === 'signin' && returning) && <p className="muted">{texts.lead}</p>}
      <form ref={form} onSubmit={submit} noValidate aria-label={texts.heading}>
        <AuthFields mode={mode} typed={typed} errors={errors} withCode={withCode} onTyped={setTyped} />
        {mode === 'signin' && (
          <p className="auth-forgot">
            <Button kind="quiet" onClick={() => turnTo('forgot')}>
              {authTexts.auth.forgot}
            </Button>
          </p>
        )}
        {errors.general && <Message kind="error">{errors.general}</Message>}
        <Button kind="main" type="submit" busy={busy}>
          {busy ? texts.submitting : texts.submit}
        </Button>
      </form>
      {(mode !== 'signin' || site.registration === 'open') && (
        <p className="flush above-20">
          {mode === 'signin' ? authTexts.auth.notRegistered : authTexts.auth.registered}{' '}
          <Button kind="quiet" onClick={() => turnTo(mode === 'signin' ? 'signup' : 'signin')}>
            {mode === 'signin' ? authTexts.auth.toSignUp : authTexts.auth.toSignIn}
          </Button>
        </p>
      )}
    </>
  );
}

/** A user is signed in on this device already and may go on to `next`. */
function SignedIn({ email, next }: { readonly email: string; readonly next: string }) {
  return (
    <>
      <h1>{authTexts.signedIn.heading}</h1>
      <p>{authTexts.signedIn.text(email)}</p>
      <div className="buttons">
        <a className="button main" href={next}>
          {authTexts.signedIn.goOn}
        </a>
        <a className="button" href={paths.signout}>
          {frame.signOut}
        </a>
      </div>
    </>
  );
}

/** The page `from` did not open for a reason that signing in does not cure: says it and offers ways on. */
function TurnedAway({ why, from }: { readonly why: 'forbidden' | 'failed'; readonly from: string }) {
  const { heading, text } = authTexts.turnedAway[why];
  return (
    <>
      <h1>{heading}</h1>
      <p role="alert">{text}</p>
      <div className="buttons">
        {from !== paths.home && (
          <a className="button main" href={from}>
            {authTexts.turnedAway.again}
          </a>
        )}
        <a className="button" href={paths.home}>
          {authTexts.turnedAway.home}
        </a>
        {why === 'forbidden' && (
          <a className="button quiet" href={paths.signout}>
            {authTexts.turnedAway.otherAccount}
          </a>
        )}
      </div>
    </>
  );
}

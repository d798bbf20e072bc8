import { signedIn } from '../../lib/accounts/auth-texts.ts';
import { paths } from '../../lib/paths/paths.ts';
import { frame } from '../../lib/texts/frame-texts.ts';

interface SignedInProps {
  readonly email: string;
  /** Where to go on to. */
  readonly next: string;
}

/** Somebody is signed in on this device already. */
export function SignedIn({ email, next }: SignedInProps) {
  return (
    <>
      <h1>{signedIn.heading}</h1>
      <p>{signedIn.text(email)}</p>
      <div className="buttons">
        <a className="button main" href={next}>
          {signedIn.goOn}
        </a>
        <a className="button" href={paths.signout}>
          {frame.signOut}
        </a>
      </div>
    </>
  );
}

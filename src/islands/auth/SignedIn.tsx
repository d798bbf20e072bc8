import { paths } from '../../lib/paths.ts';
import { signedIn } from '../../lib/texts/auth.ts';
import { frame } from '../../lib/texts/frame.ts';

/** Somebody is signed in on this device already. */
export function SignedIn({ email }: { readonly email: string }) {
  return (
    <>
      <h1>{signedIn.heading}</h1>
      <p>{signedIn.text(email)}</p>
      <div className="buttons">
        <a className="button main" href={paths.home}>
          {signedIn.goOn}
        </a>
        <a className="button" href={paths.signout}>
          {frame.signOut}
        </a>
      </div>
    </>
  );
}

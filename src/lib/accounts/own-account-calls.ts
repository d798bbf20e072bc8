// Calls of the API about the user's own account: password, e-mail, sessions, second factor. All throw what ky throws,
// or SessionEnded.
import type * as accounts from '../../../contract/accounts/accounts.ts';
import { EMAIL_FORM } from '../../../contract/accounts/forms.ts';
import { checked } from '../platform/http-client.ts';
import { mauth } from '../platform/session.ts';
import { withPassword } from './password-confirmation.ts';

/** Changes one's own password, given once more where it was given long ago, and ends one's other sessions. */
export async function changePassword(password: string, again: string): Promise<void> {
  await withPassword(() => mauth.patch('password', { json: { password, password_2: again } }));
}

/** Asks for another e-mail, with the password where it was given long ago; throws Unsendable too. */
export async function changeEmail(email: string): Promise<accounts.MailedAnswer> {
  const json = checked(EMAIL_FORM, { email });
  return withPassword(() => mauth.patch('email', { json }).json<accounts.MailedAnswer>());
}

/** Gives the own password again, and a code where there is a second factor: changes that ask for it are open a while. */
export async function confirmPassword(password: string, code: string): Promise<void> {
  await mauth.post('confirm', { json: { password, code } });
}

export const askSessions = () => mauth.get('session/').json<accounts.SessionAnswer[]>();

export async function endOtherSessions(): Promise<void> {
  await mauth.delete('session/');
}

export async function endSession(id: number): Promise<void> {
  await mauth.delete(`session/${id}`);
}

/** The calls about one's own second factor; changes ask for the password first. */
export const factorCalls = {
  state: () => mauth.get('factor/').json<accounts.FactorAnswer>(),
  /** A new key; it is of use once a code of it was given. */
  begin: () => withPassword(() => mauth.post('factor/').json<accounts.NewKeyAnswer>()),
  /** Puts the new key into use; resolves to the recovery codes. */
  async enable(code: string): Promise<readonly string[]> {
    const call = () => mauth.post('factor/on', { json: { code } }).json<accounts.RecoveryCodesAnswer>();
    return (await withPassword(call)).codes;
  },
  async renewCodes(): Promise<readonly string[]> {
    return (await withPassword(() => mauth.post('factor/codes').json<accounts.RecoveryCodesAnswer>())).codes;
  },
  async remove(): Promise<void> {
    await withPassword(() => mauth.delete('factor/'));
  },
};

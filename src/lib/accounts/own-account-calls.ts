import { EMAIL_FORM } from '../../../contract/forms/accounts.ts';
import type { SessionAnswer } from '../../../contract/mauth.ts';
import { openMauth } from '../http/client.ts';
import { checked } from '../http/unsendable.ts';
import { guarded } from '../session/guarded.ts';
import { session } from '../session/session.ts';
import { withPassword } from './confirmation-store.ts';

const mauth = guarded(openMauth, session.tokens);

/** Changes one's own password, given once more where it was given long ago, and ends one's other sessions. Throws what ky throws, or SessionEnded. */
export async function changePassword(password: string, again: string): Promise<void> {
  await withPassword(() => mauth.patch('password', { json: { password, password_2: again } }));
}

/** Asks for another e-mail, with the password where it was given long ago. Throws what ky throws, SessionEnded, or Unsendable. */
export async function changeEmail(email: string): Promise<void> {
  const json = checked(EMAIL_FORM, { email });
  await withPassword(() => mauth.patch('email', { json }));
}

/** Gives the own password again, and a code where the account has a second factor: changes that ask for it are open for a while. Throws what ky throws, or SessionEnded. */
export async function confirmPassword(password: string, code: string): Promise<void> {
  await mauth.post('confirm', { json: { password, code } });
}

/** One's open sessions. Throws what ky throws, or SessionEnded. */
export const askSessions = (): Promise<SessionAnswer[]> => mauth.get('session/').json<SessionAnswer[]>();

/** Ends all of one's sessions but this one. Throws what ky throws, or SessionEnded. */
export async function endOtherSessions(): Promise<void> {
  await mauth.delete('session/');
}

/** Ends one of one's sessions. Throws what ky throws, or SessionEnded. */
export async function endSession(id: number): Promise<void> {
  await mauth.delete(`session/${id}`);
}

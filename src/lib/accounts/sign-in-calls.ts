// Calls of the API by people who are not signed in: registration, forgotten password, links in mails, invitations. All
// throw what ky throws, or Unsendable.
import type { MailedAnswer, SignUpAnswer } from '../../../contract/accounts/accounts.ts';
import { EMAIL_FORM, PASSWORD_FORM, SIGNUP_FORM } from '../../../contract/accounts/forms.ts';
import type { MessageAnswer } from '../../../contract/answers.ts';
import type { InvitationAnswer } from '../../../contract/people/people.ts';
import { checked, openMauth } from '../platform/http-client.ts';

/** Creates an account; with verification its owner gets a mail with a link. */
export const signUp = (email: string, password: string, name: string): Promise<SignUpAnswer> =>
  openMauth.post('signup', { json: checked(SIGNUP_FORM, { email, password, name }) }).json<SignUpAnswer>();

export const forgotPassword = (email: string): Promise<MailedAnswer> =>
  openMauth.patch('forgot', { json: checked(EMAIL_FORM, { email }) }).json<MailedAnswer>();

/** Spends the token of a mailed link: confirms an address or resets a password. */
export const spendToken = (kind: 'confirm' | 'forgot', token: string): Promise<MailedAnswer> =>
  openMauth.get(`${kind}/${token}`).json<MailedAnswer>();

/** Whom an invitation is for; it is not used up by this. */
export const askInvitation = (token: string): Promise<InvitationAnswer> =>
  openMauth.get(`invitation/${token}`).json<InvitationAnswer>();

export async function acceptInvitation(token: string, password: string, again: string): Promise<void> {
  const json = checked(PASSWORD_FORM, { password, password_2: again });
  await openMauth.post(`invitation/${token}`, { json });
}

/** Resolves where a set-up link can be followed; it is not used up by this. */
export const askSetup = (token: string): Promise<MessageAnswer> =>
  openMauth.get(`setup/${token}`).json<MessageAnswer>();

export async function becomeAdministrator(
  token: string,
  account: { readonly email: string; readonly password: string; readonly name: string },
): Promise<void> {
  await openMauth.post(`setup/${token}`, { json: checked(SIGNUP_FORM, account) });
}

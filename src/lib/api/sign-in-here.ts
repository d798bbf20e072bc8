import type { TokenAnswer } from '../../../contract/mauth.ts';
import { loadProfile } from './own-profile.ts';
import { session } from './session.ts';

/** Signs in and sees to it that the person has a profile. Throws what the auth service answered; a profile that fails is made later. */
export async function signInHere(email: string, password: string): Promise<TokenAnswer> {
  const answer = await session.signIn(email, password);
  // Until the mailed password is changed the info service refuses everything.
  if (!answer.mustChangePassword) await loadProfile().catch(() => {});
  return answer;
}

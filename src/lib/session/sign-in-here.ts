import type { TokenAnswer } from '../../../contract/mauth.ts';
import { $profile } from '../accounts/user-store.ts';
import { hasDocuments } from '../docflow/rights.ts';
import { $isAdmin } from '../frame/session-store.ts';
import { paths } from '../paths/paths.ts';
import { loadProfile } from './own-profile.ts';
import { session } from './session.ts';

/** Signs in and sees to it that the person has a profile. Throws what the auth service answered; a profile that fails is made later. */
export async function signInHere(email: string, password: string, code?: string): Promise<TokenAnswer> {
  const answer = await session.signIn(email, password, code);
  // Until the account is as it must be the info service refuses everything.
  if (wayOn(answer) === null) await loadProfile().catch(() => {});
  return answer;
}

/**
 * Where somebody goes who has signed in: staff who came from nowhere in particular go to what waits for them,
 * administrators too whose shop is so fresh that nobody has a role.
 */
export const landingOf = (from: string): string => {
  const isStaff = $isAdmin.get() || hasDocuments($profile.get()?.roles ?? []);
  return from === paths.home && isStaff ? paths.docflow : from;
};

/** The page that an account has to see first of all; null when every page is open. */
export function wayOn(must: Pick<TokenAnswer, 'mustChangePassword' | 'mustSetSecondFactor'>): string | null {
  if (must.mustChangePassword) return paths.changePassword;
  return must.mustSetSecondFactor ? paths.secondFactor : null;
}

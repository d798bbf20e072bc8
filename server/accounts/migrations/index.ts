import type { Migration } from '../../platform/database/types.ts';
import { accounts } from './001-accounts.ts';
import { mails } from './002-mails.ts';
import { accountSearch } from './003-account-search.ts';
import { knownClients } from './004-known-clients.ts';
import { recentPasswords } from './005-recent-passwords.ts';
import { auditTrail } from './006-audit-trail.ts';
import { secondFactors } from './007-second-factors.ts';
import { guesses } from './008-guesses.ts';
import { emailChanges } from './009-email-changes.ts';
import { invitations } from './010-invitations.ts';
import { sessionAddresses } from './011-session-addresses.ts';
import { demonstration } from './012-demonstration.ts';
import { claimedAccounts } from './013-claimed-accounts.ts';
import { guessesByPlace } from './014-guesses-by-place.ts';

/** The steps of the auth service's schema, oldest first. */
export const accountsMigrations: readonly Migration[] = [
  accounts,
  mails,
  accountSearch,
  knownClients,
  recentPasswords,
  auditTrail,
  secondFactors,
  guesses,
  emailChanges,
  invitations,
  sessionAddresses,
  demonstration,
  claimedAccounts,
  guessesByPlace,
];

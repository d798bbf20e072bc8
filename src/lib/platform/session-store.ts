import { persistentAtom } from '@nanostores/persistent';
import { atom, computed } from 'nanostores';
import type { AccountAnswer, Rank } from '../../../contract/accounts/accounts.ts';

/** Local storage key of the refresh token. */
export const REFRESH_KEY = 'session_id';
/** Local storage key of the hint. */
const HINT_KEY = 'session_hint';

/** What the header may show before the session is asked for. Says nothing about rights: the server decides those. */
export interface SessionHint {
  readonly email: string;
  readonly rank: Rank;
  /** Signed in with a mailed password: until it is changed every other page is refused. */
  readonly mustChangePassword?: boolean;
  /** The rank needs a second factor: until it is set up every other page is refused. */
  readonly mustSetSecondFactor?: boolean;
  /** The role sees documents of some kind, as far as the profile last said. */
  readonly hasDocuments?: boolean;
  /** The same of requests of buyers: the role works on them. */
  readonly hasRequests?: boolean;
}

/** Who seems to be signed in on this device; not a secret, the same in all tabs. */
export const $hint = persistentAtom<SessionHint | null>(HINT_KEY, null, {
  encode: (hint) => (hint ? JSON.stringify(hint) : undefined),
  decode: readHint,
});

/** The signed-in account as the server answered it; null while it is unknown or without a session. */
export const $account = atom<AccountAnswer | null>(null);

/** Whether to show what is meant for administrators. */
export const $isAdmin = computed([$account, $hint], (account, hint) => (account ?? hint)?.rank === 'admin');

/** Whether to show what is meant for those who work on requests. */
export const $mayRequests = computed([$isAdmin, $hint], (isAdmin, hint) => isAdmin || hint?.hasRequests === true);

/** Whether this device holds a refresh token. False where storage is barred. */
export function hasSession(): boolean {
  try {
    return Boolean(localStorage.getItem(REFRESH_KEY));
  } catch {
    return false;
  }
}

function readHint(stored: string): SessionHint | null {
  try {
    const { email, rank, mustChangePassword, mustSetSecondFactor, hasDocuments, hasRequests } = JSON.parse(
      stored,
    ) as Partial<Record<string, unknown>>;
    if (typeof email !== 'string') return null;
    return {
      email,
      rank: rank === 'admin' ? 'admin' : 'user',
      ...(mustChangePassword === true && { mustChangePassword }),
      ...(mustSetSecondFactor === true && { mustSetSecondFactor }),
      ...(hasDocuments === true && { hasDocuments }),
      ...(hasRequests === true && { hasRequests }),
    };
  } catch {
    return null;
  }
}

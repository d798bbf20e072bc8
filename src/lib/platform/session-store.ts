// What pages know of the signed-in account before and after the server has answered: name, rank, rights for menus.
import { persistentAtom } from '@nanostores/persistent';
import { atom, computed } from 'nanostores';
import type { AccountAnswer, Rank } from '../../../contract/accounts/accounts.ts';

// Keys of the local storage.
export const REFRESH_KEY = 'session_id';
const HINT_KEY = 'session_hint';

/** What the header may show before the session is asked for. Says nothing about rights: the server decides those. */
export interface SessionHint {
  readonly email: string;
  readonly rank: Rank;
  /** Signed in with a mailed password: until it is changed every other page is refused. */
  readonly mustChangePassword?: boolean;
  /** The rank needs a second factor: until it is set up every other page is refused. */
  readonly mustSetSecondFactor?: boolean;
  /** As far as the profile last said: the role sees documents of some kind, and works on requests of buyers. */
  readonly hasDocuments?: boolean;
  readonly hasRequests?: boolean;
}

/** Who seems to be signed in on this device; not a secret, the same in all tabs. */
export const $hint = persistentAtom<SessionHint | null>(HINT_KEY, null, {
  encode: (hint) => (hint ? JSON.stringify(hint) : undefined),
  decode: readHint,
});

/** Null while it is unknown or without a session. */
export const $account = atom<AccountAnswer | null>(null);

/** Calls `act` each time the user has signed in after a session had ended; returns how to stop. */
export const onSignIn = (act: () => void): (() => void) =>
  $hint.listen((hint, before) => {
    if (hint && !before) act();
  });

export const $isAdmin = computed([$account, $hint], (account, hint) => (account ?? hint)?.rank === 'admin');

export const $mayRequests = computed([$isAdmin, $hint], (isAdmin, hint) => isAdmin || hint?.hasRequests === true);

/** Whether this device has a refresh token. False where storage is barred. */
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

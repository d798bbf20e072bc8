// The access and refresh tokens of a signed-in browser, shared among its tabs so that only one renews them.
import type { TokenAnswer } from '../../../contract/accounts/accounts.ts';

/** An access token and the moment of its death by this device's clock, ms. */
interface Access {
  readonly token: string;
  readonly dies: number;
}

/** The messages between the tabs of one browser. The refresh token is never among it. */
type Message =
  | { readonly kind: 'ask' }
  | { readonly kind: 'access'; readonly access: Access }
  | { readonly kind: 'ended' }
  | { readonly kind: 'signed-in' };

export interface TokenPorts {
  /** The refresh token on this device, read anew each time: another tab may have changed it. */
  readonly stored: { get(): string | null; set(token: string): void; clear(): void };
  /** Trades a refresh token for a new pair; null when the server refuses it (401), throws on any other failure. */
  readonly trade: (refresh: string) => Promise<TokenAnswer | null>;
  /** Ends a session at the server; failures are ignored. */
  readonly revoke: (refresh: string) => void;
  /** Runs one task at a time among all tabs. */
  readonly exclusively: <T>(task: () => Promise<T>) => Promise<T>;
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;
  readonly now: () => number;
  /** The session is over on this device, or another account took its place. */
  readonly onChange: (what: 'ended' | 'signed-in') => void;
}

/** The two tokens of this tab. */
export interface Tokens {
  /** A token that lives `least` ms more, refreshed if need be; null without a session. Throws without an answer. */
  access(least?: number): Promise<string | null>;
  /** Another token than the refused one; null when the session is over. Throws without an answer. */
  renew(refused: string): Promise<string | null>;
  /** Takes the answer of a sign-in. */
  accept(answer: TokenAnswer): void;
  /** Ends the session here and in the other tabs; returns the former refresh token. */
  end(): string | null;
}

/** A token this close to its death is not sent any more, ms. */
const MARGIN_MS = 10_000;
/** How long other tabs have to share a token, ms. */
const SHARE_MS = 60;

/** Keeps tokens: one refresh at a time among all tabs, a valid token is shared, only a refusal ends the session. */
export function createTokens(ports: TokenPorts): Tokens {
  let held: Access | null = null;
  let refreshing: Promise<string | null> | null = null;
  let onShared: ((access: Access) => void) | null = null;

  const postMessage = (message: Message) => ports.channel?.postMessage(message);
  const lives = (access: Access | null, least: number): access is Access =>
    access !== null && access.dies - ports.now() > least;

  ports.channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ask' && lives(held, MARGIN_MS)) postMessage({ kind: 'access', access: held });
    if (data.kind === 'access' && ports.stored.get()) {
      if (!held || data.access.dies > held.dies) held = data.access;
      onShared?.(data.access);
    }
    if (data.kind === 'ended' || data.kind === 'signed-in') {
      held = null;
      ports.onChange(data.kind);
    }
  });

  function hold(answer: TokenAnswer): string {
    held = { token: answer.access, dies: ports.now() + answer.expires * 1000 };
    ports.stored.set(answer.refresh);
    return held.token;
  }

  function end(): string | null {
    const refresh = ports.stored.get();
    held = null;
    ports.stored.clear();
    postMessage({ kind: 'ended' });
    ports.onChange('ended');
    return refresh;
  }

  /** A token that another tab holds; null when none answers in time. */
  function shared(): Promise<Access | null> {
    if (!ports.channel) return Promise.resolve(null);
    return new Promise((resolve) => {
      const timer = setTimeout(() => finish(null), SHARE_MS);
      const finish = (access: Access | null) => {
        clearTimeout(timer);
        onShared = null;
        resolve(access);
      };
      onShared = finish;
      postMessage({ kind: 'ask' });
    });
  }

  async function trade(): Promise<string | null> {
    const refresh = ports.stored.get();
    if (!refresh) return null;
    const answer = await ports.trade(refresh);
    const now = ports.stored.get();
    if (now !== refresh) {
      // Signed out or signed in anew meanwhile: the answer for the old session is dropped.
      if (answer) ports.revoke(answer.refresh);
      return now ? trade() : null;
    }
    if (!answer) {
      end();
      return null;
    }
    const token = hold(answer);
    if (held) postMessage({ kind: 'access', access: held });
    return token;
  }

  function refresh(refused: string | null, least: number): Promise<string | null> {
    const fits = (access: Access | null): access is Access => lives(access, least) && access.token !== refused;
    refreshing ??= ports
      .exclusively(async () => {
        // Another tab may have refreshed while this one waited for its turn.
        if (fits(held)) return held.token;
        const other = await shared();
        if (fits(other)) {
          held = other;
          return other.token;
        }
        return trade();
      })
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  }

  return {
    async access(least = MARGIN_MS) {
      if (!ports.stored.get()) return null;
      return lives(held, least) ? held.token : refresh(null, least);
    },
    async renew(refused) {
      if (!ports.stored.get()) return null;
      // Of many calls refused together the first refreshes, the others take what it got.
      return lives(held, MARGIN_MS) && held.token !== refused ? held.token : refresh(refused, MARGIN_MS);
    },
    accept(answer) {
      hold(answer);
      postMessage({ kind: 'signed-in' });
    },
    end,
  };
}

let last: Promise<unknown> = Promise.resolve();

/** Runs one task at a time among all tabs; over plain http, where the browser has no locks, among those of this tab. */
export function exclusively<T>(task: () => Promise<T>): Promise<T> {
  if (typeof navigator !== 'undefined' && navigator.locks) {
    return navigator.locks.request('session-refresh', task) as Promise<T>;
  }
  const run = last.then(task, task);
  last = run.catch(() => undefined);
  return run;
}

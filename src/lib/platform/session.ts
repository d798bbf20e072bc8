// The session of a signed-in user in the browser, and the clients whose calls of the API are signed with it.
import ky, { isHTTPError, type KyInstance } from 'ky';
import type { WritableAtom } from 'nanostores';
import type { AccountAnswer, TokenAnswer } from '../../../contract/accounts/accounts.ts';
import { openBridge, openInformator, openMauth, openMnote, SessionEnded } from './http-client.ts';
import { now } from './now.ts';
import { $account, $hint, REFRESH_KEY, type SessionHint } from './session-store.ts';
import { createTokens, exclusively, type TokenPorts, type Tokens } from './tokens.ts';

interface SessionPorts extends Pick<TokenPorts, 'stored' | 'channel' | 'exclusively' | 'now'> {
  readonly mauth: KyInstance;
  readonly account: WritableAtom<AccountAnswer | null>;
  readonly hint: WritableAtom<SessionHint | null>;
}

/** The session of this tab. */
export interface Session {
  readonly tokens: Tokens;
  /** Brings the account back at the start of a page. Never throws: without an answer the hint stays what it was. */
  restore(): Promise<void>;
  /** Signs in and loads the account; throws what the server answered. */
  signIn(email: string, password: string, code?: string): Promise<TokenAnswer>;
  /** Signs out in all tabs at once, and then at the server. Never throws. */
  signOut(): Promise<void>;
  /** Takes note that the mailed password is no more: every page is open again. */
  passwordChanged(): void;
  /** Takes note that the second factor is set up: every page is open again. Never throws. */
  factorSet(): Promise<void>;
  /** Renews an access token with fewer minutes to live; false without a session. Throws without an answer. */
  ensureFresh(minutes: number): Promise<boolean>;
}

/** What must be done before anything else. */
type Closed = Pick<TokenAnswer, 'mustChangePassword' | 'mustSetSecondFactor'>;

const closedBy = ({ mustChangePassword, mustSetSecondFactor }: Closed): Closed => ({
  ...(mustChangePassword && { mustChangePassword }),
  ...(mustSetSecondFactor && { mustSetSecondFactor }),
});

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Joins the tokens to the auth service and to what the pages show. */
export function createSession(ports: SessionPorts): Session {
  const { mauth, account, hint } = ports;
  /** What the last answer of this tab keeps closed; before that the hint knows. */
  let closed: Closed | null = null;

  function take(answer: TokenAnswer): TokenAnswer {
    closed = closedBy(answer);
    return answer;
  }

  const tokens = createTokens({
    ...ports,
    async trade(refresh) {
      try {
        return take(await mauth.get('refresh', { headers: bearer(refresh) }).json<TokenAnswer>());
      } catch (error) {
        if (isHTTPError(error) && error.response.status === 401) return null;
        throw error;
      }
    },
    revoke: (refresh) => void revoke(refresh),
    onChange(what) {
      account.set(null);
      closed = null;
      if (what === 'ended') hint.set(null);
      else void restore();
    },
  });

  const revoke = (refresh: string) =>
    mauth.delete('signout/', { headers: bearer(refresh), keepalive: true }).then(
      () => undefined,
      () => undefined,
    );

  async function loadAccount(): Promise<void> {
    const ask = (token: string) => mauth.get('access/', { headers: bearer(token) }).json<AccountAnswer>();
    const token = await tokens.access();
    if (!token) {
      account.set(null);
      hint.set(null);
      return;
    }
    const loaded = await ask(token).catch(async (error: unknown) => {
      const other = isHTTPError(error) && error.response.status === 401 ? await tokens.renew(token) : undefined;
      if (other === undefined) throw error;
      return other === null ? null : ask(other);
    });
    if (!loaded) return;
    account.set(loaded);
    const known = hint.get();
    const { hasDocuments = false, hasRequests = false } = known?.email === loaded.email ? known : {};
    hint.set({
      email: loaded.email,
      rank: loaded.rank,
      ...(closed ?? closedBy(known ?? {})),
      ...(hasDocuments && { hasDocuments }),
      ...(hasRequests && { hasRequests }),
    });
  }

  function open(door: keyof Closed): void {
    const { [door]: _, ...others } = closed ?? {};
    if (closed) closed = others;
    const known = hint.get();
    if (!known) return;
    const { [door]: __, ...rest } = known;
    hint.set(rest);
  }

  const restore = () => loadAccount().catch(() => undefined);

  return {
    tokens,
    restore,
    async signIn(email, password, code) {
      const body = new URLSearchParams({ email, password, ...(code && { code }) });
      const answer = take(await mauth.post('signin', { body }).json<TokenAnswer>());
      const replaced = ports.stored.get();
      tokens.accept(answer);
      if (replaced) void revoke(replaced);
      await restore();
      return answer;
    },
    async signOut() {
      const refresh = tokens.end();
      if (refresh) await revoke(refresh);
    },
    passwordChanged: () => open('mustChangePassword'),
    async factorSet() {
      open('mustSetSecondFactor');
      // Services in other processes go by what the access token says.
      const token = await tokens.access().catch(() => null);
      if (token) await tokens.renew(token).catch(() => null);
    },
    ensureFresh: async (minutes) => (await tokens.access(minutes * 60_000)) !== null,
  };
}

const browser = typeof window !== 'undefined';

/** The session of this browser. */
export const session = createSession({
  mauth: openMauth,
  stored: {
    get: () => (browser ? localStorage.getItem(REFRESH_KEY) || null : null),
    set: (token) => localStorage.setItem(REFRESH_KEY, token),
    clear: () => localStorage.removeItem(REFRESH_KEY),
  },
  channel: browser ? new BroadcastChannel('session') : null,
  exclusively,
  now: () => now().getTime(),
  account: $account,
  hint: $hint,
});

/**
 * A client that signs its calls: after a 401 one refresh and one repeat; a call with `retry: 0` is never repeated.
 * Throws SessionEnded without a call when there is no session.
 */
export function guarded(client: KyInstance, tokens: Pick<Tokens, 'access' | 'renew'> = session.tokens): KyInstance {
  return client.extend({
    // One forced repeat after a refresh; nothing is repeated by itself.
    retry: { limit: 1, methods: [], statusCodes: [] },
    hooks: {
      beforeRequest: [
        async ({ request }) => {
          const token = await tokens.access();
          if (!token) throw new SessionEnded();
          request.headers.set('Authorization', bearer(token).Authorization);
        },
      ],
      afterResponse: [
        async ({ request, response, options, retryCount }) => {
          if (response.status !== 401 || retryCount > 0 || options.retry.limit === 0) return;
          const refused = request.headers.get('Authorization')?.replace('Bearer ', '') ?? '';
          const token = await tokens.renew(refused);
          if (!token) return;
          const headers = new Headers(request.headers);
          headers.set('Authorization', bearer(token).Authorization);
          return ky.retry({ request: new Request(request, { headers }), delay: 0, code: 'REFRESHED' });
        },
      ],
    },
  });
}

// Calls of each service by the signed-in person.
export const bridge = guarded(openBridge);
export const mauth = guarded(openMauth);
export const informator = guarded(openInformator);
export const mnote = guarded(openMnote);

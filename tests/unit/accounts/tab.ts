import { randomUUID } from 'node:crypto';
import { atom } from 'nanostores';
import type { AccountAnswer } from '../../../contract/accounts/accounts.ts';
import { openClient } from '../../../src/lib/platform/http-client.ts';
import { createSession, guarded } from '../../../src/lib/platform/session.ts';
import type { SessionHint } from '../../../src/lib/platform/session-store.ts';
import { EVENING } from '../../support/moment.ts';
import type { AuthService } from './auth-service.ts';

/** One browser: a storage that its tabs share, a name for their channel and lock. */
export class Browser {
  readonly name = randomUUID();
  readonly tabs: BroadcastChannel[] = [];
  refresh: string | null;
  service: AuthService;

  constructor(service: AuthService, refresh: string | null = null) {
    this.service = service;
    this.refresh = refresh;
    if (refresh) service.refreshes.add(refresh);
  }

  /** Opens a tab: a session of its own over the shared storage, and a client that signs its calls. */
  tab() {
    const channel = new BroadcastChannel(this.name);
    this.tabs.push(channel);
    const account = atom<AccountAnswer | null>(null);
    const hint = atom<SessionHint | null>(null);
    const mauth = openClient(this.service.url);
    const session = createSession({
      mauth,
      stored: {
        get: () => this.refresh,
        set: (token) => {
          this.refresh = token;
        },
        clear: () => {
          this.refresh = null;
        },
      },
      channel,
      exclusively: (task) => navigator.locks.request(this.name, task) as ReturnType<typeof task>,
      now: () => EVENING,
      account,
      hint,
    });
    return { session, account, hint, api: guarded(openClient(this.service.url), session.tokens) };
  }

  close(): void {
    for (const channel of this.tabs) channel.close();
  }
}

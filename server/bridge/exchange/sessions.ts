import { randomBytes } from 'node:crypto';
import { ExchangeSession } from './session.ts';

/** Sessions at a time; one that has not been used for longest goes for one more. */
const SESSIONS_MAX = 20;
const IDLE_MS = 3_600_000;

/** The cookie that a session is known by. */
export const SESSION_COOKIE = 'exchange';

/** The sessions of this process; what they have received is removed with them. */
export class ExchangeSessions {
  readonly #byId = new Map<string, ExchangeSession>();
  readonly #folder: string;

  /** `folder` is where received files lie. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Begins a session; answers its id. */
  async begin(): Promise<string> {
    const idle = [...this.#byId.values()].filter(({ idleMs }) => idleMs > IDLE_MS);
    for (const session of idle) await this.#end(session);
    const [oldest] = this.#byId.values();
    if (oldest && this.#byId.size >= SESSIONS_MAX) await this.#end(oldest);
    const id = randomBytes(16).toString('hex');
    this.#byId.set(id, new ExchangeSession(id, this.#folder));
    return id;
  }

  /** The session that a `Cookie` header names, or null. */
  find(cookies: string | undefined): ExchangeSession | null {
    const id = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([0-9a-f]{32})(?:;|$)`, 'u').exec(cookies ?? '')?.[1];
    const session = id === undefined ? undefined : this.#byId.get(id);
    if (!session) return null;
    // The one that was used last stands last.
    this.#byId.delete(session.id);
    this.#byId.set(session.id, session);
    session.touch();
    return session;
  }

  /** Ends all of them; resolves when nothing of theirs runs any more. */
  async stop(): Promise<void> {
    for (const session of [...this.#byId.values()]) await this.#end(session);
  }

  async #end(session: ExchangeSession): Promise<void> {
    this.#byId.delete(session.id);
    await session.end();
  }
}

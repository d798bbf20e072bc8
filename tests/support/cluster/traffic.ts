import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** What everybody asked for, and what was not answered as it should be. */
export interface Traffic {
  /** Reads that were not answered with 200: a number, or why there was none. */
  readonly failedReads: string[];
  /** Requests for offers that were refused at first, and sent anew under their keys. */
  readonly refusedRequests: string[];
  /** Comments of requests that were made, each once by its key. */
  readonly made: string[];
  /** Reads that were answered. */
  readonly reads: () => number;
  stop(): Promise<void>;
}

export interface TrafficOptions {
  readonly origin: string;
  readonly token: string;
  readonly reads: readonly string[];
  /** The offer that buyers want. */
  readonly positionId: number;
}

/** People who read, and a buyer who sends one request after the other, each again until it is made. */
export function startTraffic({ origin, token, reads: paths, positionId }: TrafficOptions): Traffic {
  const [failedReads, refusedRequests, made]: [string[], string[], string[]] = [[], [], []];
  let read = 0;
  let isOver = false;
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(origin + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } }).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      (error: Error) => ({ status: 0, text: String(error.cause ?? error) }),
    );

  async function reader(at: number): Promise<void> {
    for (let turn = at; !isOver; turn += 1) {
      const path = paths[turn % paths.length] ?? '/';
      const { status, text } = await ask(path);
      if (status === 200) read += 1;
      else failedReads.push(`${path}: ${status} ${text.slice(0, 100)}`);
      await pause(10);
    }
  }

  async function buyer(): Promise<void> {
    while (!isOver) {
      const comment = randomUUID();
      const body = JSON.stringify({
        ...{ name: 'Анна', phone: '+7 351 200-00-00', consent: true, comment },
        items: [{ positionId, amount: 1 }],
      });
      const headers = { 'content-type': 'application/json', 'idempotency-key': comment };
      for (;;) {
        const { status, text } = await ask('/api/bridge/requests', { method: 'POST', headers, body });
        if (status === 201) break;
        refusedRequests.push(`${status} ${text.slice(0, 100)}`);
        await pause(100);
      }
      made.push(comment);
      await pause(20);
    }
  }

  const all = [reader(0), reader(1), buyer()];
  return {
    failedReads,
    refusedRequests,
    made,
    reads: () => read,
    stop: async () => {
      isOver = true;
      await Promise.all(all);
    },
  };
}

import { Agent as PlainAgent, request as plainRequest, type RequestOptions } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { CONNECTION_LIMITS } from '../../server/platform/http-server/server-options.ts';

/** What came of one request. */
export interface Reply {
  /** 0: no answer came. */
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | undefined;
  /** Why no answer came. */
  readonly reason?: string;
}

export interface Asked {
  readonly method?: string;
  readonly token?: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Another visitor than the rest, where the server believes its caller to be a proxy. */
  readonly from?: string;
}

/** Longest wait for an answer, ms. */
const PATIENCE_MS = 30_000;
/** Connections at a time, fewer than a server takes: it hangs up on quiet ones beyond its cap. Further requests wait. */
const CONNECTIONS_MAX = CONNECTION_LIMITS.connectionsMax * 0.8;

/** What a reply that is wrong says of its cause. */
export const causeOf = ({ status, body, reason }: Reply): string => `${status} ${reason ?? body}`;

/** Asks one server over connections that stay open; what fails is a reply too. */
export class Caller {
  readonly origin: string;
  readonly #agent: PlainAgent | SecureAgent;

  constructor(origin: string) {
    this.origin = origin;
    const options = { keepAlive: true, maxSockets: CONNECTIONS_MAX, maxFreeSockets: CONNECTIONS_MAX };
    this.#agent = origin.startsWith('https:') ? new SecureAgent(options) : new PlainAgent(options);
  }

  ask(path: string, { method = 'GET', token, json, from }: Asked = {}): Promise<Reply> {
    const body = json === undefined ? null : JSON.stringify(json);
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(from && { 'x-forwarded-for': from }),
      ...(body !== null && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    return this.#send(path, { method, headers, agent: this.#agent, timeout: PATIENCE_MS }, body);
  }

  #send(path: string, options: RequestOptions, body: string | null): Promise<Reply> {
    const open = this.origin.startsWith('https:') ? secureRequest : plainRequest;
    return new Promise((resolve) => {
      const fail = (reason: string) => resolve({ status: 0, body: '', retryAfter: undefined, reason });
      const sent = open(this.origin + path, options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', (error) => fail(error.message));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            body: Buffer.concat(chunks).toString(),
            retryAfter: answer.headers['retry-after'],
          }),
        );
      });
      sent.on('timeout', () => sent.destroy(new Error(`no answer in ${PATIENCE_MS} ms`)));
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The server had closed the idle connection at the very moment it was taken up again.
        const isStale = sent.reusedSocket && error.code === 'ECONNRESET' && options.method === 'GET';
        if (isStale) this.#send(path, options, body).then(resolve);
        else fail(error.code ?? error.message);
      });
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

import { Agent, type IncomingMessage, request } from 'node:http';

/** An answer with the time it took, milliseconds from sending to the first and to the last byte. */
export interface TimedAnswer {
  readonly status: number;
  readonly body: Buffer;
  readonly firstByteMs: number;
  readonly ms: number;
}

/** A client that keeps its connections: what is measured is the server, not the handshake. */
export class Client {
  readonly #origin: string;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** GET of a path; any status is an answer. `keepBody` false: the body is only drained. */
  get(path: string, headers: Record<string, string> = {}, keepBody = true): Promise<TimedAnswer> {
    return new Promise((resolve, reject) => {
      const began = performance.now();
      const sent = request(this.#origin + path, { agent: this.#agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        let firstByteMs = Number.NaN;
        response.on('data', (chunk: Buffer) => {
          if (chunks.length === 0 && Number.isNaN(firstByteMs)) firstByteMs = performance.now() - began;
          if (keepBody) chunks.push(chunk);
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: statusOf(response),
            body: Buffer.concat(chunks),
            firstByteMs,
            ms: performance.now() - began,
          }),
        );
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The server had closed the idle connection at the very moment it was taken up again.
        const stale = sent.reusedSocket && error.code === 'ECONNRESET';
        if (stale) this.get(path, headers, keepBody).then(resolve, reject);
        else reject(error);
      });
      sent.end();
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

const statusOf = ({ statusCode }: IncomingMessage): number => statusCode ?? 0;

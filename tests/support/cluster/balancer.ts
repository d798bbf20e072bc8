import { once } from 'node:events';
import { Agent, createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** How often each server is asked whether it is ready, ms; an answer may take five times as long. */
const ASK_MS = 100;
/** How long a request waits for a server that is ready, ms: as `lb_try_duration` of Caddy. */
const TRY_MS = 5_000;
/** May be sent anew after a connection that broke: it is not known whether the first one arrived. */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

interface Passed {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A balancer as Caddy and nginx are, for servers of this machine. */
export interface Balancer {
  readonly origin: string;
  /** Takes servers by their ports, instead of the former ones. */
  lead(ports: readonly number[]): void;
  close(): Promise<void>;
}

/**
 * Passes requests in turn to servers that answer /ready with 200, over connections that are kept. A connection that was
 * refused is tried elsewhere; a request that may have arrived, only where that does no harm. Else it is 502.
 */
export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let ports: readonly number[] = [];
  const ready = new Set<number>();
  let turn = 0;

  const send = (port: number, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Passed> =>
    new Promise((resolve, reject) => {
      const { connection: _, ...passed } = headers;
      const sent = request({ port, host: '127.0.0.1', method, path: url, headers: passed, agent }, (answer) => {
        buffer(answer).then(
          (whole) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: whole }),
          reject,
        );
      });
      sent.once('error', reject);
      sent.end(body);
    });

  async function pass(message: IncomingMessage, body: Buffer): Promise<Passed> {
    const until = performance.now() + TRY_MS;
    for (;;) {
      const able = ports.filter((port) => ready.has(port));
      turn += 1;
      const port = able[turn % able.length];
      if (port === undefined) {
        if (performance.now() > until) return { status: 503, headers: {}, body: Buffer.from('nobody is ready') };
        await new Promise((resolve) => setTimeout(resolve, 10));
        continue;
      }
      try {
        return await send(port, message, body);
      } catch (error) {
        ready.delete(port);
        const arrivedNowhere = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
        if (!arrivedNowhere && !REPEATABLE.has(message.method ?? ''))
          return { status: 502, headers: {}, body: Buffer.from(String(error)) };
      }
    }
  }

  const look = async (port: number) => {
    const signal = AbortSignal.timeout(5 * ASK_MS);
    const isReady = await fetch(`http://127.0.0.1:${port}/ready`, { signal }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.ok;
      },
      () => false,
    );
    if (isReady && ports.includes(port)) ready.add(port);
    else ready.delete(port);
  };
  const looks = setInterval(() => ports.forEach((port) => void look(port)), ASK_MS);
  const server = createServer(async (message, response) => {
    const { status, headers, body } = await pass(message, await buffer(message));
    const { 'transfer-encoding': _, connection: __, 'keep-alive': ___, ...told } = headers;
    response.writeHead(status, { ...told, 'content-length': body.length }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: (next) => {
      ports = next;
    },
    close: async () => {
      clearInterval(looks);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

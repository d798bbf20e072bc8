import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerWhileStarting } from './starting.ts';

/** A port that is ours from the first moment of a start. */
export interface HeldPort {
  readonly port: number;
  /** Makes room for the listener that stays; once is enough. */
  release(): Promise<void>;
}

/**
 * Takes the port before anything else is opened, and answers requests meanwhile: the process lives and is to be
 * asked again. Rejects with the error of the system where that cannot be had.
 */
export async function holdPort(address: { readonly host: string; readonly port: number }): Promise<HeldPort> {
  const server = createServer((request, response) => {
    if (answerWhileStarting(request, response)) return;
    response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' });
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify({ status: 'ok' }));
  });
  server.listen(address);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async release() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

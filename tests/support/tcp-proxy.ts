import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A line to a server that can stand still or break. */
export interface TcpProxy {
  readonly port: number;
  /** Passes nothing on any more, in either direction, and closes nothing: as a cable that was pulled. */
  freeze(): void;
  thaw(): void;
  /** Breaks the connections that are open. */
  cut(): void;
}

/** Listens on a free port of this machine for a server; closed after the test. */
export async function openTcpProxy(host: string, port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    if (isFrozen) socket.pause();
  };
  const server = createServer((incoming) => {
    const outgoing = connect(port, host);
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      from.on('data', (data) => to.write(data));
      from.on('end', () => to.end());
      from.on('close', () => to.destroy());
      keep(from);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    cut,
  };
}

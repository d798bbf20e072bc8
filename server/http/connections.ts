import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionCaps {
  readonly connectionsOfClientMax: number;
  readonly connectionsMax: number;
}

interface Connection {
  readonly socket: Socket;
  /** Null: a proxy, which speaks for many. */
  readonly client: string | null;
  /** Requests under way. */
  running: number;
}

/**
 * Keeps the number of connections within the caps, in all and of each client: for one too many the one that has been
 * idle for longest goes, or that is still busy with its headers; where all are at work the new one is refused.
 * The result is to be told each request that goes to the API.
 */
export function capConnections(
  server: Server,
  caps: ConnectionCaps,
  clientOf: (address: string | undefined) => string | null,
): (request: IncomingMessage, response: ServerResponse) => void {
  /** Those that were quiet for longest come first. */
  const all = new Map<Socket, Connection>();
  const byClient = new Map<string, Set<Connection>>();

  function makeRoom(connections: Iterable<Connection>): boolean {
    for (const connection of connections) {
      if (connection.running > 0) continue;
      remove(connection);
      connection.socket.destroy();
      return true;
    }
    return false;
  }

  function remove(connection: Connection): void {
    all.delete(connection.socket);
    if (connection.client === null) return;
    const own = byClient.get(connection.client);
    own?.delete(connection);
    if (own?.size === 0) byClient.delete(connection.client);
  }

  function put(connection: Connection): void {
    all.set(connection.socket, connection);
    if (connection.client === null) return;
    const own = byClient.get(connection.client) ?? new Set();
    byClient.set(connection.client, own.add(connection));
  }

  server.on('connection', (socket: Socket) => {
    const client = clientOf(socket.remoteAddress);
    const own = client === null ? undefined : byClient.get(client);
    const mayStay =
      (!own || own.size < caps.connectionsOfClientMax || makeRoom(own)) &&
      (all.size < caps.connectionsMax || makeRoom(all.values()));
    if (!mayStay) {
      socket.destroy();
      return;
    }
    const connection = { socket, client, running: 0 };
    put(connection);
    socket.once('close', () => remove(connection));
  });

  return ({ socket }, response) => {
    const connection = all.get(socket);
    if (!connection) return;
    connection.running += 1;
    response.once('close', () => {
      connection.running -= 1;
      if (!all.has(socket)) return;
      // To the end of the line: it was of use just now.
      remove(connection);
      put(connection);
    });
  };
}

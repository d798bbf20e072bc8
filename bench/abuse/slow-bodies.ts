import { connect, type Socket } from 'node:net';
import { INFORMATOR, MAUTH } from '../../contract/api.ts';
import type { BenchServer } from '../server.ts';
import type { Figure } from '../table.ts';
import type { Attack } from './attack.ts';
import { beside } from './ordinary.ts';

/** More than the requests that a server has at work at once. */
const SOCKETS = 1_100;
/** How long the attack is watched at most, ms; a body that is sent to a file could take ten minutes. */
const WATCHED_MS = 40_000;
const FORM = `POST ${MAUTH}/signin HTTP/1.1\r\nContent-Type: application/json\r\n`;
const FILE = `PATCH ${INFORMATOR}/user/photo HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x\r\n`;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Opens connections that promise a hundred bytes and send one; resolves when the server has closed them, or after `watchedMs`. */
async function promise(server: BenchServer, head: string, count: number, watchedMs: number) {
  const { hostname, port } = new URL(server.origin);
  const sockets: Socket[] = [];
  const began = performance.now();
  for (let n = 0; n < count; n++) {
    const socket = connect(Number(port), hostname).on('error', () => {});
    socket.resume().write(`${head}Host: x\r\nContent-Length: 100\r\n\r\n-`);
    sockets.push(socket);
  }
  const isOpen = () => sockets.some((socket) => !socket.destroyed);
  while (isOpen() && performance.now() - began < watchedMs) await pause(100);
  const left = sockets.filter((socket) => !socket.destroyed).length;
  for (const socket of sockets) socket.destroy();
  return { left, seconds: (performance.now() - began) / 1000 };
}

/** A thousand connections that promise a body: to a call of anyone, and to one that takes files. */
export const slowBodies: Attack = {
  name: 'slow-bodies',
  measure: async ({ start, small }): Promise<Figure[]> => {
    const server = await start();
    const { access } = await server.signIn();
    const [count, watchedMs] = small ? [50, 1_000] : [SOCKETS, WATCHED_MS];
    const figures: Figure[] = [];
    for (const [what, head] of [
      ['a form', FORM],
      ['a file', `${FILE}Authorization: Bearer ${access}\r\n`],
    ] as const) {
      let outcome = { left: 0, seconds: 0 };
      figures.push(
        ...(await beside(server, `${count} connections that promise ${what}`, async () => {
          outcome = await promise(server, head, count, watchedMs);
        })),
        { name: 'the same, all of them gone after', figure: `${outcome.seconds.toFixed(0)} s`, goal: '≤ 15 s' },
        { name: 'the same, still open then', figure: String(outcome.left), goal: '0' },
      );
    }
    return figures;
  },
};

import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { OwnCertificate } from './own-certificate.ts';

/** A file that an FTP server has. */
export interface FtpServed {
  content: Buffer;
  /** `YYYYMMDDHHMMSS`, UTC. */
  changedAt: string;
}

export interface FtpServer {
  readonly port: number;
  readonly files: Map<string, FtpServed>;
  /** Every command that came, without arguments of PASS. */
  readonly heard: string[];
}

/**
 * As much of an FTP server as clients need to fetch a file (RFC 959, RFC 3659): one user, passive connections; over TLS
 * (RFC 4217) for clients that ask, where a certificate is given.
 */
export async function openFtpServer(user: string, password: string, certificate?: OwnCertificate): Promise<FtpServer> {
  const files = new Map<string, FtpServed>();
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    talk(socket, { user, password, files, heard, certificate });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, files, heard };
}

interface Session {
  readonly user: string;
  readonly password: string;
  readonly files: ReadonlyMap<string, FtpServed>;
  readonly heard: string[];
  readonly certificate: OwnCertificate | undefined;
}

/** Users begin in the root. */
const whole = (path: string): string => (path.startsWith('/') ? path : `/${path}`);

function talk(plain: Socket, session: Session): void {
  const { user, password, files, heard, certificate } = session;
  let socket = plain;
  const secured = (from: Socket): TLSSocket =>
    new TLSSocket(from, { isServer: true, ...certificate }).on('error', () => {});
  let named = '';
  let isIn = false;
  let data: Server | null = null;
  let channel: Promise<Socket> | null = null;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const answer = async (verb: string, argument: string): Promise<void> => {
    if (verb === 'USER') {
      named = argument;
      say('331 password please');
    } else if (verb === 'PASS') {
      isIn = named === user && argument === password;
      say(isIn ? '230 in' : '530 not you');
    } else if (verb === 'AUTH' && certificate) {
      say('234 go on');
      plain.removeAllListeners('data');
      socket = secured(plain);
      listen();
    } else if (verb === 'QUIT') {
      socket.end('221 bye\r\n');
    } else if (!isIn) {
      say('530 sign in first');
    } else if (verb === 'EPSV') {
      data?.close();
      const opened = createServer();
      data = opened;
      channel = new Promise((resolve) => opened.once('connection', resolve));
      opened.listen(0, '127.0.0.1', () => say(`229 entered (|||${(opened.address() as AddressInfo).port}|)`));
    } else if (verb === 'SIZE' || verb === 'MDTM') {
      const file = files.get(whole(argument));
      say(file ? `213 ${verb === 'SIZE' ? file.content.length : file.changedAt}` : '550 no such file');
    } else if (verb === 'RETR') {
      const file = files.get(whole(argument));
      if (!file || !channel) return void say('550 no such file');
      say('150 here it comes');
      const way = await channel;
      (socket === plain ? way : secured(way)).end(file.content, () => say('226 done'));
    } else say(['TYPE', 'STRU', 'OPTS', 'FEAT', 'PBSZ', 'PROT'].includes(verb) ? '200 fine' : '502 unknown');
  };
  plain.on('close', () => data?.close());
  say('220 hello');
  let rest = '';
  const listen = () =>
    socket.on('data', (bytes: Buffer) => {
      const lines = (rest + bytes.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [, verb = '', argument = ''] = /^(\S+) ?(.*)$/.exec(line) ?? [];
        heard.push(verb.toUpperCase() === 'PASS' ? 'PASS' : line);
        void answer(verb.toUpperCase(), argument);
      }
    });
  listen();
}

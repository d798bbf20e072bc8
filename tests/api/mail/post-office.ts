import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A real mail server on loopback; `received` holds the source of each mail it took. */
export async function openPostOffice(options: SMTPServerOptions & { port?: number } = {}) {
  const received: { from: string; to: string[]; source: string }[] = [];
  const { port = 0, ...behaviour } = options;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      text(stream).then((source) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
        done();
      }, done);
    },
    ...behaviour,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(close);
  const address = server.server.address() as AddressInfo;
  return { received, port: address.port, url: `smtp://127.0.0.1:${address.port}`, close };
}

/** A refusal with a code of the mail protocol. */
export const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import { openFtpServer } from '../../support/ftp-server.ts';
import { makeCertificate, type OwnCertificate } from '../../support/own-certificate.ts';
import { addSource, arrivalsOf, check, listText, openImapServer, withSources } from './sources.ts';

vi.setConfig({ testTimeout: 180_000 });

const LIST = Buffer.from(listText(20, 100));
const USER = 'buyer';
const SECRET = 'secret word';

/** A place that holds a price list and shows this certificate; `names` are the hosts by which it may be called. */
interface Place {
  readonly title: string;
  open(certificate: OwnCertificate): Promise<(host: string) => Readonly<Record<string, unknown>>>;
}

const PLACES: readonly Place[] = [
  {
    title: 'a site',
    open: async (certificate) => {
      const server = createServer(certificate, (_, response) => response.end(LIST));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      });
      const { port } = server.address() as AddressInfo;
      return (host) => ({ kind: 'address', settings: { url: `https://${host}:${port}/price.csv` } });
    },
  },
  {
    title: 'an FTP server',
    open: async (certificate) => {
      const server = await openFtpServer(USER, SECRET, certificate);
      server.files.set('/price.csv', { content: LIST, changedAt: '20260601000000' });
      return (host) => ({
        kind: 'address',
        settings: { url: `ftps://${host}:${server.port}/price.csv`, user: USER },
        secret: SECRET,
      });
    },
  },
  {
    title: 'a mailbox',
    open: async (certificate) => {
      const server = await openImapServer(USER, SECRET, certificate);
      const attachments = [{ name: 'price.csv', content: LIST }];
      server.mails = [{ uid: 1, from: 'price@supplier.example', subject: 'Прайс', attachments }];
      const settings = { port: server.port, isSecure: true, user: USER, sender: 'price@supplier.example' };
      return (host) => ({ kind: 'mail', settings: { ...settings, host }, secret: SECRET });
    },
  },
];

/** What the variable NODE_EXTRA_CA_CERTS does at the start of a process, until the end of the test. */
function trust({ cert }: OwnCertificate): void {
  const known = getCACertificates('default');
  setDefaultCACertificates([...known, cert]);
  onTestFinished(() => setDefaultCACertificates(known));
}

aboveSql('a price list behind a certificate', (open) => {
  test.each(PLACES)('of $title that nobody vouches for is not fetched', ({ open: openPlace }) =>
    withSources(open, async (shop) => {
      const at = await openPlace(makeCertificate('localhost'));
      for (const host of ['localhost', '127.0.0.1']) {
        const { id } = await addSource(shop, at(host));
        expect((await check(shop, id)).problem).toMatch(/SELF_SIGNED|self-signed/i);
      }
      expect(await arrivalsOf(shop)).toEqual([]);
    }),
  );

  test.each(PLACES)('of $title that the server is told to trust is fetched', ({ open: openPlace }) =>
    withSources(open, async (shop) => {
      const certificate = makeCertificate('localhost');
      const at = await openPlace(certificate);
      trust(certificate);
      const { id } = await addSource(shop, at('localhost'));
      expect(await check(shop, id)).toMatchObject({ problem: null });
      expect(await arrivalsOf(shop)).toMatchObject([{ state: 'applied', fileName: 'price.csv' }]);
    }),
  );

  test.each(PLACES)('of $title made for another host is not fetched, trusted or not', ({ open: openPlace }) =>
    withSources(open, async (shop) => {
      const certificate = makeCertificate('price.supplier.example');
      const at = await openPlace(certificate);
      trust(certificate);
      const { id } = await addSource(shop, at('localhost'));
      expect((await check(shop, id)).problem).toMatch(/altname|does not match/i);
      expect(await arrivalsOf(shop)).toEqual([]);
    }),
  );
});

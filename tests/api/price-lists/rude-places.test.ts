import { readdir, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer as createPlainServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CAPS } from '../../../server/platform/sheet-reader/messages.ts';
import { fetchHttp } from '../../../server/price-lists/sources/fetch-file.ts';
import type { TestBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { writeZip } from '../../support/workbooks.ts';
import { addSource, arrivalsOf, check, listText, openImapServer, site, testFolder, withSources } from './sources.ts';

vi.setConfig({ testTimeout: 180_000 });

const LIST = listText(20, 100);

/** Answers every connection with these bytes and closes it. */
async function bareSite(answer: string): Promise<string> {
  const server = createPlainServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/price.csv`;
}

const addressOf = (shop: TestBridge, url: string) => addSource(shop, { kind: 'address', settings: { url } });

const leftIn = ({ filesFolder }: TestBridge) => readdir(join(filesFolder, 'incoming')).catch(() => []);

aboveSql('a price list from a place that misbehaves', (open) => {
  test('and says a wrong length is not taken in part', () =>
    withSources(open, async (shop) => {
      const { length } = Buffer.from(LIST);
      const cut = await bareSite(`HTTP/1.1 200 OK\r\nContent-Length: ${length + 10}\r\n\r\n${LIST}`);
      const chunk = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${length.toString(16)}\r\n${LIST}`;
      const twice = `HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`;
      for (const url of [cut, await bareSite(chunk), await bareSite(twice), await bareSite('no answer')]) {
        const { id } = await addressOf(shop, url);
        expect(await check(shop, id)).toMatchObject({ problem: expect.stringContaining('не\u00a0отдал файл') });
      }
      expect(await arrivalsOf(shop)).toEqual([]);
      expect(await leftIn(shop)).toEqual([]);
    }));

  test('and never ends is left alone when the server stops', () =>
    withSources(open, async (shop) => {
      const { promise: begun, resolve } = Promise.withResolvers<void>();
      const origin = await site((_, response) => {
        response.writeHead(200).write('Артикул;');
        resolve();
      });
      const { id } = await addressOf(shop, origin);
      const looking = shop.bridge.arrivals?.scheduler.check(id);
      await begun;
      await shop.bridge.arrivals?.stop();
      await looking;
      expect(await leftIn(shop)).toEqual([]);
    }));

  test('security 26: and holds an archive that swells is failed in words', async () => {
    const folder = await testFolder();
    const path = join(folder, 'a.zip');
    await writeZip(path, { 'price.csv': Buffer.alloc(CAPS.zippedBytes + 1, 'A;') });
    const bomb = { name: 'price.zip', content: await readFile(path) };
    const server = await openImapServer('shop', 'word');
    server.mails = [{ uid: 1, from: 'a@supplier.example', subject: '', attachments: [bomb] }];
    await withSources(open, async (shop) => {
      const settings = {
        host: '127.0.0.1',
        port: server.port,
        isSecure: false,
        user: 'shop',
        sender: 'a@supplier.example',
      };
      const { id } = await addSource(shop, { kind: 'mail', settings, secret: 'word' });
      expect(await check(shop, id)).toMatchObject({ problem: null });
      expect(await arrivalsOf(shop)).toMatchObject([{ state: 'failed', fileName: 'price.zip', runId: null }]);
      expect(await leftIn(shop)).toEqual([]);
    });
  });
});

test('a redirect to this machine is not followed where only public addresses are allowed', async () => {
  let hits = 0;
  const inner = await site((_, response) => {
    hits += 1;
    response.end(LIST);
  });
  const outer = await site((_, response) => response.writeHead(302, { location: `${inner}/price.csv` }).end());
  let asked = 0;
  const wish = {
    url: outer,
    user: '',
    password: '',
    etag: null,
    lastModified: null,
    target: join(await testFolder(), 'list'),
    signal: new AbortController().signal,
    // Both stand on this machine: the first one is taken for a public one.
    get allowsPrivate() {
      return asked++ === 0;
    },
  };
  await expect(fetchHttp(wish)).rejects.toThrow('внутренний');
  expect([asked, hits]).toEqual([2, 0]);
});

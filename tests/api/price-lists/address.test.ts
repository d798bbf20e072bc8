import { expect, test, vi } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import { openFtpServer } from '../../support/ftp-server.ts';
import { addSource, arrivalsOf, check, listText, priceOf, site, withSources } from './sources.ts';

vi.setConfig({ testTimeout: 180_000 });

aboveSql('a price list at an address', (open) => {
  test('is fetched when it is another one, with the password, and read once', async () => {
    let content = listText(20, 100);
    const asked: (string | undefined)[] = [];
    const origin = await site((request, response) => {
      asked.push(request.headers['if-none-match']);
      const isIn = request.headers.authorization === `Basic ${Buffer.from('buyer:secret word').toString('base64')}`;
      if (!isIn) response.writeHead(401).end();
      else if (request.url === '/old') response.writeHead(302, { location: '/list?id=1' }).end();
      else if (request.headers['if-none-match'] === `"${content.length}"`) response.writeHead(304).end();
      else
        response
          .writeHead(200, {
            etag: `"${content.length}"`,
            'content-disposition': "attachment; filename*=utf-8''%D0%BF%D1%80%D0%B0%D0%B9%D1%81.csv",
          })
          .end(content);
    });
    await withSources(open, async (shop) => {
      const settings = { url: `${origin}/old`, user: 'buyer' };
      const source = await addSource(shop, { kind: 'address', settings, secret: 'wrong' });
      expect(await check(shop, source.id)).toMatchObject({ problem: expect.stringContaining('401'), hasSecret: true });
      await shop.call('PATCH', `/import/sources/${source.id}`, { json: { secret: 'secret word' } });
      expect(await check(shop, source.id)).toMatchObject({ problem: null });
      expect(await arrivalsOf(shop)).toMatchObject([{ state: 'applied', fileName: 'прайс.csv' }]);
      expect(await priceOf(shop, 'Ф-001')).toBe(10_050);
      await check(shop, source.id);
      expect(await arrivalsOf(shop)).toHaveLength(1);
      expect(asked).toContain(`"${content.length}"`);
      content = `${listText(20, 101)}\r\n`;
      await check(shop, source.id);
      expect(await arrivalsOf(shop)).toMatchObject([{ state: 'applied' }, { state: 'applied' }]);

      const rows = await shop.bridge.context.database.read.selectFrom('import_sources').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain('secret word');
      expect(JSON.stringify((await shop.call('GET', '/import/sources')).json())).not.toContain('secret word');
    });
  });

  test('comes over FTP as well', async () => {
    const server = await openFtpServer('buyer', 'secret word');
    server.files.set('/out/price.csv', { content: Buffer.from(listText(20, 100)), changedAt: '20260601000000' });
    await withSources(open, async (shop) => {
      const settings = { url: `ftp://127.0.0.1:${server.port}/out/price.csv`, user: 'buyer' };
      const { id } = await addSource(shop, { kind: 'address', settings, secret: 'secret word' });
      expect(await check(shop, id)).toMatchObject({ problem: null });
      expect(await arrivalsOf(shop)).toMatchObject([{ state: 'applied', fileName: 'price.csv' }]);
      await check(shop, id);
      expect(server.heard.filter((line) => line.startsWith('RETR'))).toHaveLength(1);
      server.files.set('/out/price.csv', { content: Buffer.from(listText(20, 101)), changedAt: '20260602000000' });
      await check(shop, id);
      expect(await arrivalsOf(shop)).toHaveLength(2);
      server.files.clear();
      expect(await check(shop, id)).toMatchObject({ problem: expect.stringContaining('550') });
    });
  });

  test('that is a page, a circle, or leads away from sites is told in words', async () => {
    const page = '<!DOCTYPE html><html><body><h1>Войдите</h1><form><input name="login"></form></body></html>';
    const origin = await site((request, response) => {
      if (request.url === '/page') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      else if (request.url === '/file') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
      else if (request.url === '/circle') response.writeHead(301, { location: '/circle' }).end();
      else if (request.url === '/large') response.writeHead(200, { 'content-length': String(2 ** 40) }).end('a');
      else response.writeHead(404).end();
    });
    await withSources(open, async (shop) => {
      const told = async (path: string) => {
        const settings = { url: `${origin}${path}` };
        return check(shop, (await addSource(shop, { kind: 'address', settings })).id);
      };
      expect(await told('/file')).toMatchObject({ problem: expect.stringContaining('не\u00a0на\u00a0сайт') });
      expect(await told('/circle')).toMatchObject({ problem: expect.stringContaining('перенаправлений') });
      expect(await told('/none')).toMatchObject({ problem: expect.stringContaining('404') });
      expect(await told('/large')).toMatchObject({ problem: expect.stringContaining('велик') });
      await told('/page');
      expect((await arrivalsOf(shop))[0]).toMatchObject({
        state: expect.stringMatching(/^(?:failed|held)$/),
        runId: null,
      });
    });
  });

  test('is not looked for at private addresses, directly or by a redirect', async () => {
    let hits = 0;
    const origin = await site((_, response) => {
      hits += 1;
      response.end(listText(20, 100));
    });
    await withSources(
      open,
      async (shop) => {
        const { port } = new URL(origin);
        for (const host of ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '[::ffff:127.0.0.1]', '2130706433'])
          for (const protocol of ['http', 'ftp']) {
            const settings = { url: `${protocol}://${host}:${port}/` };
            const { id } = await addSource(shop, { kind: 'address', settings });
            expect(await check(shop, id), host).toMatchObject({ problem: expect.stringContaining('внутренний') });
          }
        expect(hits).toBe(0);
        for (const url of ['file:///etc/passwd', 'gopher://a/', 'http://user:word@a/', 'no address', ''])
          await expect(addSource(shop, { kind: 'address', settings: { url } })).rejects.toThrow('invalid settings');
      },
      { allowsPrivate: false },
    );
  });
});

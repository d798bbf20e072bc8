import { expect, test } from 'vitest';
import { serve } from '../../support/http-server.ts';

test('whoever comes during the start is told to come back; the process tells that it lives', async () => {
  let isOpen = false;
  const { fetch } = await serve(
    async (app) => {
      app.get('/thing', { config: { permission: 'anyone' } }, async () => ({ is: 'there' }));
    },
    { isOpen: () => isOpen },
  );
  for (const path of ['/', '/ready', '/api/test/thing', '/api/nothing', '/catalog']) {
    const answer = await fetch(path);
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '2']);
    expect(await answer.json()).toEqual({ error: 'not ready' });
  }
  const page = await fetch('/', { headers: { accept: 'text/html,*/*' } });
  expect([page.status, page.headers.get('refresh')]).toEqual([503, '2']);
  expect(await page.text()).toContain('Сайт запускается');
  const sent = await fetch('/api/test/thing', { method: 'POST', body: 'x'.repeat(100_000) });
  expect(sent.status).toBe(503);
  expect((await fetch('/health')).status).toBe(200);
  isOpen = true;
  expect(await (await fetch('/api/test/thing')).json()).toEqual({ is: 'there' });
  expect((await fetch('/ready')).status).toBe(200);
});

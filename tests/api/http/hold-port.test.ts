import { expect, test } from 'vitest';
import { reservePort } from '../../../server/platform/http-server/starting.ts';

test('a port is answered from the first moment of a start, and free again when the listener comes', async () => {
  const held = await reservePort({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${held.port}`;
  expect((await fetch(`${origin}/health`)).status).toBe(200);
  for (const path of ['/', '/ready', '/api/mauth/signin']) {
    const answer = await fetch(origin + path);
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '2']);
  }
  await expect(reservePort({ host: '127.0.0.1', port: held.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await held.release();
  await held.release();
  const next = await reservePort({ host: '127.0.0.1', port: held.port });
  await next.release();
});

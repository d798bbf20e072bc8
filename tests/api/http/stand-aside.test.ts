import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { expect, test } from 'vitest';
import { waitWithoutPlace } from '../../../server/platform/http/limits.ts';
import { serve } from '../../support/http-server.ts';

/** Something that happens once, when a test says so. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** A server with one place, whose route `/outsider` waits aside and then works; the gates say when. */
async function onePlace() {
  const [waits, waited, works, worked, left] = [gate(), gate(), gate(), gate(), gate()];
  const routes: FastifyPluginAsyncTypebox = async (app) => {
    app.get('/read', { config: { permission: 'anyone' } }, async () => ({ ok: true }));
    app.post('/outsider', { config: { permission: 'anyone' } }, async (request, reply) => {
      reply.raw.once('close', left.open);
      await waitWithoutPlace(request, () => {
        waits.open();
        return waited.opened;
      });
      works.open();
      await worked.opened;
      return { ok: true };
    });
  };
  const server = await serve(routes, { limits: { runningMax: 1 } });
  const outsider = (init: RequestInit = {}) =>
    server.fetch('/api/test/outsider', { method: 'POST', body: new URLSearchParams({ a: 'b' }), ...init });
  const read = async () => (await server.fetch('/api/test/read')).status;
  return { waits, waited, works, worked, left, outsider, read };
}

test('security 64: a request that stands aside holds no place, and takes one again when it works', async () => {
  const { waits, waited, works, worked, outsider, read } = await onePlace();
  const answer = outsider();
  await waits.opened;
  for (let count = 0; count < 3; count += 1) expect(await read()).toBe(200);
  waited.open();
  await works.opened;
  expect(await read()).toBe(503);
  worked.open();
  expect((await answer).status).toBe(200);
  expect(await read()).toBe(200);
});

test('security 64: who leaves while he stands aside takes no place that nobody would give back', async () => {
  const { waits, waited, works, worked, left, outsider, read } = await onePlace();
  const gone = new AbortController();
  const answer = outsider({ signal: gone.signal });
  await waits.opened;
  gone.abort();
  await expect(answer).rejects.toThrow();
  await left.opened;
  waited.open();
  await works.opened;
  for (let count = 0; count < 2; count += 1) expect(await read()).toBe(200);
  worked.open();
});

import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { troubleOf } from '../../../server/platform/database/trouble.ts';
import type { ObjectStorage } from '../../../server/platform/files/object-client.ts';
import { objectClient } from '../../../server/platform/files/object-client.ts';
import { fetchObject, listPage } from '../../../server/platform/files/objects.ts';
import { storageFailed } from '../../../server/platform/signals.ts';
import { EVENING } from '../../support/moment.ts';
import { shopFolder } from '../../support/shop-folder.ts';

/** A storage at this machine that answers like this, and one's own settings for it. */
async function storageThat(answer: RequestListener): Promise<ObjectStorage> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  onTestFinished(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  return { endpoint, region: 'r', bucket: 'parts', prefix: '', key: 'k', secret: 's' };
}

test('a storage that takes a call and never answers is given up at its limit, once, and told', async () => {
  const calls: (() => void)[] = [];
  const limits: number[] = [];
  // The time is over as soon as the storage has the call.
  const storage = await storageThat(() => calls.shift()?.());
  const told: string[] = [];
  onTestFinished(storageFailed.listen(({ reason }) => told.push(reason)));
  const client = objectClient(
    storage,
    () => EVENING,
    (ms, late) => {
      limits.push(ms);
      calls.push(late);
      return () => {};
    },
  );
  await expect(client.ask({ method: 'GET', name: 'a' })).rejects.toThrow('did not answer in time');
  expect(limits).toEqual([10_000]);
  expect(told).toEqual(['late']);
});

test('a storage that begins an answer and falls silent is given up at the same limit, and leaves no half file', async () => {
  const storage = await storageThat((_, response) => {
    response.writeHead(200, { 'Content-Length': '1000' });
    response.write('the beginning');
  });
  const limits: number[] = [];
  const told: string[] = [];
  onTestFinished(storageFailed.listen(({ reason }) => told.push(reason)));
  // Of each call the headers and the first piece come; what is waited for after them does not.
  let isForHeaders = true;
  let pieces = 0;
  const client = objectClient(
    storage,
    () => EVENING,
    (ms, late) => {
      limits.push(ms);
      if (isForHeaders) pieces = 0;
      else pieces += 1;
      isForHeaders = false;
      if (pieces === 2) {
        isForHeaders = true;
        setImmediate(late);
      }
      return () => {};
    },
  );
  const path = join(await shopFolder(), 'fetched');
  const failed = await fetchObject(client, 'a', path).catch((error: unknown) => error);
  expect(String(failed)).toContain('the object storage stopped in the middle of its answer');
  expect(troubleOf(failed)).toBe('away');
  expect(existsSync(path)).toBe(false);
  expect(told).toEqual(['late']);
  expect(limits).toEqual([10_000, 10_000, 10_000]);
  await expect(listPage(client, '', '')).rejects.toThrow('stopped in the middle of its answer');
  expect(told).toEqual(['late', 'late']);
});

test('whoever reads slowly himself is not taken for a storage that is silent', async () => {
  const storage = await storageThat((_, response) => void response.end(Buffer.alloc(3_000_000, 'x')));
  let waiting = 0;
  const client = objectClient(
    storage,
    () => EVENING,
    () => {
      waiting += 1;
      return () => {
        waiting -= 1;
      };
    },
  );
  const answer = await client.ask({ method: 'GET', name: 'a' });
  const reader = answer?.body?.getReader();
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
  await expect.poll(() => waiting).toBe(0);
  let bytes = 0;
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) bytes += piece.value.length;
  expect(bytes).toBeGreaterThan(2_000_000);
});

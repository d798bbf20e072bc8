import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { objectClient } from '../../../server/files/s3/client.ts';
import { storageFailed } from '../../../server/signals/signals.ts';
import { EVENING } from '../../support/moment.ts';

test('a storage that takes a call and never answers is given up at its limit, once, and told', async () => {
  const calls: (() => void)[] = [];
  const limits: number[] = [];
  // The time is over as soon as the storage has the call.
  const server = createServer(() => calls.shift()?.());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  onTestFinished(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const storage = { endpoint, region: 'r', bucket: 'parts', prefix: '', key: 'k', secret: 's' };
  const told: string[] = [];
  onTestFinished(storageFailed.hear(({ reason }) => told.push(reason)));
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

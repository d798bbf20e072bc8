import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withBridge } from '../../support/bridge.ts';
import { eachDialect } from '../../support/databases.ts';
import type { Answer } from '../../support/request.ts';

const HOLD = new URL('../../support/holding-job.ts', import.meta.url);
/** Longer than a short write may wait, ms. */
const LONG = 60_000;

eachDialect('a request that is sent while an import holds the database', (open, dialect) => {
  // The others take it at once: they have more than one writer.
  if (dialect !== 'SQLite') return;
  test('is refused after a while with word when to try again, and is made once then', () =>
    withBridge(open, async (shop) => {
      const [positionId = 0] = await shop.add({ article: 'A-1', title: 'Вал', price: 100 });
      const json = {
        name: 'Анна',
        phone: '+7 351 200-00-00',
        consent: true,
        items: [{ positionId, amount: 1 }],
      };
      const send = () =>
        shop.call('POST', '/requests', { as: null, json, headers: { 'idempotency-key': 'one-key' } });
      const release = new AbortController();
      const { promise: held, resolve: onMessage } = Promise.withResolvers<void>();
      const holding = shop.bridge.database.runJob(HOLD, null, {
        onMessage: () => onMessage(),
        signal: release.signal,
      });
      const released = expect(holding).rejects.toThrow('cancelled');
      await held;
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      let refused: Answer | null = null;
      void send().then((answer) => {
        refused = answer;
      });
      const answered = () => refused;
      while (answered() === null) {
        await nextTurn();
        vi.advanceTimersByTime(LONG);
      }
      expect(answered()).toMatchObject({ statusCode: 503, headers: { 'retry-after': expect.any(String) } });
      vi.useRealTimers();
      release.abort(new Error('cancelled'));
      await released;
      const made = await send();
      expect([made.statusCode, made.json()]).toEqual([201, expect.objectContaining({ number: 1 })]);
      expect((await send()).json()).toEqual(made.json());
      expect((await shop.call('GET', '/requests')).json().requests).toHaveLength(1);
    }));
});

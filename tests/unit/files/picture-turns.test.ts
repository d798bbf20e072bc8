import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createPictureTurns, SenderGone, TooManyPictures } from '../../../server/platform/files/picture-turns.ts';

const LIMITS = { atATime: 2, waitingMax: 3, bytesMax: 100 };

/** A promise with its handle. */
const held = () => Promise.withResolvers<void>();
/** What a promise ended with. */
const outcome = (promise: Promise<unknown>) => promise.catch((error: Error) => error.constructor);

describe('security 51: turns of pictures', () => {
  test('work two at a time in the order of calls, three wait, and the next is refused', async () => {
    const turns = createPictureTurns(LIMITS);
    const order: number[] = [];
    const gates = Array.from({ length: 5 }, held);
    const works = gates.map(({ promise }, at) =>
      turns.take(async () => {
        order.push(at);
        await promise;
      }),
    );
    expect(turns.load()).toEqual({ decoding: 2, waiting: 3, reservedBytes: 0 });
    expect(turns.isFull()).toBe(true);
    expect(await outcome(turns.take(async () => {}))).toBe(TooManyPictures);
    gates[1]?.resolve();
    await works[1];
    expect(turns.isFull()).toBe(false);
    for (const { resolve } of gates) resolve();
    await Promise.all(works);
    expect(order).toEqual([0, 1, 2, 3, 4]);
    expect(turns.load()).toEqual({ decoding: 0, waiting: 0, reservedBytes: 0 });
  });

  test('memory is waited for, in order, and what can never be had is told at once', async () => {
    const turns = createPictureTurns({ ...LIMITS, atATime: 4 });
    const told: string[] = [];
    const gates = Array.from({ length: 3 }, held);
    const works = [60, 70, 10].map((bytes, at) =>
      turns.take(async (reserve) => {
        expect(await reserve(bytes)).toBe(true);
        told.push(`${bytes}`);
        await gates[at]?.promise;
      }),
    );
    expect(await turns.take((reserve) => reserve(101))).toBe(false);
    await turn();
    // The small one would fit, but the one before it must not wait for ever.
    expect([told, turns.load().reservedBytes]).toEqual([['60'], 60]);
    gates[0]?.resolve();
    await works[0];
    await turn();
    expect([told, turns.load().reservedBytes]).toEqual([['60', '70', '10'], 80]);
    for (const { resolve } of gates) resolve();
    await Promise.all(works);
    expect(turns.load().reservedBytes).toBe(0);
  });

  test('work that fails, before or after it has its memory, gives turn and memory back', async () => {
    const turns = createPictureTurns({ atATime: 1, waitingMax: 9, bytesMax: 100 });
    const broken = turns.take(async (reserve) => {
      await reserve(100);
      throw new RangeError('no picture');
    });
    const early = turns.take(() => Promise.reject(new TypeError('no picture')));
    const good = turns.take((reserve) => reserve(100));
    expect([await outcome(broken), await outcome(early), await good]).toEqual([RangeError, TypeError, true]);
    expect(turns.load()).toEqual({ decoding: 0, waiting: 0, reservedBytes: 0 });
  });

  test('whoever goes while he waits frees his place, and his picture is never looked at', async () => {
    const turns = createPictureTurns({ atATime: 1, waitingMax: 2, bytesMax: 100 });
    const gate = held();
    const gone = new AbortController();
    let looked = false;
    const first = turns.take(() => gate.promise);
    const second = outcome(
      turns.take(async () => {
        looked = true;
      }, gone.signal),
    );
    const third = turns.take(async () => 'third');
    gone.abort();
    expect(await second).toBe(SenderGone);
    expect(turns.load().waiting).toBe(1);
    gate.resolve();
    expect([await first, await third, looked]).toEqual([undefined, 'third', false]);
    expect(await outcome(turns.take(async () => {}, gone.signal))).toBe(SenderGone);
    expect(turns.load()).toEqual({ decoding: 0, waiting: 0, reservedBytes: 0 });
  });

  test('neither counter ever passes its cap, whatever comes, fails and goes', async () => {
    const turns = createPictureTurns({ atATime: 3, waitingMax: 1_000, bytesMax: 100 });
    const most = { decoding: 0, reservedBytes: 0 };
    const look = () => {
      const { decoding, reservedBytes } = turns.load();
      most.decoding = Math.max(most.decoding, decoding);
      most.reservedBytes = Math.max(most.reservedBytes, reservedBytes);
    };
    const works = Array.from({ length: 400 }, (_, at) => {
      const gone = new AbortController();
      if (at % 7 === 0) setImmediate(() => gone.abort());
      return turns
        .take(async (reserve) => {
          look();
          await turn();
          await reserve(1 + ((at * 37) % 110));
          look();
          await turn();
          look();
          if (at % 5 === 0) throw new Error('no picture');
        }, gone.signal)
        .catch(() => {});
    });
    await Promise.all(works);
    expect(most.decoding).toBe(3);
    expect(most.reservedBytes).toBeLessThanOrEqual(100);
    expect(most.reservedBytes).toBeGreaterThan(50);
    expect(turns.load()).toEqual({ decoding: 0, waiting: 0, reservedBytes: 0 });
  });
});

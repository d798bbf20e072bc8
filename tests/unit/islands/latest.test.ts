import { describe, expect, it } from 'vitest';
import { createLatest } from '../../../src/lib/platform/http-client.ts';

describe('the latest question', () => {
  it('aborts the older one and never hands its late answer over', async () => {
    const latest = createLatest();
    const { promise: late, resolve } = Promise.withResolvers<string>();
    const signals: AbortSignal[] = [];
    const first = latest.run((signal) => {
      signals.push(signal);
      return late;
    });
    const second = latest.run(async () => 'new');
    resolve('old');
    expect(await second).toEqual({ value: 'new' });
    expect(await first).toBeNull();
    expect(signals[0]?.aborted).toBe(true);
  });

  it('keeps the failure of an older question to itself and reports that of the newest', async () => {
    const latest = createLatest();
    const first = latest.run(() => Promise.reject(new Error('aborted')));
    const second = latest.run(() => Promise.reject(new Error('real')));
    expect(await first).toBeNull();
    await expect(second).rejects.toThrow('real');
  });

  it('forgets the question under way when it is stopped', async () => {
    const latest = createLatest();
    const asked = latest.run(async () => 'answer');
    latest.stop();
    expect(await asked).toBeNull();
  });
});

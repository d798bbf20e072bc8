import { expect, test } from 'vitest';
import { createReadiness } from '../../../server/platform/http-server/readiness.ts';
import { serve } from '../../support/http-server.ts';

/** A trial that ends on request. */
function trial() {
  const running: { resolve: (isReady: boolean) => void; reject: (error: Error) => void }[] = [];
  const probe = () => new Promise<boolean>((resolve, reject) => running.push({ resolve, reject }));
  return { running, probe };
}

test('security 55: questions at once share one trial', async () => {
  const { running, probe } = trial();
  const server = await serve(async () => {}, { readiness: probe });
  const asked = Array.from({ length: 5 }, () => server.fetch('/ready'));
  await expect.poll(() => running.length).toBe(1);
  // All five have arrived once a later request was answered.
  await server.fetch('/health');
  running[0]?.resolve(true);
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test('security 55: a trial that does not come back is a no in time, and again at once until it does', async () => {
  const { running, probe } = trial();
  const readiness = createReadiness({ probe, deadline: 20 });
  expect(await readiness.isReady()).toBe(false);
  expect(await readiness.isReady()).toBe(false);
  expect(running).toHaveLength(1);
  running[0]?.resolve(true);
  await Promise.resolve();
  const next = readiness.isReady();
  expect(running).toHaveLength(2);
  running[1]?.resolve(true);
  expect(await next).toBe(true);
});

test('security 55: the log tells when readiness changes, not at each question', async () => {
  const lines: string[] = [];
  const log = {
    error: ({ err }: { err: Error }, text: string) => lines.push(`${text}: ${err.message}`),
    info: (text: string) => lines.push(text),
  };
  let failure: Error | null = new Error('no room');
  const probe = async () => {
    if (failure) throw failure;
    return true;
  };
  const readiness = createReadiness({ probe, log: log as never });
  for (const expected of [false, false, false]) expect(await readiness.isReady()).toBe(expected);
  failure = null;
  for (const expected of [true, true]) expect(await readiness.isReady()).toBe(expected);
  expect(lines).toEqual(['not ready: no room', 'ready again']);
});

import { expect, onTestFinished, test } from 'vitest';
import { ADMIN, startServer } from '../../support/server.ts';

/** Statuses of wrong passwords that come by way of a proxy with these names in X-Forwarded-For. */
async function guesses(trustProxy: string, names: readonly string[]): Promise<number[]> {
  const environment = { TRUST_PROXY: trustProxy, RATE_LIMIT_FACTOR: '1' };
  const server = await startServer({ environment });
  onTestFinished(() => server.close());
  const statuses: number[] = [];
  for (const name of names) {
    const answer = await server.fetch('/api/mauth/signin', {
      method: 'POST',
      headers: { 'X-Forwarded-For': name },
      body: new URLSearchParams({ ...ADMIN, password: 'wrong horse' }),
    });
    statuses.push(answer.status);
  }
  return statuses;
}

const LIMITED = [400, 400, 400, 400, 400, 429, 429];

test.each(['on', '1', '127.0.0.1', '10.0.0.0/8,127.0.0.0/8'])(
  'security 50: with TRUST_PROXY=%s addresses that a client makes up do not give it more guesses',
  async (setting) => {
    const forged = LIMITED.map((_, n) => `198.51.100.${n}, 203.0.113.7`);
    expect(await guesses(setting, forged)).toEqual(LIMITED);
  },
);

test('security 50: without a trusted proxy X-Forwarded-For says nothing', async () => {
  const forged = LIMITED.map((_, n) => `198.51.100.${n}`);
  expect(await guesses('off', forged)).toEqual(LIMITED);
});

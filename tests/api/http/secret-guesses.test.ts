import { expect, onTestFinished, test } from 'vitest';
import type { AuditEntry } from '../../../contract/journal/events.ts';
import { GUESSES_FREE } from '../../../contract/limits.ts';
import { buildServer } from '../../../server/platform/http-server/server.ts';
import { EVENING } from '../../support/moment.ts';
import { UNHURRIED } from '../../support/unhurried.ts';

const SECRET = 'right-horse';
const STRANGE = '198.51.100.7';
const HOME = '203.0.113.7';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const PLACES = [
  ['the exchange', '/exchange', 401],
  ['the figures', '/metrics', 403],
] as const;

/** A server with both secrets, over a clock that stands still. */
async function open() {
  const time = { now: EVENING };
  const pauses: number[] = [];
  const told: AuditEntry[] = [];
  const app = await buildServer({
    identity: { callerOf: async () => null } as never,
    services: [
      {
        name: 'exchange',
        prefix: '',
        routes: async (service) => {
          const opensExchange = (request: { headers: { authorization?: string } }) =>
            request.headers.authorization === `Bearer ${SECRET}`;
          service.get('/exchange', { config: { permission: 'exchange', opensExchange } }, async () => 'open');
        },
      },
    ],
    metricsToken: SECRET,
    limits: UNHURRIED,
    trail: { record: (entry) => void told.push(entry) },
    clock: () => time.now,
    pause: async (ms) => void pauses.push(ms),
  });
  onTestFinished(() => app.close());
  const ask = async (url: string, secret: string | null, remoteAddress = STRANGE) =>
    (
      await app.inject({
        ...{ url, remoteAddress },
        headers: secret === null ? {} : { authorization: `Bearer ${secret}` },
      })
    ).statusCode;
  const guessed = () => told.filter(({ event }) => event === 'secret.guessed');
  return { ask, time, pauses, guessed };
}

test.each(PLACES)(
  'security 90: %s takes a few guesses of one address, then one in two minutes',
  async (_, url, refused) => {
    const { ask, time, pauses, guessed } = await open();
    let looked = 0;
    for (let n = 0; n < 3_600; n += 1) {
      const status = await ask(url, `wrong-${n}`);
      expect([refused, 429]).toContain(status);
      if (status === refused) looked += 1;
      time.now += SECOND;
    }
    expect(looked).toBeLessThanOrEqual(GUESSES_FREE + 40);
    expect(pauses.slice(0, 5)).toEqual([250, 500, 1_000, 2_000, 4_000]);
    expect(guessed()).toEqual([expect.objectContaining({ by: expect.objectContaining({ address: STRANGE }) })]);
  },
);

test.each(PLACES)(
  'security 90: %s slows strangers down together, and nobody who knew the secret before',
  async (_, url, refused) => {
    const { ask, pauses } = await open();
    expect(await ask(url, SECRET, HOME)).toBe(200);
    for (let n = 0; n < 40; n += 1) expect(await ask(url, 'wrong', `192.0.2.${n}`)).toBe(refused);
    expect(pauses.at(-1)).toBe(5 * SECOND);
    pauses.length = 0;
    expect(await ask(url, SECRET, HOME)).toBe(200);
    expect(pauses).toEqual([]);
    // Right or wrong, or the wait would show which.
    expect(await ask(url, SECRET, STRANGE)).toBe(200);
    expect(pauses).toEqual([5 * SECOND]);
  },
);

test.each(PLACES)(
  'security 90: %s forgives with time, and who sends no secret guesses none',
  async (_, url, refused) => {
    const { ask, time, pauses } = await open();
    for (let n = 0; n < 40; n += 1) expect(await ask(url, null)).toBe(refused);
    expect(await ask(url, SECRET)).toBe(200);
    expect(pauses).toEqual([]);
    for (let n = 0; n < 20; n += 1) await ask(url, 'wrong');
    expect(await ask(url, SECRET)).toBe(429);
    time.now += 4 * 60 * MINUTE;
    pauses.length = 0;
    expect(await ask(url, SECRET)).toBe(200);
    expect(pauses).toEqual([]);
  },
);

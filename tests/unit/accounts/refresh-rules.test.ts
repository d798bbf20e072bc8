import { describe, expect, test } from 'vitest';
import { REFRESH_LEEWAY_SECONDS, REFRESH_TTL_DAYS, SESSION_DAYS } from '../../../contract/limits.ts';
import { judgeRefresh } from '../../../server/accounts/store/refresh-store.ts';

const NOW = Date.UTC(2026, 2, 1);
const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const LEEWAY = REFRESH_LEEWAY_SECONDS * SECOND;

interface Case {
  name: string;
  /** How many rotations ago the token was current. */
  age: number;
  /** Since the token's successor was first used, ms. */
  sinceSuccessor?: number;
  /** Since the session was last used, ms. */
  idle?: number;
  /** Since the session was begun, ms. */
  lasted?: number;
  verdict: ReturnType<typeof judgeRefresh>;
}

const cases: Case[] = [
  { name: 'the current token', age: 0, verdict: 'rotate' },
  { name: 'the current token after almost 30 days', age: 0, idle: REFRESH_TTL_DAYS * DAY - 1, verdict: 'rotate' },
  { name: 'the current token after 30 days', age: 0, idle: REFRESH_TTL_DAYS * DAY, verdict: 'expired' },
  { name: 'the preceding token at once', age: 1, verdict: 'repeat' },
  { name: 'the preceding token days later, its successor unused', age: 1, idle: 9 * DAY, verdict: 'repeat' },
  { name: 'the preceding token after 30 days', age: 1, idle: REFRESH_TTL_DAYS * DAY, verdict: 'expired' },
  { name: 'the one before, its successor just used', age: 2, sinceSuccessor: 0, verdict: 'repeat' },
  { name: 'the one before at the end of the leeway', age: 2, sinceSuccessor: LEEWAY, verdict: 'repeat' },
  { name: 'the one before after the leeway', age: 2, sinceSuccessor: LEEWAY + 1, verdict: 'revoke' },
  { name: 'the one before, the clock set back since', age: 2, sinceSuccessor: -DAY, verdict: 'repeat' },
  { name: 'an older one within the leeway', age: 3, sinceSuccessor: 1, verdict: 'revoke' },
  {
    name: 'security 72: the current token of a session that was used for almost 90 days',
    age: 0,
    lasted: SESSION_DAYS * DAY - 1,
    verdict: 'rotate',
  },
  {
    name: 'security 72: the current token of a session that was used for 90 days',
    age: 0,
    lasted: SESSION_DAYS * DAY,
    verdict: 'expired',
  },
  { name: 'a very old one', age: 500, sinceSuccessor: 20 * DAY, verdict: 'revoke' },
];

describe('a presented refresh token', () => {
  test.each(cases)('$name: $verdict', ({ age, sinceSuccessor, idle = 0, lasted = idle, verdict }) => {
    const token = {
      generation: 1_000 - age,
      currentGeneration: 1_000,
      begunAt: NOW - lasted,
      lastUsedAt: NOW - idle,
      successorFirstUsedAt: sinceSuccessor === undefined ? null : NOW - sinceSuccessor,
    };
    expect(judgeRefresh(token, NOW, SESSION_DAYS)).toBe(verdict);
  });
});

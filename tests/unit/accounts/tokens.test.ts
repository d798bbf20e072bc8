import { createHmac } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, test } from 'vitest';
import { ACCESS_TTL_SECONDS } from '../../../contract/limits.ts';
import { systemRandom } from '../../../server/accounts/credentials/random.ts';
import { createTokens } from '../../../server/accounts/credentials/tokens.ts';
import type { User } from '../../../server/accounts/store/schema.ts';

const AUDIENCE = 'parts-shop';
const SECRET = 'sixteen letters!';
const NOW = Date.UTC(2026, 2, 1) + 321;
const SECONDS = Math.floor(NOW / 1000);
const user: User = {
  uid: 'a1b2c3d4e5f6a1b2c3d4e5f6',
  email: 'Anna@example.ru',
  email_key: 'anna@example.ru',
  password_hash: '$argon2id$secret',
  password_version: 3,
  rank: 'admin',
  name: 'Анна',
  confirmed_at: 1,
  disabled: 0,
  must_change: 0,
  factor_at: null,
  mailed_until: null,
  search_text: 'anna',
  expected: 0,
  last_seen_at: null,
  created_at: Date.UTC(2026, 0, 1),
  updated_at: Date.UTC(2026, 0, 2),
};

const tokensAt = (time: number, secret = SECRET) => createTokens([secret], () => time, systemRandom);
const issued = () => tokensAt(NOW).issueAccess(user, 7);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token put together by hand, as a forger would. */
function forge(header: Record<string, unknown>, changes: Record<string, unknown>, secret = SECRET): string {
  const claims = {
    user: { rank: 'admin' },
    sid: 7,
    pwv: 3,
    jti: 'x',
    sub: user.uid,
    aud: AUDIENCE,
    iat: SECONDS,
    exp: SECONDS + 60,
    ...changes,
  };
  const text = `${encode(header)}.${encode(claims)}`;
  const signature =
    header.alg === 'none'
      ? ''
      : createHmac(header.alg === 'HS512' ? 'sha512' : 'sha256', secret)
          .update(text)
          .digest('base64url');
  return `${text}.${signature}`;
}

const HS256 = { alg: 'HS256', typ: 'JWT' };

describe('an access token', () => {
  test('carries the account, its session, an identity of its own and half an hour', async () => {
    const first = decodeJwt(issued());
    expect(first).toMatchObject({
      sub: user.uid,
      aud: AUDIENCE,
      sid: 7,
      iat: SECONDS,
      exp: SECONDS + ACCESS_TTL_SECONDS,
      user: {
        email: 'Anna@example.ru',
        rank: 'admin',
        name: 'Анна',
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-02T00:00:00.000Z',
      },
    });
    expect(first.jti).not.toBe(decodeJwt(issued()).jti);
    expect(JSON.stringify(first)).not.toContain('argon2');
  });

  test('is read back until its last second and not a moment longer', async () => {
    const token = issued();
    const claims = { uid: user.uid, sessionId: 7, passwordVersion: 3 };
    const end = (SECONDS + ACCESS_TTL_SECONDS) * 1000;
    expect(await tokensAt(NOW).readAccess(token)).toEqual(claims);
    expect(await tokensAt(end - 1).readAccess(token)).toEqual(claims);
    expect(await tokensAt(end).readAccess(token)).toBeNull();
  });

  test('security 43: from before the clock was set back by a day, it does not live a day longer', async () => {
    const token = issued();
    expect(await tokensAt(NOW - 86_400_000).readAccess(token)).toBeNull();
    expect(await tokensAt(NOW - 5_000).readAccess(token)).not.toBeNull();
  });

  test('security 71: names its key, and is read under that key only', async () => {
    const next = 'another sixteen!';
    const before = issued();
    const during = createTokens([next, SECRET], () => NOW, systemRandom);
    const after = during.issueAccess(user, 7);
    expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid);
    expect(await during.readAccess(before)).not.toBeNull();
    expect(await during.readAccess(after)).not.toBeNull();
    expect(await createTokens([next], () => NOW, systemRandom).readAccess(before)).toBeNull();
    const { kid } = decodeProtectedHeader(after);
    expect(await during.readAccess(forge({ ...HS256, kid }, {}))).toBeNull();
  });

  test('security 71: of a former version, which named no key, it is read under the current one', async () => {
    const secrets = [SECRET, 'another sixteen!'] as const;
    const read = (token: string) => createTokens(secrets, () => NOW, systemRandom).readAccess(token);
    expect(await read(forge(HS256, {}))).not.toBeNull();
    expect(await read(forge(HS256, {}, 'another sixteen!'))).toBeNull();
  });

  test('security 9: the forger of this table does write valid tokens otherwise', async () => {
    expect(await tokensAt(NOW).readAccess(forge(HS256, {}))).not.toBeNull();
  });

  const forged: [string, string][] = [
    ['alg none', forge({ alg: 'none' }, {})],
    ['alg None with a signature', `${forge({ alg: 'none' }, {})}c2ln`],
    ['another algorithm', forge({ alg: 'HS512', typ: 'JWT' }, {})],
    ['another key', forge(HS256, {}, 'sixteen letters?')],
    ['another audience', forge(HS256, { aud: 'another-shop' })],
    ['no audience', forge(HS256, { aud: undefined })],
    ['expired', forge(HS256, { exp: SECONDS })],
    ['no expiry', forge(HS256, { exp: undefined })],
    ['an expiry that is a text', forge(HS256, { exp: '9999999999' })],
    ['future nbf', forge(HS256, { nbf: SECONDS + 5 })],
    ['issued tomorrow', forge(HS256, { iat: SECONDS + 86_400, exp: SECONDS + 90_000 })],
    ['no subject', forge(HS256, { sub: undefined })],
    ['no session', forge(HS256, { sid: undefined })],
    ['a session that is a text', forge(HS256, { sid: '7' })],
    ['no password version', forge(HS256, { pwv: undefined })],
    ['security 71: a key that we never had', forge({ ...HS256, kid: 'AAAAAAAAAAAA' }, {})],
    ['security 71: a path for a key', forge({ ...HS256, kid: '../../dev/null' }, {})],
    ['security 71: a key that is a number', forge({ ...HS256, kid: 1 }, {})],
    ['an unknown critical header', forge({ ...HS256, crit: ['exp'], exp: 1 }, {})],
    ['a refresh token', 'c0a2c3a4-7b9f-4f9e-8a63-9a3d2a1f0b11'],
    ['nothing', ''],
    ['three dots', '...'],
    ['a megabyte', 'a'.repeat(1_000_000)],
    ['a changed claim', issued().replace(/\.[^.]+\./, (claims) => `${claims.slice(0, -3)}x${claims.slice(-2)}`)],
  ];
  test.each(forged)('security 9: is refused with %s', async (_, token) => {
    expect(await tokensAt(NOW).readAccess(token)).toBeNull();
  });
});

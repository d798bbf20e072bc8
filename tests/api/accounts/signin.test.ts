import { availableParallelism } from 'node:os';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { ANONYMOUS_BODY_MAX } from '../../../contract/limits.ts';
import { hashThreadsOf } from '../../../server/accounts/credentials/hash-threads.ts';
import { accountsOver } from '../../../server/accounts/index.ts';
import { createLimits } from '../../../server/platform/http/limits.ts';
import { aboveSql } from '../../support/databases.ts';
import { EVENING } from '../../support/moment.ts';
import { CHEAP, keepingTransport, openShop, PASSWORD, type Shop, settingsOf } from './shop.ts';

const ANNA = 'Anna@Example.ru';

aboveSql('signing in', (open) => {
  let shop: Shop;
  const start = async (settings?: Parameters<typeof openShop>[1]) => {
    shop = await openShop(open, settings);
    await shop.addUser(ANNA, 'admin');
  };
  afterEach(() => shop.close());

  test('answers the token pair, and the access token says who one is', async () => {
    await start();
    const { status, body, headers } = await shop.signIn(ANNA);
    expect(status).toBe(200);
    expect(body).toEqual({
      access: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      type: 'Bearer',
      expires: 1800,
      refresh: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    });
    expect(headers['cache-control']).toBe('no-store');
    const account = await shop.access(body.access);
    expect(account.status).toBe(200);
    expect(account.body).toEqual({
      email: ANNA,
      rank: 'admin',
      name: null,
      createdAt: new Date(EVENING).toISOString(),
      updatedAt: new Date(EVENING).toISOString(),
    });
  });

  test('takes the e-mail in any case, with blanks and in another Unicode form', async () => {
    await start();
    for (const typed of ['anna@example.ru', ' ANNA@EXAMPLE.RU ', 'ａｎｎａ＠example.ru']) {
      expect((await shop.signIn(typed)).status).toBe(200);
    }
  });

  test('tells each refusal by its text, the fields first', async () => {
    await start();
    await shop.database.write(async (transaction) => {
      const anna = await transaction.selectFrom('users').selectAll().executeTakeFirstOrThrow();
      const boris = { ...anna, uid: 'boris', email: 'b@b.ru', email_key: 'b@b.ru', confirmed_at: null };
      await transaction.insertInto('users').values(boris).execute();
    });
    const cases: [unknown, unknown, string][] = [
      ['', '', 'invalid email'],
      ['no address', PASSWORD, 'invalid email'],
      [undefined, undefined, 'invalid email'],
      [['a@b.ru'], PASSWORD, 'invalid email'],
      [ANNA, undefined, 'invalid password'],
      [ANNA, 'abc', 'invalid password'],
      [ANNA, 12345678, 'invalid password'],
      [ANNA, { $ne: null }, 'invalid password'],
      ['nobody@example.ru', PASSWORD, 'user not found'],
      ['b@b.ru', PASSWORD, 'email not confirmed'],
      ['b@b.ru', 'wrong horse', 'email not confirmed'],
      [ANNA, 'wrong horse', 'incorrect password'],
    ];
    for (const [email, password, error] of cases) {
      const { status, body } = await shop.ask('/signin', { method: 'POST', body: { email, password } });
      expect({ email, password, status, body }).toEqual({ email, password, status: 400, body: { error } });
    }
  });

  test('takes the form in all three encodings and the path with and without its slash', async () => {
    await start();
    const json = { email: ANNA, password: PASSWORD };
    const boundary = 'form';
    const multipart = Object.entries(json)
      .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('');
    const bodies: [string, string][] = [
      ['application/json', JSON.stringify(json)],
      ['application/x-www-form-urlencoded', new URLSearchParams(json).toString()],
      [`multipart/form-data; boundary=${boundary}`, `${multipart}--${boundary}--\r\n`],
    ];
    for (const [type, payload] of bodies) {
      for (const url of ['/api/mauth/signin', '/api/mauth/signin/']) {
        const headers = { 'content-type': type };
        const { statusCode } = await shop.app.inject({ method: 'POST', url, headers, payload });
        expect({ type, url, statusCode }).toEqual({ type, url, statusCode: 200 });
      }
    }
  });

  test('security 1: an unknown e-mail and a wrong password cost one hash each', async () => {
    await start();
    const { counts } = shop.mauth.passwords;
    const before = counts.computed;
    await shop.signIn('nobody@example.ru', 'wrong horse');
    expect(counts.computed - before).toBe(1);
    await shop.signIn(ANNA, 'wrong horse');
    expect(counts.computed - before).toBe(2);
  });

  test('security 2: the sixth wrong password is 429 there and then, the right one works from elsewhere', async () => {
    await start({ factor: 1 });
    for (let n = 0; n < 5; n += 1) expect((await shop.signIn(ANNA, 'wrong horse')).status).toBe(400);
    const sixth = await shop.signIn(ANNA, 'wrong horse');
    expect(sixth.status).toBe(429);
    expect(sixth.body).toEqual({ error: 'too many requests' });
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
    expect((await shop.signIn(ANNA)).status).toBe(429);
    expect((await shop.signIn(ANNA, PASSWORD, '198.51.100.7')).status).toBe(200);
  });

  test('security 2: wrong passwords side by side do not slip through', async () => {
    await start({ factor: 1 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => shop.signIn(ANNA, 'wrong horse')));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  });

  test('security 2: more than 30 a minute from one client are 429, right ones too; another client is served', async () => {
    await start({ factor: 1 });
    for (let n = 0; n < 30; n += 1) expect((await shop.signIn(ANNA)).status).toBe(200);
    expect((await shop.signIn(ANNA)).status).toBe(429);
    expect((await shop.signIn(ANNA, PASSWORD, '2001:db8::1')).status).toBe(200);
  });

  test('security 3, 52: a megabyte of password is refused without hashing', async () => {
    await start();
    const { counts } = shop.mauth.passwords;
    const before = counts.computed;
    const almost = await shop.signIn(ANNA, 'a'.repeat(ANONYMOUS_BODY_MAX - 100));
    expect(almost.body).toEqual({ error: 'invalid password' });
    for (const length of [ANONYMOUS_BODY_MAX, 1_000_000, 2_000_000])
      expect((await shop.signIn(ANNA, 'a'.repeat(length))).status).toBe(413);
    expect(counts.computed).toBe(before);
  });

  test('security 4, 60: of 50 sign-ins at once no more are hashed at a time than there are threads, and all succeed', async () => {
    await start();
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.signIn(ANNA)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(shop.mauth.passwords.counts.mostAtOnce).toBe(hashThreadsOf(availableParallelism()));
    const sessions = await shop.database.read.selectFrom('sessions').selectAll().execute();
    expect(sessions).toHaveLength(5);
  });

  test('security 5: a hash of former cost is made anew at the next sign-in', async () => {
    await start();
    const stored = async () =>
      (await shop.database.read.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()).password_hash;
    const former = await stored();
    expect(former).toContain('m=64,t=1');
    const raised = accountsOver(shop.database, {
      ...settingsOf(keepingTransport()),
      limits: createLimits(),
      hashCost: { ...CHEAP, passes: 2 },
    });
    onTestFinished(() => raised.outbox.close());
    const client = { address: '192.0.2.1', agent: '' };
    const anna = { typed: ANNA, key: 'anna@example.ru' };
    expect(await raised.sessions.signIn(anna, 'wrong horse', client)).toBe('incorrect password');
    expect(await stored()).toBe(former);
    expect(await raised.sessions.signIn(anna, PASSWORD, client)).toMatchObject({ type: 'Bearer' });
    expect(await stored()).toContain('m=64,t=2');
  });

  test('keeps five sessions, the oldest goes first', async () => {
    await start();
    const sessions = [];
    for (let n = 0; n < 6; n += 1) {
      shop.time.now += 1;
      sessions.push(await shop.begin(ANNA));
    }
    const alive = await Promise.all(sessions.map(async ({ access }) => (await shop.access(access)).status));
    expect(alive).toEqual([401, 200, 200, 200, 200, 200]);
  });

  test('a clock set back does not make the newest session the oldest', async () => {
    await start();
    for (let n = 0; n < 5; n += 1) await shop.begin(ANNA);
    shop.time.now -= 86_400_000;
    const { access } = await shop.begin(ANNA);
    expect((await shop.access(access)).status).toBe(200);
  });
});

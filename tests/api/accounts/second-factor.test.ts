import { pino } from 'pino';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import type { TokenAnswer } from '../../../contract/accounts/accounts.ts';
import { CODE_FORM } from '../../../contract/accounts/forms.ts';
import { Refusal, readField } from '../../../contract/fields/field.ts';
import { REAUTH_MINUTES, RECOVERY_CODES } from '../../../contract/limits.ts';
import { resealKeys } from '../../../server/accounts/credentials/second-factor-codes.ts';
import { accountsOver } from '../../../server/accounts/index.ts';
import { remoteIdentity } from '../../../server/operations/remote/accounts.ts';
import { createFetchService } from '../../../server/platform/http/fetch-service.ts';
import { createLimits } from '../../../server/platform/http/limits.ts';
import type { Secrets } from '../../../server/platform/secrets.ts';
import { codeAt } from '../../support/authenticator.ts';
import { aboveSql } from '../../support/databases.ts';
import {
  CHEAP,
  email,
  keepingTransport,
  MINUTE,
  openShop,
  PASSWORD,
  SECOND,
  SECRET,
  type Shop,
  settingsOf,
} from './shop.ts';

const ANNA = 'anna@example.ru';
const ADMIN = 'admin@example.ru';
const CLIENT = { address: '192.0.2.1', agent: 'test' };
const REQUIRED = [403, { error: 'second factor required' }];
const WRONG = [400, { error: 'incorrect code' }];

aboveSql('a second factor', (open) => {
  let shop: Shop;
  const start = async (settings?: Parameters<typeof openShop>[1]) => {
    shop = await openShop(open, settings);
    await shop.addUser(ADMIN, 'admin');
    await shop.addUser(ANNA);
  };
  afterEach(() => shop.close());

  const outcome = ({ status, body }: { status: number; body: unknown }) => [status, body];
  const factor = (bearer: string, method: 'GET' | 'POST' | 'DELETE' = 'GET', path = '', body?: unknown) =>
    shop.ask(`/factor/${path}`, { method, bearer, body });
  const signIn = (code?: unknown, password = PASSWORD, who = ANNA) =>
    shop.ask('/signin', { method: 'POST', body: { email: who, password, code } });
  const nextStep = () => {
    shop.time.now += 30 * SECOND;
  };
  /** Sets a factor up; resolves to its key and recovery codes. The code that proved it is used up. */
  const setUp = async (bearer: string) => {
    const { key } = (await factor(bearer, 'POST')).body;
    const { status, body } = await factor(bearer, 'POST', 'on', { code: codeAt(key, shop.time.now) });
    expect(status).toBe(200);
    return { key: key as string, codes: body.codes as string[] };
  };
  /** Gives password and code in a session, for one change of the factor. */
  const prove = async (bearer: string, code: string) => {
    const body = { password: PASSWORD, code };
    expect((await shop.ask('/confirm', { method: 'POST', body, bearer })).status).toBe(200);
  };
  /** Anna with a factor: her session, key and recovery codes. */
  const protectedAnna = async () => {
    const session = await shop.begin(ANNA);
    return { ...session, ...(await setUp(session.access)) };
  };

  test('security 74: is asked for after the right password only, and lets in with it', async () => {
    await start();
    const { key } = await protectedAnna();
    nextStep();
    expect(outcome(await signIn())).toEqual(REQUIRED);
    expect(outcome(await signIn(''))).toEqual(REQUIRED);
    expect(outcome(await signIn(undefined, 'wrong horse'))).toEqual([400, { error: 'incorrect password' }]);
    expect(outcome(await signIn(codeAt(key, shop.time.now), 'wrong horse'))).toEqual([
      400,
      { error: 'incorrect password' },
    ]);
    for (const code of ['000000', '12345', 'abcdef', 123456, [], { $ne: null }])
      expect([code, ...outcome(await signIn(code))]).toEqual([code, ...WRONG]);
    expect((await signIn(codeAt(key, shop.time.now))).body).toEqual({
      access: expect.any(String),
      type: 'Bearer',
      expires: 1800,
      refresh: expect.any(String),
    });
  });

  test('security 74: an account without one signs in as before, whatever stands in the field', async () => {
    await start();
    for (const code of [undefined, '', '000000']) expect((await signIn(code)).status).toBe(200);
    expect((await signIn('000000', PASSWORD, ADMIN)).body.mustSetSecondFactor).toBeUndefined();
  });

  test('security 74: a code is good once, and with it those before', async () => {
    await start();
    const { key } = await protectedAnna();
    // The one that set it up.
    expect(outcome(await signIn(codeAt(key, shop.time.now)))).toEqual(WRONG);
    nextStep();
    const [present, next] = [codeAt(key, shop.time.now), codeAt(key, shop.time.now + 30 * SECOND)];
    const twice = await Promise.all([signIn(present), signIn(present)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await signIn(next)).status).toBe(200);
    for (const used of [present, next]) expect(outcome(await signIn(used))).toEqual(WRONG);
    expect(await shop.events()).toContain('factor.set');
    nextStep();
    expect(outcome(await signIn(next))).toEqual(WRONG);
    nextStep();
    expect((await signIn(codeAt(key, shop.time.now))).status).toBe(200);
  });

  test('security 74: recovery codes are good once each, new ones replace the rest', async () => {
    await start();
    const { codes, key } = await protectedAnna();
    expect(new Set(codes).size).toBe(RECOVERY_CODES);
    for (const code of codes) expect(code).toMatch(/^\d{5}(-\d{5}){3}$/);
    const [first = '', second = '', third = '', fourth = ''] = codes;
    expect((await signIn(first.replaceAll('-', ' '))).status).toBe(200);
    expect(outcome(await signIn(first))).toEqual(WRONG);
    const { access } = (await signIn(second)).body;
    expect((await factor(access)).body).toMatchObject({ codesLeft: RECOVERY_CODES - 2 });
    await prove(access, fourth);
    const renewed = (await factor(access, 'POST', 'codes')).body.codes as string[];
    expect(outcome(await signIn(third))).toEqual(WRONG);
    expect((await signIn(renewed[0])).status).toBe(200);
    nextStep();
    expect((await signIn(codeAt(key, shop.time.now))).status).toBe(200);
    expect(await shop.events()).toEqual(
      expect.arrayContaining(['factor.set', 'factor.recovery-code-used', 'factor.recovery-codes-renewed']),
    );
  });

  test('security 74, 91: the database shows neither key nor recovery code, and a key is of use to its account only', {
    tags: ['store'],
  }, async () => {
    await start();
    const { key, codes } = await protectedAnna();
    await factor((await shop.begin(ADMIN)).access, 'POST');
    const { read } = shop.database;
    const [factors, hashes] = await Promise.all([
      read.selectFrom('second_factors').selectAll().execute(),
      read.selectFrom('recovery_codes').selectAll().execute(),
    ]);
    const stored = JSON.stringify([factors, hashes]);
    expect(stored).not.toContain(key);
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));
    expect(hashes.every(({ hash }) => hash.startsWith('argon2id '))).toBe(true);
    const [anna, boss] = [factors.find(({ secret }) => secret), factors.find(({ secret }) => !secret)];
    await shop.database.write((transaction) =>
      transaction
        .updateTable('second_factors')
        .set({ secret: boss?.pending ?? null })
        .where('uid', '=', anna?.uid ?? '')
        .execute(),
    );
    nextStep();
    // Neither her own key any more nor the strange one; the recovery codes do not depend on it.
    expect(outcome(await signIn(codeAt(key, shop.time.now)))).toEqual(WRONG);
    expect((await signIn(codes[0])).status).toBe(200);
  });

  test('security 74: wrong codes are counted like wrong passwords, the question for one is not', async () => {
    await start({ factor: 1 });
    const { key } = await protectedAnna();
    nextStep();
    for (let time = 0; time < 8; time += 1) expect(outcome(await signIn())).toEqual(REQUIRED);
    for (let guess = 0; guess < 5; guess += 1) expect(outcome(await signIn('000000'))).toEqual(WRONG);
    expect((await signIn(codeAt(key, shop.time.now))).status).toBe(429);
  });

  test('security 4, 91: whoever has no code of a new key makes nothing hashed by trying, and tries so often only', async () => {
    await start({ factor: 1 });
    const { access } = (await signIn()).body;
    const { counts } = shop.mauth.passwords;
    const before = counts.computed;
    for (let time = 0; time < 15; time += 1)
      expect(outcome(await factor(access, 'POST', 'on', { code: '000000' }))).toEqual(WRONG);
    await factor(access, 'POST');
    for (let time = 0; time < 15; time += 1)
      expect(outcome(await factor(access, 'POST', 'on', { code: '000000' }))).toEqual(WRONG);
    expect((await factor(access, 'POST', 'on', { code: '000000' })).status).toBe(429);
    expect(counts.computed).toBe(before);
  });

  test('security 74, 91: setting it up and turning it off tells the owner and ends the other sessions', async () => {
    await start();
    const other = await shop.begin(ANNA);
    const { access, key } = await protectedAnna();
    expect([(await shop.access(other.access)).status, (await shop.access(access)).status]).toEqual([401, 200]);
    expect((await factor(access)).body).toEqual({
      since: new Date(shop.time.now).toISOString(),
      codesLeft: RECOVERY_CODES,
      required: false,
    });
    nextStep();
    const second = (await signIn(codeAt(key, shop.time.now))).body as TokenAnswer;
    // The session has just begun with a code, which is not enough.
    const refused = [403, { error: 'confirm password' }];
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', ''],
      ['POST', 'codes'],
    ] as const)
      expect(outcome(await factor(second.access, method, path))).toEqual(refused);
    nextStep();
    await prove(access, codeAt(key, shop.time.now));
    expect(outcome(await factor(access, 'DELETE'))).toEqual([200, { message: 'second factor removed' }]);
    expect((await shop.access(second.access)).status).toBe(401);
    expect((await signIn()).status).toBe(200);
    expect((await factor(access, 'DELETE')).status).toBe(409);
    expect((await factor(access, 'POST', 'codes')).status).toBe(409);
    const subjects = (await shop.mails()).filter(({ to }) => to === ANNA).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('вухэтапный вход'))).toHaveLength(2);
  });

  test('security 74, 91: a new key takes the place of the old one only with its first code', async () => {
    await start();
    const { access, key } = await protectedAnna();
    nextStep();
    await prove(access, codeAt(key, shop.time.now));
    const begun = (await factor(access, 'POST')).body;
    // One proof is good for one change.
    expect((await factor(access, 'DELETE')).status).toBe(403);
    expect(begun.address).toContain(`secret=${begun.key}`);
    nextStep();
    for (const code of [undefined, '000000', codeAt(key, shop.time.now)])
      expect(outcome(await factor(access, 'POST', 'on', { code }))).toEqual(WRONG);
    expect((await signIn(codeAt(key, shop.time.now))).status).toBe(200);
    nextStep();
    const code = codeAt(begun.key, shop.time.now);
    expect((await factor(access, 'POST', 'on', { code })).status).toBe(200);
    expect(outcome(await factor(access, 'POST', 'on', { code }))).toEqual(WRONG);
    nextStep();
    expect(outcome(await signIn(codeAt(key, shop.time.now)))).toEqual(WRONG);
    expect((await signIn(codeAt(begun.key, shop.time.now))).status).toBe(200);
  });

  test('security 106: one proof is good for one of two changes side by side', async () => {
    await start();
    const { access, key } = await protectedAnna();
    for (let n = 0; n < 5; n += 1) {
      nextStep();
      await prove(access, codeAt(key, shop.time.now));
      const changes = await Promise.all([factor(access, 'POST', 'codes'), factor(access, 'POST', '')]);
      expect(changes.map(({ status }) => status).sort()).toEqual([200, 403]);
    }
  });

  test('security 73, 74: a stolen session and password do not turn it off without the code', async () => {
    await start();
    const { refresh, key } = await protectedAnna();
    shop.time.now += REAUTH_MINUTES * MINUTE;
    const { access } = (await shop.refresh(refresh)).body;
    const confirm = (code?: string) =>
      shop.ask('/confirm', { method: 'POST', body: { password: PASSWORD, code }, bearer: access });
    for (const [method, path] of [
      ['POST', ''],
      ['POST', 'on'],
      ['POST', 'codes'],
      ['DELETE', ''],
    ] as const)
      expect(outcome(await factor(access, method, path, {}))).toEqual([403, { error: 'confirm password' }]);
    expect(outcome(await confirm())).toEqual(REQUIRED);
    expect(outcome(await confirm('000000'))).toEqual(WRONG);
    expect((await factor(access, 'DELETE')).status).toBe(403);
    const code = codeAt(key, shop.time.now);
    expect((await confirm(code)).status).toBe(200);
    expect(outcome(await confirm(code))).toEqual(WRONG);
    expect((await factor(access, 'DELETE')).status).toBe(200);
  });

  test('security 12, 74: a forgotten password takes nothing off, and the mailed one waits for the code', async () => {
    await start();
    const { key } = await protectedAnna();
    await shop.forgot(ANNA);
    await shop.ask(`/forgot/${await shop.mailedToken(ANNA)}`);
    const mailed = await shop.mailedPassword(ANNA);
    nextStep();
    expect(outcome(await signIn(undefined, mailed))).toEqual(REQUIRED);
    expect(outcome(await signIn('000000', mailed))).toEqual(WRONG);
    const { status, body } = await signIn(codeAt(key, shop.time.now), mailed);
    expect([status, body.mustChangePassword]).toEqual([200, true]);
  });

  test('security 74: an administrator takes the factor of somebody who lost it, with a trace and not his own', async () => {
    await start();
    const { access } = await protectedAnna();
    const boss = (await shop.begin(ADMIN)).access;
    const reset = (who: string, bearer = boss) => shop.ask(`/admin/user/${who}/factor`, { method: 'DELETE', bearer });
    const marks = async () =>
      (await shop.ask('/admin/user/', { bearer: boss })).body.map((row: { secondFactor: boolean }) => row.secondFactor);
    expect(await marks()).toEqual([false, true]);
    expect((await reset(ANNA, access)).status).toBe(403);
    expect(outcome(await reset(ADMIN))).toEqual([409, { error: 'own account' }]);
    expect(outcome(await reset('nobody@example.ru'))).toEqual([404, { error: 'user not found' }]);
    expect(outcome(await reset(ANNA))).toEqual([200, { message: 'second factor removed' }]);
    expect(outcome(await reset(ANNA))).toEqual([409, { error: 'no second factor' }]);
    expect(await marks()).toEqual([false, false]);
    expect((await shop.access(access)).status).toBe(401);
    expect((await signIn()).status).toBe(200);
    const trace = await shop.database.read
      .selectFrom('audit_events')
      .selectAll()
      .where('event', '=', 'factor.reset')
      .executeTakeFirstOrThrow();
    const uidOf = async (key: string) =>
      (await shop.database.read.selectFrom('users').select('uid').where('email_key', '=', key).executeTakeFirst())?.uid;
    expect(trace.uid).toBe(await uidOf(ANNA));
    expect(JSON.stringify(trace)).toContain(await uidOf(ADMIN));
  });

  test('security 74: where the rank needs one, a session may do nothing but set it up', async () => {
    await start({ factorPolicy: 'admin' });
    expect((await shop.begin(ANNA)).mustSetSecondFactor).toBeUndefined();
    const { access, refresh, mustSetSecondFactor } = await shop.begin(ADMIN);
    expect(mustSetSecondFactor).toBe(true);
    const closed = [403, { error: 'second factor not set up' }];
    for (const path of ['/admin/user/', '/session/', '/admin/mail/'])
      expect(outcome(await shop.ask(path, { bearer: access }))).toEqual(closed);
    expect((await shop.access(access)).status).toBe(200);
    expect((await shop.refresh(refresh)).body.mustSetSecondFactor).toBe(true);
    expect((await factor(access)).body).toEqual({ since: null, codesLeft: 0, required: true });
    const { codes } = await setUp(access);
    expect((await shop.ask('/admin/user/', { bearer: access })).status).toBe(200);
    await prove(access, codes[0] ?? '');
    expect(outcome(await factor(access, 'DELETE'))).toEqual([409, { error: 'second factor is required' }]);
    // A new rank counts at once.
    const anna = await shop.begin(ANNA);
    await shop.mauth.accounts.setStanding(email(ANNA), { rank: 'admin' });
    expect(outcome(await shop.ask('/session/', { bearer: anna.access }))).toEqual(closed);
  });

  test('security 12, 74: a mailed password is changed first, then the factor is set up', async () => {
    await start({ factorPolicy: 'all' });
    await shop.forgot(ANNA);
    await shop.ask(`/forgot/${await shop.mailedToken(ANNA)}`);
    const { body } = await shop.signIn(ANNA, await shop.mailedPassword(ANNA));
    expect(body).toMatchObject({ mustChangePassword: true, mustSetSecondFactor: true });
    expect(outcome(await factor(body.access, 'POST'))).toEqual([403, { error: 'forbidden' }]);
    const password = 'battery staple';
    const change = { method: 'PATCH', body: { password, password_2: password }, bearer: body.access } as const;
    expect((await shop.ask('/password', change)).status).toBe(200);
    const renewed = (await shop.refresh(body.refresh)).body;
    expect(renewed).toMatchObject({ mustSetSecondFactor: true });
    expect(renewed.mustChangePassword).toBeUndefined();
    await setUp(renewed.access);
  });

  test('security 71, 74: it outlives a change of the secret, and recovery codes even the loss of it', async () => {
    await start();
    const { key, codes } = await protectedAnna();
    const restarted = (secrets: Secrets) => {
      const settings = { ...settingsOf(keepingTransport()), secrets, limits: createLimits(), hashCost: CHEAP };
      const mauth = accountsOver(shop.database, { ...settings, clock: () => shop.time.now });
      onTestFinished(() => mauth.outbox.close());
      nextStep();
      return (typed: string) => {
        const code = readField(CODE_FORM.code, typed);
        if (code instanceof Refusal) throw new Error(`no code: ${typed}`);
        return mauth.sessions.signIn(email(ANNA), PASSWORD, CLIENT, code);
      };
    };
    const both: Secrets = ['the secret after it', SECRET];
    expect(await restarted(both)(codeAt(key, shop.time.now))).toMatchObject({ type: 'Bearer' });
    await resealKeys(shop.database, both, pino({ level: 'silent' }));
    expect(await restarted(['the secret after it'])(codeAt(key, shop.time.now))).toMatchObject({ type: 'Bearer' });
    const lost = restarted(['quite another secret']);
    expect(await lost(codeAt(key, shop.time.now))).toBe('incorrect code');
    expect(await lost(codes[0] ?? '')).toMatchObject({ type: 'Bearer' });
    await resealKeys(shop.database, ['quite another secret', SECRET], pino({ level: 'silent' }));
    expect(await restarted(both)(codeAt(key, shop.time.now))).toMatchObject({ type: 'Bearer' });
  });

  test('security 74: a service apart from the auth service keeps the same door shut', async () => {
    await start({ factorPolicy: 'all' });
    const address = await shop.app.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(async () => shop.app.server.closeAllConnections());
    const remote = remoteIdentity(
      address,
      createFetchService([SECRET], () => shop.time.now),
      () => shop.time.now,
    );
    const { access, refresh } = await shop.begin(ANNA);
    const known = await shop.mauth.identity.callerOf(access);
    expect(known).toMatchObject({ mustSetSecondFactor: true });
    expect(await remote.callerOf(access)).toEqual(known);
    await setUp(access);
    const renewed = (await shop.refresh(refresh)).body;
    expect(await remote.callerOf(renewed.access)).toMatchObject({ mustSetSecondFactor: false });
  });
});

import { afterEach, describe, expect, test } from 'vitest';
import { CONFIRM_TTL_HOURS, REAUTH_MINUTES } from '../../../contract/limits.ts';
import { aboveSql } from '../../support/databases.ts';
import { DAY, email, MINUTE, openShop, PASSWORD, type Shop } from './shop.ts';

const ANNA = 'anna@example.ru';
const NEW = 'anna.new@example.ru';
const OLEG = 'oleg@example.ru';
const LIFE = CONFIRM_TTL_HOURS * 60 * MINUTE;
const TAKEN = [400, { error: 'email is not unique' }];
const WORTHLESS = [400, { error: 'invalid verification token' }];
const HOME = '203.0.113.7';

aboveSql('a change of the e-mail', (open) => {
  let shop: Shop;
  const start = async (settings?: Parameters<typeof openShop>[1]) => {
    shop = await openShop(open, settings);
    await shop.addUser(ANNA);
    await shop.addUser(OLEG);
    return shop.begin(ANNA);
  };
  afterEach(() => shop.close());

  const outcome = ({ status, body }: { status: number; body: unknown }) => [status, body];
  const change = async (bearer: string, wanted: unknown, address = HOME) =>
    outcome(await shop.ask('/email', { method: 'PATCH', body: { email: wanted }, bearer, address }));
  const sent = (address: string) => [200, { message: `confirmation link sent to ${address}` }];
  const confirmed = (address: string) => [200, { message: `email ${address} confirmed` }];
  const openLink = async (token: string) => outcome(await shop.ask(`/confirm/${token}`, { address: HOME }));
  /** Asks for the address and resolves to the token that went there. */
  const asked = async (bearer: string, wanted = NEW) => {
    expect(await change(bearer, wanted)).toEqual(sent(wanted));
    return shop.mailedToken(wanted);
  };
  const textsTo = async (address: string) =>
    (await shop.mails()).filter(({ to }) => to === address).map(({ text }) => text.replaceAll('\u00a0', ' '));
  const canSignIn = async (address: string, password = PASSWORD) =>
    (await shop.signIn(address, password)).status === 200;
  const journal = (event: string) =>
    shop.database.read
      .selectFrom('audit_events')
      .select(['target', 'actor', 'client', 'details'])
      .where('event', '=', event as never)
      .execute();

  test('needs the link that goes to the new address; then sign-in, mails and tokens have that one', async () => {
    const { access, refresh } = await start();
    const token = await asked(access, 'Anna.New@Example.ru');
    expect([await canSignIn(ANNA), await canSignIn(NEW)]).toEqual([true, false]);
    expect(await openLink(token)).toEqual(confirmed('Anna.New@Example.ru'));
    expect([await canSignIn(ANNA), await canSignIn(NEW)]).toEqual([false, true]);
    // The session goes on, its account found by the new address and no more by the old one.
    expect((await shop.access(access)).body).toMatchObject({ email: 'Anna.New@Example.ru' });
    expect((await shop.refresh(refresh)).status).toBe(200);
    const found = await shop.mauth.accounts.page({ search: 'anna.new' });
    expect(found.map((account) => account.email)).toEqual(['Anna.New@Example.ru']);
    expect(await shop.mauth.accounts.page({ search: ANNA })).toEqual([]);
    expect((await shop.forgot(ANNA)).status).toBe(400);
    expect((await shop.forgot(NEW)).status).toBe(200);
  });

  test('the letter to the new address greets nobody by name and says how long the link works', async () => {
    const { access } = await start();
    await shop.database.write((transaction) =>
      transaction.updateTable('users').set({ name: 'Анна Каренина' }).where('email', '=', ANNA).execute(),
    );
    await asked(access);
    const [letter = ''] = await textsTo(NEW);
    expect(letter).toMatch(/https:\/\/parts\.example\/auth\/confirm\/\S{36}/);
    expect(letter).toContain('Она действует сутки');
    expect(letter).not.toContain('Каренина');
    expect(letter).not.toContain(ANNA);
  });

  test('security 70: the old address hears that it is asked for and made, from where, and what to do', async () => {
    const { access } = await start();
    const token = await asked(access);
    const [wish = ''] = await textsTo(ANNA);
    expect(wish).toContain('Новая почта: a•••@example.ru.');
    expect(wish).toContain(`адрес ${HOME}.`);
    expect(wish).toContain('сразу смените пароль');
    await openLink(token);
    const [, made = ''] = await textsTo(ANNA);
    // EVENING is 14:00 UTC.
    expect(made).toContain('Когда: 10 июня 2026 г. в 19:00 GMT+5.');
    expect(made).toContain('Новая почта: a•••@example.ru.');
    expect(made).toContain(`адрес ${HOME}.`);
    expect(made).toContain('сразу сообщите администратору');
    expect(`${wish}${made}`).not.toContain(NEW);
    expect(await textsTo(NEW)).toHaveLength(1);
  });

  test('security 53: the journal tells both steps, with the address before and after', async () => {
    const { access } = await start();
    await openLink(await asked(access));
    const row = { target: ANNA, actor: ANNA, client: HOME };
    expect(await journal('email.asked')).toEqual([{ ...row, details: JSON.stringify({ email: NEW }) }]);
    expect(await journal('email.changed')).toEqual([
      { ...row, details: JSON.stringify({ emailBefore: ANNA, email: NEW }) },
    ]);
  });

  test('security 73: wants a recent password, and a session that is still there', async () => {
    const { access, refresh } = await start();
    shop.time.now += REAUTH_MINUTES * MINUTE;
    const { access: later } = (await shop.refresh(refresh)).body;
    expect(await change(later, NEW)).toEqual([403, { error: 'confirm password' }]);
    expect((await shop.ask('/email', { method: 'PATCH', body: { email: NEW } })).status).toBe(401);
    await shop.ask('/confirm', { method: 'POST', body: { password: PASSWORD }, bearer: later });
    expect(await change(later, NEW)).toEqual(sent(NEW));
    await shop.signOut((await shop.refresh(refresh)).body.refresh);
    expect((await change(access, NEW))[0]).toBe(401);
  });

  test('security 73: is closed to whoever must change a mailed password or set up a second factor first', async () => {
    await start({ factorPolicy: 'all' });
    expect(await change((await shop.begin(ANNA)).access, NEW)).toEqual([403, { error: 'second factor not set up' }]);
    await shop.close();
    await start();
    await shop.forgot(ANNA);
    await shop.ask(`/forgot/${await shop.mailedToken(ANNA)}`);
    const { body } = await shop.signIn(ANNA, await shop.mailedPassword(ANNA));
    expect((await change(body.access, NEW))[0]).toBe(403);
    expect(await textsTo(NEW)).toEqual([]);
  });

  test('refuses what is no address, the own one in any spelling, and that of somebody else', async () => {
    const { access } = await start();
    for (const wanted of [undefined, null, '', 'anna', 7, { $ne: '' }, `${'a'.repeat(300)}@example.ru`])
      expect([wanted, ...(await change(access, wanted))]).toEqual([wanted, 400, { error: 'invalid email' }]);
    for (const wanted of [ANNA, ' ANNA@Example.RU ', 'ａnna@example.ru', OLEG, 'OLEG@example.ru'])
      expect([wanted, ...(await change(access, wanted))]).toEqual([wanted, ...TAKEN]);
    expect(await shop.mails()).toEqual([]);
  });

  test('is asked for only so often, by one client and for one account', async () => {
    const { access } = await start({ factor: 1 });
    const times = 20;
    for (let at = 0; at < times; at += 1) expect((await change(access, NEW, `192.0.2.${at}`))[0]).toBe(200);
    expect((await change(access, NEW, '198.51.100.1'))[0]).toBe(429);
    for (let at = 0; at < 20; at += 1) expect((await change(access, 'no address'))[0]).toBe(400);
    expect((await change(access, 'no address'))[0]).toBe(429);
    expect((await change(access, 'no address', '198.51.100.2'))[0]).toBe(400);
  });

  describe('security 10: the link', () => {
    test('works once, for a day, and not after a newer one; a HEAD of it does nothing', async () => {
      const { access } = await start();
      const first = await asked(access, 'first@example.ru');
      const second = await asked(access);
      expect(await openLink(first)).toEqual(WORTHLESS);
      const head = await shop.app.inject({ method: 'HEAD', url: `/api/mauth/confirm/${second}` });
      expect(head.statusCode).toBe(404);
      shop.time.now += LIFE - 1;
      expect(await Promise.all([openLink(second), openLink(second)])).toEqual(
        expect.arrayContaining([confirmed(NEW), WORTHLESS]),
      );
      expect(await openLink(second)).toEqual(WORTHLESS);
      const late = await asked((await shop.begin(NEW)).access, 'late@example.ru');
      shop.time.now += LIFE;
      expect(await openLink(late)).toEqual(WORTHLESS);
      expect(await canSignIn(NEW)).toBe(true);
    });

    test('signs nobody in, and the one to a new password sent before it works no more', async () => {
      const { access } = await start();
      await shop.forgot(ANNA);
      const recovery = await shop.mailedToken(ANNA);
      const answer = await shop.ask(`/confirm/${await asked(access)}`);
      expect(Object.keys(answer.body as object)).toEqual(['message']);
      expect((await shop.ask(`/forgot/${recovery}`)).status).toBe(400);
    });

    test('is kept only as a hash, and forgotten with the address when its day is over', {
      tags: ['store'],
    }, async () => {
      const { access } = await start();
      const token = await asked(access);
      const rows = () => shop.database.read.selectFrom('email_changes').selectAll().execute();
      expect(JSON.stringify(await rows())).not.toContain(token);
      shop.time.now += LIFE - 1;
      await shop.mauth.sweep();
      expect(await rows()).toHaveLength(1);
      shop.time.now += 1;
      await shop.mauth.sweep();
      expect(await rows()).toEqual([]);
    });
  });

  describe('security 8: a change that somebody in the session asked for comes to nothing', () => {
    const admin = { actor: null, address: '', agent: '' };
    const cases: [string, (access: string) => Promise<unknown>][] = [
      [
        'when the owner changes the password',
        (bearer) =>
          shop.ask('/password', {
            method: 'PATCH',
            body: { password: 'battery staple', password_2: 'battery staple' },
            bearer,
          }),
      ],
      [
        'when the owner recovers it by mail',
        async () => {
          await shop.forgot(ANNA);
          await shop.ask(`/forgot/${await shop.mailedToken(ANNA)}`);
        },
      ],
      ['when an administrator resets it', () => shop.mauth.recovery.reset(email(ANNA), admin)],
      ['when an administrator sets it', () => shop.mauth.accounts.setPassword(email(ANNA), 'battery staple')],
      ['when an administrator ends the sessions', () => shop.mauth.accounts.revoke(email(ANNA))],
      [
        'when the account is disabled, though it is enabled again',
        async () => {
          await shop.mauth.accounts.setStanding(email(ANNA), { disabled: true });
          await shop.mauth.accounts.setStanding(email(ANNA), { disabled: false });
        },
      ],
    ];
    test.each(cases)('%s', async (_name, takeBack) => {
      const { access } = await start();
      const token = await asked(access);
      await takeBack(access);
      expect(await openLink(token)).toEqual(WORTHLESS);
      const [account] = await shop.mauth.accounts.page({ exactly: ANNA });
      expect(account?.email).toBe(ANNA);
    });

    test('when it is opened at the moment of the reset', async () => {
      const { access } = await start();
      const token = await asked(access);
      const [opened] = await Promise.all([openLink(token), shop.mauth.recovery.reset(email(ANNA), admin)]);
      const [account] = await shop.mauth.accounts.page({ search: 'anna' });
      expect([account?.email, ...opened]).toEqual(opened[0] === 200 ? [NEW, ...confirmed(NEW)] : [ANNA, ...WORTHLESS]);
    });
  });

  test('security 10: a link to a new password that is asked for at that moment goes to no former address', async () => {
    const { access } = await start();
    const token = await asked(access);
    const [opened] = await Promise.all([openLink(token), shop.forgot(ANNA), shop.forgot(ANNA)]);
    expect(opened).toEqual(confirmed(NEW));
    expect(await shop.database.read.selectFrom('mail_tokens').selectAll().execute()).toEqual([]);
  });

  describe('an address', () => {
    test('that was taken meanwhile leaves the account as it is, and the link good until it is free', async () => {
      const { access } = await start();
      const token = await asked(access);
      await shop.signUp(NEW);
      expect(await openLink(token)).toEqual(TAKEN);
      expect(await canSignIn(ANNA)).toBe(true);
      shop.time.now += LIFE - 1;
      expect(await openLink(token)).toEqual(TAKEN);
      await shop.database.write((transaction) => transaction.deleteFrom('users').where('email', '=', NEW).execute());
      expect(await openLink(token)).toEqual(confirmed(NEW));
    });

    test('whose account nobody confirmed for a day is to be had, like at a sign-up', async () => {
      await start();
      await shop.signUp(NEW);
      const forgotten = await shop.mailedToken(NEW);
      shop.time.now += DAY;
      const { access } = await shop.begin(ANNA);
      expect(await openLink(await asked(access))).toEqual(confirmed(NEW));
      expect(await openLink(forgotten)).toEqual(WORTHLESS);
      expect((await shop.mauth.accounts.page({ exactly: NEW })).map(({ confirmed_at }) => confirmed_at)).toEqual([
        expect.any(Number),
      ]);
    });

    test('security 13: that two want at one moment goes to one of them', async () => {
      const { access } = await start();
      const tokens = [await asked(access), await asked((await shop.begin(OLEG)).access)];
      const answers = await Promise.all([...tokens.map(openLink), shop.signUp('Anna.New@example.ru')]);
      const won = answers.filter((answer) => (Array.isArray(answer) ? answer[0] === 200 : answer.status === 201));
      expect(won).toHaveLength(1);
      const all = await shop.mauth.accounts.list();
      expect(all.filter((account) => account.email.toLowerCase() === NEW)).toHaveLength(1);
    });
  });

  test('where e-mails are not confirmed it is made at once, and the old address hears of it', async () => {
    const { access } = await start({ verification: false });
    expect(await change(access, NEW)).toEqual([200, { message: `email changed to ${NEW}` }]);
    expect((await shop.access(access)).body).toMatchObject({ email: NEW });
    expect([await canSignIn(ANNA), await canSignIn(NEW)]).toEqual([false, true]);
    expect(await change(access, OLEG)).toEqual(TAKEN);
    expect(await textsTo(NEW)).toEqual([]);
    expect(await textsTo(ANNA)).toEqual([expect.stringContaining('сразу сообщите администратору')]);
  });

  test('security 12: a password that was mailed to the old address is of no use after it', async () => {
    await start();
    const by = { actor: null, address: '', agent: '' };
    await shop.mauth.recovery.reset(email(ANNA), by);
    const password = await shop.mailedPassword(ANNA);
    expect(await shop.mauth.emailChanges.set(email(ANNA), email(NEW), by)).toBeNull();
    expect((await shop.signIn(NEW, password)).status).toBe(400);
    await shop.mauth.recovery.reset(email(NEW), by);
    expect(await canSignIn(NEW, await shop.mailedPassword(NEW))).toBe(true);
  });
});

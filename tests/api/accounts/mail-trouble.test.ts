import { afterEach, beforeEach, expect, test } from 'vitest';
import { BY_ITSELF } from '../../../contract/journal/events.ts';
import { DeliveryFailure, type Mail, type MailTransport } from '../../../server/platform/mail/mail.ts';
import { aboveSql } from '../../support/databases.ts';
import { DAY, email, MINUTE, openShop, PASSWORD, type Shop } from './shop.ts';

const ADMIN = 'admin@example.ru';
const VERA = 'vera@example.ru';

aboveSql('where mails do not leave', (open) => {
  let shop: Shop;
  let bearer: string;
  let kept: Mail[];
  let isDown: boolean;
  const start = async (transport: MailTransport) => {
    shop = await openShop(open, { transport });
    await shop.addUser(ADMIN, 'admin');
    bearer = (await shop.begin(ADMIN)).access;
  };
  beforeEach(() => {
    kept = [];
    isDown = true;
  });
  afterEach(() => shop.close());
  const folder: MailTransport = { keepsMails: true, send: async (mail) => void kept.push(mail) };
  const server: MailTransport = {
    send: async (mail) => {
      if (isDown) throw new DeliveryFailure('connect ECONNREFUSED', false);
      kept.push(mail);
    },
  };

  const post = (path: string, body?: object, as = bearer) => shop.ask(path, { method: 'POST', bearer: as, body });
  const add = (address: string, invites = true) =>
    shop.mauth.directory.add([{ email: address, name: 'Вера' }], invites, BY_ITSELF);
  const mails = async () => {
    await shop.mauth.outbox.deliver();
    return (await shop.ask('/admin/mail/', { bearer })).body;
  };
  const linkFor = async (address: string) => {
    const { status, body } = await post(`/admin/user/${address}/link`);
    expect([status, body]).toEqual([
      200,
      {
        link: expect.any(String),
        until: expect.any(String),
        setsPassword: expect.any(Boolean),
        replaced: expect.any(Boolean),
      },
    ]);
    return { token: body.link.split('/').at(-1) as string, ...body };
  };
  const setPassword = (token: string, password = PASSWORD) =>
    shop.ask(`/invitation/${token}`, { method: 'POST', body: { password, password_2: password } });

  test('no answer and no list calls a mail sent that lies in a folder', async () => {
    await start(folder);
    await shop.addUser('boris@example.ru');
    const trouble = { mailTrouble: 'not set up' };
    expect(await add(VERA)).toMatchObject([trouble]);
    expect((await post(`/admin/user/${VERA}/invitation`)).body).toMatchObject(trouble);
    const account = { email: 'olga@example.ru', password: PASSWORD };
    expect((await post('/admin/user/signup', account)).body).toMatchObject(trouble);
    expect((await shop.signUp('anna@example.ru')).body).toMatchObject(trouble);
    expect((await shop.forgot('anna@example.ru')).body).toMatchObject(trouble);
    const wish = { method: 'PATCH', body: { email: 'new@example.ru' }, bearer } as const;
    expect((await shop.ask('/email', wish)).body).toMatchObject(trouble);
    expect((await shop.ask('/admin/mail/trouble', { bearer })).body).toEqual(trouble);
    for (const mail of await mails()) expect(mail).toMatchObject({ state: 'failed', mayRetry: false, sentAt: null });
    expect((await mails()).map(({ subject }: { subject: string }) => subject)).toContain('Приглашение');
    expect((await mails()).map(({ problem }: { problem: string }) => problem)).toContain('mail is not set up');
    expect((await shop.ask('/admin/mail/failed', { bearer })).body).toEqual({ count: 0 });
    expect(await shop.mauth.outbox.state()).toMatchObject({ waiting: 0, trouble: 'not set up' });
    expect(kept.length).toBeGreaterThan(3);
  });

  test('no answer speaks of trouble where mails leave, and no link is made there', async () => {
    await start(server);
    isDown = false;
    expect((await add(VERA))[0]).not.toHaveProperty('mailTrouble');
    expect((await post(`/admin/user/${VERA}/invitation`)).body).toEqual({ message: 'invitation sent' });
    expect((await shop.ask('/admin/mail/trouble', { bearer })).body).toEqual({ mailTrouble: null });
    const refused = await post(`/admin/user/${VERA}/link`);
    expect([refused.status, refused.body]).toEqual([409, { error: 'mail leaves' }]);
    expect(await mails()).toMatchObject([{ state: 'sent' }, {}]);
  });

  test('security 79: a link that an administrator hands over sets the first password once, and is kept as a hash', async () => {
    await start(folder);
    await add(VERA);
    const first = await linkFor(VERA);
    // The invitation that no mail took was good until now.
    expect(first).toMatchObject({ setsPassword: true, replaced: true });
    expect(first.link).toBe(`https://parts.example/auth/invitation/${first.token}`);
    expect(Date.parse(first.until)).toBe(shop.time.now + 7 * DAY);
    const second = await linkFor(VERA);
    expect((await setPassword(first.token)).status).toBe(400);
    const rows = await shop.database.read.selectFrom('invitations').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(second.token);
    const events = await shop.database.read.selectFrom('audit_events').selectAll().execute();
    expect(JSON.stringify(events)).not.toContain(second.token);
    expect((await setPassword(second.token)).status).toBe(200);
    expect((await setPassword(second.token, 'quite another one')).status).toBe(400);
    expect((await shop.signIn(VERA)).status).toBe(200);
    expect(await shop.events()).toEqual(expect.arrayContaining(['account.link-made', 'account.joined']));
  });

  test('security 79: a link is made by administrators who gave their password lately, for no disabled account', async () => {
    await start(folder);
    await add(VERA);
    await shop.addUser('boris@example.ru');
    const other = (await shop.begin('boris@example.ru')).access;
    expect((await post(`/admin/user/${VERA}/link`, undefined, other)).status).toBe(403);
    expect((await post('/admin/user/none@example.ru/link')).status).toBe(404);
    await shop.ask(`/admin/user/${VERA}`, { method: 'PATCH', bearer, body: { disabled: true } });
    expect((await post(`/admin/user/${VERA}/link`)).body).toEqual({ error: 'account disabled' });
    shop.time.now += 20 * MINUTE;
    expect((await post(`/admin/user/${VERA}/link`)).body).toMatchObject({ error: 'confirm password' });
  });

  test('after a reset a link sets the new password, as long as the mailed one would work', async () => {
    await start(server);
    await shop.addUser(VERA);
    await shop.begin(VERA);
    expect((await post(`/admin/user/${VERA}/reset`)).body).toMatchObject({ message: `new password sent to ${VERA}` });
    await mails();
    const stale = await linkFor(VERA);
    expect(Date.parse(stale.until)).toBe(shop.time.now + DAY);
    expect((await shop.ask(`/invitation/${stale.token}`)).body).toMatchObject({ email: VERA, isReset: true });
    shop.time.now += DAY;
    expect((await setPassword(stale.token)).status).toBe(400);
    bearer = (await shop.begin(ADMIN)).access;
    const { token } = await linkFor(VERA);
    expect((await setPassword(token, 'the newest of all')).status).toBe(200);
    const { status, body } = await shop.signIn(VERA, 'the newest of all');
    expect([status, body.mustChangePassword]).toEqual([200, undefined]);
    expect((await shop.events()).at(-2)).toBe('password.changed');
  });

  test('a password is not reset where its mail cannot leave: nothing changes until a link that replaces it is followed', async () => {
    await start(folder);
    await shop.addUser(VERA);
    const session = await shop.begin(VERA);
    const before = await shop.events();
    const refused = await post(`/admin/user/${VERA}/reset`);
    expect([refused.status, refused.body]).toEqual([409, { error: 'mail is not set up' }]);
    expect(await shop.events()).toEqual(before);
    expect(await mails()).toEqual([]);
    const { token, ...made } = await linkFor(VERA);
    expect(made).toMatchObject({ setsPassword: true, replaced: false });
    expect(Date.parse(made.until)).toBe(shop.time.now + DAY);
    expect((await shop.access(session.access)).status).toBe(200);
    expect((await shop.signIn(VERA)).status).toBe(200);
    const second = await linkFor(VERA);
    expect(second.replaced).toBe(true);
    expect((await setPassword(token)).status).toBe(400);
    expect((await shop.ask(`/invitation/${second.token}`)).body).toMatchObject({ email: VERA, isReset: true });
    expect((await setPassword(second.token, 'the newest of all')).status).toBe(200);
    expect((await shop.access(session.access)).status).toBe(401);
    expect((await shop.refresh(session.refresh)).status).toBe(401);
    expect((await shop.signIn(VERA)).body).toEqual({ error: 'incorrect password' });
    expect((await shop.signIn(VERA, 'the newest of all')).status).toBe(200);
    expect((await mails()).map(({ subject }: { subject: string }) => subject)).toContain('Пароль изменён');
  });

  test('security 79: a link that replaces a password ends after a day, with the next password and with the e-mail', async () => {
    await start(folder);
    await shop.addUser(VERA);
    await shop.begin(VERA);
    const old = await linkFor(VERA);
    shop.time.now += DAY;
    expect((await setPassword(old.token)).status).toBe(400);
    bearer = (await shop.begin(ADMIN)).access;
    const set = await linkFor(VERA);
    await shop.mauth.accounts.setPassword(email(VERA), PASSWORD);
    expect((await setPassword(set.token)).status).toBe(400);
    const moved = await linkFor(VERA);
    await shop.mauth.emailChanges.set(email(VERA), email('vera@example.org'), BY_ITSELF);
    expect((await setPassword(moved.token)).status).toBe(400);
    expect(await shop.events()).not.toContain('account.invited');
  });

  test.each([
    ['not set up', folder],
    ['failing', server],
  ] as const)(
    'security 22: an administrator is not locked out by a reset of the own password, mail %s',
    async (_why, by) => {
      await start(by);
      for (const path of ['reset', 'link']) {
        const refused = await post(`/admin/user/${ADMIN.toUpperCase()}/${path}`);
        expect([refused.status, refused.body]).toEqual([409, { error: 'own account' }]);
      }
      expect((await shop.access(bearer)).status).toBe(200);
      expect((await shop.signIn(ADMIN)).body.mustChangePassword).toBeUndefined();
    },
  );

  test('a link without a mail is journaled as no proof of a mailbox', async () => {
    await start(folder);
    await add(VERA);
    await setPassword((await linkFor(VERA)).token);
    await post('/admin/user/signup', { email: 'olga@example.ru', password: PASSWORD });
    await shop.ask(`/confirm/${(await linkFor('olga@example.ru')).token}`);
    expect((await shop.events()).filter((event) => event === 'account.vouched')).toHaveLength(2);
    expect(await shop.events()).not.toContain('account.confirmed');
    await shop.signUp('anna@example.ru');
    await mails();
    const mailed = /confirm\/(\S+)/.exec(kept.findLast(({ to }) => to === 'anna@example.ru')?.text ?? '')?.[1];
    expect((await shop.ask(`/confirm/${mailed}`)).status).toBe(200);
    expect((await shop.events()).at(-1)).toBe('account.confirmed');
  });

  test('a link works for an account that was made with a password and confirmed, and was never signed in to', async () => {
    await start(folder);
    await shop.addUser(VERA);
    const { token, setsPassword } = await linkFor(VERA);
    expect(setsPassword).toBe(true);
    expect((await setPassword(token, 'the first of all')).status).toBe(200);
    expect((await shop.signIn(VERA, 'the first of all')).status).toBe(200);
  });

  test('a mail that cannot leave is not sent again by hand, and the refusal says why', async () => {
    await start(folder);
    await add(VERA);
    const [mail] = await mails();
    const refused = await post(`/admin/mail/${mail.id}/retry`);
    expect([refused.status, refused.body]).toEqual([409, { error: 'mail is not set up' }]);
  });

  test('a link confirms the e-mail of an account that an administrator made with a password', async () => {
    await start(folder);
    await post('/admin/user/signup', { email: VERA, password: PASSWORD });
    expect((await shop.signIn(VERA)).body).toEqual({ error: 'email not confirmed' });
    const { link, token, ...made } = await linkFor(VERA);
    expect(link).toBe(`https://parts.example/auth/confirm/${token}`);
    expect(made).toMatchObject({ setsPassword: false, replaced: false });
    expect((await shop.ask(`/confirm/${token}`)).status).toBe(200);
    expect((await shop.signIn(VERA)).status).toBe(200);
  });

  test('a link for an account that a visitor made voids what was set there', async () => {
    await start(folder);
    await shop.signUp(VERA);
    const { token } = await linkFor(VERA);
    expect((await setPassword(token, 'by its owner')).status).toBe(200);
    expect((await shop.signIn(VERA)).body).toEqual({ error: 'incorrect password' });
    expect((await shop.signIn(VERA, 'by its owner')).status).toBe(200);
  });

  test('a mail that waits is withdrawn when what it brings is worth nothing any more', async () => {
    await start(server);
    await shop.addUser('boris@example.ru');
    await add(VERA);
    await mails();
    await post('/admin/user/boris@example.ru/reset');
    await mails();
    expect((await shop.ask('/admin/mail/trouble', { bearer })).body).toEqual({ mailTrouble: 'failing' });
    await linkFor(VERA);
    await setPassword((await linkFor('boris@example.ru')).token);
    isDown = false;
    shop.time.now += MINUTE;
    expect(await mails()).toMatchObject([
      { to: 'boris@example.ru', state: 'failed', problem: 'password over' },
      { to: VERA, state: 'failed', problem: 'invitation over' },
    ]);
    expect(kept).toEqual([]);
    expect((await shop.ask('/admin/mail/trouble', { bearer })).body).toEqual({ mailTrouble: null });
  });
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { BY_COMMAND_LINE, BY_ITSELF } from '../../../contract/journal/events.ts';
import { remoteDirectory } from '../../../server/operations/remote/accounts.ts';
import { createFetchService } from '../../../server/platform/http/fetch-service.ts';
import { aboveSql } from '../../support/databases.ts';
import { email, openShop, PASSWORD, SECRET, type Shop } from './shop.ts';

const ADMIN = 'admin@example.ru';
const HIRE = 'newhire@example.ru';
const STRANGER = { name: 'Посторонний' };

/** Every call of the auth service by which an account that another person made gets an owner; `invites`: by mail. */
const WAYS: Readonly<Record<string, { invites: boolean; go: (shop: Shop, bearer: string) => Promise<unknown> }>> = {
  'is added': {
    invites: true,
    go: ({ mauth }) => mauth.directory.add([{ email: HIRE, name: 'Вера' }], false, BY_ITSELF),
  },
  'is claimed for a role': { invites: true, go: ({ mauth }) => mauth.directory.claim(HIRE.toUpperCase(), BY_ITSELF) },
  'is claimed by a service in another process': {
    invites: true,
    go: async (shop) => {
      const address = await shop.app.listen({ host: '127.0.0.1', port: 0 });
      const fetchService = createFetchService([SECRET], () => shop.time.now);
      const claimed = await remoteDirectory(address, fetchService).claim(HIRE, BY_ITSELF);
      expect(claimed).toEqual({ uid: expect.any(String), email: HIRE, name: null, claimed: true });
    },
  },
  'is invited': {
    invites: true,
    go: async ({ ask }, bearer) =>
      expect((await ask(`/admin/user/${HIRE}/invitation`, { method: 'POST', bearer })).body).toEqual({
        message: 'invitation sent',
        claimed: true,
      }),
  },
  'gets the rank': {
    invites: true,
    go: async ({ ask }, bearer) =>
      expect(
        (await ask(`/admin/user/${HIRE}`, { method: 'PATCH', bearer, body: { rank: 'admin' } })).body,
      ).toMatchObject({ rank: 'admin', name: null, confirmed: false, claimed: true }),
  },
  'gets the rank by the command': {
    invites: true,
    go: async ({ mauth }) =>
      expect(await mauth.accounts.setStanding(email(HIRE), { rank: 'admin' }, BY_COMMAND_LINE)).toBe('claimed'),
  },
  'is created by the command': {
    invites: false,
    go: async ({ mauth }) =>
      expect(
        await mauth.accounts.create(
          { email: email(HIRE), password: 'of the new owner', name: null, rank: 'admin' },
          BY_COMMAND_LINE,
        ),
      ).toBe(true),
  },
  'is signed up by an administrator': {
    invites: false,
    go: async ({ ask }, bearer) => {
      const body = { email: HIRE, password: 'of the new owner', name: 'Вера' };
      expect((await ask('/admin/user/signup', { method: 'POST', bearer, body })).body).toMatchObject({
        email: HIRE,
        name: 'Вера',
      });
    },
  },
  'gets a password from an administrator': {
    invites: false,
    go: ({ ask }, bearer) =>
      ask('/admin/user/password', { method: 'PATCH', bearer, body: { email: HIRE, password: 'of the new owner' } }),
  },
};

aboveSql('an account that a stranger made in advance', (open) => {
  let shop: Shop;
  let bearer: string;
  beforeEach(async () => {
    shop = await openShop(open);
    await shop.addUser(ADMIN, 'admin');
    bearer = (await shop.begin(ADMIN)).access;
    expect((await shop.signUp(HIRE, STRANGER)).status).toBe(201);
  });
  afterEach(() => shop.close());

  for (const [way, { invites, go }] of Object.entries(WAYS))
    test(`security 85: is its owner's alone once it ${way}`, { tags: ['store'] }, async () => {
      const confirmation = await shop.mailedToken(HIRE);
      await shop.forgot(HIRE);
      const recovery = await shop.mailedToken(HIRE);
      await go(shop, bearer);
      // The other person's links, a confirmation requested by signing in, and the password.
      for (const link of [`/confirm/${confirmation}`, `/forgot/${recovery}`])
        expect([link, (await shop.ask(link)).status]).toEqual([link, 400]);
      const before = (await shop.mails()).length;
      expect((await shop.signIn(HIRE)).status).toBe(400);
      expect((await shop.mails()).length).toBe(before);
      expect((await shop.signUp(HIRE, STRANGER)).body).toEqual({ error: 'email is not unique' });
      const rows = await shop.database.read.selectFrom('users').select(['email', 'name']).execute();
      expect(rows.find((row) => row.email === HIRE)?.name).not.toBe(STRANGER.name);
      expect(await shop.events()).toContain('account.claimed');
      if (!invites) return;
      const body = { password: 'of the new owner', password_2: 'of the new owner' };
      const token = await shop.mailedToken(HIRE);
      expect((await shop.ask(`/invitation/${token}`, { method: 'POST', body })).status).toBe(200);
      expect((await shop.signIn(HIRE)).status).toBe(400);
      expect((await shop.signIn(HIRE, 'of the new owner')).status).toBe(200);
    });

  test('security 85: is claimed once, and what its owner or an administrator made is left as it is', async () => {
    expect((await shop.mauth.directory.claim(HIRE, BY_ITSELF))?.claimed).toBe(true);
    const invitation = await shop.mailedToken(HIRE);
    expect((await shop.mauth.directory.claim(HIRE, BY_ITSELF))?.claimed).toBe(false);
    expect((await shop.ask(`/invitation/${invitation}`)).status).toBe(200);
    expect((await shop.mauth.directory.claim(ADMIN, BY_ITSELF))?.claimed).toBe(false);
    expect(await shop.mauth.directory.claim('nobody@example.ru', BY_ITSELF)).toBeNull();
    const body = { email: 'vera@example.ru', password: PASSWORD };
    await shop.ask('/admin/user/signup', { method: 'POST', bearer, body });
    expect((await shop.mauth.directory.claim('vera@example.ru', BY_ITSELF))?.claimed).toBe(false);
    await shop.ask(`/confirm/${await shop.mailedToken('vera@example.ru')}`);
    expect((await shop.signIn('vera@example.ru')).status).toBe(200);
  });

  test('security 85: a disabled one loses its password too, and nobody is invited to it', async () => {
    await shop.mauth.accounts.setStanding(email(HIRE), { disabled: true });
    const before = (await shop.mails()).length;
    await shop.mauth.directory.claim(HIRE, BY_ITSELF);
    expect((await shop.mails()).length).toBe(before);
    await shop.mauth.accounts.setStanding(email(HIRE), { disabled: false });
    expect((await shop.signIn(HIRE)).status).toBe(400);
    // The right password would bring a confirmation mail.
    expect((await shop.mails()).length).toBe(before);
  });

  test('security 85: an invitation goes along with an e-mail that is put right, and the old mailbox has none', async () => {
    await shop.mauth.directory.claim(HIRE, BY_ITSELF);
    const old = await shop.mailedToken(HIRE);
    await shop.mauth.emailChanges.set(email(HIRE), email('vera@example.ru'), BY_COMMAND_LINE);
    expect((await shop.ask(`/invitation/${old}`)).body).toEqual({ error: 'invalid invitation' });
    const fresh = await shop.mailedToken('vera@example.ru');
    expect((await shop.ask(`/invitation/${fresh}`)).status).toBe(200);
  });
});

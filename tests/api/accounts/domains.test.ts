import { expect, test } from 'vitest';
import { accountsChecks } from '../../../server/accounts/doctor.ts';
import { accountsMigrations } from '../../../server/accounts/migrations.ts';
import type { AccountsSchema } from '../../../server/accounts/store/schema.ts';
import { unifyEmails } from '../../../server/accounts/upkeep.ts';
import { aboveSql } from '../../support/databases.ts';
import { EVENING } from '../../support/moment.ts';
import { openShop, PASSWORD, type Shop } from './shop.ts';

const READ = 'anna@пример.рф';
const SENT = 'Anna@xn--e1afmkfd.XN--P1AI';

aboveSql('an address in a domain of other letters', (open) => {
  const withShop = async (use: (shop: Shop) => Promise<void>) => {
    const shop = await openShop(open);
    try {
      await use(shop);
    } finally {
      await shop.close();
    }
  };

  test.each([
    [READ, SENT],
    [SENT, READ],
  ])('security 92: an account made as %s is signed in to as %s, and has no second one', (made, typed) =>
    withShop(async (shop) => {
      expect((await shop.signUp(made)).status).toBe(201);
      const to = (await shop.mails()).at(-1)?.to ?? '';
      expect(to.toLowerCase()).toBe(READ);
      await shop.ask(`/confirm/${await shop.mailedToken(to)}`);
      const { access } = await shop.begin(typed);
      expect((await shop.access(access)).body.email.toLowerCase()).toBe(READ);
      expect((await shop.signUp(typed)).body).toEqual({ error: 'email is not unique' });
      expect((await shop.forgot(typed)).status).toBe(200);
      expect((await shop.mails()).at(-1)).toMatchObject({ to, text: expect.stringContaining('/auth/forgot/') });
      const asked = await shop.ask('/email', { method: 'PATCH', bearer: access, body: { email: typed } });
      expect(asked.body).toEqual({ error: 'email is not unique' });
      expect(await shop.mauth.accounts.list()).toHaveLength(1);
    }),
  );

  test('security 92: lists of staff, the first administrator and administrators name the same account', () =>
    withShop(async (shop) => {
      const first = await shop.mauth.firstAdministrator(SENT, PASSWORD);
      expect(first?.email).toBe('Anna@пример.рф');
      expect((await shop.signIn(READ)).status).toBe(200);
      const by = { actor: null, address: '', agent: '' };
      const [added] = await shop.mauth.directory.add([{ email: READ, name: null }], false, by);
      expect(added).toMatchObject({ added: false });
      expect(await shop.mauth.directory.known([READ, SENT])).toHaveLength(1);
      expect(await shop.mauth.accounts.setStanding({ typed: READ, key: READ }, { rank: 'user' })).toBe(
        'last administrator',
      );
    }));

  /** What a former version kept: `key` as it compared it. */
  const former = (uid: string, email: string, more: object = {}) => ({
    ...{ uid, email, email_key: email.toLowerCase(), password_hash: '', rank: 'user' as const, name: uid },
    ...{ confirmed_at: EVENING, created_at: EVENING, updated_at: EVENING, search_text: email },
    ...more,
  });
  const kept = async (users: ReturnType<typeof former>[]) => {
    const database = await open<AccountsSchema>(accountsMigrations);
    await database.write((transaction) => transaction.insertInto('users').values(users).execute());
    const warned: object[] = [];
    const log = { warn: (what: object) => void warned.push(what) } as never;
    await unifyEmails(database, log);
    // The next start finds nothing more to do, and reports it again.
    await unifyEmails(database, log);
    const rows = await database.read.selectFrom('users').select(['uid', 'email', 'email_key']).orderBy('uid').execute();
    const check = accountsChecks(database.dialect).find(({ name }) => name === 'e-mails of accounts');
    const { faults = [] } =
      (await check?.run({
        rows: async (sql: string) => (await database.read.executeQuery({ sql, parameters: [] } as never)).rows,
      } as never)) ?? {};
    return { rows, warned, faults };
  };

  test('security 92: former accounts come under the one form', async () => {
    const { rows, warned, faults } = await kept([former('1', SENT), former('2', 'boris@example.ru')]);
    expect(rows).toEqual([
      { uid: '1', email: 'Anna@пример.рф', email_key: READ },
      { uid: '2', email: 'boris@example.ru', email_key: 'boris@example.ru' },
    ]);
    expect([warned, faults]).toEqual([[], []]);
  });

  test.each([
    ['the confirmed one', { confirmed_at: null }, {}, '2'],
    ['the administrator', {}, { rank: 'admin' }, '2'],
    ['who was here last', { last_seen_at: EVENING }, { last_seen_at: EVENING - 1 }, '1'],
    ['who has the spelling of people', {}, {}, '1'],
  ])(
    'security 92: of two former accounts %s keeps the e-mail, the other one is told of and kept',
    async (_, one, two, keeper) => {
      const { rows, warned, faults } = await kept([former('1', READ, one), former('2', SENT, two)]);
      expect(rows.map(({ uid, email_key }) => [uid, email_key])).toEqual(
        ['1', '2'].map((uid) => [uid, uid === keeper ? READ : `${READ} ${uid}`]),
      );
      const loser = keeper === '1' ? '2' : '1';
      expect(warned).toEqual([expect.objectContaining({ uid: loser }), expect.objectContaining({ uid: loser })]);
      expect(faults).toEqual([expect.stringContaining(`account ${loser} has the e-mail`)]);
    },
  );

  test('security 92: an account that lost its e-mail gets another one by its uid', () =>
    withShop(async (shop) => {
      await shop.database.write((transaction) =>
        transaction
          .insertInto('users')
          .values([former('1', READ), former('2', SENT)])
          .execute(),
      );
      await unifyEmails(shop.database, shop.app.log);
      const { accounts, emailChanges } = shop.mauth;
      const lost = await accounts.emailOf('2');
      const wanted = { typed: 'other@example.ru', key: 'other@example.ru' };
      const by = { actor: null, address: '', agent: '' };
      expect(lost && (await emailChanges.set(lost, wanted, by))).toBeNull();
      expect((await accounts.emailOf('2'))?.key).toBe(wanted.key);
      expect(await accounts.emailOf('nobody')).toBeNull();
    }));
});

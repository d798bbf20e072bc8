import { afterEach, expect, test } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import { EVENING } from '../../support/moment.ts';
import { DAY, openShop, PASSWORD, type Shop } from './shop.ts';

const ANNA = 'Anna@Example.ru';

aboveSql('signing up', (open) => {
  let shop: Shop;
  const start = async (settings?: Parameters<typeof openShop>[1]) => {
    shop = await openShop(open, settings);
  };
  afterEach(() => shop.close());

  test('mails a link that confirms the e-mail once, and then one can sign in', async () => {
    await start();
    const { status, body } = await shop.signUp(ANNA, { name: 'Анна' });
    expect(status).toBe(201);
    expect(body).toEqual({
      email: ANNA,
      rank: 'user',
      name: 'Анна',
      createdAt: new Date(EVENING).toISOString(),
      updatedAt: new Date(EVENING).toISOString(),
    });
    const [mail] = await shop.mails();
    expect(mail).toMatchObject({ to: ANNA, subject: 'Подтверждение почты\u00a0— Запчасти' });
    const token = await shop.mailedToken(ANNA);
    expect(mail?.html).toContain(`href="https://parts.example/auth/confirm/${token}"`);

    expect((await shop.signIn(ANNA)).body).toEqual({ error: 'email not confirmed' });
    expect((await shop.ask(`/confirm/${token}`)).status).toBe(200);
    const again = await shop.ask(`/confirm/${token}`);
    expect([again.status, again.body]).toEqual([400, { error: 'invalid verification token' }]);
    expect((await shop.signIn(ANNA)).status).toBe(200);
  });

  const confirm = async (address: string) => shop.ask(`/confirm/${await shop.mailedToken(address)}`);
  const rankOf = async (address: string) => (await shop.access((await shop.begin(address)).access)).body.rank;

  test('tells each refusal by its text, the fields in their order', async () => {
    await start();
    const cases: [object, string][] = [
      [{ email: 'no address', password: '1', name: '?' }, 'invalid email'],
      [{ email: ANNA, password: '1234567', name: '?' }, 'invalid password'],
      [{ email: ANNA, password: ' '.repeat(9) }, 'invalid password'],
      [{ email: ANNA, password: PASSWORD, name: 'Ан\u200bна' }, 'incorrect name'],
      [{ email: ANNA, password: PASSWORD, name: 'Анна\u2066' }, 'incorrect name'],
      [{ email: ANNA, password: PASSWORD, name: '?!' }, 'incorrect name'],
    ];
    for (const [body, error] of cases) {
      const answer = await shop.ask('/signup', { method: 'POST', body });
      expect([answer.status, answer.body]).toEqual([400, { error }]);
    }
  });

  test('is refused while registration is closed, but not to an administrator', async () => {
    await start({ registrationOpen: false });
    const refused = await shop.signUp('nonsense');
    expect([refused.status, refused.body]).toEqual([403, { error: 'registration is prohibited' }]);
    await shop.addUser('admin@example.ru', 'admin');
    const { access: bearer } = await shop.begin('admin@example.ru');
    const body = { email: ANNA, password: PASSWORD };
    expect((await shop.ask('/admin/user/signup', { method: 'POST', body, bearer })).status).toBe(201);
    await confirm(ANNA);
    expect(await rankOf(ANNA)).toBe('user');
  });

  test('the first account that becomes confirmed administrates, no later one does', async () => {
    await start();
    for (const address of ['one@example.ru', 'two@example.ru']) await shop.signUp(address);
    await confirm('two@example.ru');
    await confirm('one@example.ru');
    expect([await rankOf('two@example.ru'), await rankOf('one@example.ru')]).toEqual(['admin', 'user']);
  });

  test('without verification an account works at once and the first one answers as administrator', async () => {
    await start({ verification: false });
    expect((await shop.signUp('one@example.ru')).body.rank).toBe('admin');
    expect((await shop.signUp('two@example.ru')).body.rank).toBe('user');
    expect((await shop.signIn('two@example.ru')).status).toBe(200);
    expect(await shop.mails()).toEqual([]);
  });

  test('security 13: one e-mail in several forms, at once, makes exactly one account', async () => {
    await start();
    const forms = [ANNA, 'anna@example.ru', ' ANNA@EXAMPLE.RU ', 'ａｎｎａ＠example.ru'];
    const answers = await Promise.all(forms.map((form) => shop.signUp(form)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    for (const { status, body } of answers) if (status === 400) expect(body).toEqual({ error: 'email is not unique' });
    expect(await shop.mauth.accounts.list()).toHaveLength(1);
    expect(await shop.mails()).toHaveLength(1);
  });

  test('security 14: line breaks in e-mail or name are refused', async () => {
    await start();
    const wrong = [
      await shop.signUp('a@b.ru\r\nBcc: c@d.ru'),
      await shop.signUp(ANNA, { name: 'Анна\r\nBcc: c@d.ru' }),
      await shop.forgot('a@b.ru\nBcc: c@d.ru'),
    ];
    expect(wrong.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(await shop.mails()).toEqual([]);
  });

  test('security 3, 52: a password of a megabyte is refused without a hash, one of 128 characters works whole', async () => {
    await start({ verification: false });
    const { computed } = shop.mauth.passwords.counts;
    const long = await shop.signUp(ANNA, { password: 'x'.repeat(8_000) });
    const huge = await shop.signUp(ANNA, { password: 'x'.repeat(1_000_000) });
    expect([long.status, huge.status, shop.mauth.passwords.counts.computed]).toEqual([400, 413, computed]);
    const longest = 'Пароль🔑'.repeat(19).slice(0, -1).padEnd(152, 'я');
    const password = [...longest].slice(0, 128).join('');
    expect((await shop.signUp(ANNA, { password })).status).toBe(201);
    expect((await shop.signIn(ANNA, password)).status).toBe(200);
    expect((await shop.signIn(ANNA, [...password].slice(0, 127).join(''))).status).toBe(400);
  });

  test('security 15: the right password before confirmation sends the mail again', async () => {
    await start();
    await shop.signUp(ANNA);
    const first = await shop.mailedToken(ANNA);
    expect((await shop.signIn(ANNA, 'wrong horse')).body).toEqual({ error: 'email not confirmed' });
    expect(await shop.mails()).toHaveLength(1);
    expect((await shop.signIn(ANNA)).body).toEqual({ error: 'email not confirmed' });
    expect(await shop.mails()).toHaveLength(2);
    expect((await confirm(ANNA)).status).toBe(200);
    expect((await shop.ask(`/confirm/${first}`)).status).toBe(400);
  });

  test('security 11: a HEAD of the mailed addresses does nothing', async () => {
    await start();
    await shop.signUp(ANNA);
    const token = await shop.mailedToken(ANNA);
    const head = (path: string) => shop.app.inject({ method: 'HEAD', url: `/api/mauth${path}` });
    expect((await head(`/confirm/${token}`)).statusCode).toBe(404);
    expect((await shop.ask(`/confirm/${token}`)).status).toBe(200);
    await shop.forgot(ANNA);
    const recovery = await shop.mailedToken(ANNA);
    expect((await head(`/forgot/${recovery}`)).statusCode).toBe(404);
    expect((await shop.signIn(ANNA)).status).toBe(200);
  });

  test('an account that nobody confirmed in a day gives way, and its link is dead', async () => {
    await start();
    await shop.signUp(ANNA);
    const token = await shop.mailedToken(ANNA);
    shop.time.now += DAY - 1;
    expect((await shop.signUp(ANNA)).status).toBe(400);
    shop.time.now += 1;
    expect((await shop.ask(`/confirm/${token}`)).status).toBe(400);
    expect((await shop.signUp(ANNA)).status).toBe(201);
    expect((await confirm(ANNA)).status).toBe(200);
  });
});

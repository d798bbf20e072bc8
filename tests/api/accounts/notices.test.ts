import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAUTH } from '../../../contract/api.ts';
import { KNOWN_CLIENTS_MAX } from '../../../contract/limits.ts';
import { aboveSql } from '../../support/databases.ts';
import { email, openShop, PASSWORD, type Shop } from './shop.ts';

const ANNA = 'anna@example.ru';
const NEW_PASSWORD = 'battery staple';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const HOME = '203.0.113.7';

aboveSql('mails to the owner of an account', (open) => {
  let shop: Shop;

  beforeEach(async () => {
    shop = await openShop(open);
    await shop.addUser(ANNA);
  });
  afterEach(() => shop.close());

  const signIn = async (agent: string, remoteAddress: string, password = PASSWORD) => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: `${MAUTH}/signin`,
      remoteAddress,
      headers: { 'user-agent': agent },
      payload: { email: ANNA, password },
    });
    expect(answer.statusCode).toBe(200);
    return answer.json().access as string;
  };
  const subjects = async () => (await shop.mails()).map(({ subject }) => subject.replaceAll('\u00a0', ' '));
  const newest = async () => (await shop.mails()).at(-1)?.text.replaceAll('\u00a0', ' ') ?? '';

  describe('after a change of the password', () => {
    test('security 70: say when, in the time of the shop, and from where it was changed', async () => {
      const bearer = await signIn(CHROME, HOME);
      const answer = await shop.app.inject({
        method: 'PATCH',
        url: `${MAUTH}/password`,
        remoteAddress: HOME,
        headers: { authorization: `Bearer ${bearer}`, 'user-agent': CHROME },
        payload: { password: NEW_PASSWORD, password_2: NEW_PASSWORD },
      });
      expect(answer.statusCode).toBe(200);
      expect(await subjects()).toEqual(['Пароль изменён — Запчасти']);
      // EVENING is 14:00 UTC.
      expect(await newest()).toContain('Когда: 10 июня 2026 г. в 19:00 GMT+5.');
      expect(await newest()).toContain(`Откуда: Chrome, Windows, адрес ${HOME}.`);
      expect(await newest()).not.toContain(NEW_PASSWORD);
    });

    test('security 70: tell that an administrator set it, and nothing when nothing was set', async () => {
      expect(await shop.mauth.accounts.setPassword(email('nobody@example.ru'), NEW_PASSWORD)).toBe(false);
      expect(await shop.mails()).toEqual([]);
      expect(await shop.mauth.accounts.setPassword(email(ANNA), NEW_PASSWORD)).toBe(true);
      expect(await newest()).toContain('Администратор задал новый пароль');
    });
  });

  describe('after a sign-in', () => {
    test('security 70: tell of a new device once; the first one and those known are nothing to tell', async () => {
      await signIn(CHROME, HOME);
      await signIn(CHROME, HOME);
      expect(await shop.mails()).toEqual([]);
      await signIn(FIREFOX, HOME);
      expect(await subjects()).toEqual(['Вход с нового устройства — Запчасти']);
      expect(await newest()).toContain(`Откуда: Firefox, Linux, адрес ${HOME}.`);
      await signIn(FIREFOX, HOME);
      await signIn(CHROME, HOME);
      expect(await subjects()).toHaveLength(1);
      await signIn(CHROME, '198.51.100.1');
      expect(await subjects()).toHaveLength(2);
    });

    test('security 70: a wrong password makes no device known', async () => {
      await signIn(CHROME, HOME);
      expect((await shop.signIn(ANNA, 'wrong horse', '198.51.100.1')).status).toBe(400);
      const rows = await shop.database.read.selectFrom('known_clients').select('address').execute();
      expect(rows).toEqual([{ address: HOME }]);
    });

    test('the places used last are remembered', async () => {
      for (let n = 0; n < KNOWN_CLIENTS_MAX + 2; n += 1) {
        shop.time.now += 1_000;
        await signIn(CHROME, `203.0.113.${n}`);
      }
      const rows = await shop.database.read.selectFrom('known_clients').select('address').execute();
      expect(rows).toHaveLength(KNOWN_CLIENTS_MAX);
      expect(rows.map(({ address }) => address)).not.toContain('203.0.113.1');
    });
  });
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refusal, readField } from '../../../contract/fields/field.ts';
import { profileName, readName } from '../../../contract/fields/person-name.ts';
import { BY_ITSELF } from '../../../contract/journal/events.ts';
import { aboveSql } from '../../support/databases.ts';
import { email, openShop, PASSWORD, type Shop } from './shop.ts';

const BAIT = 'Вам начислен возврат, заберите его сегодня';
const VICTIM = 'victim@example.ru';

const WITH_ADDRESS = [
  `${BAIT}: https://evil.example/pay`,
  'Смотрите hxxp://evil',
  'Зайдите на evil.example',
  'Зайдите на www.evil',
  'Пишите на a@b.ru',
  'Пишите на ａ＠ｂ.ru',
  'Зайдите на evil．example',
  'Зайдите на evil。com',
  'Зайдите на возврат.рф',
  'Зайдите на xn--80ak6aa92e.xn--p1ai',
  'Зайдите на t.me/evil',
  'Зайдите на 192.0.2.1:8080',
];

test.each(WITH_ADDRESS)('security 87: «%s» is no name, of an account and of a profile', (name) => {
  expect(readName(name)).toBeUndefined();
  expect(readField(profileName, name)).toEqual(new Refusal('invalid name'));
});

test.each([
  'И.И.Иванов',
  'Иванов И. И.',
  'J.R.Smith',
  'Smith, J.R.',
  'О’Нил-Петров мл.',
  'Мария-Луиза д. Сантуш',
  'ООО «Ромашка», склад № 2',
  'Ким Ён.Су',
])('security 87: «%s» is a name', (name) => {
  expect(readName(name)).toBe(name.normalize('NFKC'));
});

aboveSql('a mail to an address that nobody confirmed', (open) => {
  let shop: Shop;
  beforeEach(async () => {
    shop = await openShop(open, { factor: 1 });
    await shop.addUser('admin@example.ru', 'admin');
  });
  afterEach(() => shop.close());

  test('security 87: repeats no name, whoever chose it and whatever it is about', async () => {
    for (const name of WITH_ADDRESS)
      expect([name, (await shop.signUp(VICTIM, { name })).body]).toEqual([name, { error: 'incorrect name' }]);
    await shop.signUp(VICTIM, { name: BAIT });
    await shop.signIn(VICTIM);
    await shop.forgot(VICTIM);
    await shop.mauth.recovery.reset(email(VICTIM));
    await shop.mauth.directory.add([{ email: 'vera@example.ru', name: BAIT }], true, BY_ITSELF);
    const mails = await shop.mails();
    expect(mails.map(({ to }) => to)).toEqual([...Array(4).fill(VICTIM), 'vera@example.ru']);
    for (const { subject, text, html } of mails) expect(subject + text + html).not.toContain(BAIT);
    // A user who has proved to read the mails is greeted.
    await shop.ask(`/confirm/${await confirmationOf()}`);
    await shop.forgot(VICTIM);
    expect((await shop.mails()).at(-1)?.text).toContain(`Здравствуйте, ${BAIT}!`);
  });

  /** The token of the first confirmation mail to the victim. */
  async function confirmationOf(): Promise<string> {
    const texts = (await shop.mails()).map(({ text }) => /auth\/confirm\/(\S+)/.exec(text)?.[1]);
    return texts.find(Boolean) ?? 'none';
  }

  test('security 87: comes so often in an hour, however many accounts ask for it', async () => {
    const times = 30;
    const statuses: number[] = [];
    for (let at = 0; at <= times; at++) {
      const [user, address] = [`user${at}@example.ru`, `192.0.2.${at}`];
      await shop.addUser(user);
      const { access: bearer } = (await shop.signIn(user, PASSWORD, address)).body;
      const body = { email: VICTIM };
      const answer = await shop.ask('/email', { method: 'PATCH', body, bearer, address });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array(times).fill(200), 429]);
    expect((await shop.signUp(VICTIM, { password: PASSWORD })).status).toBe(429);
    // What stands behind a plus leads to the same mailbox.
    const plus = VICTIM.replace('@', '+news@');
    expect((await shop.signUp(plus, { password: PASSWORD })).status).toBe(429);
    expect((await shop.mails()).filter(({ to }) => to === VICTIM)).toHaveLength(times);
  });
});

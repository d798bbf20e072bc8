import { afterEach, expect, test } from 'vitest';
import { eachDialect } from '../../support/databases.ts';
import { openShop, type Shop } from './shop.ts';

const ANNA = 'Anna@Example.ru';

eachDialect('signing up', (open) => {
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
      createdAt: '2026-03-01T12:00:00.000Z',
      updatedAt: '2026-03-01T12:00:00.000Z',
    });
    const [mail] = await shop.mails();
    expect(mail).toMatchObject({ to: ANNA, subject: 'Подтверждение почты на\u00a0parts.example' });
    const token = await shop.mailedToken(ANNA);
    expect(mail?.html).toContain(`href="https://parts.example/auth/confirm/${token}"`);

    expect((await shop.signIn(ANNA)).body).toEqual({ error: 'email not confirmed' });
    expect((await shop.ask(`/confirm/${token}`)).status).toBe(200);
    const again = await shop.ask(`/confirm/${token}`);
    expect([again.status, again.body]).toEqual([400, { error: 'invalid verification token' }]);
    expect((await shop.signIn(ANNA)).status).toBe(200);
  });
});

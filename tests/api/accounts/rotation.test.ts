import { decodeProtectedHeader } from 'jose';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { accountsOver } from '../../../server/accounts/index.ts';
import { createLimits } from '../../../server/platform/http/limits.ts';
import type { Secrets } from '../../../server/platform/secrets.ts';
import { aboveSql } from '../../support/databases.ts';
import { CHEAP, keepingTransport, openShop, SECRET, type Shop, settingsOf } from './shop.ts';

const ANNA = 'anna@example.ru';
const NEXT = 'the secret after it';
const CLIENT = { address: '192.0.2.1', agent: '' };

aboveSql('a rotation of the secret', (open) => {
  let shop: Shop;
  beforeEach(async () => {
    // Nothing is delivered before the rotation.
    shop = await openShop(open, { transport: { send: () => Promise.reject(new Error('no mail server')) } });
    await shop.addUser(ANNA);
  });
  afterEach(() => shop.close());

  /** The service as the next start finds it. */
  const restarted = (secrets: Secrets) => {
    const transport = keepingTransport();
    const mauth = accountsOver(shop.database, {
      ...settingsOf(transport),
      secrets,
      limits: createLimits(),
      clock: () => shop.time.now,
      hashCost: CHEAP,
    });
    onTestFinished(() => mauth.outbox.close());
    return { mauth, mails: transport.mails };
  };

  test('security 71: ends no live session while the former secret is given', async () => {
    const { access, refresh } = await shop.begin(ANNA);
    const { mauth } = restarted([NEXT, SECRET]);
    expect(await mauth.identity.callerOf(access)).toMatchObject({ email: ANNA });
    const renewed = await mauth.sessions.refresh(refresh, CLIENT);
    if (!renewed) throw new Error('not refreshed');
    expect(await mauth.identity.callerOf(renewed.access)).toMatchObject({ email: ANNA });
    const [kid, kidBefore] = [renewed.access, access].map((token) => decodeProtectedHeader(token).kid);
    expect(kid).toMatch(/^[\w-]{12}$/);
    expect(kid).not.toBe(kidBefore);
    // A second tab with the former token gets the pair that was kept.
    expect(await mauth.sessions.refresh(refresh, CLIENT)).toEqual(renewed);
  });

  test('security 71: without the former secret its access tokens are worthless, and a refresh helps', async () => {
    const { access, refresh } = await shop.begin(ANNA);
    const { mauth } = restarted([NEXT]);
    expect(await mauth.identity.callerOf(access)).toBeNull();
    const renewed = await mauth.sessions.refresh(refresh, CLIENT);
    expect(await mauth.identity.callerOf(renewed?.access ?? '')).toMatchObject({ email: ANNA });
  });

  test('security 71: a mail that waited goes out while the former secret is given', async () => {
    await shop.forgot(ANNA);
    await shop.mauth.outbox.deliver();
    shop.time.now += 60_000;
    const { mauth, mails } = restarted([NEXT, SECRET]);
    await mauth.outbox.deliver();
    expect(mails).toMatchObject([{ to: ANNA, subject: expect.stringContaining('Сброс пароля') }]);
  });
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { MAUTH } from '../../../contract/api.ts';
import type { AuditEntryAnswer } from '../../../contract/journal/journal.ts';
import { sweepAudit } from '../../../server/accounts/journal/record.ts';
import { aboveSql } from '../../support/databases.ts';
import { readWhole, texts, workFolder } from '../../support/workbooks-read.ts';
import { DAY, openShop, type Shop } from '../accounts/shop.ts';
import { journal } from './journal.ts';

const ADMIN = 'admin@example.ru';

aboveSql('the journal for administrators', (open) => {
  let shop: Shop;
  let bearer: string;
  afterEach(() => shop.close());
  const start = async () => {
    shop = await openShop(open);
    shop.time.now = Date.UTC(2026, 2, 1, 12);
    await shop.addUser(ADMIN, 'admin');
    bearer = (await shop.begin(ADMIN)).access;
  };
  const fail = async (target: string, agent = 'test') => {
    shop.mauth.trail.record({
      event: 'signin.failed',
      by: { actor: null, address: '192.0.2.9', agent },
      target,
      details: { reason: 'password' },
    });
    await shop.mauth.trail.flush();
  };
  const ask = async (query: Record<string, string> = {}) => {
    const { status, body } = await shop.ask(`/admin/audit/?${new URLSearchParams(query)}`, { bearer });
    return { status, body, names: body.entries?.map((entry: AuditEntryAnswer) => entry.target) };
  };

  test('security 53: is read newest first, page by page, without holes or repetitions', async () => {
    await start();
    for (let count = 0; count < 7; count += 1) {
      // Three of them in the same millisecond.
      if (count > 2) shop.time.now += 1;
      await fail(`person${count}@example.ru`);
    }
    const seen: string[] = [];
    let last = '';
    for (;;) {
      const { body, names } = await ask({ event: 'signin.failed', limit: '2', ...(last && { last }) });
      seen.push(...names);
      if (body.next === null) break;
      last = body.next;
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((number) => `person${number}@example.ru`));
    expect((await ask()).body).toMatchObject({ keptDays: 365, next: null });
  });

  test('security 53: is narrowed by words, kind and days of the shop', async () => {
    await start();
    // Half past midnight of the third of March where the shop is, the second in Greenwich.
    shop.time.now = Date.UTC(2026, 2, 2, 19, 30);
    await fail('Ёлка@Example.ru');
    shop.time.now += DAY;
    await fail('100%@example.ru');
    bearer = (await shop.begin(ADMIN)).access;
    expect((await ask({ search: 'ЕЛКА@' })).names).toEqual(['Ёлка@Example.ru']);
    expect((await ask({ search: '100%' })).names).toEqual(['100%@example.ru']);
    expect((await ask({ search: '192.0.2.9', from: '2026-03-03', to: '2026-03-03' })).names).toEqual([
      'Ёлка@Example.ru',
    ]);
    expect((await ask({ to: '2026-03-02', event: 'signin.failed' })).names).toEqual([]);
    expect((await ask({ from: '2026-03-04', event: 'signin.failed' })).names).toEqual(['100%@example.ru']);
    expect((await ask({ search: '_' })).names).toEqual([]);
    // What the page shows is found, and what the API calls it.
    for (const search of ['неудачный вход', 'НЕВЕРНЫЙ ПАРОЛЬ', 'signin.failed', 'причина: неверный'])
      expect((await ask({ search })).names).toEqual(['100%@example.ru', 'Ёлка@Example.ru']);
    for (const [name, value] of [
      ['event', 'everything'],
      ['from', '2026-02-30'],
      ['to', 'today'],
      ['last', 'x'],
    ] as const)
      expect(await ask({ [name]: value })).toMatchObject({ status: 400, body: { error: `invalid ${name}` } });
  });

  test('security 53: comes as a file whose cells are inert, and says who took it', async () => {
    await start();
    await fail('=cmd|calc@example.ru', '@SUM(1)');
    const answer = await shop.app.inject({
      url: `${MAUTH}/admin/audit/export?event=signin.failed`,
      headers: { authorization: `Bearer ${bearer}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="journal.xlsx"');
    const file = join(await workFolder(), 'journal.xlsx');
    await writeFile(file, answer.rawPayload);
    const rows = texts(await readWhole(file));
    expect(rows).toHaveLength(2);
    expect(rows[1]).toEqual([
      '01.03.2026, 17:00:00',
      'Неудачный вход',
      '1',
      '',
      '',
      '=cmd|calc@example.ru',
      '192.0.2.9',
      'причина: неверный пароль',
      '@SUM(1)',
    ]);
    expect((await journal(shop)).at(-1)).toMatchObject({ event: 'journal.exported', actor: ADMIN });
  });

  test('security 53: keeps entries as long as it is told, and of noise only the newest', {
    tags: ['store'],
  }, async () => {
    await start();
    await fail('old@example.ru');
    const begun = (await journal(shop)).length;
    shop.time.now += 10 * DAY;
    for (const name of ['a', 'b', 'c']) await fail(`${name}@example.ru`);
    const sweep = (days: number, noiseMax: number) => sweepAudit(shop.database, { now: shop.time.now, days, noiseMax });
    expect(await sweep(0, 10)).toBe(0);
    expect(await sweep(10, 10)).toBe(0);
    expect(await sweep(9, 10)).toBe(begun);
    expect(await sweep(9, 2)).toBe(1);
    expect((await journal(shop)).map(({ target }) => target)).toEqual(['b@example.ru', 'c@example.ru']);
  });
});

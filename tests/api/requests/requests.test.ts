import { setImmediate as nextTurn } from 'node:timers/promises';
import XLSX from '@e965/xlsx';
import { expect, onTestFinished, test, vi } from 'vitest';
import { REQUEST_AMOUNT_MAX, REQUEST_ITEMS_MAX } from '../../../contract/limits.ts';
import type { OffersAnswer, StaffRequest } from '../../../contract/requests/requests.ts';
import { offerTitle } from '../../../rules/catalogue/part.ts';
import type { Mail } from '../../../server/platform/mail/mail.ts';
import { NOON, type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { withoutShop } from '../../support/informator.ts';
import type { Answer } from '../../support/request.ts';

const HOLD = new URL('../../support/holding-job.ts', import.meta.url);
/** Longer than a short write may wait, ms. */
const LONG = 60_000;
const DAY = 86_400_000;
const BUYER = { name: 'Анна Волкова', phone: '+7 351 200-00-00', consent: true } as const;

const send = (shop: TestBridge, body: object, headers: Record<string, string> = {}, as: string | null = null) =>
  shop.call('POST', '/requests', { as, json: body, headers });

/** A bridge whose mails are caught. */
async function withMails(
  open: Parameters<typeof withBridge>[0],
  run: (shop: TestBridge, mails: Mail[]) => Promise<void>,
): Promise<void> {
  const mails: Mail[] = [];
  const transport = {
    send: async (mail: Mail) => {
      mails.push(withoutShop(mail));
    },
  };
  const shop = {
    name: 'Запчасти',
    phone: '8 800',
    companyEmail: 'zakaz@parts.example',
    siteAddress: () => 'http://a.example',
  };
  await withBridge(open, (bridge) => run(bridge, mails), {
    requests: { mail: { secrets: ['secret of the test'], transport, shop }, keepDays: 30 },
  });
}

aboveSql('requests', (open, dialect) => {
  // The other databases take it at once: they have more than one writer.
  if (dialect === 'SQLite')
    test('a request sent while an import holds the database is refused after a while with word when to try again, and made once then', () =>
      withBridge(open, async (shop) => {
        const [positionId = 0] = await shop.add({ article: 'A-1', title: 'Вал', price: 100 });
        const json = { name: 'Анна', phone: '+7 351 200-00-00', consent: true, items: [{ positionId, amount: 1 }] };
        const again = () =>
          shop.call('POST', '/requests', { as: null, json, headers: { 'idempotency-key': 'one-key' } });
        const release = new AbortController();
        const { promise: held, resolve: onMessage } = Promise.withResolvers<void>();
        const holding = shop.bridge.database.runJob(HOLD, null, {
          onMessage: () => onMessage(),
          signal: release.signal,
        });
        const released = expect(holding).rejects.toThrow('cancelled');
        await held;
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        onTestFinished(() => void vi.useRealTimers());
        let refused: Answer | null = null;
        void again().then((answer) => {
          refused = answer;
        });
        const answered = () => refused;
        while (answered() === null) {
          await nextTurn();
          vi.advanceTimersByTime(LONG);
        }
        expect(answered()).toMatchObject({ statusCode: 503, headers: { 'retry-after': expect.any(String) } });
        vi.useRealTimers();
        release.abort(new Error('cancelled'));
        await released;
        const made = await again();
        expect([made.statusCode, made.json()]).toEqual([201, expect.objectContaining({ number: 1 })]);
        expect((await again()).json()).toEqual(made.json());
        expect((await shop.call('GET', '/requests')).json().requests).toHaveLength(1);
      }));

  test('a request is kept with its offers, mailed once, worked on and done', { tags: ['store'] }, () =>
    withMails(open, async (shop, mails) => {
      const [first = 0, second = 0] = await shop.add(
        { article: 'A-1', title: 'Вал', price: 123_450, amount: 3 },
        { article: 'A-2', title: 'Ось', price: 0 },
      );
      const body = {
        ...BUYER,
        email: 'anna@parts.example',
        comment: 'Нужно\r\nк пятнице',
        items: [
          { positionId: first, amount: 2 },
          { positionId: second, amount: '5' },
        ],
      };
      const headers = { 'idempotency-key': 'one-key' };
      const answers = await Promise.all([send(shop, body, headers), send(shop, body, headers)]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
      const [made, again] = answers
        .map((answer) => answer.json())
        .toSorted((one, two) => Number('copyTo' in one) - Number('copyTo' in two));
      // The copy was put in with the request, by one of the calls.
      expect(again).toEqual({ ...made, copyTo: 'anna@parts.example' });
      expect(made.number).toBe(1);
      const other = await send(shop, { ...body, comment: 'Иначе' }, headers);
      expect([other.statusCode, other.json()]).toEqual([409, { error: 'already created', ...made }]);

      await shop.bridge.requests.outbox?.deliver();
      expect(mails.map(({ to }) => to).sort()).toEqual(['anna@parts.example', 'zakaz@parts.example']);
      const [toBuyer, toShop] = mails.toSorted((one, two) => one.to.localeCompare(two.to));
      expect(toShop?.text).toContain('Анна Волкова');
      expect(toShop?.text).toContain('2\u00a0шт × 1\u00a0234,50\u00a0₽ = 2\u00a0469,00\u00a0₽');
      expect(toBuyer?.text).not.toContain('Анна');
      expect(toBuyer?.text).not.toContain('пятнице');

      const { requests } = (await shop.call('GET', '/requests')).json();
      expect(requests).toMatchObject([{ ...made, state: 'new', positions: 2, total: '2469.00', unpriced: 1 }]);
      expect((await shop.call('GET', '/requests/new')).json()).toEqual({ count: 1 });
      const found = await shop.call('GET', `/requests/${made.id}`);
      const etag = String(found.headers.etag);
      expect(found.json()).toMatchObject({
        comment: 'Нужно\nк пятнице',
        items: [
          { article: 'A-1', price: '1234.50', amount: 2, sum: '2469.00', now: { price: '1234.50', amount: 3 } },
          { article: 'A-2', price: '0.00', amount: 5 },
        ],
        events: [],
      });
      const patch = (state: string, tag: string) =>
        shop.call('PATCH', `/requests/${made.id}`, { json: { state }, headers: { 'if-match': tag } });
      const work = await patch('work', etag);
      expect(work.json()).toMatchObject({ state: 'work', events: [{ state: 'work', by: { uid: 'admin' } }] });
      const late = await patch('declined', etag);
      expect([late.statusCode, late.json()]).toMatchObject([
        409,
        { error: 'changed meanwhile', who: { uid: 'admin' } },
      ]);
      const note = await shop.call('POST', `/requests/${made.id}/notes`, { json: { note: 'Перезвонить' } });
      expect(note.json().events).toHaveLength(2);
      const done = await patch('done', String(note.headers.etag));
      expect(done.json()).toMatchObject({ state: 'done', changedBy: { uid: 'admin' } });
      const book = await shop.call('GET', `/requests/${made.id}/request.xlsx`);
      expect(book.statusCode).toBe(200);
    }),
  );

  test('an offer is called alike where it is chosen, kept, mailed and taken as a file, with what less there is of it', () =>
    withMails(open, async (shop, mails) => {
      const head = { manufacturer: 'КАМАЗ', price: 500_000 };
      const ids = await shop.add(
        { ...head, article: '740.1003010', title: 'Головка блока КамАЗ (ан.)', amount: 9 },
        { ...head, article: '740.1003010-20', title: '740.1003010-20 ГОЛОВКА БЛОКА КАМАЗ (УЦЕНКА: СКОЛ)', amount: 0 },
        { ...head, article: '740.1003010-30', title: 'Головка блока КамАЗ', amount: 62 },
      );
      // Titles are read with the first question.
      await shop.call('GET', '/parts/?query=740.1003010', { as: null });
      const { offers } = (await shop.call('GET', `/requests/offers?ids=${ids}`, { as: null })).json() as OffersAnswer;
      const names = offers.map(offerTitle);
      expect(names[0]).toBe('Головка блока КамАЗ (аналог)');
      expect(names[1]).not.toContain('740');

      const rowsOf = ({ rawPayload }: Answer) => {
        const sheet = Object.values(XLSX.read(rawPayload).Sheets)[0] ?? {};
        return { rows: XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1 }), filter: sheet['!autofilter']?.ref };
      };
      const asked = ids.map((id) => `${id}-10`).join(',');
      const unsent = rowsOf(await shop.call('GET', `/requests/offers.xlsx?items=${asked}`, { as: null }));
      const plain = (text: unknown) => String(text ?? '').replaceAll('\u00a0', ' ');
      expect(unsent.rows.slice(1, 4).map((row) => [row[1], plain(row[8])])).toEqual([
        [names[0], 'в наличии 9 шт, остальное — под заказ'],
        [names[1], 'под заказ'],
        [names[2], ''],
      ]);
      expect(unsent.filter).toBe('A1:I4');

      const made = await send(shop, {
        ...BUYER,
        ...{ email: 'anna@parts.example', inn: '7707083893', city: 'Сургут', comment: 'Нужно\nк пятнице' },
        items: ids.map((positionId) => ({ positionId, amount: 10 })),
      });
      const path = `/requests/${made.json().id}`;
      const kept = (await shop.call('GET', path)).json() as StaffRequest;
      expect(kept.items.map(({ title }) => title)).toEqual(names);
      await shop.bridge.requests.outbox?.deliver();
      expect(mails).toHaveLength(2);
      for (const { text } of mails) {
        for (const name of names) expect(plain(text)).toContain(` ${plain(name)} (`);
        expect(plain(text)).toContain('; в наличии 9 шт, остальное — под заказ');
      }
      const sent = rowsOf(await shop.call('GET', `${path}/request.xlsx`));
      expect(sent.rows.slice(1, 4).map((row) => row[1])).toEqual(names);
      expect(sent.filter).toBe('A1:I4');
      expect(sent.rows.slice(-7)).toEqual([
        ['Покупатель', BUYER.name],
        ['Телефон', BUYER.phone],
        ['Почта', 'anna@parts.example'],
        ['ИНН', '7707083893'],
        ['Город', 'Сургут'],
        ['Комментарий', 'Нужно'],
        [undefined, 'к пятнице'],
      ]);
    }));

  test('an offer that is gone is named, and so is a price that is another one by now', () =>
    withBridge(open, async (shop) => {
      const [id = 0, hidden = 0] = await shop.add({ article: 'A-1', price: 500 }, { article: 'A-2', hidden: 1 });
      const gone = await send(shop, {
        ...BUYER,
        items: [hidden, id, 777].map((positionId) => ({ positionId, amount: 1 })),
      });
      expect([gone.statusCode, gone.json()]).toEqual([400, { error: 'positions not found', positions: [hidden, 777] }]);
      const dearer = await send(shop, { ...BUYER, items: [{ positionId: id, amount: 1, price: '4.00' }] });
      expect([dearer.statusCode, dearer.json()]).toEqual([409, { error: 'prices changed', positions: [id] }]);
      const offers = await shop.call('GET', `/requests/offers?ids=${hidden},${id}`, { as: null });
      expect(offers.json()).toMatchObject({ offers: [{ id, price: '5.00' }], missing: [hidden] });
      const book = await shop.call('GET', `/requests/offers.xlsx?items=${id}-3,777-1`, { as: null });
      expect(book.statusCode).toBe(200);
      for (const items of ['', '1', '1-0', `1-${REQUEST_AMOUNT_MAX + 1}`, 'x-1'])
        expect((await shop.call('GET', `/requests/offers.xlsx?items=${items}`, { as: null })).statusCode).toBe(400);
    }));

  test('what is no request is told, and nothing is kept', () =>
    withBridge(open, async (shop) => {
      const [id = 0] = await shop.add({ article: 'A-1' });
      const whole = { ...BUYER, items: [{ positionId: id, amount: 1 }] };
      const amount = (value: unknown) => ({ ...whole, items: [{ positionId: id, amount: value }] });
      const many = Array.from({ length: REQUEST_ITEMS_MAX + 1 }, (_, at) => ({ positionId: at + 1, amount: 1 }));
      const wrong: [object, string][] = [
        [{ ...whole, name: '' }, 'invalid name'],
        [{ ...whole, name: 'Анна\r\nBcc: all@parts.example' }, 'invalid name'],
        [{ ...whole, phone: '12' }, 'invalid phone'],
        [{ ...whole, phone: '' }, 'phone or email is needed'],
        [{ ...whole, email: 'a@b\r\nBcc: c@d.ru' }, 'invalid email'],
        [{ ...whole, consent: false }, 'consent is needed'],
        [{ ...whole, comment: 'я'.repeat(1_001) }, 'invalid comment'],
        [{ ...whole, website: 'http://spam.example' }, 'request looks automatic'],
        [{ ...whole, items: [] }, 'invalid items'],
        [{ ...whole, items: 'x' }, 'invalid items'],
        [{ ...whole, items: many }, 'too many items'],
        ...[0, -1, 1e9, 1.5, 'шт', null, REQUEST_AMOUNT_MAX + 1].map((value): [object, string] => [
          amount(value),
          'invalid amount',
        ]),
      ];
      for (const [at, [body, error]] of wrong.entries()) {
        const answer = await shop.call('POST', '/requests', { as: null, json: body, from: `10.0.0.${at}` });
        expect([answer.statusCode, answer.json()], JSON.stringify(body).slice(0, 80)).toEqual([400, { error }]);
      }
      expect((await shop.call('GET', '/requests')).json()).toEqual({ requests: [], next: null });
    }));

  test('the largest request that its limits allow is taken', () =>
    withBridge(open, async (shop) => {
      const rows = Array.from({ length: REQUEST_ITEMS_MAX }, (_, at) => ({ article: `A-${at}`, price: 123_456_789 }));
      const items = (await shop.add(...rows)).map((positionId) => ({
        ...{ positionId, amount: REQUEST_AMOUNT_MAX },
        price: '1234567.89',
      }));
      const body = { ...BUYER, name: 'я'.repeat(200), comment: 'я'.repeat(1_000), items };
      expect((await send(shop, body)).statusCode).toBe(201);
    }));

  test('the answer names a copy only where one leaves', () =>
    withMails(open, async (shop, mails) => {
      const [positionId = 0] = await shop.add({ article: 'A-1', title: 'Вал', price: 100 });
      const json = { ...BUYER, email: 'Anna@Parts.example', items: [{ positionId, amount: 1 }] };
      const copies: unknown[] = [];
      // One mailbox gets ten an hour.
      for (let n = 0; n < 12; n++) {
        const made = await shop.call('POST', '/requests', { as: null, json, from: `10.0.1.${n}` });
        copies.push(made.json().copyTo);
      }
      expect(copies).toEqual([...Array(10).fill('Anna@Parts.example'), undefined, undefined]);
      await shop.bridge.requests.outbox?.deliver();
      expect(mails.filter(({ to }) => to === 'Anna@Parts.example')).toHaveLength(10);
    }));

  test('the answer names no copy where mails stay on this machine, and none without an e-mail', async () => {
    const shop = { name: 'Запчасти', phone: '', companyEmail: '', siteAddress: () => 'http://a.example' };
    const transport = { keepsMails: true as const, send: async () => {} };
    const requests = { mail: { secrets: ['secret of the test'] as const, transport, shop } };
    await withBridge(
      open,
      async (bridge) => {
        const [positionId = 0] = await bridge.add({ article: 'A-1' });
        const items = [{ positionId, amount: 1 }];
        for (const email of ['anna@parts.example', undefined]) {
          const made = await send(bridge, { ...BUYER, email, items });
          expect([made.statusCode, Object.keys(made.json())]).toEqual([201, ['id', 'number']]);
        }
      },
      { requests },
    );
  });

  test('what a buyer types is no formula and no line of a mail', () =>
    withMails(open, async (shop, mails) => {
      const [id = 0] = await shop.add({ article: '=1+1', title: '=HYPERLINK("http://x.example")' });
      const made = await send(shop, {
        ...{ ...BUYER, name: '=cmd|calc', comment: 'Строка\r\n.\r\nBcc: all@parts.example' },
        items: [{ positionId: id, amount: 1 }],
      });
      const book = await shop.call('GET', `/requests/${made.json().id}/request.xlsx`);
      const { Sheets } = XLSX.read(book.rawPayload);
      const cells = Object.values(Object.values(Sheets)[0] ?? {}) as { t?: string; f?: string; v?: unknown }[];
      expect(cells.find(({ v }) => v === '=HYPERLINK("http://x.example")')?.t).toBe('s');
      expect(cells.filter(({ f }) => f !== undefined)).toEqual([]);
      await shop.bridge.requests.outbox?.deliver();
      expect(mails).toHaveLength(1);
      expect(mails[0]?.subject).toBe(`Заявка №\u00a0${made.json().number}: =cmd|calc`);
      expect(mails[0]?.text).toContain(`http://a.example/catalog/edit/requests/${made.json().id}`);
    }));

  test('a flood from one client is stopped', () =>
    withBridge(open, async (shop) => {
      const statuses: number[] = [];
      for (let n = 0; n < 25; n++) statuses.push((await send(shop, {})).statusCode);
      expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    }));

  test('staff find requests by number, buyer and article, state and day, page by page', () =>
    withBridge(open, async (shop) => {
      const [id = 0] = await shop.add({ article: '740.1003010-20', title: 'Головка' });
      for (let n = 0; n < 27; n++) {
        const json = { ...BUYER, name: `Покупатель ${n}%`, items: [{ positionId: id, amount: 1 }] };
        await shop.call('POST', '/requests', { as: null, json, from: `10.0.1.${n}` });
      }
      const list = async (query: string) => (await shop.call('GET', `/requests?${query}`)).json();
      const page = await list('');
      expect(page.requests).toHaveLength(25);
      const rest = await list(`cursor=${page.next}`);
      expect(rest).toMatchObject({ requests: [{ number: 2 }, { number: 1 }], next: null });
      const names = async (search: string) => (await list(`search=${encodeURIComponent(search)}`)).requests.length;
      expect(await names('№7')).toBe(1);
      expect(await names('покупатель 3%')).toBe(3);
      expect(await names('73512000000')).toBe(25);
      expect(await names('7401003010')).toBe(25);
      expect(await names('740.1003010')).toBe(25);
      expect(await names('нет такого')).toBe(0);
      expect((await list('state=done')).requests).toEqual([]);
      const day = new Date(NOON).toISOString().slice(0, 10);
      expect((await list(`from=${day}&to=${day}`)).requests).toHaveLength(25);
      expect((await list('to=2001-01-01')).requests).toEqual([]);
      for (const query of ['state=x', 'from=x', 'cursor=x'])
        expect((await shop.call('GET', `/requests?${query}`)).statusCode).toBe(400);
    }));

  test('staff find a telephone number in whatever spelling they and the buyer have typed it', () =>
    withBridge(open, async (shop) => {
      const [positionId = 0] = await shop.add({ article: 'A-1' });
      const spellings = [
        '+7 351 200-00-01',
        '8 (351) 200 00 01',
        '83512000001',
        '351 2000001',
        '+7(351)200-00-01 доб. 12',
      ];
      for (const phone of spellings) await send(shop, { ...BUYER, phone, items: [{ positionId, amount: 1 }] });
      await send(shop, { ...BUYER, phone: '+7 351 200-00-02', items: [{ positionId, amount: 1 }] });
      const found = async (search: string) =>
        (await shop.call('GET', `/requests?search=${encodeURIComponent(search)}`)).json().requests.length;
      const asked = [
        '+73512000001',
        '83512000001',
        '3512000001',
        '+7 351 200-00-01',
        '8 351 200 00 01',
        '8-351-200-00-01',
      ];
      for (const search of [...asked, '(351) 200-00-01', '7 351 2000001', '200-00-01', 'Анна 8 (351) 200-00-01 A-1'])
        expect([search, await found(search)]).toEqual([search, spellings.length]);
      for (const search of ['83512000003', '+7 351 200-00-01 Пётр'])
        expect([search, await found(search)]).toEqual([search, 0]);
    }));

  test('a signed-in buyer sees the own requests, nobody else and no notes', () =>
    withBridge(open, async (shop) => {
      const [id = 0] = await shop.add({ article: 'A-1' });
      const body = { ...BUYER, items: [{ positionId: id, amount: 1 }] };
      expect((await send(shop, body, {}, 'user-token')).statusCode).toBe(201);
      const own = (await shop.call('GET', '/requests/own', { as: 'user-token' })).json();
      expect(own.requests).toMatchObject([{ number: 1, state: 'new', items: [{ article: 'A-1' }] }]);
      expect(own.requests[0]).not.toHaveProperty('events');
      expect((await shop.call('GET', '/requests/own')).json()).toEqual({ requests: [], next: null });
      expect((await shop.call('GET', '/requests', { as: 'user-token' })).statusCode).toBe(403);
      expect((await shop.call('GET', '/requests/1', { as: null })).statusCode).toBe(401);
    }));

  test('what nobody changed for so long is removed with what is known of its mails', { tags: ['store'] }, () =>
    withMails(open, async (shop) => {
      const [id = 0] = await shop.add({ article: 'A-1' });
      await send(shop, { ...BUYER, items: [{ positionId: id, amount: 1 }] });
      shop.now += 29 * DAY;
      expect(await shop.bridge.requests.sweep()).toBe(0);
      shop.now += 2 * DAY;
      expect(await shop.bridge.requests.sweep()).toBe(1);
      expect(await shop.bridge.context.database.read.selectFrom('request_items').selectAll().execute()).toEqual([]);
      const again = await send(shop, { ...BUYER, items: [{ positionId: id, amount: 1 }] });
      expect(again.json().number).toBe(2);
    }),
  );
});

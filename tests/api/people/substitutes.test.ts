import { expect, test } from 'vitest';
import type { SubstituteAnswer, SubstituteRights } from '../../../contract/documents/documents.ts';
import { aboveSql } from '../../support/databases.ts';
import { type Paperwork, said, withPaperwork } from '../documents/paperwork.ts';

const DAY = 86_400_000;
/** Noon of the 10th of June 2026 in Yekaterinburg. */
const NOON = Date.UTC(2026, 5, 10, 7);

const put = ({ call }: Paperwork, as: string, json: unknown) => call('PUT', '/user/substitute', { as, json });
const ask = async ({ call }: Paperwork, as: string): Promise<SubstituteAnswer> =>
  (await call('GET', '/user/substitute', { as })).json();
const represents = async (work: Paperwork, as: string): Promise<string[]> =>
  ((await ask(work, as)).represents ?? []).map(({ uid }) => uid);
const asked = async ({ call }: Paperwork, as: string): Promise<number[]> =>
  (await call('GET', '/docflow/search/doc/?acceptor=0', { as })).json<{ id: number }[]>().map(({ id }) => id);

aboveSql('substitutes', (open) => {
  test('one is named, changed and removed, and both sides see it', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      expect(await ask(work, 'anna')).toEqual({ substitute: null, represents: [] });
      const named = await put(work, 'anna', { uid: 'oleg', from: '2026-06-10', to: '2026-06-20' });
      const oleg = { uid: 'oleg', name: 'oleg Юрист', email: 'oleg@parts.example' };
      expect(named.json()).toEqual({ substitute: { ...oleg, from: '2026-06-10', to: '2026-06-20' }, represents: [] });
      expect((await ask(work, 'oleg')).represents).toEqual([
        { uid: 'anna', name: 'anna Юрист', email: 'anna@parts.example' },
      ]);
      await put(work, 'anna', { uid: 'boss', from: '2026-06-12', to: '2026-06-12' });
      expect(await represents(work, 'oleg')).toEqual([]);
      expect((await ask(work, 'anna')).substitute).toMatchObject({ uid: 'boss', from: '2026-06-12' });
      const removed = await work.call('DELETE', '/user/substitute', { as: 'anna' });
      expect([removed.statusCode, removed.json()]).toEqual([200, { substitute: null, represents: [] }]);
    }));

  test('the days begin and end at midnight where the organisation is, both included', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      await put(work, 'anna', { uid: 'oleg', from: '2026-06-11', to: '2026-06-12' });
      // Midnight of Yekaterinburg is 19:00 of the day before in UTC.
      const midnight = Date.UTC(2026, 5, 10, 19);
      const moments: [number, string[]][] = [
        [midnight - 1, []],
        [midnight, ['anna']],
        [midnight + 2 * DAY - 1, ['anna']],
        [midnight + 2 * DAY, []],
        // A clock that was set back by a day.
        [midnight + DAY, ['anna']],
      ];
      for (const [moment, expected] of moments) {
        work.setClock(moment);
        expect([moment, await represents(work, 'oleg')]).toEqual([moment, expected]);
      }
      work.setClock(midnight + 2 * DAY);
      expect((await ask(work, 'anna')).substitute).toBeNull();
    }));

  test('a substitute of a substitute is none', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      const days = { from: '2026-06-01', to: '2026-06-30' };
      await put(work, 'anna', { uid: 'oleg', ...days });
      await put(work, 'oleg', { uid: 'boss', ...days });
      expect(await represents(work, 'oleg')).toEqual(['anna']);
      expect(await represents(work, 'boss')).toEqual(['oleg']);
      const { id } = await work.create({ acceptor: ['anna'] });
      expect(await asked(work, 'oleg')).toEqual([id]);
      expect(await asked(work, 'anna')).toEqual([id]);
      expect(await asked(work, 'boss')).toEqual([]);
      // The substitute of the person signs in her stead, his own substitute does not.
      expect(said(await work.docflow('PATCH', `/accepting/${id}`, { as: 'boss' }))[0]).toBe(400);
      const signed = await work.docflow('PATCH', `/accepting/${id}`, { as: 'oleg' });
      expect(signed.json()).toMatchObject({ acceptor: [{ uid: 'anna', accept: true, acceptedBy: { uid: 'oleg' } }] });
      expect(await asked(work, 'oleg')).toEqual([]);
    }));

  test('what waits for the absent one waits for the substitute, and no longer after the last day', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      const { id } = await work.create({ acceptor: ['anna'] });
      await put(work, 'anna', { uid: 'oleg', from: '2026-06-10', to: '2026-06-10' });
      expect((await work.docflow('GET', `/${id}`, { as: 'oleg' })).statusCode).toBe(200);
      expect(await asked(work, 'oleg')).toEqual([id]);
      work.setClock(NOON + DAY);
      expect(await asked(work, 'oleg')).toEqual([]);
      expect(said(await work.docflow('PATCH', `/accepting/${id}`, { as: 'oleg' }))[0]).toBe(400);
    }));

  test('security 54: a substitute without a right of his own sees nothing by it', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      const { id } = await work.create({ acceptor: ['anna'], recipient: ['anna'] });
      for (const uid of ['stranger', 'guest']) {
        await put(work, 'anna', { uid, from: '2026-06-10', to: '2026-06-10' });
        expect([uid, await represents(work, uid), await asked(work, uid)]).toEqual([uid, [], []]);
      }
      expect((await work.docflow('GET', `/${id}`, { as: 'stranger' })).statusCode).toBe(404);
      expect((await work.docflow('PATCH', `/accepting/${id}`, { as: 'stranger' })).statusCode).toBe(404);
      // A viewer of the pair by role sees the document, and may do what that role says.
      expect((await work.docflow('PATCH', `/accepting/${id}`, { as: 'guest' })).statusCode).toBe(403);
    }));

  test('is told before and held to what the colleague may decide', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      const rights = async (uid: string, as = 'anna') =>
        (await work.call('GET', `/user/substitute/rights?uid=${uid}`, { as })).json();
      const right = (task: string, action: string) => ({ directing: 'Закупки', task, action });
      const read = [right('Договор', 'Ознакомиться'), right('Приказ', 'Ознакомиться')];
      const sign = [right('Договор', 'Согласовать'), right('Приказ', 'Согласовать')];
      expect(await rights('oleg')).toMatchObject({ missing: [] });
      const reader: SubstituteRights = await rights('reader');
      expect(reader.covered).toEqual(read);
      expect(reader.missing).toEqual(sign);
      expect(await rights('guest')).toMatchObject({ covered: [], missing: { length: 4 } });
      expect(await rights('anna', 'guest')).toEqual({ covered: [], missing: [] });
      for (const uid of ['anna', 'nobody1', '']) expect(await rights(uid)).toEqual({ error: 'invalid uid' });
      const asStranger = await work.call('GET', '/user/substitute/rights?uid=anna', { as: 'stranger' });
      expect(said(asStranger)).toEqual([403, 'forbidden']);

      const days = { from: '2026-06-10', to: '2026-06-20' };
      expect((await put(work, 'anna', { uid: 'reader', ...days })).statusCode).toBe(200);
      expect(said(await put(work, 'anna', { uid: 'guest', ...days }))).toEqual([400, 'substitute has no right']);
      expect((await ask(work, 'anna')).substitute?.uid).toBe('reader');
    }));

  test('security 18: bad input names its field and changes nothing', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      const days = { from: '2026-06-10', to: '2026-06-20' };
      const wrong: [string, object][] = [
        ['invalid uid', {}],
        ['invalid uid', { uid: 'anna', ...days }],
        ['invalid uid', { uid: 'nobody1', ...days }],
        ['invalid uid', { uid: { $ne: '' }, ...days }],
        ['invalid uid', { uid: ['oleg'], ...days }],
        ['invalid uid', { uid: '', ...days }],
        ['invalid from', { uid: 'oleg', to: days.to }],
        ['invalid from', { uid: 'oleg', ...days, from: '10.06.2026' }],
        ['invalid from', { uid: 'oleg', ...days, from: '2026-02-30' }],
        ['invalid from', { uid: 'oleg', ...days, from: '0000-01-01' }],
        ['invalid from', { uid: 'oleg', ...days, from: 20260610 }],
        ['invalid to', { uid: 'oleg', from: days.from }],
        ['invalid to', { uid: 'oleg', ...days, to: '2026-06-09' }],
        ['invalid to', { uid: 'oleg', from: '2026-06-01', to: '2026-06-09' }],
        ['invalid to', { uid: 'oleg', ...days, to: '2026-06-31' }],
      ];
      for (const [error, body] of wrong)
        expect([body, said(await put(work, 'anna', body))]).toEqual([body, [400, error]]);
      expect((await ask(work, 'anna')).substitute).toBeNull();
      for (const method of ['GET', 'PUT', 'DELETE'] as const) {
        const answer = await work.call(method, '/user/substitute', { as: 'nobody2', json: {} });
        expect([method, ...said(answer)]).toEqual([method, 404, 'user not found']);
      }
    }));

  test('colleagues are offered to whoever has a role, without the caller and what they may do', () =>
    withPaperwork(open, async (work) => {
      const search = (text: string, as = 'anna') =>
        work.call('GET', `/user/colleagues?${new URLSearchParams({ search: text })}`, { as });
      expect((await search('юрист')).json()).toEqual([
        { uid: 'oleg', email: 'oleg@parts.example', name: 'oleg Юрист', position: 'Юрист' },
      ]);
      expect((await search('')).json<{ uid: string }[]>().map(({ uid }) => uid)).toEqual([
        'boss',
        'oleg',
        'reader',
        'guest',
      ]);
      expect((await search('%')).json()).toEqual([]);
      const found = await work.call('GET', '/role/?search=', { as: 'admin' });
      const guests = found.json<{ id: number; title: string }[]>().find(({ title }) => title === 'Гость');
      for (let n = 0; n < 12; n++) {
        await work.join(`many${n}`);
        expect((await work.bind(`many${n}`, guests?.id ?? 0)).statusCode).toBe(200);
      }
      expect((await search('')).json()).toHaveLength(10);
      expect(said(await search('', 'stranger'))).toEqual([403, 'forbidden']);
      expect(said(await search('', 'nobody2'))).toEqual([404, 'user not found']);
    }));

  test('security 95: names and e-mails of customers are for nobody but administrators, and customers find nobody', () =>
    withPaperwork(open, async (work) => {
      const [customers = 0] = await work.add('role', 'Покупатель');
      expect((await work.join('customer', 'Иван Покупателев')).statusCode).toBe(201);
      await work.join('admin');
      expect((await work.bind('customer', customers)).statusCode).toBe(200);
      const search = (as: string, text = '') =>
        work.call('GET', `/user/colleagues?${new URLSearchParams({ search: text })}`, { as });
      for (const as of ['customer', 'stranger']) {
        expect([as, ...said(await search(as))]).toEqual([as, 403, 'forbidden']);
        const rights = await work.call('GET', '/user/substitute/rights?uid=anna', { as });
        expect([as, ...said(rights)]).toEqual([as, 403, 'forbidden']);
      }
      for (const as of ['guest', 'boss', 'admin'])
        for (const text of ['Покупателев', 'customer@parts.example', 'stranger'])
          expect([as, text, (await search(as, text)).json()]).toEqual([as, text, []]);
    }));

  test('an administrator names and takes back the one of anybody, under the same rules', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      for (const uid of ['anna', 'oleg', 'ivan']) work.around.emails.set(uid, `${uid}@parts.example`);
      const path = '/people/anna@parts.example/substitute';
      const days = { from: '2026-06-10', to: '2026-06-20' };
      const ask = (method: 'GET' | 'PUT' | 'DELETE', json?: object) =>
        work.call(method, path, { as: 'admin', ...(json && { json }) });
      expect((await ask('GET')).json()).toEqual({ substitute: null, represents: [] });
      const named = await ask('PUT', { uid: 'oleg', ...days });
      expect([named.statusCode, named.json()]).toMatchObject([200, { substitute: { uid: 'oleg', ...days } }]);
      expect(await represents(work, 'oleg')).toEqual(['anna']);
      for (const [wrong, error] of [
        [{ uid: 'anna' }, 'invalid uid'],
        [{ uid: 'nobody' }, 'invalid uid'],
        [{ to: '2026-06-09' }, 'invalid to'],
      ] as const) {
        const refused = await ask('PUT', { uid: 'oleg', ...days, ...wrong });
        expect([refused.statusCode, refused.json()]).toEqual([400, { error }]);
      }
      const rights = await work.call('GET', `${path}/rights?uid=oleg`, { as: 'admin' });
      expect(rights.json<SubstituteRights>().missing).toEqual([]);
      expect((await ask('DELETE')).json()).toMatchObject({ substitute: null });
      expect(await represents(work, 'oleg')).toEqual([]);
      const nobody = await work.call('GET', '/people/nobody@parts.example/substitute', { as: 'admin' });
      expect(nobody.statusCode).toBe(404);
      expect((await work.call('GET', path, { as: 'oleg' })).statusCode).toBe(403);
    }));
});

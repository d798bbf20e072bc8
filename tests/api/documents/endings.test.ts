import { expect, test } from 'vitest';
import type { BinnedDocument, Document } from '../../../contract/documents/documents.ts';
import { DAY_MS, DOCUMENT_BIN_DAYS } from '../../../contract/limits.ts';
import { sweepBin } from '../../../server/documents/bin.ts';
import { aboveSql, eachDialect } from '../../support/databases.ts';
import { EVENING } from '../../support/moment.ts';
import { decide, formWith, type Paperwork, PNG, said, withPaperwork } from './paperwork.ts';

const sign = (work: Paperwork, id: number, as = 'anna') => decide(work, 'accepting', id, as);
const cancel = (work: Paperwork, id: number, json: object = { reason: 'Ошибка в сумме' }, as = 'boss') =>
  work.docflow('PATCH', `/cancelling/${id}`, { as, json });
const bin = async (work: Paperwork, as = 'boss'): Promise<BinnedDocument[]> =>
  (await work.docflow('GET', '/bin', { as })).json();

/** Every place that shows or counts documents, as one person sees it. */
async function shownTo({ docflow }: Paperwork, as: string, query = '') {
  const json = async <T>(path: string) => (await docflow('GET', path, { as })).json<T>();
  const ids = (found: readonly { id: number }[]) => found.map(({ id }) => id);
  const more = query === '' ? '' : `&${query}`;
  return {
    count: (await json<{ count: number }>(`/search/doc/count/?${query}`)).count,
    asked: (await json<{ count: number }>(`/search/doc/count/?acceptor=0${more}`)).count,
    tabs: await json(`/list/counts?${query}`),
    list: ids((await json<{ documents: Document[] }>(`/list?${query}`)).documents),
    search: ids(await json<Document[]>(`/search/doc/?${query}`)),
    words: ids(await json<Document[]>(`/search/doc/?search=${encodeURIComponent('поставка')}${more}`)),
    queue: ids(
      Object.values(await json<Record<string, { id: number }[]>>('/queue'))
        .filter(Array.isArray)
        .flat(),
    ),
  };
}

const NOWHERE = {
  ...{ count: 0, asked: 0, list: [], search: [], words: [], queue: [] },
  tabs: { forApproval: 0, forReview: 0, outgoing: 0, mine: 0, found: 0, cancelled: 0 },
};

eachDialect('a document that is deleted', (open) => {
  test('without a decision goes to the bin, where no list, counter or call finds it', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ title: 'Поставка', acceptor: ['anna'] });
      expect((await shownTo(work, 'anna')).list).toEqual([id]);
      const answer = await work.docflow('DELETE', `/${id}`);
      expect([answer.statusCode, answer.json().id]).toEqual([200, id]);
      for (const as of ['boss', 'anna']) {
        expect(await shownTo(work, as)).toEqual(NOWHERE);
        expect(await shownTo(work, as, 'state=cancelled')).toEqual(NOWHERE);
        for (const [method, path] of [
          ['GET', `/${id}`],
          ['GET', `/${id}/history`],
          ['GET', `/${id}/package`],
          ['POST', `/${id}/remind`],
          ['PATCH', `/accepting/${id}`],
          ['PATCH', `/cancelling/${id}`],
          ['DELETE', `/${id}`],
        ] as const)
          expect([path, (await work.docflow(method, path, { as, json: {} })).statusCode]).toEqual([path, 404]);
      }
      // Any call says what became of it to those who could see it; others learn nothing.
      const [shown] = await bin(work);
      await work.join('outsider');
      for (const [method, path] of [
        ['GET', `/${id}`],
        ['PATCH', `/accepting/${id}`],
        ['DELETE', `/${id}`],
      ] as const) {
        const answer = async (as: string) => (await work.docflow(method, path, { as, json: {} })).json();
        for (const as of ['boss', 'anna']) expect(await answer(as)).toEqual({ error: 'doc not found', binned: shown });
        expect(await answer('outsider')).toEqual({ error: 'doc not found' });
      }
      expect(await bin(work)).toEqual([
        expect.objectContaining({
          ...{ id, num: 1, title: 'Поставка', binnedAt: new Date(EVENING).toISOString() },
          goesAt: new Date(EVENING + DOCUMENT_BIN_DAYS * DAY_MS).toISOString(),
          binnedBy: expect.objectContaining({ uid: 'boss' }),
        }),
      ]);
      expect(await bin(work, 'anna')).toEqual([]);
    }));

  test('with a decision of this version or an earlier one is cancelled in place of that, with no reason given', () =>
    withPaperwork(open, async (work) => {
      const signed = await work.create({ title: 'Поставка', acceptor: ['anna', 'oleg'] });
      await sign(work, signed.id);
      const earlier = await work.create({ title: 'Первый', acceptor: ['anna', 'oleg'] });
      await sign(work, earlier.id);
      const edit = { form: formWith({ title: 'Второй', acceptor: ['anna', 'oleg'] }) };
      expect((await work.docflow('PATCH', `/${earlier.id}`, edit)).json().version).toBe(2);
      const declined = await work.create({ acceptor: ['anna'] });
      await work.docflow('PATCH', `/declining/${declined.id}`, { as: 'anna', json: { reason: 'Нет' } });
      for (const { id } of [signed, earlier, declined]) {
        const answer = await work.docflow('DELETE', `/${id}`);
        expect([answer.statusCode, answer.json().state]).toEqual([200, 'cancelled']);
        expect((await work.read(id, 'anna')).cancelled).toEqual({
          at: new Date(EVENING).toISOString(),
          by: { uid: 'boss', name: 'boss Директор', email: 'boss@parts.example' },
          reason: 'без указания причины',
        });
      }
      expect(await bin(work)).toEqual([]);
    }));

  test('is restored by its author or an administrator, and asks its people again, with mails', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ title: 'Поставка', acceptor: ['anna'] });
      await work.informator.post.deliver();
      work.mails.splice(0);
      await work.join('admin', 'Администратор');
      for (const as of ['boss', 'admin']) {
        await work.docflow('DELETE', `/${id}`);
        for (const other of ['anna', 'oleg', 'stranger'])
          expect(said(await work.docflow('PATCH', `/restoring/${id}`, { as: other }))).toEqual([404, 'doc not found']);
        expect((await bin(work, as)).map((one) => one.id)).toEqual([id]);
        const restored = await work.docflow('PATCH', `/restoring/${id}`, { as });
        expect([restored.statusCode, restored.json().state]).toEqual([200, 'pending']);
        expect(said(await work.docflow('PATCH', `/restoring/${id}`, { as }))).toEqual([404, 'doc not found']);
        expect((await shownTo(work, 'anna')).asked).toBe(1);
        await work.informator.post.deliver();
        expect(work.mails.splice(0).map(({ to }) => to)).toEqual(['anna@parts.example']);
      }
      expect(await bin(work)).toEqual([]);
      expect((await work.history(id)).map(({ event, by }) => `${event} ${by.uid}`)).toEqual([
        'restored admin',
        'binned boss',
        'restored boss',
        'binned boss',
        'created boss',
      ]);
    }));

  test('goes for good with its files after 30 days, its history stays', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ title: 'Поставка', scans: [['a.png', PNG]] });
      const kept = await work.create({ title: 'Осталась', scans: [['b.png', PNG]] });
      await work.docflow('DELETE', `/${id}`);
      await work.docflow('DELETE', `/${kept.id}`);
      const { context } = work.informator;
      work.setClock(EVENING + DOCUMENT_BIN_DAYS * DAY_MS);
      expect(await sweepBin(context)).toBe(0);
      await work.docflow('PATCH', `/restoring/${kept.id}`);
      work.setClock(EVENING + DOCUMENT_BIN_DAYS * DAY_MS + 1);
      expect(await sweepBin(context)).toBe(1);
      expect(await sweepBin(context)).toBe(0);
      expect(await bin(work)).toEqual([]);
      expect(said(await work.docflow('PATCH', `/restoring/${id}`))).toEqual([404, 'doc not found']);
      expect(await work.files('scans')).toHaveLength(1);
      const rows = await context.database.read
        .selectFrom('document_history')
        .select(['event', 'editor_uid'])
        .where('document_id', '=', id)
        .orderBy('id')
        .execute();
      expect(rows.map(({ event }) => event)).toEqual(['created', 'binned', 'deleted']);
      expect((await work.read(kept.id)).title).toBe('Осталась');
    }));
});

eachDialect('a cancelled document', (open) => {
  test('leaves lists and counters unless they are asked for it, and answers who could see it', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ title: 'Поставка', acceptor: ['anna', 'oleg'], recipient: ['reader'] });
      await sign(work, id);
      const answer = await cancel(work, id);
      expect([answer.statusCode, answer.json().state]).toEqual([200, 'cancelled']);
      for (const as of ['boss', 'anna', 'oleg', 'reader']) {
        // What is left out is counted, so that a list can say so.
        const tabs = { ...NOWHERE.tabs, cancelled: 1 };
        expect(await shownTo(work, as)).toEqual({ ...NOWHERE, tabs });
        const own = await work.docflow('GET', '/list/counts?author=1&search=поставка', { as });
        expect(own.json()).toMatchObject({ found: 0, cancelled: as === 'boss' ? 1 : 0 });
        const every = await shownTo(work, as, 'state=all');
        expect(every).toMatchObject({
          count: 1,
          list: [id],
          search: [id],
          words: [id],
          tabs: { mine: 1, cancelled: 0 },
        });
        const asked = await shownTo(work, as, 'state=cancelled');
        expect([asked.count, asked.asked, asked.list, asked.search, asked.words]).toEqual([1, 0, [id], [id], [id]]);
        const document = await work.read(id, as);
        expect(document).toMatchObject({
          state: 'cancelled',
          cancelled: { reason: 'Ошибка в сумме', by: { uid: 'boss' } },
          decides: [],
          withdrawable: [],
        });
        expect(document.acceptor.map(({ accept, isSpared }) => [accept, isSpared])).toEqual([
          [true, false],
          [false, true],
        ]);
      }
      expect((await work.docflow('GET', `/${id}`, { as: 'stranger' })).statusCode).toBe(404);
    }));

  test('is found with all others by one filter, what is binned by none, and every stage has a filter of its own', () =>
    withPaperwork(open, async (work) => {
      const form = { acceptor: ['anna'], recipient: ['reader'], task: work.ordered };
      const approval = await work.create({ title: 'Поставка А', ...form });
      const reading = await work.create({ title: 'Поставка Б', ...form });
      const read = await work.create({ title: 'Поставка В', recipient: ['reader'] });
      const binned = await work.create({ title: 'Поставка Г', acceptor: ['anna'] });
      const cancelled = await work.create({ title: 'Поставка Д', acceptor: ['anna', 'oleg'] });
      await sign(work, reading.id);
      await sign(work, cancelled.id);
      expect((await cancel(work, cancelled.id)).statusCode).toBe(200);
      expect((await work.docflow('DELETE', `/${binned.id}`)).statusCode).toBe(200);
      for (const as of ['boss', 'anna', 'guest'])
        for (const [state, documents] of [
          ['approval', [approval]],
          ['reading', [read, reading]],
          ['pending', [read, reading, approval]],
          ['all', [cancelled, read, reading, approval]],
        ] as const) {
          const ids = documents.map(({ id }) => id);
          const shown = await shownTo(work, as, `state=${state}`);
          expect([state, shown.list, shown.search, shown.words]).toEqual([state, ids, ids, ids]);
          expect([state, shown.count, shown.tabs]).toMatchObject([state, ids.length, { mine: ids.length }]);
          const paired = await shownTo(work, as, `state=${state}&directing=${work.directing}&sort=title`);
          expect(paired.list.toSorted()).toEqual(ids.toSorted());
        }
    }));

  test('is decided, edited, cancelled and deleted no more, and reminds no one', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ title: 'Поставка', acceptor: ['anna', 'oleg'], recipient: ['reader'] });
      await sign(work, id);
      await cancel(work, id);
      const before = await work.history(id);
      for (const [path, as, json] of [
        [`/accepting/${id}`, 'oleg', {}],
        [`/declining/${id}`, 'oleg', { reason: 'Нет' }],
        [`/recipienting/${id}`, 'reader', {}],
        [`/withdrawing/${id}`, 'anna', {}],
        [`/cancelling/${id}`, 'boss', { reason: 'Ещё раз' }],
      ] as const)
        expect([path, ...said(await work.docflow('PATCH', path, { as, json }))]).toEqual([
          path,
          409,
          'document is cancelled',
        ]);
      const form = formWith({ title: 'Иначе', acceptor: ['oleg'] });
      expect(said(await work.docflow('PATCH', `/${id}`, { form }))).toEqual([409, 'document is cancelled']);
      expect(said(await work.docflow('DELETE', `/${id}`))).toEqual([409, 'document is cancelled']);
      expect((await work.docflow('POST', `/${id}/remind`)).json()).toEqual({ count: 0 });
      expect(said(await work.docflow('PATCH', `/restoring/${id}`))).toEqual([404, 'doc not found']);
      expect(await work.history(id)).toEqual(before);
      work.setClock(EVENING + 60 * DAY_MS);
      await sweepBin(work.informator.context);
      expect((await work.read(id)).state).toBe('cancelled');
    }));

  test('stays checkable: its hash is found, and it is not called valid', () =>
    withPaperwork(open, async (work) => {
      const { id, hash } = await work.create({ title: 'Поставка', acceptor: ['anna'] });
      await sign(work, id);
      const check = async () => (await work.docflow('GET', `/check/${id}/${hash}`, { as: null as never })).json();
      expect(await check()).toMatchObject({ matches: true, state: 'done' });
      await cancel(work, id);
      expect(await check()).toMatchObject({ matches: true, state: 'cancelled' });
    }));
});

aboveSql('cancelling', (open) => {
  test('demands a reason and the right to delete, and answers strangers that there is no such document', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ acceptor: ['anna'] });
      for (const json of [{}, { reason: '' }, { reason: '  \n ' }, { reason: 'я'.repeat(1_001) }])
        expect(said(await cancel(work, id, json))).toEqual([400, 'invalid reason']);
      expect(said(await cancel(work, id, undefined, 'anna'))).toEqual([403, 'delete to the document type is denied']);
      expect(said(await cancel(work, id, undefined, 'stranger'))).toEqual([404, 'doc not found']);
      expect((await work.read(id)).state).toBe('pending');
      // Without a decision it may be cancelled all the same.
      expect((await cancel(work, id)).json().state).toBe('cancelled');
    }));

  test('of a document that has changed meanwhile is refused', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ acceptor: ['anna', 'oleg'] });
      const etag = String((await work.docflow('GET', `/${id}`)).headers.etag);
      await sign(work, id);
      for (const [method, path] of [
        ['PATCH', `/cancelling/${id}`],
        ['DELETE', `/${id}`],
      ] as const) {
        const headers = { 'if-match': etag };
        const answer = await work.docflow(method, path, { json: { reason: 'Ошибка' }, headers });
        expect(said(answer)).toEqual([409, 'changed meanwhile']);
      }
      expect((await work.read(id)).state).toBe('pending');
    }));
});

import { expect, test } from 'vitest';
import type { Document } from '../../../contract/documents/documents.ts';
import type { DocumentQueue } from '../../../contract/documents/lists.ts';
import { aboveSql } from '../../support/databases.ts';
import { formWith, said, withPaperwork } from './paperwork.ts';

const DAY = 86_400_000;
/** Noon of the 10th of June 2026 in Yekaterinburg. */
const NOON = Date.UTC(2026, 5, 10, 7);
const READERS = Array.from({ length: 10 }, (_, index) => `reader${index}`);

aboveSql('a contract from its template to its package', (open) => {
  test('is declined, begins anew, is escalated as time passes, signed by a substitute and read by ten', () =>
    withPaperwork(open, async (work) => {
      const { docflow, call, directing, task } = work;
      const roles = new Map(
        (await work.informator.context.database.read.selectFrom('roles').select(['id', 'title']).execute()).map(
          ({ id, title }) => [title, id] as const,
        ),
      );
      const hire = async (uid: string, role: string) => {
        await work.join(uid, uid);
        expect((await work.bind(uid, roles.get(role) ?? 0)).statusCode).toBe(200);
      };
      await hire('lawyer', 'Юрист');
      await hire('deputy', 'Юрист');
      await hire('director', 'Директор');
      for (const uid of READERS) await hire(uid, 'Кладовщик');
      work.setClock(NOON);
      const template = await docflow('PUT', `/templates/${directing}/${task}`, {
        as: 'admin',
        json: {
          title: 'Договор № {{номер}} с {{контрагент}}',
          steps: [
            { title: 'Юрист', mode: 'all', people: ['lawyer'], days: 1, next: { people: ['deputy'], days: 1 } },
            { title: 'Бухгалтерия', mode: 'any', people: ['anna', 'oleg'] },
            { title: 'Директор', mode: 'all', people: ['director'] },
          ],
          recipients: { people: READERS },
        },
      });
      expect(template.statusCode).toBe(200);
      const made = await work.create({
        title: 'Договор № {{номер}} с {{контрагент}}',
        raw: { counterparty: 'ООО «Ромашка»' },
      });
      const { id } = made;
      expect(made.title).toBe(`Договор № ${made.num} с ООО «Ромашка»`);
      const waits = async (as: string) =>
        (await docflow('GET', '/queue', { as })).json<DocumentQueue>().waiting.map((item) => item.id);
      const put = (path: string, as: string, json: object = {}) => docflow('PATCH', `/${path}/${id}`, { as, json });

      // An accountant declines, and the next version begins with the lawyer again.
      expect((await put('accepting', 'lawyer')).statusCode).toBe(200);
      expect((await put('declining', 'anna', { reason: 'Нет сметы' })).json()).toMatchObject({ state: 'declined' });
      const form = formWith({ title: made.title, description: 'Со сметой', recipient: READERS });
      expect((await docflow('PATCH', `/${id}`, { form })).json()).toMatchObject({ version: 2, state: 'pending' });
      expect([await waits('lawyer'), await waits('anna'), await waits('deputy')]).toEqual([[id], [], []]);

      // The lawyer lets the days pass: the next in charge decides.
      work.setClock(NOON + 4 * DAY);
      await work.informator.post.deliver();
      expect(await waits('deputy')).toEqual([id]);
      expect((await put('accepting', 'deputy')).json()).toMatchObject({
        acceptor: [{ uid: 'lawyer', acceptedBy: { uid: 'deputy' } }, {}, {}, {}],
      });

      // One of the accountants is enough; the director is on leave.
      expect((await put('accepting', 'oleg')).statusCode).toBe(200);
      expect(said(await put('accepting', 'anna'))).toEqual([409, 'already decided']);
      const away = { uid: 'boss', from: '2026-06-01', to: '2026-06-30' };
      expect((await call('PUT', '/user/substitute', { as: 'director', json: away })).statusCode).toBe(200);
      expect((await put('accepting', 'boss', { insteadOf: 'director' })).statusCode).toBe(200);

      // All ten are asked at once and read it at the same time.
      expect((await Promise.all(READERS.map(waits))).flat()).toEqual(READERS.map(() => id));
      const read = await Promise.all(READERS.map((as) => put('recipienting', as)));
      expect(read.map(({ statusCode }) => statusCode)).toEqual(READERS.map(() => 200));
      const done: Document = await work.read(id);
      expect(done).toMatchObject({ state: 'done', version: 2 });
      const events = (await work.history(id)).map(({ event }) => event).reverse();
      expect(events).toEqual([
        ...['created', 'signed', 'declined', 'edited', 'escalated', 'signed', 'signed', 'signed'],
        ...READERS.map(() => 'acknowledged'),
      ]);

      const pack = await docflow('GET', `/${id}/package`);
      expect([pack.statusCode, pack.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
      const checked = await docflow('GET', `/check/${id}/${done.hash}`, { as: null });
      expect(checked.json()).toMatchObject({
        ...{ matches: true, number: done.num, version: 2, isCurrent: true, state: 'done' },
        label: 'Завершён',
        ...{ signed: { all: 3, done: 3 }, acknowledged: { all: 10, done: 10 } },
      });
    }));
});

import { expect, test } from 'vitest';
import type { DocumentQueue } from '../../../contract/documents/lists.ts';
import { QUEUE_PAGE_SIZE, STUCK_AFTER_DAYS } from '../../../contract/limits.ts';
import { aboveSql } from '../../support/databases.ts';
import { type Paperwork, roleOf, said, withPaperwork } from './paperwork.ts';

const DAY = 86_400_000;
/** Noon of the 10th of June 2026 in Yekaterinburg. */
const NOON = Date.UTC(2026, 5, 10, 7);

const ask = ({ docflow }: Paperwork, as: string, query = '') => docflow('GET', `/queue${query}`, { as });
const queue = async (work: Paperwork, as: string, query = ''): Promise<DocumentQueue> => {
  const answer = await ask(work, as, query);
  expect([answer.statusCode, answer.json().error]).toEqual([200, undefined]);
  return answer.json();
};
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);
const away = { from: '2026-06-01', to: '2026-06-30' };

aboveSql('the work queue', (open) => {
  test('holds what is asked of the caller, what waits longest first, with its stage and its card', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      const later = await work.create({ acceptor: ['anna'], task: work.ordered, recipient: ['oleg'] });
      work.setClock(NOON - 2 * DAY);
      const first = await work.create({ title: 'Первый', acceptor: ['anna', 'oleg'], recipient: ['anna'] });
      work.setClock(NOON + DAY);
      const anna = await queue(work, 'anna');
      expect(ids(anna.waiting)).toEqual([first.id, later.id]);
      expect(anna.counts).toEqual({ waiting: 2, returned: 0, stuck: 0 });
      expect(anna.waiting[0]).toMatchObject({
        title: 'Первый',
        num: first.num,
        since: new Date(NOON - 2 * DAY).toISOString(),
        dueAt: null,
        stage: { kind: 'acceptor', number: 1, count: 1 },
        decides: [
          { uid: 'anna', kind: 'acceptor' },
          { uid: 'anna', kind: 'recipient' },
        ],
      });
      expect(anna.waiting[1]).toMatchObject({ stage: { kind: 'acceptor', number: 1, count: 1 } });
      expect(anna.next).toBeNull();
      expect(await queue(work, 'stranger')).toMatchObject({ waiting: [], returned: [], stuck: [], next: null });
      // Recipients of an ordered document come to the queue when its acceptors are done, and wait since then.
      await work.docflow('PATCH', `/accepting/${later.id}`, { as: 'anna' });
      const oleg = await queue(work, 'oleg');
      expect(oleg.waiting.map(({ id, since, stage }) => [id, since, stage.number])).toEqual([
        [first.id, new Date(NOON - 2 * DAY).toISOString(), 1],
        [later.id, new Date(NOON + DAY).toISOString(), 1],
      ]);
    }));

  test('gives the author back what was declined, and tells what others keep for days', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      const declined = await work.create({ acceptor: ['anna'] });
      const slow = await work.create({ acceptor: ['oleg'] });
      const own = await work.create({ acceptor: ['boss'] });
      await work.create();
      work.setClock(NOON + DAY);
      await work.docflow('PATCH', `/declining/${declined.id}`, { as: 'anna', json: { reason: 'Нет сметы' } });
      const before = await queue(work, 'boss');
      expect([ids(before.waiting), ids(before.returned), ids(before.stuck)]).toEqual([[own.id], [declined.id], []]);
      expect(before.returned[0]?.since).toBe(new Date(NOON + DAY).toISOString());
      work.setClock(NOON + STUCK_AFTER_DAYS * DAY);
      const after = await queue(work, 'boss');
      expect(ids(after.stuck)).toEqual([slow.id]);
      expect(after.counts).toEqual({ waiting: 1, returned: 1, stuck: 1 });
      // Asked anew by a new version: the days begin again.
      await work.docflow('PATCH', `/accepting/${slow.id}`, { as: 'oleg' });
      expect(ids((await queue(work, 'boss')).stuck)).toEqual([]);
      expect(ids((await queue(work, 'oleg')).waiting)).toEqual([]);
    }));

  test('holds for a substitute what waits for the absent one, where both may decide it', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      const { id } = await work.create({ acceptor: ['anna'] });
      await work.call('PUT', '/user/substitute', { as: 'anna', json: { uid: 'oleg', ...away } });
      expect((await queue(work, 'oleg')).waiting).toMatchObject([{ id, decides: [{ uid: 'anna', kind: 'acceptor' }] }]);
      const counter = await work.docflow('GET', '/search/doc/count/?acceptor=0', { as: 'oleg' });
      expect(counter.json()).toEqual({ count: 1 });
      expect(await work.read(id, 'oleg')).toMatchObject({ decides: [{ uid: 'anna' }] });
      expect(await work.read(id, 'anna')).toMatchObject({ decides: [{ uid: 'anna' }] });
      expect(await work.read(id, 'boss')).toMatchObject({ decides: [] });
      // The auth service does not say whose accounts are disabled: only the viewer's own work is shown then.
      work.around.authService = false;
      expect((await queue(work, 'oleg')).waiting).toEqual([]);
      expect(ids((await queue(work, 'anna')).waiting)).toEqual([id]);
    }));

  test('marks those asked who cannot answer', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ acceptor: ['anna', 'oleg'], recipient: ['reader', 'anna'] });
      expect((await work.read(id)).unable).toEqual([]);
      work.around.disabled.add('oleg');
      await work.bind('reader', await roleOf(work, 'Гость'));
      expect((await work.read(id)).unable).toEqual([
        { uid: 'oleg', kind: 'acceptor', why: 'disabled' },
        { uid: 'reader', kind: 'recipient', why: 'no right' },
      ]);
      expect(await work.read(id, 'reader')).toMatchObject({ decides: [] });
    }));

  test('goes on page by page in every list, and ends', () =>
    withPaperwork(open, async (work) => {
      const made: number[] = [];
      for (let day = 0; day < 5; day++) {
        work.setClock(NOON + day * DAY);
        made.push((await work.create({ acceptor: ['anna'] })).id);
      }
      work.setClock(NOON + 30 * DAY);
      const seen = async (as: string, list: 'waiting' | 'stuck') => {
        const found: number[] = [];
        let cursor = '';
        for (;;) {
          const page = await queue(work, as, `?limit=2${cursor && `&cursor=${cursor}`}`);
          found.push(...ids(page[list]));
          expect(page.counts[list]).toBe(5);
          if (page.next === null) return found;
          cursor = page.next;
        }
      };
      expect(await seen('anna', 'waiting')).toEqual(made);
      expect(await seen('boss', 'stuck')).toEqual(made);
      for (const limit of ['0', '-1', 'x', '1e9', '']) {
        expect((await queue(work, 'anna', `?limit=${limit}`)).waiting).toHaveLength(Math.min(5, QUEUE_PAGE_SIZE));
      }
      for (const cursor of ['x', 'W10', 'e30', 'WzAsMCwiYSJd', 'a'.repeat(9_000)]) {
        expect([cursor.length, said(await ask(work, 'anna', `?cursor=${cursor}`))]).toEqual([
          cursor.length,
          [400, 'invalid cursor'],
        ]);
      }
    }));
});

aboveSql('a document that lists nobody', (open) => {
  test('is neither pending nor done, is found as such and becomes pending with the first signatory', () =>
    withPaperwork(open, async (work) => {
      const { id, state } = await work.create();
      expect(state).toBe('none');
      const found = async (wanted: string) =>
        ids((await work.docflow('GET', `/search/doc/?state=${wanted}`)).json<{ id: number }[]>());
      expect([await found('none'), await found('done')]).toEqual([[id], []]);
      const form = new FormData();
      form.append('title', 'Договор');
      form.append('acceptor[anna]', '');
      const changed = await work.docflow('PATCH', `/${id}`, { form });
      expect(changed.json()).toMatchObject({ state: 'pending' });
      expect([await found('none'), await found('pending')]).toEqual([[], [id]]);
    }));
});

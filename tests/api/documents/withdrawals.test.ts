import { expect, test } from 'vitest';
import type { Document } from '../../../contract/documents/documents.ts';
import { DAY_MS, DECISION_UNDO_MS } from '../../../contract/limits.ts';
import { aboveSql, eachDialect } from '../../support/databases.ts';
import { EVENING } from '../../support/moment.ts';
import { decide, type Paperwork, said, saveTemplate, step, withPaperwork } from './paperwork.ts';

const route = (work: Paperwork, steps: readonly object[], readers: string[] = []) =>
  saveTemplate(work, { steps, recipients: { people: readers, roles: [] } });
const sign = (work: Paperwork, id: number, as: string, json = {}) => decide(work, 'accepting', id, as, json);
const withdraw = (work: Paperwork, id: number, as: string, json: object = {}) =>
  work.docflow('PATCH', `/withdrawing/${id}`, { as, json });

/** The mails that have left by now: to whom, and about what. */
async function left({ informator, mails }: Paperwork): Promise<string[]> {
  await informator.post.deliver();
  return mails
    .splice(0)
    .map(({ to, subject }) => `${to.split('@')[0]}: ${subject.split(':')[0]?.replaceAll('\u00a0', ' ')}`)
    .sort();
}

/** The same after the time in which a decision is undone without a trace in mails. */
function leftLater(work: Paperwork): Promise<string[]> {
  work.setClock(work.informator.context.clock() + DECISION_UNDO_MS);
  return left(work);
}

const stands = ({ state, acceptor, recipient }: Document) => [
  state,
  ...[...acceptor, ...recipient].map(
    ({ uid, accept, declinedAt, isWaiting }) =>
      `${uid} ${accept ? 'accepted' : declinedAt ? 'declined' : isWaiting ? 'waits' : 'asked'}`,
  ),
];

eachDialect('a decision that is taken back', (open) => {
  test('within ten seconds has reached no one by mail, and the history has both', () =>
    withPaperwork(open, async (work) => {
      await route(work, [step('all', ['anna']), step('all', ['oleg'])]);
      const { id } = await work.create();
      expect(await left(work)).toEqual(['anna: На согласование']);
      const signed = await sign(work, id, 'anna');
      expect(signed.withdrawable).toEqual([{ uid: 'anna', kind: 'acceptor' }]);
      expect(stands(signed)).toEqual(['pending', 'anna accepted', 'oleg asked']);
      work.setClock(EVENING + DECISION_UNDO_MS - 1);
      expect(await left(work)).toEqual([]);
      const back = await withdraw(work, id, 'anna');
      expect(back.statusCode).toBe(200);
      expect(stands(back.json())).toEqual(['pending', 'anna asked', 'oleg waits']);
      expect(back.json().withdrawable).toEqual([]);
      expect(back.json().acceptor[0]).toMatchObject({ acceptedBy: null, actorPosition: null, now: null });
      expect(await leftLater(work)).toEqual([]);
      expect((await work.history(id)).map(({ event, by }) => `${event} ${by.uid}`)).toEqual([
        'decision withdrawn anna',
        'signed anna',
        'created boss',
      ]);
      expect((await work.docflow('GET', '/search/doc/count/?acceptor=0', { as: 'oleg' })).json()).toEqual({ count: 0 });
      expect((await work.docflow('GET', '/search/doc/count/?acceptor=0', { as: 'anna' })).json()).toEqual({ count: 1 });
      // It may be made again, and that is reported once.
      await sign(work, id, 'anna');
      expect(await leftLater(work)).toEqual(['boss: Подписано', 'oleg: На согласование']);
    }));

  test('later is reported to the author and to those who are asked no more', () =>
    withPaperwork(open, async (work) => {
      await route(work, [step('all', ['anna']), step('all', ['oleg'])], ['reader']);
      const { id } = await work.create();
      await left(work);
      await sign(work, id, 'anna');
      expect(await leftLater(work)).toEqual(['boss: Подписано', 'oleg: На согласование']);
      expect((await withdraw(work, id, 'anna')).statusCode).toBe(200);
      expect(await left(work)).toEqual(['boss: Решение отозвано', 'oleg: Решение пока не нужно']);
    }));

  test('stands for a person who was substituted: both may take it back, each names whose it was', () =>
    withPaperwork(open, async (work) => {
      const days = { from: '2026-06-10', to: '2026-06-10' };
      await work.call('PUT', '/user/substitute', { as: 'anna', json: { uid: 'oleg', ...days } });
      const { id } = await work.create({ acceptor: ['anna', 'boss'] });
      for (const as of ['oleg', 'anna']) {
        await leftLater(work);
        await sign(work, id, 'oleg', { insteadOf: 'anna' });
        await leftLater(work);
        expect((await work.read(id, as)).withdrawable).toEqual([{ uid: 'anna', kind: 'acceptor' }]);
        const back = await withdraw(work, id, as, { insteadOf: 'anna' });
        expect(stands(back.json())).toEqual(['pending', 'anna asked', 'boss asked']);
        await work.informator.post.deliver();
        const mail = work.mails.splice(0).find(({ to }) => to.startsWith('boss'));
        expect(mail?.text.replaceAll('\u00a0', ' ')).toContain(
          'Была подпись: oleg Юрист (замещает сотрудника: anna Юрист).',
        );
        const [latest] = await work.history(id);
        expect([latest?.event, latest?.by.uid]).toEqual(['decision withdrawn', as]);
      }
    }));

  test('is the own one where none is named, even if a later one was made for a colleague', () =>
    withPaperwork(open, async (work) => {
      const days = { from: '2026-06-10', to: '2026-06-10' };
      await work.call('PUT', '/user/substitute', { as: 'anna', json: { uid: 'oleg', ...days } });
      const { id } = await work.create({ acceptor: ['anna', 'oleg', 'boss'] });
      await sign(work, id, 'oleg');
      work.setClock(EVENING + 1_000);
      await sign(work, id, 'oleg', { insteadOf: 'anna' });
      const back = (await withdraw(work, id, 'oleg')).json<Document>();
      expect(stands(back)).toEqual(['pending', 'anna accepted', 'oleg asked', 'boss asked']);
      expect(stands((await withdraw(work, id, 'oleg')).json())[1]).toBe('anna asked');
    }));

  test('is final once a later step has decided, whatever that decided', () =>
    withPaperwork(open, async (work) => {
      await route(work, [step('all', ['anna']), step('all', ['oleg']), step('all', ['boss'])], ['reader']);
      for (const path of ['accepting', 'declining']) {
        const { id } = await work.create();
        await sign(work, id, 'anna');
        await decide(work, path, id, 'oleg', { reason: 'Нет' });
        expect((await work.read(id, 'anna')).withdrawable).toEqual([]);
        expect(said(await withdraw(work, id, 'anna'))).toEqual([409, 'decision is final']);
        expect(stands(await work.read(id))[1]).toBe('anna accepted');
        // The latest one may still be taken back, and the one before it then as well.
        expect((await withdraw(work, id, 'oleg')).statusCode).toBe(200);
        expect((await withdraw(work, id, 'anna')).statusCode).toBe(200);
        expect(stands(await work.read(id))).toEqual([
          'pending',
          'anna asked',
          'oleg waits',
          'boss waits',
          'reader waits',
        ]);
      }
    }));

  test('is final when the document is complete, but for the seconds of the undo', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ acceptor: ['anna'] });
      expect((await sign(work, id, 'anna')).state).toBe('done');
      work.setClock(EVENING + DECISION_UNDO_MS + 5_000);
      expect((await withdraw(work, id, 'anna')).json().state).toBe('pending');
      const again = await sign(work, id, 'anna');
      expect(again.withdrawable).toHaveLength(1);
      work.setClock(work.informator.context.clock() + DECISION_UNDO_MS + 5_001);
      expect((await work.read(id, 'anna')).withdrawable).toEqual([]);
      expect(said(await withdraw(work, id, 'anna'))).toEqual([409, 'decision is final']);
      expect((await work.read(id)).state).toBe('done');
    }));

  test('asks all of a step again of which any one signs', () =>
    withPaperwork(open, async (work) => {
      await route(work, [step('any', ['anna', 'oleg']), step('all', ['boss'])]);
      const { id } = await work.create();
      await left(work);
      const signed = await sign(work, id, 'oleg');
      expect(signed.acceptor.map(({ isSpared }) => isSpared)).toEqual([true, false, false]);
      const back = (await withdraw(work, id, 'oleg')).json<Document>();
      expect(back.acceptor.map(({ isSpared, isWaiting }) => [isSpared, isWaiting])).toEqual([
        [false, false],
        [false, false],
        [false, true],
      ]);
      // None of them has heard that it was settled.
      expect(await leftLater(work)).toEqual([]);
      await sign(work, id, 'anna');
      expect(stands(await work.read(id)).slice(0, 2)).toEqual(['pending', 'anna accepted']);
    }));

  test('may have been a decline, of a route and of flat lists', () =>
    withPaperwork(open, async (work) => {
      const flat = await work.create({ acceptor: ['anna', 'oleg'] });
      await route(work, [step('all', ['anna', 'oleg'])]);
      const routed = await work.create();
      for (const { id } of [flat, routed]) {
        await leftLater(work);
        const declined = await decide(work, 'declining', id, 'anna', { reason: 'Нет сметы' });
        expect(declined.acceptor[1]).toMatchObject({ uid: 'oleg', isSpared: true });
        await leftLater(work);
        const back = (await withdraw(work, id, 'anna')).json<Document>();
        expect(stands(back)).toEqual(['pending', 'anna asked', 'oleg asked']);
        expect(back.acceptor[0]?.reason).toBe('');
        expect(back.acceptor[1]).toMatchObject({ isSpared: false });
        // Oleg, whom the decline had spared, is asked again, and learns of it.
        expect(await left(work)).toEqual(['boss: Решение отозвано', 'oleg: На согласование']);
      }
    }));

  test('keeps the deadline of its step while others of it are still asked', () =>
    withPaperwork(open, async (work) => {
      await route(work, [step('all', ['anna', 'oleg'], { days: 1 })]);
      const { id } = await work.create();
      const due = (document: Document) => document.route?.steps[0]?.dueAt;
      const first = due(await work.read(id));
      expect(first).toBeTruthy();
      await sign(work, id, 'anna');
      work.setClock(EVENING + DAY_MS);
      const back = (await withdraw(work, id, 'anna')).json<Document>();
      expect(due(back)).toBe(first);
      const { read } = work.informator.context.database;
      const rows = await read.selectFrom('document_entries').select(['due_at', 'asked_at']).execute();
      expect(new Set(rows.map(({ due_at, asked_at }) => `${due_at} ${asked_at}`)).size).toBe(1);
    }));
});

aboveSql('taking a decision back', (open) => {
  test('is refused where there is none, to others, to strangers, and for an id of nothing', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ acceptor: ['anna', 'boss'], recipient: ['reader'] });
      expect(said(await withdraw(work, id, 'anna'))).toEqual([400, 'no decision to withdraw']);
      await sign(work, id, 'anna');
      for (const as of ['oleg', 'boss', 'reader'])
        expect(said(await withdraw(work, id, as))).toEqual([400, 'no decision to withdraw']);
      expect(said(await withdraw(work, id, 'oleg', { insteadOf: 'anna' }))).toEqual([400, 'no decision to withdraw']);
      expect(said(await withdraw(work, id, 'stranger'))).toEqual([404, 'doc not found']);
      expect(said(await withdraw(work, 999_999, 'anna'))).toEqual([404, 'doc not found']);
      expect(said(await withdraw(work, 0, 'anna'))).toEqual([400, 'invalid doc id']);
      expect(stands(await work.read(id))[1]).toBe('anna accepted');
    }));

  test('works once: a repeated call finds nothing to take back', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ acceptor: ['anna', 'oleg'] });
      await sign(work, id, 'anna');
      const answers = await Promise.all([withdraw(work, id, 'anna'), withdraw(work, id, 'anna')]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
      expect((await work.history(id)).filter(({ event }) => event === 'decision withdrawn')).toHaveLength(1);
    }));

  test('needs no right of today: who has lost it may take a signature back, and then cannot decide', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ acceptor: ['anna', 'oleg'] });
      await sign(work, id, 'anna');
      await work.bind('anna', '');
      expect((await withdraw(work, id, 'anna')).statusCode).toBe(200);
      const document = await work.read(id);
      expect(document.unable).toEqual([{ uid: 'anna', kind: 'acceptor', why: 'no right' }]);
      expect((await work.docflow('PATCH', `/accepting/${id}`, { as: 'anna', json: {} })).statusCode).toBe(403);
    }));

  test('is refused of a cancelled document, and of one in the bin', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ acceptor: ['anna', 'oleg'] });
      await sign(work, id, 'anna');
      await work.docflow('PATCH', `/cancelling/${id}`, { json: { reason: 'Ошибка' } });
      expect(said(await withdraw(work, id, 'anna'))).toEqual([409, 'document is cancelled']);
      expect((await work.read(id, 'anna')).withdrawable).toEqual([]);
      const binned = await work.create({ acceptor: ['anna'] });
      await work.docflow('DELETE', `/${binned.id}`);
      expect(said(await withdraw(work, binned.id, 'anna'))).toEqual([404, 'doc not found']);
    }));

  test('of an earlier version is impossible: a new version asks anew', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ title: 'Первый', acceptor: ['anna', 'oleg'] });
      await sign(work, id, 'anna');
      const form = new FormData();
      form.append('title', 'Второй');
      for (const uid of ['anna', 'oleg']) form.append(`acceptor[${uid}]`, '');
      expect((await work.docflow('PATCH', `/${id}`, { form })).json().version).toBe(2);
      expect(said(await withdraw(work, id, 'anna'))).toEqual([400, 'no decision to withdraw']);
    }));

  test('of an acknowledgement leaves the signatures, and that of a signature needs readers who have not read', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ task: work.ordered, acceptor: ['anna'], recipient: ['reader', 'boss'] });
      await sign(work, id, 'anna');
      await decide(work, 'recipienting', id, 'reader');
      expect(said(await withdraw(work, id, 'anna'))).toEqual([409, 'decision is final']);
      const back = await withdraw(work, id, 'reader');
      expect(stands(back.json())).toEqual(['pending', 'anna accepted', 'reader asked', 'boss asked']);
      expect((await withdraw(work, id, 'anna')).json().state).toBe('pending');
      expect(stands(await work.read(id))).toEqual(['pending', 'anna asked', 'reader waits', 'boss waits']);
    }));
});

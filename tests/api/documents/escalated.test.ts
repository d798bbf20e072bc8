import { expect, test } from 'vitest';
import type { DocumentQueue } from '../../../contract/documents/lists.ts';
import { aboveSql } from '../../support/databases.ts';
import { formWith, type Paperwork, said, saveTemplate, step, withPaperwork } from './paperwork.ts';

const DAY = 86_400_000;
/** Noon of the 10th of June 2026 in Yekaterinburg. */
const NOON = Date.UTC(2026, 5, 10, 7);

const named = (...people: string[]) => ({ people, roles: [] });

/** Where a document that waits may show: the tile, the badge of the list, the list, the old list, the queue. */
async function shownTo({ docflow }: Paperwork, as: string) {
  const json = async <T>(path: string) => (await docflow('GET', path, { as })).json<T>();
  const ids = (documents: readonly { id: number }[]) => documents.map(({ id }) => id);
  const listed = await json<{ documents: { id: number; decides: { uid: string }[] }[] }>('/list?acceptor=0');
  return {
    tile: (await json<{ count: number }>('/search/doc/count/?acceptor=0')).count,
    tab: (await json<{ forApproval: number }>('/list/counts')).forApproval,
    filtered: (await json<{ found: number }>('/list/counts?acceptor=0&overdue=1')).found,
    list: ids(listed.documents),
    decides: listed.documents.flatMap(({ decides }) => decides.map(({ uid }) => uid)),
    search: ids(await json<{ id: number }[]>('/search/doc/?acceptor=0')),
    words: ids(await json<{ id: number }[]>(`/search/doc/?acceptor=0&search=${encodeURIComponent('договор')}`)),
    queue: ids((await json<DocumentQueue>('/queue')).waiting),
  };
}

const NOTHING = { tile: 0, tab: 0, filtered: 0, list: [], decides: [], search: [], words: [], queue: [] };

aboveSql('what has come by an escalation', (open) => {
  test('is counted and listed wherever it may be decided, and nowhere once it is or the right has gone', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      const next = { days: 1, ...named('oleg') };
      await saveTemplate(work, { steps: [step('all', ['anna'], { days: 0, next }), step('all', ['boss'])] });
      const { id } = await work.create();
      expect(await shownTo(work, 'oleg')).toEqual(NOTHING);
      work.setClock(NOON + 3 * DAY);
      await work.informator.post.deliver();
      expect(await shownTo(work, 'oleg')).toEqual({
        ...{ tile: 1, tab: 1, filtered: 1, list: [id], decides: ['anna'] },
        ...{ search: [id], words: [id], queue: [id] },
      });
      // Those who were asked are asked still.
      expect((await shownTo(work, 'anna')).tile).toBe(1);
      const read = await work.informator.context.database.read
        .selectFrom('users')
        .select('role_id')
        .where('uid', 'in', ['oleg', 'guest'])
        .orderBy('uid')
        .execute();
      const [guest, lawyer] = read.map(({ role_id }) => role_id ?? 0);
      await work.bind('oleg', guest ?? 0);
      expect(await shownTo(work, 'oleg')).toEqual(NOTHING);
      await work.bind('oleg', lawyer ?? 0);
      const both = await Promise.all(
        ['anna', 'oleg'].map((as) => work.docflow('PATCH', `/accepting/${id}`, { as, json: {} })),
      );
      expect(both.filter(({ statusCode }) => statusCode === 200)).not.toHaveLength(0);
      const { acceptor } = await work.read(id);
      expect(acceptor.map(({ accept }) => accept)).toEqual([true, false]);
      expect((await work.history(id)).filter(({ event }) => event === 'signed')).toHaveLength(1);
      expect(await shownTo(work, 'oleg')).toEqual(NOTHING);
      expect((await shownTo(work, 'boss')).queue).toEqual([id]);
    }));

  test('security 43: is told once by a clock that jumps a day ahead and back, and not forgotten by one that jumps back', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      const next = { days: 1, ...named('oleg') };
      await saveTemplate(work, { steps: [step('all', ['anna'], { days: 0, next })] });
      const { id } = await work.create();
      const told = async (moment: number) => {
        work.setClock(moment);
        await work.informator.post.deliver();
        return work.mails
          .splice(0)
          .filter(({ subject }) => subject.includes('Договор'))
          .map(({ to }) => to.split('@')[0]);
      };
      await told(NOON);
      expect(await told(NOON - DAY)).toEqual([]);
      expect(await told(NOON + 3 * DAY)).toContain('oleg');
      for (const moment of [NOON + 2 * DAY, NOON, NOON + 3 * DAY, NOON + 4 * DAY])
        expect([moment, await told(moment)]).toEqual([moment, []]);
      expect(await shownTo(work, 'oleg')).toMatchObject({ tile: 1, list: [id] });
      const escalated = (await work.history(id)).filter(({ event }) => event === 'escalated');
      expect(escalated).toHaveLength(1);
      // To whom it went stays as it was, whatever people are called later.
      const oleg = { uid: 'oleg', name: 'oleg Юрист', email: 'oleg@parts.example' };
      expect(escalated[0]?.sentTo).toEqual([oleg]);
      await work.call('PATCH', '/user/', { as: 'oleg', json: { name: 'Олег Новый' } });
      expect((await work.history(id)).find(({ event }) => event === 'escalated')?.sentTo).toEqual([oleg]);
    }));

  test('the maker of the template is told that a document is stuck though he does not see it', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      await work.join('admin');
      await saveTemplate(work, { steps: [step('all', ['anna'], { days: 0 })] });
      const { id } = await work.create();
      expect((await work.docflow('GET', `/${id}`, { as: 'admin' })).statusCode).toBe(404);
      work.mails.splice(0);
      work.setClock(NOON + 2 * DAY);
      await work.informator.post.deliver();
      const stuck = work.mails.filter(({ subject }) => subject.includes('застрял'));
      expect(stuck.map(({ to }) => to.split('@')[0]).sort()).toEqual(['admin', 'boss']);
    }));
});

aboveSql('a step of a route', (open) => {
  test('takes one decision of two people at the same time, be it a signature or a refusal', () =>
    withPaperwork(open, async (work) => {
      await saveTemplate(work, { steps: [step('any', ['anna', 'oleg']), step('all', ['boss'])] });
      for (const other of ['accepting', 'declining']) {
        const { id } = await work.create();
        const answers = await Promise.all([
          work.docflow('PATCH', `/accepting/${id}`, { as: 'anna', json: {} }),
          work.docflow('PATCH', `/${other}/${id}`, { as: 'oleg', json: { reason: 'Нет' } }),
        ]);
        expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
        expect(answers.map((answer) => said(answer)[1])).toContain('already decided');
        const { acceptor } = await work.read(id);
        expect(acceptor.filter(({ accept, declinedAt }) => accept || declinedAt !== null)).toHaveLength(1);
      }
    }));

  test('gets another person in the place of a dismissed one, and nobody else in the place of others', () =>
    withPaperwork(open, async (work) => {
      await saveTemplate(work, { steps: [step('all', ['anna']), step('all', ['boss'])] });
      const { id } = await work.create();
      const change = (...acceptor: string[]) =>
        work.docflow('PATCH', `/${id}`, { form: formWith({ title: 'Договор', acceptor }) });
      const refused = [400, 'acceptors are set by the route'];
      expect(said(await change('oleg', 'boss'))).toEqual(refused);
      work.around.disabled.add('anna');
      expect(said(await change('anna', 'oleg'))).toEqual(refused);
      expect(said(await change('boss'))).toEqual(refused);
      expect(said(await change('oleg', 'reader', 'boss'))).toEqual([400, 'invalid acceptor uid']);
      const changed = await change('boss', 'oleg');
      expect(changed.json()).toMatchObject({
        version: 1,
        acceptor: [
          { uid: 'oleg', isWaiting: false },
          { uid: 'boss', isWaiting: true },
        ],
        route: {
          steps: [
            { people: ['oleg'], state: 'current' },
            { people: ['boss'], state: 'waiting' },
          ],
        },
      });
      // A template that changes meanwhile does not touch it.
      await saveTemplate(work, { steps: [step('all', ['boss'])] });
      await work.docflow('PATCH', `/accepting/${id}`, { as: 'oleg', json: {} });
      const done = await work.docflow('PATCH', `/accepting/${id}`, { as: 'boss', json: {} });
      expect(done.json()).toMatchObject({ state: 'done', route: { version: 1 } });
      work.around.disabled.add('oleg');
      expect(said(await change('boss', 'anna'))).toEqual([400, 'invalid acceptor uid']);
    }));

  test(
    'gets another person in the place of one who lost the right to sign, now or in a later step',
    { tags: ['store'] },
    () =>
      withPaperwork(open, async (work) => {
        await saveTemplate(work, { steps: [step('all', ['anna']), step('all', ['oleg'])] });
        const { id } = await work.create();
        const change = (...acceptor: string[]) =>
          work.docflow('PATCH', `/${id}`, { form: formWith({ title: 'Договор', acceptor }) });
        const roles = (await work.call('GET', '/role/', { as: 'admin' })).json<{ id: number; title: string }[]>();
        const lawyer = roles.find(({ title }) => title === 'Юрист')?.id ?? 0;
        expect(said(await change('anna', 'boss'))).toEqual([400, 'acceptors are set by the route']);
        await work.bind('oleg', '');
        const later = await change('anna', 'boss');
        expect(later.json()).toMatchObject({
          acceptor: [{ uid: 'anna' }, { uid: 'boss' }],
          route: {
            steps: [
              { people: ['anna'], state: 'current' },
              { people: ['boss'], state: 'waiting' },
            ],
          },
        });
        await work.bind('oleg', lawyer);
        await work.bind('anna', '');
        expect((await work.read(id)).unable).toEqual([{ uid: 'anna', kind: 'acceptor', why: 'no right' }]);
        expect(said(await change('guest', 'boss'))).toEqual([400, 'invalid acceptor uid']);
        const now = await change('oleg', 'boss');
        expect(now.json()).toMatchObject({
          acceptor: [{ uid: 'oleg', isWaiting: false }, { uid: 'boss' }],
          route: { steps: [{ people: ['oleg'], state: 'current' }, { people: ['boss'] }] },
        });
        expect((await work.history(id))[0]).toMatchObject({
          event: 'edited',
          after: { acceptor: [{ uid: 'oleg' }, {}] },
        });
      }),
  );
});

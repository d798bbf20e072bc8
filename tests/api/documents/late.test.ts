import XLSX from '@e965/xlsx';
import { expect, test } from 'vitest';
import type { DocumentListAnswer, LateAnswer, LateReminded } from '../../../contract/documents/lists.ts';
import { eachDialect } from '../../support/databases.ts';
import { ACTION, formOf } from '../people/company.ts';
import { type Paperwork, said, saveTemplate, step, withPaperwork } from './paperwork.ts';

const DAY = 86_400_000;
/** Noon of the 10th of June 2026 in Yekaterinburg. */
const NOON = Date.UTC(2026, 5, 10, 7);

async function late(work: Paperwork, as = 'boss', query = ''): Promise<LateAnswer> {
  const answer = await work.docflow('GET', `/late${query}`, { as });
  expect(said(answer)).toEqual([200, undefined]);
  return answer.json();
}

async function list(work: Paperwork, query: string, as = 'boss'): Promise<DocumentListAnswer> {
  const answer = await work.docflow('GET', `/list${query}`, { as });
  expect(said(answer)).toEqual([200, undefined]);
  return answer.json();
}

async function remind(work: Paperwork, person: string | null, as = 'boss'): Promise<LateReminded> {
  const answer = await work.docflow('POST', '/late/remind', { as, json: { person } });
  expect(said(answer)).toEqual([200, undefined]);
  return answer.json();
}

/** The rows of the exported list, headings first. */
async function exported(work: Paperwork, query = ''): Promise<string[][]> {
  const { rawPayload } = await work.docflow('GET', `/list/export${query}`);
  const book = XLSX.read(rawPayload);
  return XLSX.utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, defval: '' });
}

const remove = (work: Paperwork, id: number) => work.docflow('DELETE', `/${id}`);
const brief = ({ people }: LateAnswer) => people.map(({ uid, waiting, overdue }) => [uid, waiting, overdue]);
const uids = (people: readonly { readonly uid: string }[]) => people.map(({ uid }) => uid);

/** Takes every right in the pair of contracts from the role of a person. */
async function loseRights(work: Paperwork, uid: string): Promise<void> {
  const read = work.informator.context.database.read;
  const user = await read.selectFrom('users').select('role_id').where('uid', '=', uid).executeTakeFirstOrThrow();
  const rights = { [work.directing]: { [work.task]: [], [work.ordered]: [] } };
  expect((await work.save(formOf({ [user.role_id ?? 0]: rights }))).statusCode).toBe(200);
}

eachDialect('who holds documents up', (open) => {
  test('is answered with how much waits since when, of what the caller sees, the longest first and page by page', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      const first = await work.create({ acceptor: ['anna'], recipient: ['anna', 'reader'] });
      work.setClock(NOON + DAY);
      await work.create({ acceptor: ['anna', 'oleg'] });
      const gone = await work.create({ acceptor: ['oleg'] });
      await remove(work, gone.id);
      const cancelled = await work.create({ acceptor: ['oleg', 'anna'] });
      await work.docflow('PATCH', `/accepting/${cancelled.id}`, { as: 'oleg' });
      await remove(work, cancelled.id);
      const answer = await late(work);
      expect(brief(answer)).toEqual([
        ['anna', 2, 0],
        ['reader', 1, 0],
        ['oleg', 1, 0],
      ]);
      expect(answer.totals).toEqual({ people: 3, documents: 2, overdue: 0 });
      expect(answer.people[0]).toMatchObject({
        name: 'anna Юрист',
        position: 'Юрист',
        since: new Date(NOON).toISOString(),
        isDisabled: false,
        absence: null,
        withoutRight: 0,
        blocked: { count: 0, documents: [] },
      });
      const page = await late(work, 'boss', '?limit=2');
      expect(uids(page.people)).toEqual(['anna', 'reader']);
      const next = await late(work, 'boss', `?limit=2&cursor=${page.next}`);
      expect([uids(next.people), next.next, next.totals.people]).toEqual([['oleg'], null, 3]);
      expect(said(await work.docflow('GET', '/late?cursor=x'))).toEqual([400, 'invalid cursor']);
      // A person without a role sees what lists them, here nothing.
      expect(await late(work, 'stranger')).toMatchObject({ people: [], totals: { documents: 0 } });
      // The list of one person is what the page counts.
      const { documents } = await list(work, '?asked=anna&sort=since');
      expect([documents.length, documents[0]?.id]).toEqual([2, first.id]);
    }));

  test('says who cannot decide and what stands because of it: disabled, absent, without the right', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      const { id } = await work.create({ title: 'Поставка', acceptor: ['anna', 'oleg'], recipient: ['reader'] });
      const days = { from: '2026-06-01', to: '2026-06-30' };
      await work.call('PUT', '/user/substitute', { as: 'anna', json: { uid: 'oleg', ...days } });
      work.around.disabled.add('oleg');
      const person = async (uid: string) => (await late(work)).people.find((one) => one.uid === uid);
      const stands = { count: 1, documents: [{ id, num: 1, title: 'Поставка' }] };
      expect(await person('oleg')).toMatchObject({ isDisabled: true, blocked: stands });
      // The substitute is disabled: the absent person alone can decide, and nothing else is said.
      expect(await person('anna')).toMatchObject({
        absence: { until: '2026-06-30', acting: { uid: 'oleg' } },
        ...{ uncovered: 1, withoutRight: 0, blocked: { count: 0, documents: [] } },
      });
      expect((await work.read(id, 'anna')).decides).toEqual([{ uid: 'anna', kind: 'acceptor' }]);
      work.around.disabled.clear();
      expect(await person('anna')).toMatchObject({ absence: { until: '2026-06-30' }, uncovered: 0 });
      const { documents } = await list(work, '');
      expect(documents[0]?.substitutes).toEqual([{ absent: 'anna', acting: expect.objectContaining({ uid: 'oleg' }) }]);
      await loseRights(work, 'reader');
      expect(await person('reader')).toMatchObject({ withoutRight: 1, blocked: stands });
      work.around.authService = false;
      expect(await late(work)).toMatchObject({ isAccountsKnown: false });
    }));

  test('says nothing is stuck where the person decides alone, and where the step went on to another', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      const days = { from: '2026-06-01', to: '2026-06-30' };
      const person = async (uid: string) => (await late(work)).people.find((one) => one.uid === uid);
      // The substitute may acknowledge, not sign.
      const { id } = await work.create({ title: 'Приказ', acceptor: ['anna'], recipient: ['anna'] });
      await work.call('PUT', '/user/substitute', { as: 'anna', json: { uid: 'reader', ...days } });
      expect(await person('anna')).toMatchObject({ uncovered: 1, blocked: { count: 0 } });
      expect((await work.docflow('PATCH', `/accepting/${id}`, { as: 'anna' })).statusCode).toBe(200);
      expect(await person('anna')).toMatchObject({ uncovered: 0, blocked: { count: 0 } });
      // A disabled person's step goes on at once to the one whom the route names.
      const next = { days: 1, people: ['boss'], roles: [] };
      await saveTemplate(work, { steps: [step('all', ['oleg'], { days: 1, next })] });
      const routed = await work.create({ title: 'Договор' });
      work.around.disabled.add('oleg');
      expect(await person('oleg')).toMatchObject({ isDisabled: true, account: 'disabled', blocked: { count: 1 } });
      await work.informator.post.deliver();
      expect(await person('oleg')).toMatchObject({ blocked: { count: 0 } });
      expect((await work.read(routed.id)).decides).toEqual([{ uid: 'oleg', kind: 'acceptor' }]);
      work.around.disabled.add('boss');
      expect((await late(work, 'boss')).people.find(({ uid }) => uid === 'oleg')?.blocked.count).toBe(1);
    }));

  test('says of whom no answer comes soon: the account is disabled or was never used, on the page of the document too', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ acceptor: ['anna', 'oleg'], recipient: ['reader'] });
      work.around.unused.set('anna', 'never').set('reader', 'invited');
      work.around.disabled.add('oleg');
      const states = async () => (await late(work)).people.map(({ uid, account }) => [uid, account]);
      expect((await states()).sort()).toEqual([
        ['anna', 'never'],
        ['oleg', 'disabled'],
        ['reader', 'invited'],
      ]);
      expect((await work.read(id)).idle).toEqual([
        { uid: 'anna', state: 'never' },
        { uid: 'oleg', state: 'disabled' },
        { uid: 'reader', state: 'invited' },
      ]);
      work.around.authService = false;
      expect((await states()).map(([, account]) => account)).toEqual([undefined, undefined, undefined]);
    }));

  test('groups the list by person, a row for each of those asked, and sorts it by the day that is due', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      const both = await work.create({ acceptor: ['oleg', 'anna'] });
      const one = await work.create({ acceptor: ['oleg'] });
      const none = await work.create();
      const rows = async (query: string) =>
        (await list(work, query)).documents.map(({ id, group }) => [group?.uid ?? null, id]);
      const grouped = [
        ['anna', both.id],
        ['oleg', both.id],
        ['oleg', one.id],
        [null, none.id],
      ];
      expect(await rows('?sort=asked')).toEqual(grouped);
      const first = await list(work, '?sort=asked&limit=2');
      expect(first.documents.map(({ id }) => id)).toEqual([both.id, both.id]);
      const rest = await list(work, `?sort=asked&limit=2&cursor=${first.next}`);
      expect(rest.documents.map(({ id }) => id)).toEqual([one.id, none.id]);
      // The file has each document once, after its headings.
      expect(await exported(work, '?sort=asked')).toHaveLength(4);
      expect((await work.docflow('GET', '/list/counts?asked=oleg')).json()).toMatchObject({ found: 2 });
      expect((await list(work, '?sort=due')).documents.map(({ id }) => id)).toEqual([none.id, one.id, both.id]);
    }));
});

eachDialect('a reminder to those who hold documents up', (open) => {
  test('says who is written to, who is not and why, and writes about a document once an hour', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      await work.create({ acceptor: ['anna', 'oleg', 'boss'], recipient: ['reader'] });
      await work.create({ acceptor: ['anna'] });
      await work.informator.post.deliver();
      work.mails.splice(0);
      await work.call('PATCH', '/user/mails', { as: 'oleg', json: { documents: false } });
      work.around.disabled.add('reader');
      const answer = await remind(work, null);
      expect(answer).toMatchObject({ documents: 2, recent: 0, denied: 0, more: false });
      expect(answer.people).toMatchObject([{ uid: 'anna', name: 'anna Юрист', documents: 2 }]);
      expect(answer.skipped.map(({ uid, why }) => [uid, why])).toEqual([
        ['oleg', 'mails off'],
        ['boss', 'self'],
        ['reader', 'disabled'],
      ]);
      await work.informator.post.deliver();
      expect(work.mails.splice(0).map(({ to, subject }) => [to, subject.startsWith('Напоминание')])).toEqual([
        ['anna@parts.example', true],
        ['anna@parts.example', true],
      ]);
      expect(await remind(work, 'anna')).toMatchObject({ documents: 0, people: [], recent: 2 });
      work.setClock(NOON + 3_600_000);
      expect(await remind(work, 'anna')).toMatchObject({ documents: 2, people: [{ uid: 'anna', documents: 2 }] });
      expect(said(await work.docflow('POST', '/late/remind', { json: { person: ['anna'] } }))).toEqual([
        400,
        'invalid uid',
      ]);
    }));

  test('that cannot leave is none: where mail is not set up it stands in no history and delays no later one', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      const { id } = await work.create({ acceptor: ['anna'] });
      work.around.mailIsSetUp = false;
      expect((await work.docflow('POST', `/${id}/remind`)).json()).toEqual({ count: 0, mailTrouble: 'not set up' });
      expect(await remind(work, null)).toMatchObject({ documents: 0, people: [], mailTrouble: 'not set up' });
      expect((await work.history(id)).map(({ event }) => event)).toEqual(['created']);
      work.around.mailIsSetUp = true;
      expect((await work.docflow('POST', `/${id}/remind`)).json()).toEqual({ count: 1 });
      expect((await work.history(id)).map(({ event }) => event)).toEqual(['reminded', 'created']);
    }));

  test('is refused to who neither wrote the document nor may edit it, and sent for who may edit', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      const { id } = await work.create({ acceptor: ['oleg'] });
      expect(await remind(work, null, 'anna')).toMatchObject({ documents: 0, denied: 1, people: [] });
      expect((await work.docflow('POST', `/${id}/remind`, { as: 'anna' })).statusCode).toBe(403);
      const [role = 0] = await work.add('role', 'Редактор');
      const rights = { [work.directing]: { [work.task]: [ACTION.edit] } };
      expect((await work.save(formOf({ [role]: rights }))).statusCode).toBe(200);
      await work.bind('guest', role);
      expect(await remind(work, 'oleg', 'guest')).toMatchObject({ documents: 1, denied: 0 });
      work.setClock(NOON + 3_600_000);
      expect((await work.docflow('POST', `/${id}/remind`, { as: 'guest' })).json()).toEqual({ count: 1 });
    }));
});

eachDialect('what a list leaves out', (open) => {
  test('is a document whose right was lost: counters, queue and list say the same number', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ acceptor: ['anna'], recipient: ['reader'] });
      const numbers = async (as: string, kind: 'acceptor' | 'recipient') => {
        const tab = kind === 'acceptor' ? 'forApproval' : 'forReview';
        const count = await work.docflow('GET', `/search/doc/count/?${kind}=0`, { as });
        const counts = await work.docflow('GET', '/list/counts', { as });
        const queue = await work.docflow('GET', '/queue', { as });
        return [
          count.json<{ count: number }>().count,
          counts.json<Record<string, number>>()[tab],
          queue.json<{ counts: Record<string, number> }>().counts.waiting,
          (await list(work, `?${kind}=0`, as)).documents.length,
        ];
      };
      expect([await numbers('anna', 'acceptor'), await numbers('reader', 'recipient')]).toEqual([
        [1, 1, 1, 1],
        [1, 1, 1, 1],
      ]);
      await loseRights(work, 'anna');
      await loseRights(work, 'reader');
      expect([await numbers('anna', 'acceptor'), await numbers('reader', 'recipient')]).toEqual([
        [0, 0, 0, 0],
        [0, 0, 0, 0],
      ]);
      // Both stay listed, and the author sees that they are asked.
      expect((await list(work, '?acceptor=2', 'anna')).documents.map((one) => one.id)).toEqual([id]);
      expect(uids((await late(work)).people)).toEqual(['anna', 'reader']);
    }));

  test('is a cancelled document, in lists, tabs, counters, queue, search and export, unless it is asked for', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ title: 'Поставка', acceptor: ['anna', 'oleg'], recipient: ['reader'] });
      await work.docflow('PATCH', `/accepting/${id}`, { as: 'anna' });
      expect((await work.docflow('PATCH', `/cancelling/${id}`, { json: { reason: 'Ошибка' } })).statusCode).toBe(200);
      const ids = async (path: string, as = 'boss') => {
        const answer = (await work.docflow('GET', path, { as })).json<DocumentListAnswer | { id: number }[]>();
        return (Array.isArray(answer) ? answer : answer.documents).map((one) => one.id);
      };
      for (const sort of ['', 'since', 'due', 'asked', 'state', 'saved', 'title'])
        expect([sort, await ids(`/list?sort=${sort}`)]).toEqual([sort, []]);
      for (const query of ['?author=1', '?acceptor=2', '?recipient=0', '?search=поставка', '?signatory=anna'])
        for (const as of ['boss', 'anna', 'oleg', 'reader'])
          expect([query, as, await ids(`/list${query}`, as)]).toEqual([query, as, []]);
      expect(await ids('/search/doc/')).toEqual([]);
      expect(await ids('/search/doc/?search=поставка')).toEqual([]);
      expect((await work.docflow('GET', '/search/doc/count/')).json()).toEqual({ count: 0 });
      expect((await work.docflow('GET', '/list/counts')).json()).toEqual({
        ...{ forApproval: 0, forReview: 0, outgoing: 0, mine: 0, found: 0, cancelled: 1 },
      });
      const queue = await work.docflow('GET', '/queue');
      expect(queue.json()).toMatchObject({ counts: { waiting: 0, returned: 0, stuck: 0 } });
      expect(await exported(work)).toHaveLength(1);
      expect(await ids('/list?state=cancelled')).toEqual([id]);
      expect(await ids('/search/doc/?state=cancelled')).toEqual([id]);
      expect((await work.docflow('GET', '/list/counts?state=cancelled')).json()).toMatchObject({ found: 1, mine: 1 });
      expect(await exported(work, '?state=cancelled')).toHaveLength(2);
    }));
});

eachDialect('the file of a list', (open) => {
  test('says who is asked, since and until when, and who decided what by the names of that day', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      const days = { from: '2026-06-01', to: '2026-06-30' };
      const { id } = await work.create({ acceptor: ['anna', 'oleg'], recipient: ['reader'] });
      await work.docflow('PATCH', `/accepting/${id}`, { as: 'anna' });
      await work.call('PATCH', '/user', { as: 'anna', json: { name: 'Анна Новая' } });
      await work.call('PUT', '/user/substitute', { as: 'oleg', json: { uid: 'anna', ...days } });
      const cells = async () => {
        const [header = [], row = []] = await exported(work);
        return Object.fromEntries(header.map((name, at) => [name, row[at]]));
      };
      expect(await cells()).toMatchObject({
        'У кого': 'oleg Юрист (заместитель: Анна Новая), reader Кладовщик',
        'Ждёт с': '10.06.2026',
        'Кто решил': 'anna Юрист: согласовано, 10.06.2026',
      });
      const json = { insteadOf: 'oleg', reason: 'Нет сметы' };
      expect((await work.docflow('PATCH', `/declining/${id}`, { as: 'anna', json })).statusCode).toBe(200);
      expect((await cells())['Кто решил']).toBe(
        [
          'anna Юрист: согласовано, 10.06.2026',
          'Анна Новая (замещает сотрудника: oleg Юрист): отклонено («Нет сметы»), 10.06.2026',
          'reader Кладовщик: не понадобилось',
        ].join('; '),
      );
    }));
});

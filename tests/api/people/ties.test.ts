import { expect, test } from 'vitest';
import type { AccessChange, BrokenRoutes } from '../../../contract/access/access.ts';
import type { JournalListAnswer } from '../../../contract/documents/journal.ts';
import type { DocumentQueue } from '../../../contract/documents/lists.ts';
import { DAY_MS } from '../../../contract/limits.ts';
import type { StaffPlan } from '../../../contract/people/staff-list.ts';
import type { HandedOver, PersonTies } from '../../../contract/people/ties.ts';
import { eachDialect } from '../../support/databases.ts';
import { bookBytes } from '../../support/workbooks.ts';
import { type Paperwork, roleOf, said, saveTemplate, step, withPaperwork } from '../documents/paperwork.ts';
import { ACTION, formOf } from './company.ts';

const EMAIL = { anna: 'anna@parts.example', oleg: 'oleg@parts.example' };

const tiesOf = async ({ call }: Paperwork, email = EMAIL.anna): Promise<PersonTies> =>
  (await call('GET', `/people/${email}/ties`, { as: 'admin' })).json();
const handOver = ({ call }: Paperwork, uid: string, email = EMAIL.anna) =>
  call('POST', `/people/${email}/hand-over`, { as: 'admin', json: { uid } });
const handed = async (work: Paperwork, uid: string): Promise<HandedOver> => {
  const answer = await handOver(work, uid);
  expect([answer.statusCode, answer.json().error]).toEqual([200, undefined]);
  return answer.json();
};
const route = (work: Paperwork, people: readonly string[]) =>
  saveTemplate(work, { steps: [step('all', people, { title: 'Юрист' })] });

eachDialect('what hangs on a person', (open) => {
  test('is listed before the account is disabled: documents, templates and substitutions', () =>
    withPaperwork(open, async (work) => {
      expect(await tiesOf(work)).toMatchObject({
        documentCount: 0,
        templateCount: 0,
        substitute: null,
        represents: [],
      });
      const asked = await work.create({ acceptor: ['anna'] });
      const decided = await work.create({ acceptor: ['anna', 'oleg'] });
      await work.docflow('PATCH', `/accepting/${decided.id}`, { as: 'anna', json: {} });
      await route(work, ['anna']);
      const days = { from: '2020-01-01', to: '2099-12-31' };
      await work.call('PUT', '/user/substitute', { as: 'anna', json: { uid: 'oleg', ...days } });
      const ties = await tiesOf(work);
      expect(ties.documents.map(({ id }) => id)).toEqual([asked.id]);
      expect(ties).toMatchObject({
        documentCount: 1,
        templateCount: 1,
        templates: [{ directing: { title: 'Закупки' }, task: { title: 'Договор' } }],
        substitute: { uid: 'oleg' },
      });
      expect((await tiesOf(work, EMAIL.oleg)).represents.map(({ uid }) => uid)).toEqual(['anna']);
    }));

  test('leaves out what a person wrote: documents on their way and declined ones are listed, finished ones are not', () =>
    withPaperwork(open, async (work) => {
      const pending = await work.create({ acceptor: ['anna'] });
      const declined = await work.create({ acceptor: ['anna'] });
      const done = await work.create({ acceptor: ['anna'] });
      await work.docflow('PATCH', `/declining/${declined.id}`, { as: 'anna', json: { reason: 'Нет суммы' } });
      await work.docflow('PATCH', `/accepting/${done.id}`, { as: 'anna', json: {} });
      const ties = await tiesOf(work, 'boss@parts.example');
      expect(ties.written.map(({ id }) => id)).toEqual([pending.id, declined.id]);
      expect(ties).toMatchObject({ writtenCount: 2, documentCount: 0 });
      expect(await tiesOf(work)).toMatchObject({ written: [], writtenCount: 0, documentCount: 1 });
    }));

  test('passes to a colleague in one go: pending entries, templates, substitutions, with history and a mail', () =>
    withPaperwork(open, async (work) => {
      work.around.emails.set('oleg', EMAIL.oleg).set('anna', EMAIL.anna);
      const { id } = await work.create({ acceptor: ['boss', 'anna'], recipient: ['reader'] });
      await work.docflow('PATCH', `/accepting/${id}`, { as: 'boss', json: {} });
      await route(work, ['anna']);
      const days = { from: '2020-01-01', to: '2099-12-31' };
      await work.call('PUT', '/user/substitute', { as: 'anna', json: { uid: 'boss', ...days } });
      const answer = await handed(work, 'oleg');
      expect(answer).toMatchObject({ documentCount: 1, keptDocumentCount: 0, substitutions: 1, hasMore: false });
      expect(answer.to.uid).toBe('oleg');
      expect(answer.templates).toHaveLength(1);
      const after = await work.read(id);
      expect(after.acceptor.map(({ uid }) => uid)).toEqual(['boss', 'oleg']);
      expect(after.acceptor.map(({ acceptedAt }) => acceptedAt !== null)).toEqual([true, false]);
      expect((await work.history(id))[0]).toMatchObject({ event: 'handed over', by: { uid: 'admin' } });
      const template = await work.docflow('GET', `/templates/${work.directing}/${work.task}`, { as: 'admin' });
      expect(template.json()).toMatchObject({ version: 2, steps: [{ people: ['oleg'] }] });
      expect(await tiesOf(work)).toMatchObject({ documentCount: 0, templateCount: 0, substitute: null });
    }));

  test('stays with the reason where the colleague may not decide or is listed already', () =>
    withPaperwork(open, async (work) => {
      const both = await work.create({ acceptor: ['anna', 'oleg'] });
      const answer = await handed(work, 'oleg');
      expect(answer).toMatchObject({ documentCount: 0, keptDocumentCount: 1 });
      expect(answer.keptDocuments).toMatchObject([{ id: both.id, why: 'listed already' }]);
      await route(work, ['anna']);
      const reader = await handed(work, 'reader');
      expect(reader.keptDocuments).toMatchObject([{ id: both.id, why: 'no right' }]);
      expect(reader.keptTemplates).toMatchObject([{ task: { title: 'Договор' }, why: 'route breaks' }]);
      expect((await work.read(both.id)).acceptor.map(({ uid }) => uid)).toEqual(['anna', 'oleg']);
    }));

  test('is also what comes to the person when it is overdue: it passes on, in the document too, with history and a mail', () =>
    withPaperwork(open, async (work) => {
      const noon = Date.UTC(2026, 5, 10, 7);
      work.setClock(noon);
      work.around.emails.set('oleg', EMAIL.oleg).set('boss', 'boss@parts.example');
      const next = { days: 1, people: ['oleg'], roles: [] };
      await saveTemplate(work, { steps: ['anna', 'boss'].map((uid) => step('all', [uid], { days: 0, next })) });
      const { id } = await work.create();
      expect(await tiesOf(work, EMAIL.oleg)).toMatchObject({ documentCount: 1, documents: [{ id }], templateCount: 1 });
      work.setClock(noon + 3 * DAY_MS);
      await work.informator.post.deliver();
      const waiting = async (as: string) => (await work.docflow('GET', '/queue', { as })).json<DocumentQueue>().waiting;
      expect(await waiting('oleg')).toMatchObject([{ id, decides: [{ uid: 'anna' }] }]);

      const kept = (await handOver(work, 'reader', EMAIL.oleg)).json<HandedOver>();
      expect(kept).toMatchObject({ documentCount: 0, keptDocuments: [{ id, why: 'no right' }] });
      expect(await waiting('oleg')).toHaveLength(1);

      work.mails.splice(0);
      const passed = (await handOver(work, 'boss', EMAIL.oleg)).json<HandedOver>();
      expect(passed).toMatchObject({
        documentCount: 1,
        documents: [{ id }],
        templates: [{ task: { title: 'Договор' } }],
      });
      expect(await waiting('oleg')).toEqual([]);
      expect(await waiting('boss')).toMatchObject([{ id, decides: [{ uid: 'anna' }] }]);
      const names = { from: 'oleg Юрист', to: 'boss Директор' };
      const [entry] = await work.history(id);
      expect(entry).toMatchObject({ event: 'escalation handed over', by: { uid: 'admin' }, handedOver: names });
      const journal = (await work.docflow('GET', `/journal?document=${id}`, { as: 'admin' })).json<JournalListAnswer>();
      expect(journal.entries[0]?.says.join(' ').replaceAll('\u00a0', ' ')).toContain(
        'Было: oleg Юрист. Стало: boss Директор.',
      );
      await work.informator.post.deliver();
      expect(work.mails.map(({ to, subject }) => `${to}: ${subject.replaceAll('\u00a0', ' ')}`)).toEqual([
        'boss@parts.example: Решение перешло к вам: Договор',
      ]);
      expect(await tiesOf(work, EMAIL.oleg)).toMatchObject({ documentCount: 0, templateCount: 0 });

      // The step that is still to come goes to the colleague, too.
      await work.docflow('PATCH', `/accepting/${id}`, { as: 'anna', json: {} });
      work.setClock(noon + 9 * DAY_MS);
      await work.informator.post.deliver();
      expect(await waiting('oleg')).toEqual([]);
      const { read } = work.informator.context.database;
      const come = await read
        .selectFrom('document_escalations')
        .innerJoin('users', 'users.id', 'user_id')
        .select(['step', 'users.uid'])
        .orderBy('step')
        .execute();
      expect(come).toEqual([
        { step: 1, uid: 'boss' },
        { step: 2, uid: 'boss' },
      ]);
    }));

  test('takes a step out of a route in silence: a template in which the colleague signs already stays, with the reason', () =>
    withPaperwork(open, async (work) => {
      const steps = [step('all', ['anna']), step('all', ['oleg'])];
      await saveTemplate(work, { steps });
      const answer = (await handOver(work, 'oleg')).json<HandedOver>();
      expect(answer.keptTemplates).toMatchObject([{ task: { title: 'Договор' }, why: 'signs already' }]);
      const template = await work.docflow('GET', `/templates/${work.directing}/${work.task}`, { as: 'admin' });
      expect(template.json()).toMatchObject({ version: 1, steps });
    }));

  test('never passes to the person, to a disabled account or to no profile, nor by any other than administrators', () =>
    withPaperwork(open, async (work) => {
      work.around.disabled.add('oleg');
      for (const uid of ['anna', 'oleg', 'missing'])
        expect(said(await handOver(work, uid))).toEqual([400, 'invalid uid']);
      const as = { as: 'boss', json: { uid: 'boss' } };
      expect((await work.call('POST', `/people/${EMAIL.anna}/hand-over`, as)).statusCode).toBe(403);
    }));
});

eachDialect('a change of rights', (open) => {
  test('that breaks a route in force names it and its signatories before it is saved, and is not saved by that', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ acceptor: ['anna'] });
      await route(work, ['anna']);
      const lawyer = await roleOf(work, 'Юрист');
      const before = await work.settings();
      const without = formOf({ [lawyer]: { [work.directing]: { [work.task]: [ACTION.acknowledge] } } });
      const examined = await work.call('POST', '/setting/access/examine', { as: 'admin', json: without });
      expect([examined.statusCode, examined.json().error]).toEqual([200, undefined]);
      expect(examined.json<BrokenRoutes>()).toMatchObject({
        templateCount: 1,
        templates: [{ task: { title: 'Договор' }, step: 1, name: 'anna Юрист' }],
        signatoryCount: 1,
        signatories: [{ id, name: 'anna Юрист' }],
      });
      expect(await work.settings()).toEqual(before);
      const more = formOf({ [lawyer]: { [work.directing]: { [work.task]: [ACTION.approve, ACTION.edit] } } });
      const harmless = await work.call('POST', '/setting/access/examine', { as: 'admin', json: more });
      expect(harmless.json()).toMatchObject({ templateCount: 0, signatoryCount: 0 });
    }));

  /** A document that waits for anna, a template that names her, and one that asks the role «Юрист», which she alone has. */
  async function dependent(work: Paperwork) {
    await work.bind('oleg', '');
    const { id } = await work.create({ acceptor: ['anna'] });
    await route(work, ['anna']);
    const lawyer = await roleOf(work, 'Юрист');
    await saveTemplate(work, { steps: [step('any', [], { title: 'Юрист', roles: [lawyer] })] }, work.ordered);
    return { id, lawyer, keeper: await roleOf(work, 'Кладовщик') };
  }
  const stopped = (id: number) => ({
    templateCount: 2,
    templates: [
      { task: { title: 'Договор' }, step: 1, role: '', name: 'anna Юрист' },
      { task: { title: 'Приказ' }, step: 1, role: 'Юрист' },
    ],
    signatoryCount: 1,
    signatories: [{ id, name: 'anna Юрист' }],
  });
  const NOTHING = { templates: [], templateCount: 0, signatories: [], signatoryCount: 0 };

  test('of one person by another role says what would stand still, and writes nothing', () =>
    withPaperwork(open, async (work) => {
      const { id, lawyer, keeper } = await dependent(work);
      const examine = async (roleId: number | '', email = EMAIL.anna) => {
        const json = { roleId, email };
        return (await work.call('POST', '/setting/access/bundle/role/examine', { as: 'admin', json })).json();
      };
      expect(await examine(keeper)).toMatchObject(stopped(id));
      expect(await examine('')).toMatchObject(stopped(id));
      expect(await examine(lawyer)).toEqual(NOTHING);
      expect(await examine(keeper, 'reader@parts.example')).toEqual(NOTHING);
      expect(await examine(77_777)).toEqual({ error: 'invalid role id' });
      expect(await examine(keeper, 'missing@parts.example')).toEqual({ error: 'user not found' });
      const rights = await work.call('GET', '/setting/access/user/anna', { as: 'admin' });
      expect(rights.json()).toMatchObject({ role: { title: 'Юрист' } });
      expect((await work.call('GET', '/setting/access/history', { as: 'admin' })).json()[0]).toMatchObject({
        kind: 'binding',
        subject: EMAIL.oleg,
      });
    }));

  test('by a file or by a return to earlier rights says with the difference what would stand still', () =>
    withPaperwork(open, async (work) => {
      const { id, lawyer } = await dependent(work);
      const before = await work.settings();
      const rows = [
        ['Направление', 'Тип документа', 'Юрист: Согласовать'],
        ['Закупки', 'Договор', null],
        ['Закупки', 'Приказ', null],
      ];
      const form = new FormData();
      form.set('file', new Blob([(await bookBytes({ sheets: [{ name: 'Права', rows }] })) as BlobPart]), 'права.xlsx');
      const checked = await work.call('POST', '/setting/access/matrix/check', { as: 'admin', form });
      expect(checked.json()).toMatchObject({ problems: [], broken: stopped(id) });
      const changes = (await work.call('GET', '/setting/access/history', { as: 'admin' })).json<AccessChange[]>();
      const given = changes.find(({ subject, kind }) => kind === 'rights' && subject === 'Юрист');
      const earlier = await work.call('GET', `/setting/access/history/${given?.id}`, { as: 'admin' });
      expect(earlier.json()).toMatchObject({ role: { id: lawyer }, broken: stopped(id) });
      expect(await work.settings()).toEqual(before);
    }));

  test('by a list of staff says what would stand still, unless the list itself names who steps in', () =>
    withPaperwork(open, async (work) => {
      const { id } = await dependent(work);
      const known = async (emails: readonly string[]) =>
        emails
          .filter((email) => !email.startsWith('new'))
          .map((email) => ({ uid: email.replace(/@.*/u, ''), email, name: null }));
      const disabledAmong = async () => new Set<string>();
      work.around.real = {
        accountStates: { accountOf: async () => null, disabledAmong, idleAmong: async () => new Map() },
        directory: { known } as never,
      };
      const check = async (...people: readonly (readonly [email: string, role: string])[]) => {
        const rows = [['E-mail', 'Имя', 'Роль'], ...people.map(([email, role]) => [email, 'Имя Фамилия', role])];
        const form = new FormData();
        form.set('file', new Blob([(await bookBytes({ sheets: [{ name: 'Люди', rows }] })) as BlobPart]), 'люди.xlsx');
        return (await work.call('POST', '/people/staff/check', { as: 'admin', form })).json<StaffPlan>();
      };
      expect(await check([EMAIL.anna, 'Кладовщик'])).toMatchObject({ counts: { role: 1 }, broken: stopped(id) });
      const replaced = await check([EMAIL.anna, 'Кладовщик'], ['new@parts.example', 'Юрист']);
      expect(replaced).toMatchObject({ counts: { role: 1, new: 1 }, broken: { templateCount: 1, signatoryCount: 1 } });
      expect(replaced.broken.templates).toMatchObject([{ task: { title: 'Договор' } }]);
      expect((await check(['new@parts.example', 'Кладовщик'])).broken).toEqual(NOTHING);
      expect((await tiesOf(work)).documentCount).toBe(1);
      const profiles = work.informator.context.database.read.selectFrom('users').select('uid');
      expect(await profiles.where('email', '=', 'new@parts.example').execute()).toEqual([]);
    }));
});

import { expect, test } from 'vitest';
import type {
  Document,
  DocumentTemplate,
  DocumentTemplates,
  TemplateForForm,
} from '../../../contract/documents/documents.ts';
import type { DocumentQueue } from '../../../contract/documents/lists.ts';
import type { FoundProfile } from '../../../contract/people/profiles.ts';
import { aboveSql } from '../../support/databases.ts';
import { ACTION, formOf } from '../people/company.ts';
import { formWith, mailLines, type Paperwork, roleOf, said, saveTemplate, step, withPaperwork } from './paperwork.ts';

const DAY = 86_400_000;
/** Noon of the 10th of June 2026 in Yekaterinburg. */
const NOON = Date.UTC(2026, 5, 10, 7);
/** The last moment of the 12th there. */
const END_OF_12TH = '2026-06-12T18:59:59.999Z';

const at = ({ directing, task }: Paperwork) => `/templates/${directing}/${task}`;
const named = (...people: string[]) => ({ people, roles: [] as number[] });
const put = (work: Paperwork, body: object, headers: Record<string, string> = {}) =>
  work.docflow('PUT', at(work), { as: 'admin', json: { steps: [], ...body }, headers });
const queue = async ({ docflow }: Paperwork, as: string): Promise<DocumentQueue> =>
  (await docflow('GET', '/queue', { as })).json();
const sign = ({ docflow }: Paperwork, id: number, as: string, json: object = {}) =>
  docflow('PATCH', `/accepting/${id}`, { as, json });
const bad = (work: Paperwork, fields: object) =>
  work.docflow('POST', '/', {
    form: formWith({
      title: 'Договор',
      raw: { directingId: String(work.directing), taskId: String(work.task) },
      ...fields,
    }),
  });

aboveSql('a template of documents', (open) => {
  test('is saved in versions, under its entity tag, and names who saved them', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      const empty = await work.docflow('GET', at(work), { as: 'admin' });
      expect(empty.json()).toMatchObject({ version: 0, steps: [], versions: [], isFixed: true });
      const lawyer = await roleOf(work, 'Юрист');
      const next = { days: 1, ...named('boss') };
      const first = await saveTemplate(work, {
        title: 'Договор № {{номер}}',
        text: 'С {{контрагент}}',
        steps: [step('all', ['anna'], { title: 'Юрист', days: 2, next }), step('any', [], { roles: [lawyer] })],
        recipients: named('reader'),
      });
      expect(first).toMatchObject({
        version: 1,
        title: 'Договор № {{номер}}',
        steps: [
          { title: 'Юрист', mode: 'all', days: 2, people: ['anna'], next },
          { mode: 'any', days: null, roles: [lawyer], next: null },
        ],
        recipients: { people: ['reader'], roles: [] },
        versions: [{ version: 1, savedAt: new Date(NOON).toISOString() }],
      });
      expect(first.people.map(({ uid }) => uid).sort()).toEqual(['anna', 'boss', 'reader']);
      const { etag } = (await work.docflow('GET', at(work), { as: 'admin' })).headers;
      expect((await saveTemplate(work, { text: 'Иначе' })).version).toBe(2);
      expect(said(await put(work, { text: 'Ещё' }, { 'if-match': String(etag) }))).toEqual([409, 'changed meanwhile']);
      const old = await work.docflow('GET', `${at(work)}?version=1`, { as: 'admin' });
      expect(old.json()).toMatchObject({ version: 1, text: 'С {{контрагент}}' });
      expect(said(await work.docflow('GET', `${at(work)}?version=9`, { as: 'admin' }))).toEqual([
        404,
        'version not found',
      ]);
      expect((await work.docflow('GET', '/templates', { as: 'admin' })).json()).toMatchObject([
        { version: 2, steps: 0, directing: { title: 'Закупки' }, task: { title: 'Договор' } },
      ]);
      expect((await work.docflow('GET', '/templates')).statusCode).toBe(403);
      expect((await put(work, {}, {})).statusCode).toBe(200);
    }));

  test('is refused with the step and the role that nobody has, or the person who may not', () =>
    withPaperwork(open, async (work) => {
      const [nobody = 0] = await work.add('role', 'Ревизор');
      const lawyer = await roleOf(work, 'Юрист');
      const answer = await put(work, { steps: [step('all', ['anna']), step('any', [], { roles: [nobody] })] });
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { error: 'nobody may decide with the role', step: 2, role: 'Ревизор', why: 'no right' },
      ]);
      const guest = await put(work, { steps: [step('all', ['guest'])] });
      expect(guest.json()).toEqual({ error: 'person may not decide', step: 1, name: 'guest Гость', why: 'no right' });
      for (const steps of [
        [step('all', [])],
        [{ mode: 'some', people: ['anna'] }],
        'x',
        [null],
        [step('all', ['anna'], { days: -1 })],
      ])
        expect(said(await put(work, { steps }))).toEqual([400, 'invalid steps']);
      expect(said(await put(work, { steps: [step('all', [], { roles: [999] })] }))).toEqual([400, 'invalid role id']);
      expect(said(await put(work, { steps: [step('all', ['nobody'])] }))).toEqual([400, 'invalid acceptor uid']);
      // The people of the role are dismissed afterwards: no document can be made, and the form says why.
      await saveTemplate(work, { steps: [step('any', [], { roles: [lawyer] })] });
      work.around.disabled.add('anna').add('oleg');
      const form = await work.docflow('GET', `${at(work)}/form`);
      expect(form.json<TemplateForForm>()).toMatchObject({
        version: 1,
        steps: [],
        problem: { error: 'nobody may decide with the role', step: 1, role: 'Юрист', why: 'disabled' },
      });
      expect(said(await bad(work, {}))).toEqual([400, 'nobody may decide with the role']);
    }));

  test('gives a new document its steps, recipients and texts, which a later version does not touch', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      const lawyer = await roleOf(work, 'Юрист');
      await saveTemplate(work, {
        title: 'Договор № {{номер}}',
        steps: [step('any', [], { roles: [lawyer], days: 2, title: 'Юристы' }), step('all', ['boss'])],
        recipients: named('reader'),
      });
      const form = (await work.docflow('GET', `${at(work)}/form`)).json<TemplateForForm>();
      expect(form).toMatchObject({ title: 'Договор № {{номер}}', isFixed: true, problem: null });
      expect(form.steps.map(({ people }) => people.map(({ uid }) => uid))).toEqual([['anna', 'oleg'], ['boss']]);
      expect(form.recipients.map(({ uid }) => uid)).toEqual(['reader']);
      const made = await work.create({
        title: 'Договор № {{номер}} от {{дата}}',
        description: '{{автор}} и {{контрагент}}, {{прочее}}',
        raw: { counterparty: 'ООО «Ромашка»' },
      });
      expect(made).toMatchObject({
        title: `Договор № ${made.num} от 10.06.2026`,
        description: 'boss Директор и ООО «Ромашка», {{прочее}}',
        state: 'pending',
        route: {
          version: 1,
          steps: [
            { title: 'Юристы', mode: 'any', days: 2, state: 'current', people: ['anna', 'oleg'], dueAt: END_OF_12TH },
            { mode: 'all', state: 'waiting', people: ['boss'], dueAt: null },
          ],
        },
      });
      expect(made.acceptor.map(({ uid, isWaiting }) => [uid, isWaiting])).toEqual([
        ['anna', false],
        ['oleg', false],
        ['boss', true],
      ]);
      expect(made.recipient).toMatchObject([{ uid: 'reader', isWaiting: true }]);
      expect(said(await bad(work, { acceptor: ['anna'] }))).toEqual([400, 'acceptors are set by the route']);
      await saveTemplate(work, { steps: [step('all', ['oleg'])], isFixed: false });
      expect((await work.read(made.id)).route).toEqual(made.route);
      // The lists of the author replace an open route.
      const own = await work.create({ acceptor: ['anna'] });
      expect(own.route).toBeUndefined();
      expect((await work.create()).acceptor).toMatchObject([{ uid: 'oleg' }]);
    }));

  test('keeps the recipients of a fixed route whatever the form leaves out, and lets an open one leave them out', () =>
    withPaperwork(open, async (work) => {
      const reader = await roleOf(work, 'Кладовщик');
      const template = { steps: [step('all', ['anna'])], recipients: { people: [], roles: [reader] } };
      const recipients = ({ recipient }: Pick<Document, 'recipient'>) => recipient.map(({ uid }) => uid);
      const change = async (id: number, ...recipient: string[]) => {
        const answer = await work.docflow('PATCH', `/${id}`, { form: formWith({ title: 'Договор', recipient }) });
        expect(said(answer)).toEqual([200, undefined]);
        return recipients(answer.json());
      };
      await saveTemplate(work, template);
      const fixed = await work.create({ recipient: ['oleg'] });
      expect([recipients(fixed), fixed.route?.recipients]).toEqual([['oleg', 'reader'], ['reader']]);
      expect(await change(fixed.id)).toEqual(['reader']);
      expect(await change(fixed.id, 'reader', 'anna')).toEqual(['reader', 'anna']);
      // Who cannot acknowledge any more would keep the document open for ever.
      work.around.disabled.add('reader');
      expect(await change(fixed.id, 'anna')).toEqual(['anna']);
      work.around.disabled.delete('reader');
      await saveTemplate(work, { ...template, isFixed: false });
      const own = await work.create({ recipient: ['oleg'] });
      expect([recipients(own), own.route?.recipients]).toEqual([['oleg'], undefined]);
      const begun = await work.create({ recipient: ['reader', 'oleg'] });
      expect(await change(begun.id, 'oleg')).toEqual(['oleg']);
    }));

  test('a step vanishes in silence: who stands in two steps signs in the first, and every answer names both', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      const director = await roleOf(work, 'Директор');
      const steps = [
        step('all', ['boss'], { title: 'Проверка', days: 2 }),
        step('all', [], { title: 'Директор', roles: [director], days: 9 }),
        step('any', ['boss', 'anna'], { title: 'Юристы' }),
      ];
      const repeats = [
        { step: 2, title: 'Директор', keptIn: 1, keptTitle: 'Проверка', names: ['boss Директор'], isDropped: true },
        { step: 3, title: 'Юристы', keptIn: 1, names: ['boss Директор'], count: 1, isDropped: false },
      ];
      expect((await saveTemplate(work, { steps })).attention).toMatchObject({ problems: [], repeats, unseen: [] });
      const [listed] = (await work.docflow('GET', '/templates', { as: 'admin' })).json<DocumentTemplates>();
      expect(listed?.attention).toMatchObject({ repeats });
      const form = (await work.docflow('GET', `${at(work)}/form`)).json<TemplateForForm>();
      expect(form).toMatchObject({ repeats, steps: [{ title: 'Проверка', days: 2 }, { title: 'Юристы' }] });
      const { route } = await work.create();
      expect(route?.steps).toMatchObject([
        { title: 'Проверка', days: 2, people: ['boss'], dueAt: END_OF_12TH },
        { title: 'Юристы', people: ['anna'] },
      ]);
    }));

  test('a step that waits for who has never signed in is named by its number in the template, not in the route', () =>
    withPaperwork(open, async (work) => {
      work.around.unused.set('anna', 'never');
      const steps = [step('all', ['boss']), step('all', ['boss']), step('all', ['anna'])];
      const { attention } = await saveTemplate(work, { steps });
      expect(attention).toMatchObject({ repeats: [{ step: 2, keptIn: 1, isDropped: true }] });
      expect(attention.unseen).toEqual([{ step: 3, name: 'anna Юрист' }]);
    }));

  test(
    'an administrator is not shown a broken route: the list, the editor and the search say who cannot sign and why',
    { tags: ['store'] },
    () =>
      withPaperwork(open, async (work) => {
        const [empty = 0] = await work.add('role', 'Ревизор');
        const approves = { [work.directing]: { [work.task]: [ACTION.approve] } };
        expect((await work.save(formOf({ [empty]: approves }))).statusCode).toBe(200);
        const lawyer = await roleOf(work, 'Юрист');
        const store = await roleOf(work, 'Кладовщик');
        work.around.unused.set('boss', 'never');
        const steps = [step('all', ['boss']), step('any', [], { roles: [lawyer] }), step('any', ['anna', 'boss'])];
        const before = await saveTemplate(work, { steps, recipients: named('reader') });
        expect(before.attention).toMatchObject({ problems: [], unseen: [{ step: 1, name: 'boss Директор' }] });
        expect(before.unseen).toEqual(['boss']);
        const whys = before.unable.filter(({ kind, role }) => kind === 'acceptor' && role !== null);
        const guest = await roleOf(work, 'Гость');
        expect(new Map(whys.map(({ role, why }) => [role, why]))).toEqual(
          new Map([
            [empty, 'no holders'],
            [store, 'no right'],
            [guest, 'no right'],
          ]),
        );
        expect(before.unable).toContainEqual({ kind: 'acceptor', role: null, uid: 'reader', why: 'no right' });

        work.around.disabled.add('anna').add('oleg');
        const problems = [
          { error: 'nobody may decide with the role', step: 2, role: 'Юрист', why: 'disabled' },
          { error: 'person may not decide', step: 3, name: 'anna Юрист', why: 'disabled' },
        ];
        const [listed] = (await work.docflow('GET', '/templates', { as: 'admin' })).json<DocumentTemplates>();
        expect(listed?.attention).toMatchObject({ problems, repeats: [], unseen: [] });
        const after = (await work.docflow('GET', at(work), { as: 'admin' })).json<DocumentTemplate>();
        expect(after.attention).toEqual(listed?.attention);
        expect(after.unable).toContainEqual({ kind: 'acceptor', role: lawyer, uid: null, why: 'disabled' });

        const searched = (search: string, as = 'admin') =>
          work.call(
            'GET',
            `/user/search?search=${search}&directing=${work.directing}&task=${work.task}&acceptor=1&unable=1`,
            { as },
          );
        const found = async (search: string) =>
          (await searched(search)).json<FoundProfile[]>().map(({ uid, unable, isUnseen }) => [uid, unable, isUnseen]);
        expect(await found('boss')).toEqual([['boss', undefined, true]]);
        expect(await found('reader')).toEqual([['reader', 'no right', false]]);
        expect(await found('anna')).toEqual([['anna', 'disabled', false]]);
        expect((await searched('anna', 'boss')).statusCode).toBe(403);
      }),
  );

  test('asks every person of a role once, be they five hundred', () =>
    withPaperwork(open, async (work) => {
      const { database } = work.informator.context;
      const approve = await roleOf(work, 'Юрист');
      await database.write(async (transaction) => {
        const rows = Array.from({ length: 500 }, (_, index) => ({
          uid: `many${index}`,
          email: `many${index}@parts.example`,
          email_key: `many${index}@parts.example`,
          name: `Сотрудник ${index}`,
          photo: null,
          role_id: approve,
          search_text: '',
          created_at: 0,
          updated_at: 0,
        }));
        for (let first = 0; first < rows.length; first += 100)
          await transaction
            .insertInto('users')
            .values(rows.slice(first, first + 100))
            .execute();
      });
      await saveTemplate(work, { steps: [step('all', [], { roles: [approve] }), step('any', ['boss', 'anna'])] });
      const { id, acceptor, route } = await work.create();
      expect([acceptor.length, route?.steps[0]?.people.length, route?.steps[1]?.people]).toEqual([503, 502, ['boss']]);
      expect((await sign(work, id, 'anna')).json()).toMatchObject({ route: { steps: [{ state: 'current' }, {}] } });
    }));
});

aboveSql('a document on a route', (open) => {
  test('goes from step to step, one of any-of is enough, and a decline returns it until the next version', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      await saveTemplate(work, {
        steps: [step('all', ['anna']), step('any', ['oleg', 'boss'], { days: 2 })],
        recipients: named('reader'),
      });
      const { id } = await work.create();
      expect((await queue(work, 'anna')).waiting).toMatchObject([
        { id, dueAt: null, stage: { kind: 'acceptor', number: 1, count: 2 } },
      ]);
      expect((await queue(work, 'oleg')).waiting).toEqual([]);
      expect(said(await sign(work, id, 'oleg'))).toEqual([400, 'acceptors are not done']);
      await sign(work, id, 'anna');
      expect((await queue(work, 'oleg')).waiting).toMatchObject([
        { id, dueAt: END_OF_12TH, stage: { kind: 'acceptor', number: 2, count: 2 }, decides: [{ uid: 'oleg' }] },
      ]);
      await work.call('PATCH', `/task/${work.task}`, { as: 'admin', json: { ordered: true } });
      await work.call('PATCH', `/task/${work.task}`, { as: 'admin', json: { ordered: false } });
      expect((await queue(work, 'reader')).waiting).toEqual([]);
      await work.docflow('PATCH', `/declining/${id}`, { as: 'oleg', json: { reason: 'Нет сметы' } });
      const declined = await work.read(id);
      expect(declined).toMatchObject({
        state: 'declined',
        route: { steps: [{ state: 'done' }, { state: 'declined' }] },
      });
      expect(said(await sign(work, id, 'boss'))).toEqual([409, 'already decided']);
      expect((await queue(work, 'boss')).returned).toMatchObject([{ id, stage: { number: 2, count: 2 } }]);
      const form = formWith({
        title: 'Договор',
        description: 'Со сметой',
        acceptor: ['anna', 'oleg', 'boss'],
        recipient: ['reader'],
      });
      const changed = await work.docflow('PATCH', `/${id}`, { form });
      expect(changed.json()).toMatchObject({
        version: 2,
        state: 'pending',
        route: { steps: [{ state: 'current' }, {}] },
      });
      const others = await work.docflow('PATCH', `/${id}`, {
        form: formWith({ title: 'Договор', acceptor: ['anna'] }),
      });
      expect(said(others)).toEqual([400, 'acceptors are set by the route']);
      await sign(work, id, 'anna');
      const both = await Promise.all([sign(work, id, 'oleg'), sign(work, id, 'boss')]);
      expect(both.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
      const history = await work.history(id);
      expect(history.filter(({ event, after }) => event === 'signed' && after?.version === 2)).toHaveLength(2);
      expect((await work.read(id)).recipient).toMatchObject([{ isWaiting: false }]);
      await work.docflow('PATCH', `/recipienting/${id}`, { as: 'reader' });
      const done = await work.read(id);
      expect([done.state, done.unable, done.decides]).toEqual(['done', [], []]);
    }));

  test('shows a step as needed no more once the document has ended before it, like its people', () =>
    withPaperwork(open, async (work) => {
      await saveTemplate(work, {
        steps: [step('all', ['anna']), step('any', ['oleg', 'boss']), step('all', ['boss'])],
      });
      const states = async (id: number) => (await work.read(id)).route?.steps.map(({ state }) => state);
      const end = (id: number, path: string, as: string) =>
        work.docflow('PATCH', `/${path}/${id}`, { as, json: { reason: 'Сделки не будет' } });
      const cancelled = await work.create();
      await sign(work, cancelled.id, 'anna');
      expect(await states(cancelled.id)).toEqual(['done', 'current', 'waiting']);
      expect((await end(cancelled.id, 'cancelling', 'boss')).statusCode).toBe(200);
      expect(await states(cancelled.id)).toEqual(['done', 'spared', 'spared']);
      const { acceptor } = await work.read(cancelled.id);
      expect(acceptor.map(({ isSpared }) => isSpared)).toEqual([false, true, true]);
      const declined = await work.create();
      expect((await end(declined.id, 'declining', 'anna')).statusCode).toBe(200);
      expect(await states(declined.id)).toEqual(['declined', 'spared', 'spared']);
    }));

  test('lets a substitute decide, and people who substitute each other in a circle', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      await saveTemplate(work, { steps: [step('all', ['anna']), step('all', ['boss'])] });
      const { id } = await work.create();
      const away = { from: '2026-06-01', to: '2026-06-30' };
      await work.call('PUT', '/user/substitute', { as: 'anna', json: { uid: 'oleg', ...away } });
      await work.call('PUT', '/user/substitute', { as: 'oleg', json: { uid: 'anna', ...away } });
      await work.call('PUT', '/user/substitute', { as: 'boss', json: { uid: 'oleg', ...away } });
      expect((await queue(work, 'oleg')).waiting).toMatchObject([{ id, decides: [{ uid: 'anna' }] }]);
      expect((await sign(work, id, 'oleg')).statusCode).toBe(200);
      expect((await sign(work, id, 'oleg', { insteadOf: 'boss' })).json()).toMatchObject({
        state: 'done',
        acceptor: [{ acceptedBy: { uid: 'oleg' } }, { uid: 'boss', acceptedBy: { uid: 'oleg' } }],
      });
    }));

  test('reminds before and at the end of a step, and then gives the decision to the next in charge, each once', () =>
    withPaperwork(open, async (work) => {
      work.setClock(NOON);
      await saveTemplate(work, {
        steps: [step('all', ['anna'], { days: 2, next: { days: 1, ...named('oleg') } }), step('all', ['boss'])],
      });
      const { id } = await work.create();
      const kinds = async () =>
        (
          await work.informator.context.database.read
            .selectFrom('document_alarms')
            .select('kind')
            .where('document_id', '=', id)
            .orderBy('at')
            .execute()
        ).map(({ kind }) => kind);
      const pass = async (days: number) => {
        work.setClock(NOON + days * DAY);
        await Promise.all([work.informator.post.deliver(), work.informator.post.deliver()]);
        return kinds();
      };
      const told = () => mailLines(work.mails.splice(0)).filter((line) => line.endsWith(': Договор'));
      expect(await pass(1)).toEqual([]);
      expect(told()).toEqual(['anna: На согласование: Договор']);
      expect(await pass(2)).toEqual(['soon']);
      expect(told()).toEqual(['anna: Скоро срок: Договор']);
      expect((await queue(work, 'boss')).stuck).toEqual([]);
      expect(await pass(3)).toEqual(['soon', 'overdue']);
      expect(told()).toEqual(['anna: Срок истёк: Договор', 'boss: Документ застрял: Договор']);
      expect((await queue(work, 'boss')).stuck).toMatchObject([{ id, dueAt: END_OF_12TH }]);
      expect(said(await sign(work, id, 'oleg', { insteadOf: 'anna' }))).toEqual([
        400,
        'user do not have to sign this document',
      ]);
      expect(await pass(4)).toEqual(['soon', 'overdue', 'escalated']);
      expect(told()).toEqual(['oleg: Решение перешло к вам: Договор']);
      expect(await pass(4.1)).toEqual(['soon', 'overdue', 'escalated']);
      expect(told()).toEqual([]);
      expect((await queue(work, 'oleg')).waiting).toMatchObject([
        { id, dueAt: END_OF_12TH, decides: [{ uid: 'anna' }] },
      ]);
      expect((await work.history(id)).filter(({ event }) => event === 'escalated')).toHaveLength(1);
      const signed = await sign(work, id, 'oleg');
      expect(signed.json()).toMatchObject({
        acceptor: [{ uid: 'anna', acceptedBy: { uid: 'oleg' } }, { accept: false }],
      });
      expect((await queue(work, 'oleg')).waiting).toEqual([]);
    }));

  test(
    'is stuck with a reason when the only person of a step is dismissed, and comes to the next at once',
    { tags: ['store'] },
    () =>
      withPaperwork(open, async (work) => {
        work.setClock(NOON);
        await saveTemplate(work, { steps: [step('all', ['anna'], { next: { days: 1, ...named('oleg') } })] });
        const { id } = await work.create();
        work.around.disabled.add('anna');
        await work.informator.post.deliver();
        expect(await work.read(id)).toMatchObject({ unable: [{ uid: 'anna', why: 'disabled' }] });
        expect((await queue(work, 'boss')).stuck).toMatchObject([{ id, dueAt: null }]);
        expect((await sign(work, id, 'oleg', { insteadOf: 'anna' })).json()).toMatchObject({ state: 'done' });
      }),
  );
});

import { expect, test } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import { formWith, PNG, said, withPaperwork } from './paperwork.ts';

const MISSING: [number, string] = [404, 'doc not found'];
const NOT_LISTED: [number, string] = [400, 'user do not have to sign this document'];
const ACCESS: [number, string] = [403, 'access to the document type is denied'];

aboveSql('who may do what with documents', (open) => {
  test('nobody without a profile, nobody without a token', () =>
    withPaperwork(open, async ({ docflow, create }) => {
      const { id, files } = await create({ scans: [['a.png', PNG]] });
      const calls = [
        ['GET', `/${id}`],
        ['GET', `/${id}/history`],
        ['POST', '/'],
        ['PATCH', `/${id}`],
        ['DELETE', `/${id}`],
        ['PATCH', `/accepting/${id}`],
        ['PATCH', `/recipienting/${id}`],
        ['PATCH', `/declining/${id}`],
        ['PATCH', `/file/${id}`],
        ['GET', `/scan/${files[0]?.fileName}`],
      ] as const;
      for (const [method, path] of calls) {
        expect([path, ...said(await docflow(method, path, { as: 'newcomer' }))]).toEqual([path, 404, 'user not found']);
        expect([path, ...said(await docflow(method, path, { as: null }))]).toEqual([path, 401, 'invalid access token']);
      }
    }));

  test('security 17: what one may not see answers as what is not there', () =>
    withPaperwork(open, async ({ docflow, create, add, bind, save, directing, task, join }) => {
      const { id, files } = await create({ scans: [['a.png', PNG]], acceptor: ['anna'] });
      const name = files[0]?.fileName ?? '';
      const absent = 99_999;
      const calls = [
        ['GET', ''],
        ['GET', '/history'],
        ['PATCH', ''],
        ['DELETE', ''],
      ] as const;
      const answers = async (as: string, document: number) => {
        const found = [];
        for (const [method, end] of calls) {
          const form = method === 'PATCH' ? formWith({ title: 'Чужой' }) : undefined;
          found.push(await docflow(method, `/${document}${end}`, { as, ...(form ? { form } : {}) }));
        }
        for (const kind of ['accepting', 'recipienting', 'declining', 'file']) {
          const json = { fileName: name, reason: 'нет' };
          found.push(await docflow('PATCH', `/${kind}/${document}`, { as, json }));
        }
        return found.map((answer) => [answer.statusCode, answer.body]);
      };
      // A role with another pair, and one with the same direction but another type.
      const [other = 0] = await add('task', 'Счёт');
      const [role = 0] = await add('role', 'Бухгалтер');
      await save({ [`id_${role}`]: { [`id_${directing}`]: { [`id_${other}`]: { id_1: 'on', id_4: 'on' } } } });
      await join('buh');
      await bind('buh', role);
      // Rank alone gives nothing.
      await join('admin');
      for (const as of ['stranger', 'buh', 'admin']) {
        const seen = await answers(as, id);
        expect(seen).toEqual(await answers(as, absent));
        expect(seen.every(([status, body]) => status === 404 && body === '{"error":"doc not found"}')).toBe(true);
        expect(said(await docflow('GET', `/scan/${name}`, { as }))).toEqual([404, 'file not found']);
      }
      expect(task).toBeGreaterThan(0);
      expect((await docflow('GET', `/${id}`)).statusCode).toBe(200);
    }));

  test('the author and the listed see a document that their role no longer knows, and may do nothing with it', () =>
    withPaperwork(open, async ({ docflow, create, bind }) => {
      const { id, files } = await create({ acceptor: ['anna'], recipient: ['reader'], scans: [['a.png', PNG]] });
      for (const user of ['boss', 'anna', 'reader', 'oleg']) await bind(user, '');
      for (const as of ['boss', 'anna', 'reader']) {
        expect((await docflow('GET', `/${id}`, { as })).statusCode).toBe(200);
        expect((await docflow('GET', `/scan/${files[0]?.fileName}`, { as })).statusCode).toBe(200);
        expect(said(await docflow('PATCH', `/${id}`, { as, form: formWith({ title: 'Я' }) }))).toEqual(ACCESS);
        expect(said(await docflow('DELETE', `/${id}`, { as }))).toEqual(ACCESS);
        expect(said(await docflow('PATCH', `/accepting/${id}`, { as }))).toEqual(ACCESS);
      }
      expect(said(await docflow('GET', `/${id}`, { as: 'oleg' }))).toEqual(MISSING);
    }));

  test('who sees a document but lacks the action is refused in the words of the API', () =>
    withPaperwork(open, async ({ docflow, create }) => {
      const { id, files } = await create({ scans: [['a.png', PNG]] });
      const { fileName } = files[0] ?? {};
      const denied = (what: string) => [403, `${what} to the document type is denied`];
      const as = 'guest';
      expect(said(await docflow('PATCH', `/${id}`, { as, form: formWith({ title: 'Я' }) }))).toEqual(denied('update'));
      expect(said(await docflow('PATCH', `/file/${id}`, { as, json: { fileName } }))).toEqual(denied('update'));
      expect(said(await docflow('DELETE', `/${id}`, { as }))).toEqual(denied('delete'));
      expect(said(await docflow('PATCH', `/accepting/${id}`, { as }))).toEqual(denied('accept'));
      expect(said(await docflow('PATCH', `/declining/${id}`, { as, json: { reason: 'нет' } }))).toEqual(
        denied('accept'),
      );
      expect(said(await docflow('PATCH', `/recipienting/${id}`, { as }))).toEqual(denied('agreed'));
      expect(said(await docflow('PATCH', `/accepting/${id}`, { as: 'reader' }))).toEqual(denied('accept'));
    }));

  test('security 8: a right that is taken away is gone with the next call', () =>
    withPaperwork(open, async ({ docflow, create, bind }) => {
      const { id } = await create({ acceptor: ['anna'] });
      await bind('anna', '');
      expect(said(await docflow('PATCH', `/accepting/${id}`, { as: 'anna' }))).toEqual(ACCESS);
      expect((await docflow('GET', `/${id}`)).json().acceptor[0].accept).toBe(false);
    }));

  test('security 23: a right that ends while the form of an edit is on its way saves nothing', () =>
    withPaperwork(open, async ({ informator, docflow, create, bind, read }) => {
      const { id } = await create({ acceptor: ['anna'] });
      await docflow('PATCH', `/accepting/${id}`, { as: 'anna' });
      const { permissions } = informator.context;
      const { actionsOn } = permissions;
      Object.assign(permissions, {
        actionsOn: async (...asked: Parameters<typeof actionsOn>) => {
          const actions = await actionsOn(...asked);
          Object.assign(permissions, { actionsOn });
          await bind('boss', '');
          return actions;
        },
      });
      const form = formWith({ title: 'Подложный', acceptor: ['anna'], scans: [['a.png', PNG]] });
      expect(said(await docflow('PATCH', `/${id}`, { form }))).toEqual(ACCESS);
      expect(await read(id)).toMatchObject({ title: 'Договор', files: [], acceptor: [{ accept: true }] });
    }));

  test('what is wrong with a new document is told in the order of the API', () =>
    withPaperwork(open, async ({ docflow, directing, task, add }) => {
      const post = async (raw: Record<string, string>, extra = {}, as = 'boss') =>
        said(await docflow('POST', '/', { as, form: formWith({ raw, ...extra }) }));
      const [unknownTask = 0] = await add('task', 'Чужой тип');
      const pair = { directingId: String(directing), taskId: String(task) };
      const html: [string, string][] = [['a.png', '<html>']];
      for (const directingId of ['', '0', '-1', '1.5', 'x', '1e1', '9'.repeat(20)]) {
        expect(await post({ directingId })).toEqual([400, 'invalid directing id']);
      }
      expect(await post({})).toEqual([400, 'invalid directing id']);
      expect(await post({ directingId: pair.directingId })).toEqual([400, 'invalid task id']);
      expect(await post({ ...pair, taskId: String(unknownTask) })).toEqual(ACCESS);
      expect(await post({ directingId: '999999', taskId: '999999' })).toEqual(ACCESS);
      expect(await post(pair, {}, 'stranger')).toEqual(ACCESS);
      expect(await post(pair, {}, 'guest')).toEqual([403, 'create to the document type is denied']);
      for (const title of [undefined, '', ' \u200b ', 'а\u0000б', 'я'.repeat(201)]) {
        expect(await post(pair, { title, scans: html })).toEqual([400, 'invalid title']);
      }
      const title = 'Договор';
      for (const acceptor of [['nobody'], ['reader'], ['stranger'], ['guest'], ['anna', 'reader']]) {
        expect(await post(pair, { title, acceptor, recipient: ['guest'], scans: html })).toEqual([
          400,
          'invalid acceptor uid',
        ]);
      }
      for (const recipient of [['nobody'], ['guest']]) {
        expect(await post(pair, { title, acceptor: ['anna'], recipient, scans: html })).toEqual([
          400,
          'invalid recipient uid',
        ]);
      }
      expect(await post({ ...pair, acceptor: 'on' }, { title })).toEqual([400, 'invalid acceptor uid']);
      expect(await post(pair, { title, acceptor: ['anna'], scans: html })).toEqual([400, 'bad mime type']);
      expect(await post(pair, { title, description: 'а\u0000б' })).toEqual([400, 'invalid description']);
      expect(await post(pair, { title, description: 'я'.repeat(600_000) })).toEqual([413, 'request entity too large']);
    }));

  test('security 18: fields that a form may not carry are never stored', () =>
    withPaperwork(open, async ({ docflow, directing, task, history }) => {
      const bodies = [
        { 'acceptor[anna]': 'on', 'recipient[reader]': 'on' },
        { acceptor: { anna: { accept: true, acceptedAt: 1 } }, recipient: { reader: true } },
      ];
      for (const [index, lists] of bodies.entries()) {
        const json = {
          title: 'Договор',
          directingId: directing,
          taskId: task,
          author: 'anna@parts.example',
          num: 77,
          id: 1234,
          state: 'done',
          version: 9,
          createdAt: '2001-01-01',
          accept: true,
          constructor: { prototype: { admin: true } },
          ...lists,
        };
        const made = await docflow('POST', '/', { json });
        expect(made.statusCode).toBe(201);
        const document = made.json();
        expect(document).toMatchObject({
          num: index + 1,
          description: '',
          author: { uid: 'boss' },
          version: 1,
          state: 'pending',
          files: [],
        });
        expect(document.id).not.toBe(1234);
        expect(document.createdAt.startsWith('2001')).toBe(false);
        const people = [...document.acceptor, ...document.recipient];
        expect(people.map(({ uid, accept, acceptedAt }) => [uid, accept, acceptedAt])).toEqual([
          ['anna', false, null],
          ['reader', false, null],
        ]);
        expect((await history(document.id)).map(({ event }) => event)).toEqual(['created']);
      }
      const urlencoded = new URLSearchParams({
        title: 'Как форма',
        directingId: String(directing),
        taskId: String(task),
        'acceptor[anna]': 'on',
        '__proto__[admin]': '1',
      });
      const made = await docflow('POST', '/', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        json: urlencoded.toString(),
      });
      expect([made.statusCode, made.json().acceptor[0]]).toMatchObject([201, { uid: 'anna', accept: false }]);
    }));

  test('security 19: nobody signs for someone else, twice, or what is gone', () =>
    withPaperwork(open, async ({ docflow, create, history, read }) => {
      const { id } = await create({ acceptor: ['anna'], recipient: ['reader'] });
      expect(said(await docflow('PATCH', `/accepting/${id}`, { as: 'oleg' }))).toEqual(NOT_LISTED);
      expect(said(await docflow('PATCH', `/accepting/${id}`))).toEqual(NOT_LISTED);
      expect(said(await docflow('PATCH', `/recipienting/${id}`, { as: 'anna' }))).toEqual(NOT_LISTED);
      for (const insteadOf of ['anna', 'nobody', { uid: 'anna' }, 7]) {
        const answer = await docflow('PATCH', `/accepting/${id}`, { as: 'oleg', json: { insteadOf } });
        expect(said(answer)).toEqual(NOT_LISTED);
      }
      const twice = await Promise.all(
        Array.from({ length: 8 }, () => docflow('PATCH', `/accepting/${id}`, { as: 'anna' })),
      );
      expect(twice.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200));
      expect((await history(id)).filter(({ event }) => event === 'signed')).toHaveLength(1);
      const { acceptedAt } = (await read(id)).acceptor[0] ?? {};
      const again = await docflow('PATCH', `/accepting/${id}`, { as: 'anna' });
      expect(again.json().acceptor[0].acceptedAt).toBe(acceptedAt);

      const removed = await docflow('DELETE', `/${id}`);
      expect(removed.json()).toMatchObject({ id, acceptor: [{ uid: 'anna', accept: true }] });
      expect(said(await docflow('PATCH', `/accepting/${id}`, { as: 'anna' }))).toEqual([409, 'document is cancelled']);
      const { id: blank } = await create({ acceptor: ['anna'] });
      expect((await docflow('DELETE', `/${blank}`)).json()).toMatchObject({ id: blank, state: 'pending' });
      expect(said(await docflow('PATCH', `/accepting/${blank}`, { as: 'anna' }))).toEqual(MISSING);
      expect(said(await docflow('GET', `/${blank}/history`))).toEqual(MISSING);
    }));

  test('ids that are none', () =>
    withPaperwork(open, async ({ docflow }) => {
      for (const id of ['0', '-1', 'abc', '1.5', '9'.repeat(30), '1%27']) {
        for (const [method, path] of [
          ['GET', `/${id}`],
          ['GET', `/${id}/history`],
          ['PATCH', `/${id}`],
          ['DELETE', `/${id}`],
          ['PATCH', `/accepting/${id}`],
          ['PATCH', `/declining/${id}`],
          ['PATCH', `/file/${id}`],
        ] as const) {
          expect([id, ...said(await docflow(method, path))]).toEqual([id, 400, 'invalid doc id']);
        }
      }
    }));
});

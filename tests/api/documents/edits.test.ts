import { expect, test } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import { formWith, PDF, PNG, said, withPaperwork } from './paperwork.ts';

aboveSql('changes of documents', (open) => {
  test('security 20: changed content starts a version without marks, which the history keeps', () =>
    withPaperwork(open, async ({ create, docflow, history }) => {
      const lists = { acceptor: ['anna', 'oleg'], recipient: ['reader'] };
      const first = await create({ title: 'Договор', description: 'Первый', ...lists });
      const { id } = first;
      const edit = async (fields: Parameters<typeof formWith>[0]) =>
        (await docflow('PATCH', `/${id}`, { form: formWith({ title: 'Договор', ...lists, ...fields }) })).json();

      const before = await edit({ description: 'Второй' });
      expect(before).toMatchObject({ version: 1, num: first.num });
      expect(before.hash).not.toBe(first.hash);
      await docflow('PATCH', `/accepting/${id}`, { as: 'anna' });
      await docflow('PATCH', `/recipienting/${id}`, { as: 'reader' });

      const same = await edit({ description: 'Второй' });
      expect(same).toMatchObject({ version: 1, acceptor: [{ accept: true }, {}], recipient: [{ accept: true }] });
      const changed = await edit({ description: 'Третий' });
      expect(changed).toMatchObject({
        version: 2,
        acceptor: [
          { uid: 'anna', accept: false, acceptedAt: null, acceptedBy: null },
          { uid: 'oleg', accept: false },
        ],
        recipient: [{ accept: false }],
      });
      const events = await history(id);
      expect(events.map(({ event }) => event)).toEqual(['edited', 'acknowledged', 'signed', 'edited', 'created']);
      expect(events[0]).toMatchObject({
        before: { description: 'Второй', version: 1, acceptor: [{ accept: true }, {}], hash: before.hash },
        after: { description: 'Третий', version: 2, acceptor: [{ accept: false }, {}], hash: changed.hash },
      });
      expect(events.at(-1)).toMatchObject({ before: null, after: { description: 'Первый' } });
    }));

  test('lists are replaced: who stays keeps his mark, who is new is checked, who goes is gone', () =>
    withPaperwork(open, async ({ create, docflow, bind, join }) => {
      const { id } = await create({ acceptor: ['anna', 'oleg'], recipient: ['reader'] });
      await docflow('PATCH', `/accepting/${id}`, { as: 'anna' });
      // A listed signatory may lose the right meanwhile, which does not hinder a save.
      await bind('reader', '');
      const edit = async (fields: Parameters<typeof formWith>[0]) =>
        docflow('PATCH', `/${id}`, { form: formWith({ title: 'Договор', ...fields }) });
      const moved = await edit({ acceptor: ['boss', 'anna'], recipient: ['reader'] });
      expect(moved.json()).toMatchObject({
        version: 1,
        acceptor: [
          { uid: 'boss', accept: false },
          { uid: 'anna', accept: true, acceptedBy: { uid: 'anna' } },
        ],
        recipient: [{ uid: 'reader' }],
      });
      await join('late');
      expect(said(await edit({ acceptor: ['anna', 'late'] }))).toEqual([400, 'invalid acceptor uid']);
      expect(said(await edit({ recipient: ['guest'] }))).toEqual([400, 'invalid recipient uid']);
      expect((await edit({})).json()).toMatchObject({ acceptor: [], recipient: [], state: 'none', version: 1 });
      // Taken off and put on again, a mark is not remembered.
      expect((await edit({ acceptor: ['anna'] })).json().acceptor[0].accept).toBe(false);
      const own = await edit({ acceptor: ['anna'], raw: { 'acceptor[anna]': 'on' } });
      expect(own.json().acceptor).toMatchObject([{ uid: 'anna', accept: false }]);
    }));

  test('a declined document says why, and asks again in its next version', () =>
    withPaperwork(open, async ({ create, docflow, read }) => {
      const lists = { acceptor: ['anna', 'oleg'] };
      const { id } = await create(lists);
      const decline = async (reason?: unknown, as = 'anna') =>
        docflow('PATCH', `/declining/${id}`, { as, json: { reason } });
      for (const reason of [undefined, '', '  \n', '\u200b', 'я'.repeat(1_001), 7, {}]) {
        expect(said(await decline(reason))).toEqual([400, 'invalid reason']);
      }
      const declined = await decline('Нет подписи\r\nвторой стороны');
      expect(declined.json()).toMatchObject({
        state: 'declined',
        acceptor: [{ accept: false, reason: 'Нет подписи\nвторой стороны' }, { reason: '' }],
      });
      expect((await decline('Ещё раз')).json().acceptor[0].reason).toBe('Нет подписи\nвторой стороны');
      expect(said(await docflow('PATCH', `/accepting/${id}`, { as: 'anna' }))).toEqual([409, 'already declined']);
      // Nothing is asked of the others any more, and nothing is taken from them.
      expect(said(await docflow('PATCH', `/accepting/${id}`, { as: 'oleg' }))).toEqual([409, 'already decided']);
      expect(said(await decline('Передумал', 'oleg'))).toEqual([409, 'already decided']);
      expect((await read(id)).state).toBe('declined');
      const next = await docflow('PATCH', `/${id}`, { form: formWith({ title: 'Исправлен', ...lists }) });
      expect(next.json()).toMatchObject({
        version: 2,
        state: 'pending',
        acceptor: [{ declinedAt: null, reason: '' }, { accept: false }],
      });
    }));

  test('recipients of an ordered type wait until every acceptor has signed', () =>
    withPaperwork(open, async ({ create, docflow, ordered, call, informator, read }) => {
      const { id } = await create({ task: ordered, acceptor: ['anna', 'oleg'], recipient: ['reader'] });
      const acknowledge = () => docflow('PATCH', `/recipienting/${id}`, { as: 'reader' });
      const isAsked = async () =>
        (
          await informator.context.database.read
            .selectFrom('document_entries')
            .select('is_asked')
            .where('document_id', '=', id)
            .where('kind', '=', 'recipient')
            .executeTakeFirstOrThrow()
        ).is_asked;
      expect((await read(id)).recipient[0]).toMatchObject({ accept: false, isWaiting: true });
      await docflow('PATCH', `/accepting/${id}`, { as: 'anna' });
      expect([said(await acknowledge()), await isAsked()]).toEqual([[400, 'acceptors are not done'], 0]);

      const set = (value: boolean) => call('PATCH', `/task/${ordered}`, { as: 'admin', json: { ordered: value } });
      expect((await set(false)).json()).toMatchObject({ title: 'Приказ', ordered: false });
      expect([(await read(id)).recipient[0]?.isWaiting, await isAsked()]).toEqual([false, 1]);
      await set(true);
      expect([(await read(id)).recipient[0]?.isWaiting, await isAsked()]).toEqual([true, 0]);

      await docflow('PATCH', `/accepting/${id}`, { as: 'oleg' });
      expect([(await read(id)).recipient[0]?.isWaiting, await isAsked()]).toEqual([false, 1]);
      expect((await acknowledge()).json()).toMatchObject({ state: 'done' });
    }));

  test('security 19: two people save at once, and one signs what another has changed', () =>
    withPaperwork(open, async ({ create, docflow }) => {
      const { id } = await create({ acceptor: ['anna', 'oleg'] });
      const tagOf = async () => String((await docflow('GET', `/${id}`)).headers.etag);
      const save = (title: string, tag: string) =>
        docflow('PATCH', `/${id}`, {
          form: formWith({ title, acceptor: ['anna', 'oleg'], scans: [[`${title}.png`, PNG]] }),
          headers: { 'if-match': tag },
        });
      const sign = (as: string, tag: string) =>
        docflow('PATCH', `/accepting/${id}`, { as, headers: { 'if-match': tag } });
      const read = await tagOf();
      const both = await Promise.all([save('Первый', read), save('Второй', read)]);
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      const refused = both.find(({ statusCode }) => statusCode === 409);
      expect(refused?.json()).toMatchObject({ error: 'changed meanwhile', who: { uid: 'boss' } });
      expect(said(await sign('anna', read))).toEqual([409, 'changed meanwhile']);
      // A signature of another person is no other content.
      const fresh = await tagOf();
      expect((await sign('anna', fresh)).statusCode).toBe(200);
      expect((await sign('oleg', fresh)).statusCode).toBe(200);
      expect((await save('Третий', fresh)).statusCode).toBe(409);
      expect((await docflow('DELETE', `/${id}`, { headers: { 'if-match': fresh } })).statusCode).toBe(409);
      // The refused save has left no file.
      expect((await docflow('GET', `/${id}`)).json().files).toHaveLength(1);
    }));

  test('an attachment is taken off its own document only, and earlier versions keep it', () =>
    withPaperwork(open, async ({ create, docflow, files, history }) => {
      const { id, files: own } = await create({
        acceptor: ['anna'],
        scans: [
          ['один.png', PNG],
          ['два.pdf', PDF],
        ],
      });
      const other = await create({ scans: [['чужой.pdf', PDF]] });
      const fileName = own[0]?.fileName ?? '';
      const foreign = other.files[0]?.fileName;
      const remove = (name: unknown) => docflow('PATCH', `/file/${id}`, { json: { fileName: name } });
      for (const name of [foreign, 'нет.png', '', undefined, '../../etc/passwd', { a: 1 }]) {
        expect(said(await remove(name))).toEqual([404, 'file not found']);
      }
      await docflow('PATCH', `/accepting/${id}`, { as: 'anna' });
      const left = await remove(fileName);
      expect(left.json()).toMatchObject({
        version: 2,
        files: [{ originalName: 'два.pdf' }],
        acceptor: [{ accept: false }],
      });
      expect(said(await remove(fileName))).toEqual([404, 'file not found']);
      expect((await docflow('GET', `/scan/${fileName}`)).statusCode).toBe(200);
      const [change] = await history(id);
      expect([change?.event, change?.before?.files.length, change?.after?.files.length]).toEqual([
        'file removed',
        2,
        1,
      ]);
      const added = await docflow('PATCH', `/${id}`, {
        form: formWith({ title: 'Договор', scans: [['три.png', PNG]] }),
      });
      expect(added.json().files.map((file: { originalName: string }) => file.originalName)).toEqual([
        'два.pdf',
        'три.png',
      ]);
      await docflow('DELETE', `/${id}`);
      // Signed once, it is cancelled and keeps every file of its versions.
      expect(await files('scans')).toHaveLength(4);
      expect((await docflow('GET', `/scan/${fileName}`)).statusCode).toBe(200);
      expect(await files('scans')).toContain(foreign);
    }));

  test('the history outlives its document, and a number is never given again', () =>
    withPaperwork(open, async ({ create, docflow, informator, task, ordered, call, directing }) => {
      const [first, second] = [await create(), await create()];
      expect([first.num, second.num, (await create({ task: ordered })).num]).toEqual([1, 2, 1]);
      await docflow('DELETE', `/${second.id}`);
      const third = await create();
      expect(third.num).toBe(3);
      expect(third.id).toBeGreaterThan(second.id);
      const kept = await informator.context.database.read
        .selectFrom('document_history')
        .select(['event', 'editor_uid'])
        .where('document_id', '=', second.id)
        .orderBy('id')
        .execute();
      expect(kept).toEqual([
        { event: 'created', editor_uid: 'boss' },
        { event: 'binned', editor_uid: 'boss' },
      ]);
      // That in the bin counts: it may come back.
      for (const [path, documents] of [
        [`/task/${task}`, 3],
        [`/directing/${directing}`, 4],
      ] as const) {
        const refused = await call('DELETE', path, { as: 'admin' });
        expect([refused.statusCode, refused.json()]).toMatchObject([409, { error: 'in use', documents }]);
      }
    }));

  test('names and positions are those of today, in the history those of the day', () =>
    withPaperwork(open, async ({ create, call, read, history, task }) => {
      const { id } = await create({ acceptor: ['anna'] });
      await call('PATCH', '/user', { as: 'anna', json: { name: 'Анна Новая' } });
      await call('PATCH', `/task/${task}`, { as: 'admin', json: { title: 'Контракт' } });
      const document = await read(id);
      expect([document.acceptor[0]?.name, document.task.title]).toEqual(['Анна Новая', 'Контракт']);
      const [created] = await history(id);
      expect(created?.after?.acceptor[0]?.name).toBe('anna Юрист');
      // The account has no name: who acts is called as his profile calls him.
      expect(created?.by.name).toBe('boss Директор');
    }));

  test('pages of the history end early where texts are long', () =>
    withPaperwork(open, async ({ create, docflow, history }) => {
      const { id } = await create({ description: 'я'.repeat(400_000) });
      for (const title of ['2', '3']) {
        const form = formWith({ title, description: 'ю'.repeat(400_000) });
        expect((await docflow('PATCH', `/${id}`, { form })).statusCode).toBe(200);
      }
      const pages: string[][] = [];
      for (let last = ''; ; ) {
        const page = (await docflow('GET', `/${id}/history?last=${last}`)).json();
        if (page.length === 0) break;
        pages.push(page.map(({ event }: { event: string }) => event));
        last = String(page.at(-1).id);
      }
      expect(pages).toEqual([['edited'], ['edited'], ['created']]);
      expect(await history(id)).toHaveLength(1);
      expect(said(await docflow('GET', `/${id}/history?last=x`))).toEqual([400, 'invalid last id']);
    }));
});

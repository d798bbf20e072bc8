import { expect, test } from 'vitest';
import { selectDocuments } from '../../../server/documents/document/access.ts';
import { eachDialect } from '../../support/databases.ts';
import { formWith, PNG, withPaperwork } from './paperwork.ts';

eachDialect('documents under many hands', (open) => {
  test('fifty made at once have the numbers one to fifty', () =>
    withPaperwork(open, async ({ create, docflow, task, ordered, directing }) => {
      const made = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          // Every fifth is refused in the end, and takes no number.
          index % 5 === 4
            ? docflow('POST', '/', {
                form: formWith({
                  title: 'Не тот файл',
                  scans: [['a.png', '<html>']],
                  raw: { directingId: String(directing), taskId: String(task) },
                }),
              })
            : create({ task: index % 2 === 0 ? task : ordered, acceptor: ['anna'], scans: [['a.png', PNG]] }),
        ),
      );
      const numbers = (wanted: number) =>
        made
          .flatMap((each) => ('task' in each && each.task.id === wanted ? each.num : []))
          .sort((one, other) => one - other);
      const firsts = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
      expect([numbers(task), numbers(ordered)]).toEqual([firsts(20), firsts(20)]);
      expect((await create()).num).toBe(21);
    }));

  test('security 45: marks put at once are all kept, each once', () =>
    withPaperwork(open, async ({ create, docflow, history, read }) => {
      const people = ['anna', 'oleg', 'boss'];
      const { id } = await create({ acceptor: people, recipient: [...people, 'reader'] });
      const answers = await Promise.all(
        [...people, 'reader', ...people].flatMap((as) => [
          docflow('PATCH', `/accepting/${id}`, { as }),
          docflow('PATCH', `/recipienting/${id}`, { as }),
        ]),
      );
      expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
      expect((await read(id)).state).toBe('done');
      const events = (await history(id)).map(({ event, by }) => `${event} ${by.uid}`).sort();
      expect(events).toEqual(
        [
          'created boss',
          ...people.map((uid) => `signed ${uid}`),
          ...[...people, 'reader'].map((uid) => `acknowledged ${uid}`),
        ].sort(),
      );
    }));

  test('signing against an edit: a mark is of the version that it was put upon', () =>
    withPaperwork(open, async ({ create, docflow, read, history }) => {
      const acceptor = ['anna', 'oleg'];
      const { id } = await create({ acceptor });
      await Promise.all([
        docflow('PATCH', `/accepting/${id}`, { as: 'anna' }),
        docflow('PATCH', `/${id}`, { form: formWith({ title: 'Второй', acceptor }) }),
        docflow('PATCH', `/accepting/${id}`, { as: 'oleg' }),
        docflow('PATCH', `/${id}`, { form: formWith({ title: 'Третий', acceptor }) }),
      ]);
      const changes = (await history(id)).reverse();
      for (const [index, { before, after }] of changes.entries()) {
        expect(before).toEqual(index === 0 ? null : changes[index - 1]?.after);
        const isNewContent = before !== null && before.hash !== after?.hash;
        if (isNewContent) expect(after?.acceptor.filter(({ accept }) => accept)).toEqual([]);
      }
      expect(changes).toHaveLength(5);
      expect((await read(id)).acceptor).toEqual(changes.at(-1)?.after?.acceptor);
    }));

  test('a document read while it changes shows what stood at one moment', () =>
    withPaperwork(open, async ({ informator, create, docflow }) => {
      const { id } = await create({ title: 'Первый', acceptor: ['anna'] });
      const acts = [
        () => docflow('PATCH', `/accepting/${id}`, { as: 'anna' }),
        () => docflow('PATCH', `/${id}`, { form: formWith({ title: 'Второй', acceptor: ['anna'] }) }),
        () => docflow('DELETE', `/${id}`),
      ];
      const shown = [];
      for (const act of acts) {
        let isDone = false;
        const read = informator.context.database.read.withPlugin({
          transformQuery: ({ node }) => node,
          // Between the row of the document and its entries.
          transformResult: async ({ result }) => {
            if (!isDone) {
              isDone = true;
              expect((await act()).statusCode).toBe(200);
            }
            return result;
          },
        });
        const [document] = await selectDocuments(read, [id]);
        shown.push(document && [document.title, document.entries[0]?.acceptedAt !== null]);
      }
      // Deleted after a signature of its first version, it is cancelled and stays.
      expect(shown).toEqual([
        ['Первый', true],
        ['Второй', false],
        ['Второй', false],
      ]);
    }));

  test('deleted while it is signed and changed, it is cancelled or in the bin, and no call gets an error of the server', () =>
    withPaperwork(open, async ({ create, docflow }) => {
      const { id } = await create({ acceptor: ['anna'], scans: [['a.png', PNG]] });
      const form = () => formWith({ title: 'Ещё', acceptor: ['anna'], scans: [['b.png', PNG]] });
      const answers = await Promise.all([
        docflow('PATCH', `/${id}`, { form: form() }),
        docflow('PATCH', `/accepting/${id}`, { as: 'anna' }),
        docflow('DELETE', `/${id}`),
        docflow('PATCH', `/${id}`, { form: form() }),
        docflow('DELETE', `/${id}`),
      ]);
      for (const { statusCode } of answers) expect([200, 404, 409]).toContain(statusCode);
      const left = await docflow('GET', `/${id}`);
      const binned = (await docflow('GET', '/bin')).json<{ id: number }[]>().map((one) => one.id);
      if (left.statusCode === 200) expect([left.json().state, binned]).toEqual(['cancelled', []]);
      else expect([left.statusCode, binned]).toEqual([404, [id]]);
    }));

  test('a type whose order changes while its documents are signed leaves nobody unasked', () =>
    withPaperwork(open, async ({ create, docflow, call, ordered, informator }) => {
      const { id } = await create({ task: ordered, acceptor: ['anna', 'oleg'], recipient: ['reader'] });
      const set = (value: boolean) => call('PATCH', `/task/${ordered}`, { as: 'admin', json: { ordered: value } });
      await Promise.all([
        docflow('PATCH', `/accepting/${id}`, { as: 'anna' }),
        set(false),
        docflow('PATCH', `/accepting/${id}`, { as: 'oleg' }),
        set(true),
        set(false),
      ]);
      const rows = await informator.context.database.read
        .selectFrom('document_entries')
        .select(['kind', 'is_asked'])
        .where('document_id', '=', id)
        .orderBy('place')
        .execute();
      expect(rows).toEqual([
        { kind: 'acceptor', is_asked: 0 },
        { kind: 'acceptor', is_asked: 0 },
        { kind: 'recipient', is_asked: 1 },
      ]);
    }));
});

import { expect, test } from 'vitest';
import type { Document } from '../../../contract/documents/documents.ts';
import { CREATION_KEY_DAYS, CREATION_KEY_MAX } from '../../../contract/limits.ts';
import { sweepKeys } from '../../../server/documents/edit/document-form.ts';
import { aboveSql } from '../../support/databases.ts';
import { loseAnswers } from '../../support/lost-answer.ts';
import type { Answer } from '../../support/request.ts';
import { emptyBin, type Fields, formWith, type Paperwork, PDF, PNG, said, withPaperwork } from './paperwork.ts';

const DAY = 86_400_000;
const CONTRACT: Fields = {
  title: 'Поставка',
  description: 'Срок до пятницы',
  acceptor: ['anna', 'oleg'],
  recipient: ['reader'],
  scans: [
    ['а.png', PNG],
    ['б.pdf', PDF],
  ],
};

/** Makes a document under a key. */
const post = (work: Paperwork, key: string, fields = CONTRACT, as = 'boss'): Promise<Answer> => {
  const raw = { directingId: String(work.directing), taskId: String(fields.task ?? work.task) };
  const headers = { 'idempotency-key': key };
  return work.docflow('POST', '/', { as, form: formWith({ ...fields, raw }), headers });
};

/** Everything of a document but the links of its files, which are signed anew each time. */
function facts(answer: Answer) {
  const { files, ...document } = answer.json<Document>();
  return { ...document, files: files.map(({ fileName }) => fileName) };
}

const documents = ({ informator }: Paperwork) =>
  informator.context.database.read.selectFrom('documents').select(['id', 'num', 'title']).orderBy('id').execute();

aboveSql('a document made under a key', (open) => {
  test('is made once, whatever became of it, and told of once', () =>
    withPaperwork(open, async (work) => {
      const first = await post(work, '6-key');
      expect(first.statusCode).toBe(201);
      const again = await post(work, '6-key');
      expect([again.statusCode, facts(again)]).toEqual([201, facts(first)]);
      expect(again.headers.etag).toBe(first.headers.etag);
      const { id, files } = first.json<Document>();
      expect(await work.files('scans')).toEqual(files.map(({ fileName }) => fileName).sort());
      expect(await work.files('incoming')).toEqual([]);
      await work.informator.post.deliver();
      expect(work.mails.map(({ to }) => to.split('@')[0]).sort()).toEqual(['anna', 'oleg', 'reader']);
      await work.docflow('PATCH', `/accepting/${id}`, { as: 'anna' });
      // A quoted key is the same one.
      expect((await post(work, '"6-key"')).json()).toMatchObject({ id, acceptor: [{ accept: true }, {}] });
      expect((await work.history(id)).map(({ event }) => event)).toEqual(['signed', 'created']);
      expect((await work.create()).num).toBe(2);
    }));

  test('is another one without a key, under another key and of another author', () =>
    withPaperwork(open, async (work) => {
      await work.create(CONTRACT);
      await work.create(CONTRACT);
      for (const [key, as] of [
        ['a', 'boss'],
        ['b', 'boss'],
        ['a', 'second'],
      ] as const) {
        if (as === 'second') {
          await work.join(as);
          const { role_id } = await work.informator.context.database.read
            .selectFrom('users')
            .select('role_id')
            .where('uid', '=', 'boss')
            .executeTakeFirstOrThrow();
          await work.bind(as, role_id ?? '');
        }
        expect((await post(work, key, CONTRACT, as)).statusCode).toBe(201);
      }
      expect((await documents(work)).map(({ num }) => num)).toEqual([1, 2, 3, 4, 5]);
    }));

  test('security 45: is one, when the call arrives many times at once', () =>
    withPaperwork(open, async (work) => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => post(work, 'key')));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 201));
      expect(new Set(answers.map((answer) => JSON.stringify(facts(answer)))).size).toBe(1);
      expect(await documents(work)).toHaveLength(1);
      expect(await work.files('scans')).toEqual([...facts(answers[0] as Answer).files].sort());
      expect((await work.create()).num).toBe(2);
    }));

  test('of another content is refused with what there is, and can be saved as a change of it', () =>
    withPaperwork(open, async (work) => {
      const { id } = (await post(work, 'key')).json<Document>();
      const more: Fields = {
        ...CONTRACT,
        title: 'Поставка 2',
        scans: [
          ['новый.pdf', PDF],
          ['б.pdf', PDF],
          ['а.png', PDF],
        ],
      };
      const others: readonly Fields[] = [
        more,
        { ...CONTRACT, title: 'Другое' },
        { ...CONTRACT, description: '' },
        { ...CONTRACT, task: work.ordered },
        { ...CONTRACT, acceptor: ['oleg', 'anna'] },
        { ...CONTRACT, recipient: [] },
        { ...CONTRACT, scans: [] },
      ];
      const answers = await Promise.all(others.map((other) => post(work, 'key', other)));
      expect(answers.map(said)).toEqual(others.map(() => [409, 'already created']));
      expect(answers.map((answer) => answer.json<{ id: number }>().id)).toEqual(others.map(() => id));
      expect(answers.slice(0, 2).map((answer) => answer.json<{ attached: number[] }>().attached)).toEqual([
        [1],
        [0, 1],
      ]);
      expect(await work.files('scans')).toHaveLength(2);
      const [fresh] = more.scans ?? [];
      const form = formWith({ ...more, scans: fresh ? [fresh] : [] });
      const changed = (await work.docflow('PATCH', `/${id}`, { form })).json<Document>();
      expect([changed.title, changed.files.map(({ originalName }) => originalName)]).toEqual([
        'Поставка 2',
        ['а.png', 'б.pdf', 'новый.pdf'],
      ]);
      expect(await documents(work)).toEqual([{ id, num: 1, title: 'Поставка 2' }]);
    }));

  test('of two contents at once one is made, and the other refused without a trace', () =>
    withPaperwork(open, async (work) => {
      const titles = ['Один', 'Два', 'Три'];
      const answers = await Promise.all(titles.map((title) => post(work, 'key', { ...CONTRACT, title })));
      const made = answers.filter(({ statusCode }) => statusCode === 201);
      expect(made).toHaveLength(1);
      const refused = answers.filter((answer) => !made.includes(answer));
      expect(refused.map(said)).toEqual([
        [409, 'already created'],
        [409, 'already created'],
      ]);
      expect(refused[0]?.json<{ attached: number[] }>().attached).toEqual([0, 1]);
      expect(await work.files('scans')).toHaveLength(2);
      expect((await documents(work)).map(({ num }) => num)).toEqual([1]);
    }));

  test('security 45: is found again when the line to the database broke before it was told', () =>
    withPaperwork(open, async (work) => {
      const { database } = work.informator.context;
      if (database.dialect === 'sqlite') return;
      const mend = loseAnswers(database);
      expect(said(await post(work, 'key'))).toEqual([503, 'service is busy']);
      mend();
      const [stands] = await documents(work);
      const again = await post(work, 'key');
      expect([again.statusCode, again.json<Document>().id]).toEqual([201, stands?.id]);
      for (const name of facts(again).files) expect((await work.docflow('GET', `/scan/${name}`)).statusCode).toBe(200);
      expect(await work.files('scans')).toHaveLength(2);
      expect(await documents(work)).toHaveLength(1);
    }));

  test('is found again though its author may make no more, and nobody else finds it', () =>
    withPaperwork(open, async (work) => {
      const first = await post(work, 'key');
      await work.bind('boss', '');
      expect(facts(await post(work, 'key'))).toMatchObject({ id: first.json<Document>().id });
      expect(said(await post(work, 'other'))[0]).toBe(403);
      expect(said(await post(work, 'key', CONTRACT, 'anna'))[0]).toBe(403);
    }));

  test('is made when a call was refused before, and once more when it was deleted', () =>
    withPaperwork(open, async (work) => {
      expect(said(await post(work, 'key', { ...CONTRACT, title: ' ' }))).toEqual([400, 'invalid title']);
      expect(said(await post(work, 'key', { ...CONTRACT, acceptor: ['guest'] }))).toEqual([
        400,
        'invalid acceptor uid',
      ]);
      const { id } = (await post(work, 'key')).json<Document>();
      await work.docflow('DELETE', `/${id}`);
      // In the bin it is still the document of the key.
      expect((await post(work, 'key')).json<Document>().id).toBe(id);
      await emptyBin(work);
      const again = await post(work, 'key');
      expect([again.statusCode, again.json<Document>().num]).toEqual([201, 2]);
      expect(again.json<Document>().id).not.toBe(id);
    }));

  test('a key that is none is refused, an empty one is no key', () =>
    withPaperwork(open, async (work) => {
      for (const key of ['a b', '""', 'x'.repeat(CREATION_KEY_MAX + 1), 'a\tb', '"', 'ключ'])
        expect([key, ...said(await post(work, key))]).toEqual([key, 400, 'invalid idempotency key']);
      expect(await documents(work)).toEqual([]);
      for (const key of ['x'.repeat(CREATION_KEY_MAX), '', '']) expect((await post(work, key)).statusCode).toBe(201);
      expect(await documents(work)).toHaveLength(3);
    }));

  test('is forgotten after a time', { tags: ['store'] }, () =>
    withPaperwork(open, async (work) => {
      const start = Date.UTC(2026, 5, 10, 14);
      work.setClock(start);
      await post(work, 'key');
      const { database } = work.informator.context;
      const sweep = (days: number) => sweepKeys({ database, clock: () => start + days * DAY });
      expect(await sweep(CREATION_KEY_DAYS)).toBe(0);
      expect((await post(work, 'key')).json()).toMatchObject({ num: 1 });
      expect([await sweep(CREATION_KEY_DAYS + 1), await sweep(CREATION_KEY_DAYS + 1)]).toEqual([1, 0]);
      expect((await post(work, 'key')).json()).toMatchObject({ num: 2 });
    }),
  );
});

import { expect, test } from 'vitest';
import type { Discussion, DocumentComment } from '../../../contract/documents/documents.ts';
import type { DocumentQueue } from '../../../contract/documents/lists.ts';
import { COMMENT_FILES_MAX, COMMENT_MAX, COMMENT_PAGE, COMMENT_WITHDRAW_MINUTES } from '../../../contract/limits.ts';
import { sweepAttachments } from '../../../server/documents/attachments/attachment-store.ts';
import { aboveSql } from '../../support/databases.ts';
import { EVENING } from '../../support/moment.ts';
import type { Answer } from '../../support/request.ts';
import { emptyBin, type Paperwork, PDF, PNG, said, withPaperwork } from './paperwork.ts';

const MINUTE = 60_000;

interface Said {
  readonly text?: string;
  readonly kind?: string;
  readonly answers?: number;
  readonly mentions?: readonly string[];
  readonly scans?: readonly (readonly [name: string, content: BlobPart])[];
}

/** Sends a comment as a page does. */
function send(work: Paperwork, id: number, as: string, sent: Said, key?: string): Promise<Answer> {
  const form = new FormData();
  form.append('text', sent.text ?? 'Замечание');
  if (sent.kind) form.append('kind', sent.kind);
  if (sent.answers) form.append('answers', String(sent.answers));
  for (const uid of sent.mentions ?? []) form.append(`mentions[${uid}]`, '');
  for (const [name, content] of sent.scans ?? []) form.append('scans', new Blob([content]), name);
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': `"${key}"` };
  return work.docflow('POST', `/${id}/comment`, { as, form, headers });
}

async function say(work: Paperwork, id: number, as: string, sent: Said = {}): Promise<DocumentComment> {
  const answer = await send(work, id, as, sent);
  expect([answer.statusCode, answer.json().error]).toEqual([201, undefined]);
  return answer.json();
}

async function discussion(work: Paperwork, id: number, as: string, query = ''): Promise<Discussion> {
  const answer = await work.docflow('GET', `/${id}/comment${query}`, { as });
  expect([answer.statusCode, answer.json().error]).toEqual([200, undefined]);
  return answer.json();
}

const returned = async ({ docflow }: Paperwork, as: string): Promise<DocumentQueue['returned']> =>
  (await docflow('GET', '/queue', { as })).json<DocumentQueue>().returned;

/** Delivers, and takes what came: to whom and about what, in the order of addresses. */
async function received({ informator, mails }: Paperwork): Promise<string[]> {
  await informator.post.deliver();
  return mails
    .splice(0)
    .map(({ to, subject }) => `${to.split('@')[0]}: ${subject.replaceAll('\u00a0', ' ')}`)
    .sort();
}

aboveSql('what is said about a document', (open) => {
  test(
    'a question reaches the author, stands in the document and his queue, and is answered; deciding goes on meanwhile',
    { tags: ['store'] },
    () =>
      withPaperwork(open, async (work) => {
        const { id } = await work.create({ title: 'Поставка', acceptor: ['anna', 'oleg'] });
        await received(work);
        const question = await say(work, id, 'anna', { kind: 'question', text: 'Почему три дня?' });
        expect(question).toMatchObject({ kind: 'question', isOpen: true, version: 1, by: { uid: 'anna' } });
        expect(await received(work)).toEqual(['boss: Вопрос автору: Поставка']);
        expect((await work.read(id)).questions).toBe(1);
        expect(await returned(work, 'boss')).toMatchObject([{ id, questions: 1, since: question.at }]);
        expect(await returned(work, 'anna')).toEqual([]);
        expect((await work.docflow('PATCH', `/accepting/${id}`, { as: 'anna' })).statusCode).toBe(200);
        await received(work);

        const answer = await say(work, id, 'boss', { kind: 'answer', answers: question.id, text: 'Так в законе' });
        expect(answer).toMatchObject({ kind: 'answer', answers: question.id, mayWithdraw: false });
        expect(await received(work)).toEqual(['anna: Ответ на вопрос: Поставка']);
        expect(await work.read(id)).not.toHaveProperty('questions');
        expect(await returned(work, 'boss')).toEqual([]);
        const { comments } = await discussion(work, id, 'oleg');
        expect(comments.map(({ kind, isOpen }) => [kind, isOpen])).toEqual([
          ['answer', false],
          ['question', false],
        ]);
        const again = await send(work, id, 'boss', { kind: 'answer', answers: question.id });
        expect(said(again)).toEqual([409, 'question is settled']);
        const history = await work.history(id);
        expect(history.map(({ event, comment }) => [event, comment])).toEqual([
          ['question answered', 'Так в законе'],
          ['signed', undefined],
          ['question asked', 'Почему три дня?'],
          ['created', undefined],
        ]);
      }),
  );

  test('security 16-17: who has to do with a document writes, who may decide asks, the author answers, others read or see nothing', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ acceptor: ['anna'], recipient: ['reader'], task: work.ordered });
      const rights: Record<string, unknown> = {};
      for (const as of ['boss', 'anna', 'oleg', 'reader', 'guest']) rights[as] = (await discussion(work, id, as)).may;
      expect(rights).toEqual({
        boss: { comment: true, ask: false, answer: true },
        anna: { comment: true, ask: true, answer: false },
        oleg: { comment: true, ask: false, answer: false },
        // Not yet asked for an acknowledgement.
        reader: { comment: true, ask: false, answer: false },
        guest: { comment: false, ask: false, answer: false },
      });
      expect(said(await work.docflow('GET', `/${id}/comment`, { as: 'stranger' }))[0]).toBe(404);
      expect(said(await send(work, id, 'stranger', {}))).toEqual([404, 'doc not found']);
      expect(said(await send(work, id, 'guest', {}))).toEqual([403, 'comment on the document is denied']);
      expect(said(await send(work, id, 'reader', { kind: 'question' }))).toEqual([
        403,
        'question on the document is denied',
      ]);
      const question = await say(work, id, 'anna', { kind: 'question' });
      const answer = await send(work, id, 'oleg', { kind: 'answer', answers: question.id });
      expect(said(answer)).toEqual([403, 'answer to the question is denied']);
      expect((await work.docflow('GET', `/${id}/comment`, { as: null })).statusCode).toBe(401);
      expect((await discussion(work, id, 'guest')).comments).toHaveLength(1);
    }));

  test(
    'a mentioned person is told once, and nobody is mentioned who does not see the document',
    { tags: ['store'] },
    () =>
      withPaperwork(open, async (work) => {
        const { id } = await work.create({ title: 'Поставка', acceptor: ['anna'] });
        await received(work);
        const sent = { text: '@oleg Юрист, посмотрите', mentions: ['oleg'] };
        const first = await send(work, id, 'anna', sent, 'k1');
        expect(first.json<DocumentComment>().mentions).toMatchObject([{ uid: 'oleg', name: 'oleg Юрист' }]);
        const again = await Promise.all([send(work, id, 'anna', sent, 'k1'), send(work, id, 'anna', sent, 'k1')]);
        expect(again.map((answer) => answer.json<DocumentComment>().id)).toEqual([first.json().id, first.json().id]);
        expect(await received(work)).toEqual(['oleg: Вас упомянули: Поставка']);
        expect((await discussion(work, id, 'anna')).comments).toHaveLength(1);
        const other = await send(work, id, 'anna', { text: 'Иное' }, 'k1');
        expect(said(other)).toEqual([409, 'already created']);

        const blind = await send(work, id, 'anna', { mentions: ['oleg', 'stranger'] });
        expect(said(blind)).toEqual([400, 'mentioned people do not see the document']);
        expect(blind.json()).toMatchObject({ names: ['stranger@parts.example'] });
        expect(said(await send(work, id, 'anna', { mentions: ['noone'] }))).toEqual([400, 'invalid mention uid']);
        expect(await received(work)).toEqual([]);

        const offered = await work.docflow('GET', `/${id}/mention?search=юри`, { as: 'anna' });
        expect(offered.json()).toMatchObject([{ uid: 'oleg', position: 'Юрист' }]);
        const all = await work.docflow('GET', `/${id}/mention`, { as: 'anna' });
        expect(all.json<{ uid: string }[]>().map(({ uid }) => uid)).toEqual(['boss', 'oleg', 'reader', 'guest']);
        expect((await work.docflow('GET', `/${id}/mention?search=%25`, { as: 'anna' })).json()).toEqual([]);
        expect((await work.docflow('GET', `/${id}/mention`, { as: 'stranger' })).statusCode).toBe(404);
      }),
  );

  test('two calls of one key at the same moment say it once, files included', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ acceptor: ['anna'] });
      const sent: Said = { scans: [['скан.png', PNG]] };
      const answers = await Promise.all([1, 2, 3].map(() => send(work, id, 'anna', sent, 'same')));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
      expect(new Set(answers.map((answer) => answer.json<DocumentComment>().id)).size).toBe(1);
      expect(await work.files('scans')).toHaveLength(1);
    }));

  test(
    'attachments are those of the comment, open to whoever sees the document, and go with what is taken back',
    { tags: ['store'] },
    () =>
      withPaperwork(open, async (work) => {
        const { id } = await work.create({ acceptor: ['anna'] });
        const scans = [
          ['счёт.pdf', PDF],
          ['фото.png', PNG],
          // A plain text, as in the form of a document.
          ['цены.csv', 'а;б'],
        ] as const;
        const { id: comment, files } = await say(work, id, 'anna', { scans });
        expect(files.map(({ originalName, type, size }) => [originalName, type, size])).toEqual([
          ['счёт.pdf', 'application/pdf', PDF.byteLength],
          ['фото.png', 'image/png', PNG.byteLength],
          ['цены.csv', 'text/csv', 5],
        ]);
        const [{ fileName, url } = { fileName: '', url: '' }] = files;
        const open = (as: string | null, path = `/docflow/scan/${fileName}`) => work.call('GET', path, { as });
        expect((await open('guest')).statusCode).toBe(200);
        expect((await open('stranger')).statusCode).toBe(404);
        expect((await open(null, url.replace('/api/informator', ''))).rawPayload).toEqual(Buffer.from(PDF));
        expect((await work.read(id)).files).toEqual([]);
        // The sweep knows them.
        work.setClock(EVENING + 90 * MINUTE);
        expect(await sweepAttachments(work.informator.context)).toBe(0);
        work.setClock(EVENING + MINUTE);
        const many = Array.from({ length: COMMENT_FILES_MAX + 1 }, () => ['а.pdf', PDF] as const);
        expect(said(await send(work, id, 'anna', { scans: many }))).toEqual([413, 'request entity too large']);
        expect(said(await send(work, id, 'anna', { scans: [['а.pdf', '<html>']] }))).toEqual([400, 'bad mime type']);
        expect(said(await send(work, id, 'anna', { scans: [['а.csv', 'a\0b']] }))).toEqual([400, 'bad mime type']);
        expect(await work.files('scans')).toHaveLength(3);
        expect((await work.docflow('DELETE', `/${id}/comment/${comment}`, { as: 'anna' })).statusCode).toBe(200);
        expect(await work.files('scans')).toEqual([]);
        await say(work, id, 'anna', { scans });
        expect((await work.docflow('DELETE', `/${id}`)).statusCode).toBe(200);
        expect(await work.files('scans')).toHaveLength(3);
        await emptyBin(work);
        expect(await work.files('scans')).toEqual([]);
      }),
  );

  test('an own comment can be taken back for a short while; the history keeps that it was', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ acceptor: ['anna', 'oleg'] });
      const first = await say(work, id, 'anna', { text: 'Лишнее', mentions: ['oleg'] });
      expect(first.mayWithdraw).toBe(true);
      const take = (comment: number, as: string) => work.docflow('DELETE', `/${id}/comment/${comment}`, { as });
      expect(said(await take(first.id, 'boss'))).toEqual([403, 'comment is not yours']);
      expect(said(await take(999_999, 'anna'))).toEqual([404, 'comment not found']);
      const left = await take(first.id, 'anna');
      const empty = { id: first.id, text: '', mentions: [], files: [], mayWithdraw: false };
      expect(left.json()).toMatchObject(empty);
      expect((await take(first.id, 'anna')).json()).toEqual(left.json());
      expect((await discussion(work, id, 'oleg')).comments).toMatchObject([empty]);
      expect((await work.history(id)).map(({ event, comment }) => [event, comment])).toEqual([
        ['comment withdrawn', ''],
        ['commented', ''],
        ['created', undefined],
      ]);
      // A question that is not answered yet goes too, and asks nothing any more.
      const question = await say(work, id, 'anna', { kind: 'question' });
      expect((await take(question.id, 'anna')).statusCode).toBe(200);
      expect(await returned(work, 'boss')).toEqual([]);
      await received(work);
      const answered = await say(work, id, 'oleg', { kind: 'question' });
      const answer = await say(work, id, 'boss', { kind: 'answer', answers: answered.id });
      const late = await say(work, id, 'anna');
      work.setClock(EVENING + COMMENT_WITHDRAW_MINUTES * MINUTE);
      for (const [comment, as] of [
        [answered.id, 'oleg'],
        [answer.id, 'boss'],
        [late.id, 'anna'],
      ] as const) {
        expect(said(await take(comment, as))).toEqual([409, 'comment stands']);
      }
    }));

  test('what says nothing, or too much, is refused, and the version that decisions stand for stays', () =>
    withPaperwork(open, async (work) => {
      const { id, hash } = await work.create({ acceptor: ['anna'] });
      const before = await work.docflow('GET', `/${id}`);
      const paper = await work.docflow('GET', `/${id}/package`);
      for (const text of ['', ' \n\u200b', 'а\0б']) {
        expect(said(await send(work, id, 'anna', { text }))).toEqual([400, 'invalid comment']);
      }
      const long = 'а'.repeat(512 * 1024);
      expect(said(await send(work, id, 'anna', { text: long }))).toEqual([413, 'request entity too large']);
      const json = (body: object) => work.docflow('POST', `/${id}/comment`, { as: 'anna', json: body });
      expect(said(await json({ text: long }))).toEqual([413, 'request entity too large']);
      expect(said(await json({ text: 'Да', kind: 'order' }))).toEqual([400, 'invalid comment kind']);
      expect(said(await json({ text: 'Да', answers: 1 }))).toEqual([400, 'invalid comment kind']);
      expect(said(await work.docflow('GET', `/${id}/comment?last=x`))).toEqual([400, 'invalid last id']);
      expect((await discussion(work, id, 'anna')).comments).toEqual([]);
      await say(work, id, 'anna', { text: 'б'.repeat(COMMENT_MAX / 2) });
      expect(await work.docflow('GET', `/${id}`)).toMatchObject({ headers: { etag: before.headers.etag } });
      expect((await work.read(id)).hash).toBe(hash);
      expect((await work.docflow('GET', `/${id}/package`)).rawPayload).toEqual(paper.rawPayload);
    }));

  test('three hundred are read page by page, the newest first', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ acceptor: ['anna'] });
      await say(work, id, 'anna', { text: 'Первый' });
      const { database } = work.informator.context;
      await database.write(async (transaction) => {
        const row = await transaction.selectFrom('document_comments').selectAll().executeTakeFirstOrThrow();
        const { id: first, ...rest } = row;
        const rows = Array.from({ length: 299 }, (_, at) => ({ ...rest, id: first + at + 1, text: `${at + 2}` }));
        for (let at = 0; at < rows.length; at += 100)
          await transaction
            .insertInto('document_comments')
            .values(rows.slice(at, at + 100))
            .execute();
      });
      const ids: number[] = [];
      let pages = 0;
      for (let more = true; more; pages++) {
        const page = await discussion(work, id, 'anna', ids.length > 0 ? `?last=${ids.at(-1)}` : '');
        ids.push(...page.comments.map((comment) => comment.id));
        more = page.more;
      }
      expect([ids.length, pages]).toEqual([300, 300 / COMMENT_PAGE]);
      expect(ids).toEqual([...ids].sort((one, other) => other - one));
    }));

  test(
    'somebody who substitutes asks in his own name, and nobody is written to who wants no mails',
    { tags: ['store'] },
    () =>
      withPaperwork(open, async (work) => {
        const { id } = await work.create({ title: 'Поставка', acceptor: ['anna'] });
        const away = { uid: 'oleg', from: '2000-01-01', to: '2999-12-31' };
        expect((await work.call('PUT', '/user/substitute', { as: 'anna', json: away })).statusCode).toBe(200);
        await work.call('PATCH', '/user/mails', { as: 'boss', json: { documents: false } });
        await received(work);
        expect((await discussion(work, id, 'oleg')).may.ask).toBe(true);
        expect(await say(work, id, 'oleg', { kind: 'question' })).toMatchObject({ by: { uid: 'oleg' } });
        expect(await received(work)).toEqual([]);
        expect(await returned(work, 'boss')).toHaveLength(1);
      }),
  );
});

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { DocumentFile, KeptDraft } from '../../../contract/documents/documents.ts';
import { DOCUMENT_DRAFTS_MAX, SCAN_FILE_MAX, SCANS_MAX } from '../../../contract/limits.ts';
import { sweepAttachments } from '../../../server/documents/attachments/attachment-store.ts';
import { sweepDrafts } from '../../../server/documents/edit/drafts.ts';
import { aboveSql } from '../../support/databases.ts';
import { EVENING } from '../../support/moment.ts';
import { emptyBin, formWith, type Paperwork, PDF, PNG, said, withPaperwork } from './paperwork.ts';

const WEEK = 7 * 86_400_000;
const TEXT = new TextEncoder().encode('Список:\nодин\n');

/** Keeps a draft of a new document, or of a change; expects 204. */
async function keep(
  { docflow, directing, task }: Paperwork,
  fields: Readonly<Record<string, unknown>> = {},
  as = 'boss',
  id: string = randomUUID(),
): Promise<string> {
  const json = { directingId: directing, taskId: task, title: 'Черновик', ...fields };
  const kept = await docflow('PUT', `/drafts/${id}`, { as, json });
  expect([kept.statusCode, kept.body]).toEqual([204, '']);
  return id;
}

const send = ({ docflow }: Paperwork, id: string, name: string, content: BlobPart, as = 'boss') =>
  docflow('POST', `/drafts/${id}/file`, { as, form: formWith({ scans: [[name, content]] }) });

/** Sends a file; expects 201. */
async function wait(work: Paperwork, id: string, name: string, content: BlobPart): Promise<DocumentFile> {
  const sent = await send(work, id, name, content);
  expect(said(sent)).toEqual([201, undefined]);
  return sent.json<DocumentFile>();
}

const draftsOf = async ({ docflow }: Paperwork, as = 'boss', query = ''): Promise<KeptDraft[]> =>
  (await docflow('GET', `/drafts${query}`, { as })).json();

/** The form of a new document that names waiting files. */
function saving({ directing, task }: Paperwork, files: readonly string[], draft: string | null): FormData {
  const form = formWith({ title: 'Договор' });
  form.append('directingId', String(directing));
  form.append('taskId', String(task));
  for (const name of files) form.append(`waiting[${name}]`, '');
  if (draft) form.append('draft', draft);
  return form;
}

aboveSql('drafts of documents', (open) => {
  test('are kept with their files for their owner alone, under the present names of people', () =>
    withPaperwork(open, async (work) => {
      const { docflow, call, directing, task } = work;
      const id = await keep(work, { description: 'Текст', acceptor: ['anna', 'gone'], recipient: ['reader'] });
      const file = await wait(work, id, 'договор.pdf', PDF);
      const [draft] = await draftsOf(work);
      expect(draft).toMatchObject({ id, documentId: null, directing, task, title: 'Черновик', etag: null });
      expect(draft).toMatchObject({ description: 'Текст', files: [{ ...file, url: expect.any(String) }] });
      expect(draft?.acceptor.map(({ uid }) => uid)).toEqual(['anna']);
      expect(draft?.recipient.map(({ name }) => name)).toEqual(['reader Кладовщик']);
      expect(await draftsOf(work, 'anna')).toEqual([]);
      const scan = `/scan/${file.fileName}`;
      expect((await docflow('GET', scan)).statusCode).toBe(200);
      expect(said(await docflow('GET', scan, { as: 'anna' }))).toEqual([404, 'file not found']);
      const byLink = await call('GET', file.url.replace('/api/informator', ''), { as: null });
      expect(byLink.statusCode).toBe(200);
    }));

  test('a save attaches what it names, ends the draft and moves no file', () =>
    withPaperwork(open, async (work) => {
      const id = await keep(work);
      const first = await wait(work, id, 'а.pdf', PDF);
      const second = await wait(work, id, 'б.txt', TEXT);
      const form = saving(work, [second.fileName, first.fileName], id);
      const made = await work.docflow('POST', '/', { form });
      expect(made.statusCode).toBe(201);
      const { files, id: document } = made.json();
      expect(files.map((one: DocumentFile) => [one.fileName, one.originalName, one.type])).toEqual([
        [second.fileName, 'б.txt', 'text/plain'],
        [first.fileName, 'а.pdf', 'application/pdf'],
      ]);
      expect(await draftsOf(work)).toEqual([]);
      const shown = await work.docflow('GET', `/scan/${second.fileName}`, { as: 'anna' });
      expect(shown.headers['content-disposition']).toMatch(/^attachment; /);

      const change = await keep(work, { documentId: document });
      expect(await draftsOf(work, 'boss', `?document=${document}`)).toMatchObject([{ id: change }]);
      const third = await wait(work, change, 'в.png', PNG);
      const changed = formWith({ title: 'Договор', raw: { [`waiting[${third.fileName}]`]: '', draft: change } });
      const saved = await work.docflow('PATCH', `/${document}`, { form: changed });
      expect([saved.statusCode, saved.json().files.length]).toEqual([200, 3]);
      expect(await draftsOf(work, 'boss', `?document=${document}`)).toEqual([]);
    }));

  test(
    'the same save again, whose answer was lost, is the one document; another content tells what it has',
    { tags: ['store'] },
    () =>
      withPaperwork(open, async (work) => {
        const id = await keep(work);
        const file = await wait(work, id, 'а.pdf', PDF);
        const call = (form: FormData) => work.docflow('POST', '/', { form, headers: { 'Idempotency-Key': `"${id}"` } });
        const form = () => saving(work, [file.fileName], id);
        const [one, two] = await Promise.all([call(form()), call(form())]);
        const { id: document } = one.json();
        expect([one.statusCode, two.statusCode, two.json().id]).toEqual([201, 201, document]);
        expect((await call(form())).json().id).toBe(document);
        const other = form();
        other.set('title', 'Другой');
        const refused = await call(other);
        expect([refused.statusCode, refused.json()]).toEqual([
          409,
          { error: 'already created', id: document, attached: [0] },
        ]);
        const change = () => formWith({ title: 'Ещё', raw: { [`waiting[${file.fileName}]`]: '' } });
        const headers = { 'Idempotency-Key': '"change"' };
        for (const _ of [1, 2]) {
          const saved = await work.docflow('PATCH', `/${document}`, { form: change(), headers });
          expect([saved.statusCode, saved.json().files.length]).toEqual([200, 1]);
        }
      }),
  );

  test('the same save many times at one moment is one document, and none of the answers is a refusal', () =>
    withPaperwork(open, async (work) => {
      for (let round = 0; round < 5; round += 1) {
        const id = await keep(work);
        const file = await wait(work, id, 'а.pdf', PDF);
        const headers = { 'Idempotency-Key': `"${id}"` };
        // One after another, so that some read the key before the first commits and the files after it.
        const calls = Array.from({ length: 24 }, async (_, place) => {
          await delay(place * 3);
          return work.docflow('POST', '/', { form: saving(work, [file.fileName], id), headers });
        });
        const answers = await Promise.all(calls);
        expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 201));
        expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
      }
      expect(await work.files('scans')).toHaveLength(5);
    }));

  test('a file that waits no more, or waits for somebody else, stops the save and nothing is lost', () =>
    withPaperwork(open, async (work) => {
      const id = await keep(work);
      const file = await wait(work, id, 'а.pdf', PDF);
      const bind = async (names: readonly string[], as: string) => {
        const form = saving(work, names, null);
        const answer = await work.docflow('POST', '/', { form, as });
        return [answer.statusCode, answer.json()];
      };
      const gone = `${'0'.repeat(32)}.pdf`;
      const missing = (...names: string[]) => [409, { error: 'waiting file not found', missing: names }];
      expect(await bind([file.fileName, gone], 'boss')).toEqual(missing(gone));
      expect(await draftsOf(work)).toMatchObject([{ files: [{ fileName: file.fileName }] }]);
      const { id: document } = await work.create({ acceptor: ['anna'] });
      const foreign = formWith({ title: 'Договор', raw: { [`waiting[${file.fileName}]`]: '' } });
      expect(said(await work.docflow('PATCH', `/${document}`, { form: foreign, as: 'anna' }))[0]).toBe(403);
      expect(said(await send(work, id, 'б.pdf', PDF, 'anna'))).toEqual([404, 'draft not found']);
      const removed = await work.docflow('DELETE', `/drafts/${id}/file/${file.fileName}`, { as: 'anna' });
      expect(removed.statusCode).toBe(204);
      expect((await draftsOf(work))[0]?.files).toHaveLength(1);
      const other = await work.docflow('DELETE', `/drafts/${id}`, { as: 'anna' });
      expect([other.statusCode, (await draftsOf(work)).length]).toEqual([204, 1]);
    }));

  test('files are refused by what they are, by size and by number, and are the same when they come twice', () =>
    withPaperwork(open, async (work) => {
      const id = await keep(work);
      const answers = [];
      for (const [name, content] of [
        ['пусто.pdf', ''],
        ['пусто.txt', ''],
        ['страница.html', '<html></html>'],
        ['программа.txt', Uint8Array.of(77, 90, 0, 1)],
      ] as const)
        answers.push(said(await send(work, id, name, content)));
      expect(answers).toEqual(answers.map(() => [400, 'bad mime type']));
      const large = new Uint8Array(SCAN_FILE_MAX + 1);
      large.set(PDF);
      expect(said(await send(work, id, 'большой.pdf', large))).toEqual([413, 'request entity too large']);
      const [one, same] = [await wait(work, id, 'а.pdf', PDF), await wait(work, id, 'а.pdf', PDF)];
      expect(same.fileName).toBe(one.fileName);
      for (let count = 1; count < SCANS_MAX; count += 1) await wait(work, id, `${count}.pdf`, PDF);
      expect(said(await send(work, id, 'лишний.pdf', PDF))).toEqual([413, 'request entity too large']);
      const [{ files = [] } = {}] = await draftsOf(work);
      expect(files).toHaveLength(SCANS_MAX);
      const names = files.map(({ fileName }) => fileName);
      const extra = saving(work, names, null);
      extra.append('scans', new Blob([PDF]), 'ещё.pdf');
      expect(said(await work.docflow('POST', '/', { form: extra }))).toEqual([413, 'request entity too large']);
      expect(await work.files('scans')).toHaveLength(SCANS_MAX);
    }));

  test('are refused where the caller may not make or change such a document, and past the most', () =>
    withPaperwork(open, async (work) => {
      const { docflow, directing, task, create } = work;
      const { id: document } = await create({ acceptor: ['anna'] });
      const put = (json: object, as = 'boss', id: string = randomUUID()) =>
        docflow('PUT', `/drafts/${id}`, { as, json: { directingId: directing, taskId: task, ...json } });
      expect(said(await put({}, 'anna'))).toEqual([403, 'create to the document type is denied']);
      expect(said(await put({}, 'stranger'))).toEqual([403, 'access to the document type is denied']);
      const change = { documentId: document };
      expect(said(await put(change, 'anna'))).toEqual([403, 'update to the document type is denied']);
      expect(said(await put(change, 'stranger'))).toEqual([404, 'doc not found']);
      expect(said(await put({}, 'boss', 'x'))).toEqual([400, 'invalid draft id']);
      expect(said(await put({ title: 'я'.repeat(5_000) }))).toEqual([400, 'invalid draft']);
      for (let count = 0; count < DOCUMENT_DRAFTS_MAX; count += 1) await keep(work);
      expect(said(await put({}))).toEqual([409, 'too many drafts']);
    }));

  test(
    'go with their files a week after the last change; given up ones and those of deleted documents at once',
    { tags: ['store'] },
    () =>
      withPaperwork(open, async (work) => {
        const { docflow, setClock, informator, create } = work;
        const later = (ms: number) => setClock(EVENING + ms);
        const { context } = informator;
        const old = await keep(work);
        await wait(work, old, 'а.pdf', PDF);
        const given = await keep(work);
        await wait(work, given, 'б.pdf', PDF);
        expect((await docflow('DELETE', `/drafts/${given}`)).statusCode).toBe(204);
        expect(await work.files('scans')).toHaveLength(1);
        later(WEEK - 1_000);
        const { id: document } = await create({ acceptor: ['anna'] });
        const change = await keep(work, { documentId: document });
        await wait(work, change, 'в.pdf', PDF);
        expect(await sweepDrafts(context)).toBe(0);
        expect((await draftsOf(work))[0]?.files).toHaveLength(1);
        // A clock that was set back by a day makes no draft older or eternal.
        later(-86_400_000);
        expect(await sweepDrafts(context)).toBe(0);
        expect(await draftsOf(work)).toHaveLength(1);
        later(WEEK + 1_000);
        expect(await sweepDrafts(context)).toBe(1);
        expect(await draftsOf(work)).toEqual([]);
        expect(await work.files('scans')).toHaveLength(1);
        expect((await docflow('DELETE', `/${document}`)).statusCode).toBe(200);
        later(WEEK + 2 * 3_600_000);
        expect(await sweepAttachments(context)).toBe(0);
        await emptyBin(work);
        expect(await sweepAttachments(context)).toBe(1);
        expect(await work.files('scans')).toEqual([]);
      }),
  );
});

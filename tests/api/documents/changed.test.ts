import { expect, test } from 'vitest';
import type { Document } from '../../../contract/documents/documents.ts';
import { SCANS_MAX } from '../../../contract/limits.ts';
import { aboveSql } from '../../support/databases.ts';
import type { Answer } from '../../support/request.ts';
import { type Fields, formWith, type Paperwork, PDF, PNG, said, withPaperwork } from './paperwork.ts';

const CONTRACT: Fields = {
  title: 'Поставка',
  acceptor: ['anna'],
  scans: [
    ['а.png', PNG],
    ['б.pdf', PDF],
  ],
};

interface Sent extends Fields {
  readonly key?: string;
  readonly etag?: unknown;
  readonly removed?: readonly string[];
}

const patch = (work: Paperwork, id: number, { key, etag, removed = [], ...fields }: Sent): Promise<Answer> => {
  const raw = Object.fromEntries(removed.map((name) => [`removed[${name}]`, '']));
  const headers = {
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(etag === undefined ? {} : { 'if-match': String(etag) }),
  };
  return work.docflow('PATCH', `/${id}`, { form: formWith({ ...fields, raw }), headers });
};
const etagOf = async ({ docflow }: Paperwork, id: number) => (await docflow('GET', `/${id}`)).headers.etag;
const names = (answer: Answer) => answer.json<Document>().files.map(({ originalName }) => originalName);

aboveSql('a change of a document', (open) => {
  test('takes files off and adds others in one save, which one entry of the history tells', () =>
    withPaperwork(open, async (work) => {
      const { id, files } = await work.create(CONTRACT);
      const [gone] = files;
      const changed = await patch(work, id, {
        title: 'Поставка',
        acceptor: ['anna'],
        scans: [['в.pdf', PDF]],
        removed: [gone?.fileName ?? '', 'нет-такого.pdf'],
      });
      expect([changed.statusCode, names(changed)]).toEqual([200, ['б.pdf', 'в.pdf']]);
      expect((await work.history(id)).map(({ event }) => event)).toEqual(['edited', 'created']);
      // The earlier state still shows it.
      expect((await work.docflow('GET', `/scan/${gone?.fileName}`)).statusCode).toBe(200);
    }));

  test('starts a new version when a file goes after somebody has signed', { tags: ['store'] }, () =>
    withPaperwork(open, async (work) => {
      const { id, files } = await work.create(CONTRACT);
      await work.docflow('PATCH', `/accepting/${id}`, { as: 'anna' });
      const removed = files.map(({ fileName }) => fileName);
      const changed = await patch(work, id, { title: 'Поставка', acceptor: ['anna'], removed });
      expect(changed.json()).toMatchObject({ version: 2, files: [], acceptor: [{ accept: false }] });
    }),
  );

  test('makes room for files by those that go', () =>
    withPaperwork(open, async (work) => {
      const many = Array.from({ length: SCANS_MAX }, (_, at) => [`${at}.pdf`, PDF] as const);
      const { id, files } = await work.create({ ...CONTRACT, scans: many });
      const more: Sent = { title: 'Поставка', scans: [['ещё.pdf', PDF]] };
      expect(said(await patch(work, id, more))).toEqual([413, 'request entity too large']);
      const changed = await patch(work, id, { ...more, removed: [files[0]?.fileName ?? ''] });
      expect([changed.statusCode, names(changed).length]).toEqual([200, SCANS_MAX]);
      const nonsense = Array.from({ length: SCANS_MAX + 1 }, (_, at) => `f${at}`);
      expect(said(await patch(work, id, { title: 'Поставка', removed: nonsense }))[0]).toBe(413);
    }));

  test('repeated under its key changes nothing, whatever state it was made upon', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create(CONTRACT);
      const etag = await etagOf(work, id);
      const change: Sent = { title: 'Новое', acceptor: ['anna'], scans: [['в.pdf', PDF]], key: 'key', etag };
      expect((await patch(work, id, change)).statusCode).toBe(200);
      const again = await patch(work, id, change);
      expect([again.statusCode, names(again)]).toEqual([200, ['а.png', 'б.pdf', 'в.pdf']]);
      expect(await work.files('scans')).toHaveLength(3);
      expect((await work.history(id)).map(({ event }) => event)).toEqual(['edited', 'created']);
      // Without the key it is a change upon a state that is gone.
      expect(said(await patch(work, id, { ...change, key: 'other' }))).toEqual([409, 'changed meanwhile']);
    }));

  test('of another content upon its own one, whose answer was lost, is taken without its files twice', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create(CONTRACT);
      const etag = await etagOf(work, id);
      const change: Sent = { title: 'Новое', acceptor: ['anna'], scans: [['в.pdf', PDF]], key: 'key', etag };
      await patch(work, id, change);
      const other = await patch(work, id, { ...change, title: 'Ещё новее' });
      expect([other.statusCode, other.json<Document>().title, names(other)]).toEqual([
        200,
        'Ещё новее',
        ['а.png', 'б.pdf', 'в.pdf'],
      ]);
      expect(await work.files('scans')).toHaveLength(3);
    }));

  test('of another content meets what somebody else has changed since', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create(CONTRACT);
      const etag = await etagOf(work, id);
      const change: Sent = { title: 'Новое', acceptor: ['anna'], key: 'key', etag };
      await patch(work, id, change);
      await patch(work, id, { title: 'Чужое', acceptor: ['anna'] });
      expect(said(await patch(work, id, { ...change, title: 'Ещё' }))).toEqual([409, 'changed meanwhile']);
      // The very same call returns the present state of the document.
      expect((await patch(work, id, change)).json()).toMatchObject({ title: 'Чужое' });
    }));

  test('under the key of a document that it made, or of another one, is a change like any', () =>
    withPaperwork(open, async (work) => {
      const first = await work.create(CONTRACT);
      const second = await work.create(CONTRACT);
      for (const { id } of [first, second]) {
        const etag = await etagOf(work, id);
        const change: Sent = { title: 'Новое', acceptor: ['anna'], key: 'key', etag };
        expect((await patch(work, id, change)).statusCode).toBe(200);
      }
      expect((await work.read(second.id)).title).toBe('Новое');
    }));
});

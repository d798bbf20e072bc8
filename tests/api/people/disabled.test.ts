import { expect, test } from 'vitest';
import type { Document } from '../../../contract/documents/documents.ts';
import { aboveSql } from '../../support/databases.ts';
import { formWith, type Paperwork, said, withPaperwork } from '../documents/paperwork.ts';

async function signatories({ call, directing, task }: Paperwork, query: Record<string, string> = {}) {
  const pair = { directing: String(directing), task: String(task), acceptor: '1' };
  const answer = await call('GET', `/user/search/?${new URLSearchParams({ ...pair, ...query })}`, { as: 'boss' });
  return answer.json<{ uid: string }[]>().map(({ uid }) => uid);
}

const colleagues = async ({ call }: Paperwork, search = '') =>
  (await call('GET', `/user/colleagues?${new URLSearchParams({ search })}`, { as: 'boss' }))
    .json<{ uid: string }[]>()
    .map(({ uid }) => uid);

aboveSql('whoever is disabled', (open) => {
  test(
    'is not offered as a signatory or substitute, and administrators find him all the same',
    { tags: ['store'] },
    () =>
      withPaperwork(open, async (work) => {
        expect(await signatories(work)).toEqual(['boss', 'anna', 'oleg']);
        work.around.disabled.add('anna');
        expect(await signatories(work)).toEqual(['boss', 'oleg']);
        expect(await signatories(work, { search: 'anna' })).toEqual([]);
        expect(await colleagues(work)).toEqual(['oleg', 'reader', 'guest']);
        const all = await work.call('GET', '/user/search', { as: 'admin' });
        expect(all.json<{ uid: string }[]>().map(({ uid }) => uid)).toContain('anna');
      }),
  );

  test('makes no page shorter: it is filled with whoever comes after', () =>
    withPaperwork(open, async (work) => {
      for (const uid of ['boss', 'anna']) work.around.disabled.add(uid);
      expect(await signatories(work, { limit: '1' })).toEqual(['oleg']);
      expect(await signatories(work, { limit: '1', last: 'oleg' })).toEqual([]);
      work.around.disabled.delete('boss');
      expect(await signatories(work, { limit: '2' })).toEqual(['boss', 'oleg']);
      expect(await signatories(work, { limit: '1', last: 'boss' })).toEqual(['oleg']);
    }));

  test('is not taken into a document, but stays in one that lists him already', () =>
    withPaperwork(open, async (work) => {
      const raw = { directingId: String(work.directing), taskId: String(work.task) };
      const { id } = await work.create({ acceptor: ['anna'], recipient: ['reader'] });
      work.around.disabled.add('anna').add('reader');
      const post = (fields: Parameters<typeof formWith>[0]) =>
        work.docflow('POST', '/', { form: formWith({ title: 'Договор', raw, ...fields }) });
      expect(said(await post({ acceptor: ['oleg', 'anna'] }))).toEqual([400, 'invalid acceptor uid']);
      expect(said(await post({ acceptor: ['oleg'], recipient: ['reader'] }))).toEqual([400, 'invalid recipient uid']);
      const edit = (fields: Parameters<typeof formWith>[0]) =>
        work.docflow('PATCH', `/${id}`, { form: formWith({ title: 'Договор', ...fields }) });
      const kept = await edit({ acceptor: ['anna', 'oleg'], recipient: ['reader'] });
      expect(kept.json<Document>().acceptor.map(({ uid }) => uid)).toEqual(['anna', 'oleg']);
      expect(said(await edit({ acceptor: ['oleg'], recipient: ['anna'] }))).toEqual([400, 'invalid recipient uid']);
    }));

  test('is nobody’s new substitute', () =>
    withPaperwork(open, async (work) => {
      const json = { uid: 'oleg', from: '2026-06-10', to: '2099-06-10' };
      work.around.disabled.add('oleg');
      expect(said(await work.call('PUT', '/user/substitute', { as: 'anna', json }))).toEqual([400, 'invalid uid']);
      work.around.disabled.clear();
      expect((await work.call('PUT', '/user/substitute', { as: 'anna', json })).statusCode).toBe(200);
    }));

  test('while the auth service cannot be asked, nothing is decided upon a guess', () =>
    withPaperwork(open, async (work) => {
      work.around.authService = false;
      const raw = { directingId: String(work.directing), taskId: String(work.task) };
      const form = () => formWith({ title: 'Договор', raw, acceptor: ['anna'] });
      expect(said(await work.docflow('POST', '/', { form: form() }))).toEqual([503, 'service is busy']);
      // The list is empty: there is no account to ask about.
      const plain = formWith({ title: 'Договор', raw });
      expect((await work.docflow('POST', '/', { form: plain })).statusCode).toBe(201);
      work.around.authService = true;
      expect((await work.docflow('POST', '/', { form: form() })).json()).toMatchObject({ num: 2 });
    }));
});

// What an answer says of a file that is not taken: which of those sent, and what it is in truth.
import { expect, test } from 'vitest';
import { eachDialect } from '../../support/databases.ts';
import { compoundFile, zipOf } from '../../unit/files/office-files.ts';
import { formWith, PDF, PNG, withPaperwork } from './paperwork.ts';

const office = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' };

eachDialect('a refused file', (open) => {
  test('is named with its place and its true contents, in documents, drafts and comments', () =>
    withPaperwork(open, async ({ docflow, create, directing, task, files }) => {
      const refused: readonly (readonly [name: string, content: BlobPart, contents: string])[] = [
        ['отчёт.pdf', '#!/bin/sh\n', 'program'],
        ['пустой.pdf', '', 'empty'],
        ['договор.docx', compoundFile('EncryptedPackage') as BlobPart, 'protected'],
        ['договор.docx', (await zipOf({ ...office, 'word/vbaProject.bin': 'x' })) as BlobPart, 'macros'],
        ['акт.docx', (await zipOf({ 'а.txt': 'x' })) as BlobPart, 'zip'],
        ['письмо.doc', compoundFile('__properties_version1.0') as BlobPart, 'unknown'],
        ['скан.png', new Blob([PNG, '<script>alert(1)</script>']), 'png'],
      ];
      const { id } = await create();
      const draft = '0b0f5c86-5a0f-4a53-9d2c-6a1f2b3c4d5e';
      const raw = { title: 'Договор', directingId: String(directing), taskId: String(task) };
      const fields = { ...raw, description: '', etag: null, acceptor: [], recipient: [], documentId: null };
      const kept = await docflow('PUT', `/drafts/${draft}`, { json: fields });
      expect(kept.statusCode).toBe(204);
      for (const [name, content, contents] of refused) {
        const answer = { error: 'bad mime type', file: name, contents };
        const scans = [['годный.pdf', PDF] as const, [name, content] as const];
        const sent = await docflow('POST', '/', { form: formWith({ raw, scans }) });
        expect([sent.statusCode, sent.json()]).toEqual([400, { ...answer, place: 1 }]);
        const said = await docflow('POST', `/${id}/comment`, { form: formWith({ raw: { text: 'Вот' }, scans }) });
        expect(said.json()).toEqual({ ...answer, place: 1 });
        const ahead = await docflow('POST', `/drafts/${draft}/file`, { form: formWith({ scans: [[name, content]] }) });
        expect(ahead.json()).toEqual({ ...answer, place: 0 });
      }
      expect([await files('scans'), await files('incoming')]).toEqual([[], []]);
    }));
});

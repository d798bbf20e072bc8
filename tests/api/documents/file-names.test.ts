// Names of files with signs that forms, headers and PDF treat in a way of their own, through all places that show them.
import { expect, test } from 'vitest';
import type { Document, DocumentComment, DocumentFile } from '../../../contract/documents/documents.ts';
import { COMMENT_FILES_MAX } from '../../../contract/limits.ts';
import { appendFiles } from '../../../src/lib/documents/document-files.ts';
import { eachDialect } from '../../support/databases.ts';
import { formWith, type Paperwork, PDF, PNG, withPaperwork } from './paperwork.ts';

/** As chosen on a device, and as they arrive where that differs. */
const NAMES: readonly (readonly [chosen: string, arrives?: string])[] = [
  ['Акт "А".pdf'],
  ['50%22.pdf'],
  ["100 % №5 #1; v=2, 'б' & (копия)*!~.pdf"],
  ['%D0%90.pdf'],
  ['Отчёт 🧾 👩🏽‍🔧 👨‍👩‍👧.pdf'],
  ['Чертёж й.pdf'.normalize('NFD'), 'Чертёж й.pdf'.normalize('NFC')],
  ['счёт\\акт.pdf', 'счёт_акт.pdf'],
  ['a\nb\u202efdp.exe.pdf', 'abfdp.exe.pdf'],
  [`${'😀'.repeat(200)}.pdf`, `${'😀'.repeat(125)}.pdf`],
  ['.pdf'],
  ["UTF-8''x.pdf"],
  ['=?utf-8?B?0JA=?=.pdf'],
];
const ARRIVED = NAMES.map(([chosen, arrives = chosen]) => arrives);

/** The form of the page with empty PDFs of these names. */
function sentBy(raw: Readonly<Record<string, string>>, most = NAMES.length): FormData {
  const form = formWith({ raw });
  const chosen = NAMES.slice(0, most).map(([name]) => new File([PDF], name));
  appendFiles(form, chosen);
  return form;
}

const namesOf = (files: readonly Pick<DocumentFile, 'originalName'>[]) => files.map(({ originalName }) => originalName);

/** The name under which a browser saves a download: the extended form is taken before the plain one (RFC 6266, 4.3). */
async function savedAs({ docflow }: Paperwork, fileName: string): Promise<string> {
  const header = String((await docflow('GET', `/scan/${fileName}`)).headers['content-disposition']);
  const [, plain = '', whole = ''] =
    /^inline; filename="([\x20!#-$&-[\]-~]*)"; filename\*=UTF-8''([\w!#$&+\-.^`|~%]*)$/.exec(header) ?? [];
  expect([header, plain]).not.toContain('');
  return decodeURIComponent(whole);
}

/** Names of the files inside a PDF, as its readers list them (ISO 32000-1, 7.9.2.2 and 7.11.3). */
function attachedNames(pdf: Buffer): string[] {
  const strings = pdf.toString('latin1').matchAll(/\/UF \(((?:\\.|[^\\)])*)\)/gs);
  const signs: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  return Array.from(strings, ([, text = '']) => {
    const bytes = Buffer.from(
      text.replace(/\\(.)/gs, (_, sign: string) => signs[sign] ?? sign),
      'latin1',
    );
    return bytes.readUInt16BE(0) === 0xfeff ? bytes.subarray(2).swap16().toString('utf16le') : bytes.toString('latin1');
  });
}

eachDialect('names of files', (open) => {
  test('arrive whole in the answer, the list, the history, downloads and comments', () =>
    withPaperwork(open, async (work) => {
      const { docflow, directing, task, read, history } = work;
      const raw = { title: 'Договор', directingId: String(directing), taskId: String(task) };
      const made = await docflow('POST', '/', { form: sentBy(raw) });
      const { id, files } = made.json<Document>();
      expect(namesOf(files)).toEqual(ARRIVED);
      expect(namesOf((await read(id)).files)).toEqual(ARRIVED);
      for (const [place, { fileName }] of files.entries()) expect(await savedAs(work, fileName)).toBe(ARRIVED[place]);
      expect(namesOf((await history(id))[0]?.after?.files ?? [])).toEqual(ARRIVED);

      const form = sentBy({ text: 'С файлами' }, COMMENT_FILES_MAX);
      const said = await docflow('POST', `/${id}/comment`, { form });
      expect(namesOf(said.json<DocumentComment>().files)).toEqual(ARRIVED.slice(0, COMMENT_FILES_MAX));
    }));

  test('arrive whole in the package, each of two that are the same, and its own name is cut between signs', () =>
    withPaperwork(open, async ({ docflow, directing, task, create }) => {
      const raw = { title: 'Договор', directingId: String(directing), taskId: String(task) };
      const { id } = (await docflow('POST', '/', { form: sentBy(raw) })).json<Document>();
      const drawn = await docflow('GET', `/${id}/package`);
      expect(attachedNames(drawn.rawPayload)).toEqual(ARRIVED);
      const twice = await create({
        title: `а${'😀'.repeat(80)}`,
        scans: [
          ['а.pdf', PDF],
          ['а.pdf', PNG],
        ],
      });
      const own = await docflow('GET', `/${twice.id}/package`);
      expect(own.statusCode).toBe(200);
      expect(attachedNames(own.rawPayload)).toEqual(['а.pdf', 'а.pdf']);
    }));
});

import { describe, expect, it, test } from 'vitest';
import { SCAN_FILE_MAX, SCAN_REQUEST_MAX, SCANS_MAX, SIGNATORIES_MAX } from '../../../contract/limits.ts';
import { mistakesOf, NO_ERRORS, placeOf, withoutMended } from '../../../src/lib/documents/document-change.ts';
import { appendFiles, checkFile, sharesOf } from '../../../src/lib/documents/document-files.ts';
import { filesField } from '../../../src/lib/documents/form-texts.ts';
import { createDocumentUpload } from '../../../src/lib/documents/upload-store.ts';

const file = (content: string, name: string) => new File([content], name, { lastModified: 1 });
/** A file that begins with these bytes, a character each. */
const begun = (head: string, name: string) => new File([Buffer.from(head, 'latin1')], name);
const ZIP = 'PK\u0003\u0004';
const OLD_OFFICE = '\u00d0\u00cf\u0011\u00e0';

describe('a chosen file', () => {
  it.each([
    ['%PDF-1.7', 'договор.pdf'],
    ['\u0089PNG\r\n', 'скан.png'],
    ['\u00ff\u00d8\u00ff\u00e0', 'ФОТО.JPG'],
    [ZIP, 'Смета.XLSX'],
    [ZIP, 'письмо.odt'],
    [OLD_OFFICE, 'старое письмо.doc'],
    [ZIP, 'без расширения'],
    ['\0\0\0\u0018ftypheic', 'с телефона.heic'],
  ])('may be taken when it begins as %j and is called %s', async (head, name) => {
    expect(await checkFile(begun(head, name))).toBe('');
  });

  it.each([
    ['просто текст', 'договор.pdf'],
    ['MZ\u0090', 'программа.docx'],
    [ZIP, 'архив.zip'],
    [OLD_OFFICE, 'установка.msi'],
    ['<svg xmlns=', 'картинка.svg'],
    ['\0\0\0\u0018ftypmp42', 'ролик.heic'],
  ])('is refused when it begins as %j and is called %s', async (head, name) => {
    expect(await checkFile(begun(head, name))).toBe('bad mime type');
  });

  it('is measured before it is read', async () => {
    const huge = { size: SCAN_FILE_MAX + 1, name: 'a.pdf' } as File;
    expect(await checkFile(huge)).toBe('file too large');
    expect(await checkFile(file('', 'a.pdf'))).toBe('empty file');
    expect(await checkFile(file('%PDF-1.4', 'a.pdf'))).toBe('');
    expect(await checkFile(file('текст', 'a.txt'))).toBe('bad mime type');
  });

  it('that cannot be read any more says so', async () => {
    const gone = { size: 5, name: 'a.pdf', slice: () => ({ arrayBuffer: () => Promise.reject(new Error()) }) };
    expect(await checkFile(gone as unknown as File)).toBe('unreadable file');
  });
});

describe('the chosen files', () => {
  it('are looked into one by one, and the same one is not taken twice', async () => {
    const upload = createDocumentUpload(() => {});
    expect(upload.add([file('%PDF-', 'а.pdf'), file('текст', 'б.pdf')])).toEqual([]);
    expect(upload.add([file('%PDF-', 'а.pdf')])).toEqual(['а.pdf']);
    expect(upload.$files.get().every(({ checking }) => checking)).toBe(true);
    await upload.checked();
    expect(upload.$files.get().map(({ error, contents, checking }) => [error, contents, checking])).toEqual([
      ['', null, false],
      ['bad mime type', 'text', false],
    ]);
  });

  it('are mended one at a time: another file in the place of one, the rest as it was', async () => {
    const upload = createDocumentUpload(() => {});
    upload.add([file('текст', 'а.pdf'), file('%PDF-', 'б.pdf')]);
    await upload.checked();
    const [first] = upload.$files.get();
    upload.replace(first?.id ?? '', file('%PDF-1', 'в.pdf'));
    await upload.checked();
    expect(upload.$files.get().map((one) => [one.file.name, one.error])).toEqual([
      ['в.pdf', ''],
      ['б.pdf', ''],
    ]);
    upload.remove(first?.id ?? '');
    expect(upload.$files.get().map((one) => one.file.name)).toEqual(['б.pdf']);
  });

  it('forget the verdict about a file that was replaced meanwhile', async () => {
    const first = Promise.withResolvers<string>();
    const upload = createDocumentUpload(
      () => {},
      (one) => (one.name === 'старый.pdf' ? first.promise : Promise.resolve('')),
    );
    upload.add([file('1', 'старый.pdf')]);
    upload.replace(upload.$files.get()[0]?.id ?? '', file('2', 'новый.pdf'));
    first.resolve('bad mime type');
    await upload.checked();
    expect(upload.$files.get()[0]).toMatchObject({ error: '', checking: false });
  });
});

describe('the progress of a form', () => {
  it('goes through the files in their order, after the texts', () => {
    const sizes = [100, 300];
    expect(sharesOf(sizes, { loaded: 0, total: 450 })).toEqual([0, 0]);
    expect(sharesOf(sizes, { loaded: 100, total: 450 })).toEqual([0.5, 0]);
    expect(sharesOf(sizes, { loaded: 300, total: 450 })).toEqual([1, 0.5]);
    expect(sharesOf(sizes, { loaded: 450, total: 450 })).toEqual([1, 1]);
  });
});

describe('what is wrong with a form', () => {
  const text = { title: 'Договор', description: '', acceptor: [], recipient: [] };
  const chosen = (count: number, size = 1, error = '') =>
    Array.from({ length: count }, () => ({ file: { size }, error }));

  it('is told before anything is sent', () => {
    expect(mistakesOf({ ...text, title: ' ' }, [], 0).title).toBe('invalid title');
    expect(mistakesOf({ ...text, title: 'я'.repeat(300) }, [], 0).title).toBe('title too long');
    expect(mistakesOf({ ...text, description: 'я'.repeat(600_000) }, [], 0).description).toBe('description too long');
    const people = Array.from({ length: SIGNATORIES_MAX + 1 }, (_, at) => ({
      ...{ uid: `p${at}`, name: '', email: '', position: '' },
    }));
    expect(mistakesOf({ ...text, recipient: people }, [], 0).recipient).toBe('too many people');
    const byRoute = { acceptor: [], recipient: people };
    expect(mistakesOf({ ...text, recipient: people }, [], 0, undefined, null, byRoute).recipient).toBe('');
    expect(mistakesOf(text, chosen(SCANS_MAX), 1).files).toBe('too many files');
    expect(mistakesOf(text, chosen(11, SCAN_REQUEST_MAX / 10), 0).files).toBe('files too large');
    expect(mistakesOf(text, chosen(1, 1, 'file too large'), 0).files).toBe('file too large');
    expect(mistakesOf(text, chosen(SCANS_MAX), 0).files).toBe('');
  });

  it.each([
    ['invalid title', 'title'],
    ['invalid directing id', 'directing'],
    ['invalid task id', 'task'],
    ['bad mime type', 'files'],
    ['invalid acceptor uid', 'acceptor'],
    ['invalid recipient uid', 'recipient'],
  ] as const)('stands at its field when the service says %s', (code, field) => {
    const placed = placeOf({ kind: 'refused', code });
    expect(Object.entries(placed).filter(([, at]) => at !== '')).toEqual([[field, code]]);
  });

  it('stays with the whole form when no field knows it', () => {
    expect(Object.values(placeOf({ kind: 'refused', code: 'something else' })).join('')).toBe('');
    expect(Object.values(placeOf({ kind: 'forbidden', code: 'invalid title' })).join('')).toBe('');
  });
});

test('names go beside the files of a form only where a multipart form would change them', () => {
  const sent = (...names: string[]) => {
    const form = new FormData();
    appendFiles(
      form,
      names.map((name) => new File(['x'], name)),
    );
    return form.get('names');
  };
  expect(sent('а.pdf', 'б в.pdf')).toBeNull();
  expect(sent('а.pdf', 'Акт "Б".pdf')).toBe('["а.pdf","Акт \\"Б\\".pdf"]');
  expect(sent('50%22.pdf')).toBe('["50%22.pdf"]');
});

test('a mistake leaves when its field is right, and a refusal of the service when its field changes', () => {
  const shown = {
    ...NO_ERRORS,
    title: 'title too long',
    acceptor: 'invalid acceptor uid',
    counterparty: 'counterparty not given',
  };
  const found = { ...NO_ERRORS, counterparty: 'counterparty not given' };
  expect(withoutMended(shown, found, (field) => field === 'title')).toEqual({ ...shown, title: '' });
  expect(withoutMended(shown, NO_ERRORS, (field) => field === 'acceptor')).toEqual(NO_ERRORS);
});

test('what a document will get is counted without what was refused, which is named', () => {
  const said = (...of: Parameters<typeof filesField.together>) => filesField.together(...of).replaceAll('\u00a0', ' ');
  expect(said([1024, 2048], [])).toBe('2 файла, 3 КБ.');
  expect(said([1024], ['a.exe', 'b.zip'])).toBe('1 файл, 1 КБ; не войдут: «a.exe», «b.zip».');
  expect(said([], ['a.exe'])).toBe('В документ не войдут: «a.exe».');
});

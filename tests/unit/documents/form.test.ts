import { beforeEach, describe, expect, it } from 'vitest';
import type { Document } from '../../../contract/documents/documents.ts';
import { SCAN_LINK_TTL_MINUTES } from '../../../contract/limits.ts';
import { clearsMarks, documentForm, textOfDocument } from '../../../src/lib/documents/document-change.ts';
import { documentDrafts } from '../../../src/lib/documents/form-calls.ts';
import { createDocumentForm, type DocumentForm } from '../../../src/lib/documents/form-store.ts';
import type { Sending } from '../../../src/lib/documents/send-form.ts';
import { SessionEnded } from '../../../src/lib/platform/http-client.ts';
import { EVENING } from '../../support/moment.ts';
import { deviceWith, refused } from '../editing/device.ts';
import { documentOf, entry } from './document.ts';

const signed = { accept: true, acceptedAt: '2026-01-02T00:00:00.000Z' };
const pdf = () => new File(['%PDF-1.7'], 'договор.pdf');
const PLACE = { directing: 1, task: 2, author: 'a@example.test' };

describe('a save starts a new version', () => {
  const marked = documentOf({ acceptor: [entry('а', signed)] });
  const text = textOfDocument(marked);

  it('when title, description or files change and somebody has answered', () => {
    expect(clearsMarks(marked, { ...text, title: 'Другой' }, 0)).toBe(true);
    expect(clearsMarks(marked, { ...text, description: '' }, 0)).toBe(true);
    expect(clearsMarks(marked, text, 1)).toBe(true);
    const declined = documentOf({ acceptor: [entry('а', { declinedAt: '2026-01-02T00:00:00.000Z' })] });
    expect(clearsMarks(declined, { ...text, title: 'Другой' }, 0)).toBe(true);
  });

  it('not when only people, spaces or line ends change, nor before anybody has answered', () => {
    expect(clearsMarks(marked, { ...text, recipient: [] }, 0)).toBe(false);
    expect(clearsMarks(marked, { ...text, title: ' Договор ' }, 0)).toBe(false);
    const windows = documentOf({ acceptor: marked.acceptor, description: 'а\r\nб' });
    expect(clearsMarks(windows, { ...text, description: 'а\nб' }, 0)).toBe(false);
    expect(clearsMarks(documentOf(), { ...text, title: 'Другой' }, 3)).toBe(false);
    expect(clearsMarks(null, { ...text, title: 'Другой' }, 3)).toBe(false);
  });
});

it('the form names people in their order, says who has signed and carries every file', () => {
  const stored = documentOf({ acceptor: [entry('я', signed), entry('а')] });
  const form = documentForm({ ...textOfDocument(stored), title: ' Договор ' }, PLACE, [pdf(), pdf()], stored);
  expect([...form.entries()].map(([name, value]) => [name, typeof value === 'string' ? value : 'file'])).toEqual([
    ['title', 'Договор'],
    ['description', 'Поставка'],
    ['directingId', '1'],
    ['taskId', '2'],
    ['author', 'a@example.test'],
    ['acceptor[я]', 'on'],
    ['acceptor[а]', ''],
    ['recipient[б]', ''],
    ['scans', 'file'],
    ['scans', 'file'],
  ]);
});

describe('the form of a document', () => {
  let stored: { value: Document; etag: string };
  let sent: { title: unknown; files: number; etag: string | null; key?: string }[];
  let changes: { key: string; removed: string[] }[];
  /** Attachments of a sample that each call copies. */
  let copies: string[][];
  let failures: unknown[];
  let memory: ReturnType<typeof deviceWith>;

  async function answer(form: FormData, etag: string | null, { onSent }: Sending, key?: string) {
    const files = form.getAll('scans').length;
    sent.push({ title: form.get('title'), files, etag, ...(key === undefined ? {} : { key }) });
    onSent({ loaded: 1, total: 2 });
    copies.push([...form.keys()].flatMap((name) => /^copied\[(.*)\]$/.exec(name)?.[1] ?? []));
    const failure = failures.shift();
    if (failure) throw failure;
    stored = { value: { ...stored.value, title: String(form.get('title')) }, etag: '"saved"' };
    return stored;
  }

  function opened(id: number | null): DocumentForm {
    return createDocumentForm(
      {
        one: async () => stored,
        create: (form, key, by) => answer(form, null, by, key),
        change: (_id, form, { etag, key }, by) => {
          changes.push({ key, removed: [...form.keys()].filter((name) => name.startsWith('removed[')) });
          return answer(form, etag, by);
        },
      },
      id === null ? PLACE : { id, author: PLACE.author },
      documentDrafts({ uid: 'я', id }, memory),
      () => new Date(EVENING),
    );
  }

  const typed = (form: DocumentForm, title: string) => form.change({ ...form.$editing.get().value, title });

  async function filled(id: number | null, title = 'Новый договор') {
    const form = opened(id);
    await form.open();
    if (id === null) form.change({ ...form.$editing.get().value, acceptor: [entry('а')] });
    typed(form, title);
    return form;
  }

  beforeEach(() => {
    stored = { value: documentOf(), etag: '"1"' };
    sent = [];
    failures = [];
    changes = [];
    copies = [];
    memory = deviceWith();
  });

  it('makes a new document and changes an old one by its mark', async () => {
    expect(await (await filled(null)).submit()).toEqual({ go: 'open', id: 7 });
    stored = { value: documentOf(), etag: '"1"' };
    expect(await (await filled(7)).submit()).toEqual({ go: 'open', id: 7 });
    expect(sent.map(({ etag }) => etag)).toEqual([null, '"1"']);
  });

  it('is not sent without a title or with a file that will be refused', async () => {
    const form = await filled(null, ' ');
    form.upload.add([new File(['текст'], 'а.pdf')]);
    expect(await form.submit()).toEqual({ go: 'stay' });
    expect(form.$errors.get()).toMatchObject({ title: 'invalid title', files: 'bad mime type' });
    expect(sent).toEqual([]);
  });

  it('asks before marks are cleared, and clears them only after a yes', async () => {
    stored = { value: documentOf({ acceptor: [entry('а', signed)], recipient: [entry('б', signed)] }), etag: '"1"' };
    const form = await filled(7);
    expect(await form.submit()).toEqual({ go: 'ask', question: { about: 'marks', marks: 2 } });
    expect(sent).toEqual([]);
    expect(await form.submit(['marks'])).toEqual({ go: 'open', id: 7 });
  });

  it.each([
    ['a fault of the server', refused(500, 'x'), 'server'],
    ['a dead network', new TypeError('network'), 'offline'],
    ['too large a form', refused(413, 'request entity too large'), 'too-large'],
    ['a right that is gone', refused(403, 'create to the document type is denied'), 'forbidden'],
    ['the end of the session', new SessionEnded(), 'login'],
    ['a refusal that no field knows', refused(400, 'something'), 'refused'],
  ])('keeps what is typed and the files after %s', async (_name, failure, kind) => {
    const form = await filled(null);
    form.upload.add([pdf()]);
    failures = [failure];
    expect(await form.submit()).toEqual({ go: 'stay' });
    expect(form.$editing.get()).toMatchObject({ failure: { kind }, value: { title: 'Новый договор' } });
    expect(form.upload.$files.get()).toHaveLength(1);
    expect(form.$sent.get()).toBeNull();
    expect(await form.submit()).toEqual({ go: 'open', id: 7 });
    expect(sent.map(({ files }) => files)).toEqual([1, 1]);
  });

  describe('of a new one whose save went through unseen', () => {
    const LOST = new TypeError('network');
    const made = (attached: readonly number[]) => refused(409, 'already created', { id: 7, attached });
    const keys = () => sent.map(({ key }) => key);

    it('repeats it under the same key, also from the draft after a reload, and a later one under another', async () => {
      const form = await filled(null);
      failures = [LOST];
      expect(await form.submit()).toEqual({ go: 'stay' });
      const later = opened(null);
      await later.open();
      later.takeDraft(later.$editing.get().drafts[0]?.id ?? '');
      expect(await later.submit()).toEqual({ go: 'open', id: 7 });
      expect(await (await filled(null, 'Другой')).submit()).toEqual({ go: 'open', id: 7 });
      const [first, second, third] = keys();
      expect(first).toMatch(/^[0-9a-f-]{36}$/);
      expect([second, third === first]).toEqual([first, false]);
    });

    it('becomes a change of it, without the files that it has', async () => {
      const form = await filled(null, 'Поправленный');
      form.upload.add([pdf(), new File(['%PDF-1.7 2'], 'второй.pdf')]);
      failures = [made([0])];
      expect(await form.submit()).toEqual({ go: 'stay' });
      expect(form.$made.get()?.stored.value.id).toBe(7);
      expect(form.$editing.get()).toMatchObject({ value: { title: 'Поправленный' }, saving: false });
      form.becomeMade();
      expect([form.$made.get(), form.$became.get(), form.$document.get()?.id]).toEqual([null, true, 7]);
      expect(await form.submit()).toEqual({ go: 'open', id: 7 });
      expect(sent.at(-1)).toEqual({ title: 'Поправленный', files: 1, etag: '"1"' });
      expect(documentDrafts({ uid: 'я', id: null }, memory).all()).toEqual([]);
    });

    it('becomes a change of it, which copies those attachments of the sample that it has not', async () => {
      const form = await filled(null, 'Поправленный');
      form.upload.add([pdf()]);
      form.toggleCopied('a.pdf');
      form.toggleCopied('b.pdf');
      failures = [made([0, 1])];
      await form.submit();
      form.becomeMade();
      expect(await form.submit()).toEqual({ go: 'open', id: 7 });
      expect(sent.map(({ files }) => files)).toEqual([1, 0]);
      expect(copies).toEqual([['a.pdf', 'b.pdf'], ['b.pdf']]);
      expect(form.$copied.get()).toEqual([]);
    });

    it('counts an attachment of the sample among the files by which a save clears marks', async () => {
      stored = { value: documentOf({ title: 'Поправленный', acceptor: [entry('а', signed)] }), etag: '"1"' };
      const form = await filled(null, 'Поправленный');
      form.toggleCopied('b.pdf');
      failures = [made([])];
      await form.submit();
      form.becomeMade();
      expect(form.$filesTouched.get()).toBe(1);
      expect(await form.submit()).toEqual({ go: 'ask', question: { about: 'marks', marks: 1 } });
      form.toggleCopied('b.pdf');
      expect(form.$filesTouched.get()).toBe(0);
    });

    it('asks as any change before marks that were made meanwhile are cleared', async () => {
      stored = { value: documentOf({ acceptor: [entry('а', signed)] }), etag: '"1"' };
      const form = await filled(null, 'Поправленный');
      failures = [made([])];
      await form.submit();
      form.becomeMade();
      expect(await form.submit()).toEqual({ go: 'ask', question: { about: 'marks', marks: 1 } });
      expect(await form.submit(['marks'])).toEqual({ go: 'open', id: 7 });
    });

    it('becomes a document of its own under a new key, with all its files', async () => {
      const form = await filled(null, 'Ещё один');
      form.upload.add([pdf()]);
      failures = [made([0])];
      await form.submit();
      form.beApart();
      expect(await form.submit()).toEqual({ go: 'open', id: 7 });
      const [first, second] = keys();
      expect([sent.at(-1)?.files, second === first, second]).toEqual([1, false, expect.any(String)]);
      expect(documentDrafts({ uid: 'я', id: null }, memory).all()).toEqual([]);
    });

    it('stays as it is when the question is put off, or what was made cannot be shown', async () => {
      const form = await filled(null, 'Поправленный');
      failures = [made([]), made([])];
      await form.submit();
      form.putOffMade();
      expect(form.$made.get()).toBeNull();
      expect(await form.submit()).toEqual({ go: 'stay' });
      expect(new Set(keys()).size).toBe(1);
      expect(form.$made.get()).not.toBeNull();
      const blind = createDocumentForm(
        {
          one: async () => {
            throw LOST;
          },
          create: (sentForm, key, by) => answer(sentForm, null, by, key),
          change: (_id, sentForm, { etag }, by) => answer(sentForm, etag, by),
        },
        PLACE,
        documentDrafts({ uid: 'я', id: null }, memory),
        () => new Date(EVENING),
      );
      await blind.open();
      blind.change({ ...blind.$editing.get().value, title: 'Поправленный', acceptor: [entry('а')] });
      failures = [made([])];
      expect(await blind.submit()).toEqual({ go: 'stay' });
      expect([blind.$made.get(), blind.$editing.get().failure?.code]).toEqual([null, 'already created']);
    });
  });

  it('stops a sending when told so, and keeps everything for the next', async () => {
    const form = await filled(null);
    form.upload.add([pdf()]);
    const stopped = Promise.withResolvers<void>();
    failures = [new DOMException('aborted', 'AbortError')];
    const unlisten = form.$sent.listen((sent) => {
      if (sent) form.stop();
      else stopped.resolve();
    });
    expect(await form.submit()).toEqual({ go: 'stay' });
    await stopped.promise;
    unlisten();
    expect(form.$stopped.get()).toBe(true);
    expect(form.upload.$files.get()).toHaveLength(1);
    expect(await form.submit()).toEqual({ go: 'open', id: 7 });
    expect(form.$stopped.get()).toBe(false);
    form.stop();
    expect(form.$stopped.get()).toBe(false);
  });

  it('puts a refusal at its field', async () => {
    const form = await filled(null);
    failures = [refused(400, 'invalid recipient uid')];
    await form.submit();
    expect(form.$errors.get().recipient).toBe('invalid recipient uid');
  });

  it('shows who saved meanwhile, and saves over it only when told so', async () => {
    const form = await filled(7, 'Мой');
    stored = { value: documentOf({ title: 'Чужой' }), etag: '"2"' };
    const who = { uid: 'ч', name: 'Чужой', email: 'c@example.test' };
    failures = [refused(409, 'changed meanwhile', { who, when: '2026-01-03T00:00:00.000Z' })];
    expect(await form.submit()).toEqual({ go: 'stay' });
    expect(form.$editing.get().conflict).toMatchObject({ who, theirs: { value: { title: 'Чужой' } } });
    expect(await form.submit([], form.overwrite)).toEqual({ go: 'open', id: 7 });
    expect(sent.map(({ title, etag }) => [title, etag])).toEqual([
      ['Мой', '"1"'],
      ['Мой', '"2"'],
    ]);
  });

  it('asks about a signature that was made while it was filled in, instead of a conflict of texts', async () => {
    const form = await filled(7, 'Мой');
    stored = { value: documentOf({ acceptor: [entry('а', signed)] }), etag: '"2"' };
    failures = [refused(409, 'changed meanwhile', { who: null, when: '' })];
    expect(await form.submit()).toEqual({ go: 'ask', question: { about: 'marks', marks: 1 } });
    expect(form.$editing.get()).toMatchObject({ conflict: null, value: { title: 'Мой' } });
    expect(await form.submit(['marks'])).toEqual({ go: 'open', id: 7 });
    expect(sent.at(-1)?.etag).toBe('"2"');
  });

  it('saves people over a signature made meanwhile without a question: it is kept', async () => {
    const form = opened(7);
    await form.open();
    form.change({ ...form.$editing.get().value, recipient: [] });
    stored = { value: documentOf({ acceptor: [entry('а', signed)] }), etag: '"2"' };
    failures = [refused(409, 'changed meanwhile', { who: null, when: '' })];
    expect(await form.submit()).toEqual({ go: 'open', id: 7 });
    expect(sent.map(({ etag }) => etag)).toEqual(['"1"', '"2"']);
  });

  it('offers what was typed and never saved, with its people, to the same person only', async () => {
    const form = await filled(null);
    form.change({ ...form.$editing.get().value, acceptor: [entry('а')] });
    form.keep();
    const later = opened(null);
    await later.open();
    const [draft] = later.$editing.get().drafts;
    later.takeDraft(draft?.id ?? '');
    expect(later.$editing.get().value).toMatchObject({ title: 'Новый договор', acceptor: [{ uid: 'а' }] });
    expect(documentDrafts({ uid: 'другой', id: null }, memory).all()).toEqual([]);
  });

  it('lets no draft of an older state pass for one of the present', async () => {
    const form = await filled(7, 'Черновик');
    form.keep();
    stored = { value: documentOf({ title: 'Новее' }), etag: '"2"' };
    const later = opened(7);
    await later.open();
    later.takeDraft(later.$editing.get().drafts[0]?.id ?? '');
    failures = [refused(409, 'changed meanwhile', { who: null, when: '' })];
    expect(await later.submit()).toEqual({ go: 'stay' });
    expect(sent.at(-1)?.etag).toBe('"1"');
    expect(later.$editing.get().conflict?.theirs?.value.title).toBe('Новее');
  });

  it('takes an attached file off with the save, unless that is taken back before', async () => {
    const file = (fileName: string) => ({ originalName: fileName, fileName, url: '/x', type: '', size: 1 });
    stored = { value: documentOf({ files: [file('x.pdf'), file('y.pdf')] }), etag: '"1"' };
    const form = opened(7);
    await form.open();
    form.toggleRemoved('x.pdf');
    form.toggleRemoved('y.pdf');
    form.toggleRemoved('y.pdf');
    expect([form.$unsaved.get(), form.$removed.get()]).toEqual([true, ['x.pdf']]);
    expect(form.$document.get()?.files).toHaveLength(2);
    await form.submit();
    expect(changes.map(({ removed }) => removed)).toEqual([['removed[x.pdf]']]);
    form.keepFiles();
    expect(form.$removed.get()).toEqual([]);
  });

  it('asks before marks are cleared by a file that goes', async () => {
    const files = [{ originalName: 'x', fileName: 'x.pdf', url: '/x', type: '', size: 1 }];
    stored = { value: documentOf({ files, acceptor: [entry('а', signed)] }), etag: '"1"' };
    const form = opened(7);
    await form.open();
    form.toggleRemoved('x.pdf');
    expect(await form.submit()).toEqual({ go: 'ask', question: { about: 'marks', marks: 1 } });
  });

  it('repeats a change whose answer was lost under the same key', async () => {
    const form = await filled(7);
    failures = [new TypeError('network')];
    await form.submit();
    await form.submit();
    const [first, second] = changes.map(({ key }) => key);
    expect([first, second]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), first]);
  });

  it('is not sent while a name is typed that was not chosen', async () => {
    const form = await filled(null);
    form.typePerson('recipient', ' Анна ');
    expect(await form.submit()).toEqual({ go: 'stay' });
    expect(form.$errors.get()).toMatchObject({ acceptor: '', recipient: 'person not chosen' });
    expect(sent).toEqual([]);
    form.typePerson('recipient', '');
    expect(form.$errors.get().recipient).toBe('');
    expect(await form.submit()).toEqual({ go: 'open', id: 7 });
  });

  it('asks before a document is saved that asks nobody, once', async () => {
    const form = await filled(null);
    form.change({ ...form.$editing.get().value, acceptor: [] });
    expect(await form.submit()).toEqual({ go: 'ask', question: { about: 'nobody' } });
    expect(await form.submit(['nobody'])).toEqual({ go: 'open', id: 7 });
    stored = { value: documentOf({ acceptor: [], recipient: [] }), etag: '"1"' };
    expect(await (await filled(7)).submit()).toEqual({ go: 'open', id: 7 });
    stored = { value: documentOf({ acceptor: [entry('а', signed)], recipient: [] }), etag: '"1"' };
    const emptied = await filled(7);
    emptied.change({ ...emptied.$editing.get().value, acceptor: [] });
    expect(await emptied.submit()).toMatchObject({ question: { about: 'nobody' } });
    expect(await emptied.submit(['nobody'])).toMatchObject({ question: { about: 'marks', marks: 1 } });
    expect(await emptied.submit(['nobody', 'marks'])).toEqual({ go: 'open', id: 7 });
  });

  it('renews the links of the attached files when half of their life is over', async () => {
    const file = { originalName: 'а.pdf', fileName: 'x.pdf', url: '/old', type: '', size: 1 };
    stored = { value: documentOf({ files: [file] }), etag: '"1"' };
    let at = EVENING;
    const form = createDocumentForm(
      { one: async () => stored, create: async () => stored, change: async () => stored },
      { id: 7, author: PLACE.author },
      documentDrafts({ uid: 'я', id: 7 }, memory),
      () => new Date(at),
    );
    await form.open();
    stored = { value: documentOf({ title: 'Чужое', files: [{ ...file, url: '/new' }] }), etag: '"2"' };
    await form.freshenLinks();
    expect(form.$document.get()?.files[0]?.url).toBe('/old');
    at += SCAN_LINK_TTL_MINUTES * 60_000;
    await form.freshenLinks();
    expect(form.$document.get()).toMatchObject({ title: 'Договор', files: [{ url: '/new' }] });
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { MARKDOWN_MAX } from '../../../contract/limits.ts';
import { createDrafts, type Drafts } from '../../../src/lib/editing/drafts.ts';
import { createPageEditor } from '../../../src/lib/pages/page-editor-store.ts';
import { EVENING } from '../../support/moment.ts';
import { deviceWith, refused } from './device.ts';

const ANNA = { uid: 'u1', name: 'Анна', email: 'anna@example.test' };

/** A page at a server that holds saves to their marks. */
let server: { text: string | null; version: number; fails: Error | null };
let drafts: Drafts<string>;

const stored = () => ({ value: { alias: 'contact', mdInfo: server.text ?? '' }, etag: `"${server.version}"` });

async function answer(act: () => void) {
  if (server.fails) throw server.fails;
  act();
  return stored();
}

function put(text: string) {
  server.text = text;
  server.version += 1;
}

const calls = {
  load: async () => (server.text === null ? null : answer(() => {})),
  create: (text: string) =>
    answer(() => {
      if (server.text !== null) throw refused(400, 'alias: taken');
      put(text);
    }),
  change: (text: string, etag: string | null) =>
    answer(() => {
      if (server.text === null) throw refused(404, 'alias page not found');
      if (etag !== null && etag !== `"${server.version}"`)
        throw refused(409, 'changed meanwhile', { who: ANNA, when: '2026-11-21T10:00:00.000Z' });
      put(text);
    }),
};

async function opened() {
  const editor = createPageEditor(calls, drafts, () => new Date(EVENING));
  await editor.open();
  return { ...editor, state: () => editor.$editing.get() };
}

beforeEach(() => {
  server = { text: 'Наш адрес', version: 1, fails: null };
  drafts = createDrafts('about:contact', (value) => (typeof value === 'string' ? value : null), deviceWith());
});

describe('the editor of a page', () => {
  test('changes a page that is there and makes one that is not', async () => {
    const editor = await opened();
    editor.change('Новый адрес');
    expect(await editor.save()).toBe('saved');
    expect(server.text).toBe('Новый адрес');
    server = { text: null, version: 0, fails: null };
    const fresh = await opened();
    fresh.change('Первый текст');
    expect(await fresh.save()).toBe('saved');
    expect(server.text).toBe('Первый текст');
  });

  test('shows line ends as a text field has them, and nothing is unsaved by that', async () => {
    server.text = 'a\r\nb';
    const editor = await opened();
    expect(editor.state().value).toBe('a\nb');
    expect(editor.$dirty.get()).toBe(false);
  });

  test('keeps what is typed until it is saved or given up', async () => {
    const editor = await opened();
    editor.change('Черновик');
    editor.keep();
    expect(drafts.all()).toMatchObject([{ value: 'Черновик', etag: '"1"' }]);
    await editor.save();
    expect(drafts.all()).toEqual([]);
    editor.change('Ещё один');
    editor.keep();
    editor.discard();
    expect(drafts.all()).toEqual([]);
    expect(editor.state().value).toBe('Черновик');
  });

  test('offers back what a crash left behind', async () => {
    const crashed = await opened();
    crashed.change('Почти готово');
    crashed.keep();
    const editor = await opened();
    expect(editor.state().value).toBe('Наш адрес');
    const [found] = editor.state().drafts;
    expect(found?.value).toBe('Почти готово');
    editor.takeDraft(found?.id ?? '');
    expect(editor.state()).toMatchObject({ value: 'Почти готово', drafts: [] });
    expect(editor.$dirty.get()).toBe(true);
  });

  test('keeps the text that a draft takes the place of', async () => {
    const crashed = await opened();
    crashed.change('Вчерашнее');
    crashed.keep();
    const editor = await opened();
    editor.change('Сегодняшнее');
    editor.takeDraft(editor.state().drafts[0]?.id ?? '');
    expect(editor.state().drafts.map(({ value }) => value)).toEqual(['Сегодняшнее']);
  });

  test('tells who saved meanwhile and overwrites only when told to', async () => {
    const editor = await opened();
    editor.change('Моё');
    put('Чужое');
    expect(await editor.save()).toBe('conflict');
    expect(editor.state()).toMatchObject({
      value: 'Моё',
      conflict: { who: ANNA, when: '2026-11-21T10:00:00.000Z', theirs: { value: 'Чужое' } },
    });
    expect(server.text).toBe('Чужое');
    put('Ещё более новое');
    expect(await editor.overwrite()).toBe('conflict');
    expect(await editor.overwrite()).toBe('saved');
    expect(server.text).toBe('Моё');
  });

  test('takes their text and keeps mine among the drafts', async () => {
    const editor = await opened();
    editor.change('Моё');
    put('Чужое');
    await editor.save();
    editor.takeTheirs();
    expect(editor.state()).toMatchObject({ value: 'Чужое', conflict: null });
    expect(editor.state().drafts.map(({ value }) => value)).toEqual(['Моё']);
    expect(editor.$dirty.get()).toBe(false);
  });

  test('asks before a draft of an older state replaces a newer one', async () => {
    const crashed = await opened();
    crashed.change('Старый черновик');
    crashed.keep();
    put('Сохранено позже');
    const editor = await opened();
    editor.takeDraft(editor.state().drafts[0]?.id ?? '');
    expect(await editor.save()).toBe('conflict');
  });

  test('asks when somebody else made the page first', async () => {
    server.text = null;
    const editor = await opened();
    editor.change('Моя страница');
    put('Их страница');
    expect(await editor.save()).toBe('conflict');
    expect(editor.state().conflict?.theirs?.value).toBe('Их страница');
  });

  test('brings back a page that was taken away meanwhile', async () => {
    const editor = await opened();
    editor.change('Вернуть');
    server.text = null;
    expect(await editor.save()).toBe('saved');
    expect(server.text).toBe('Вернуть');
  });

  test.each([
    [new TypeError('fetch failed'), 'offline'],
    [refused(500, 'internal'), 'server'],
    [refused(401, 'invalid access token'), 'login'],
    [refused(400, 'invalid mdInfo'), 'refused'],
  ])('loses nothing when a save ends with %s', async (failure, kind) => {
    const editor = await opened();
    editor.change('Долго набирал');
    server.fails = failure;
    expect(await editor.save()).toBe('failed');
    expect(editor.state()).toMatchObject({ value: 'Долго набирал', saving: false, failure: { kind } });
    expect(drafts.all()[0]?.value).toBe('Долго набирал');
  });

  test('refuses a text over the limit before it is sent, counted in bytes', async () => {
    const editor = await opened();
    editor.change('я'.repeat(MARKDOWN_MAX / 2 + 1));
    expect(await editor.save()).toBe('failed');
    expect(editor.state().failure).toMatchObject({ kind: 'too-large' });
    expect(server.text).toBe('Наш адрес');
  });

  test('goes on with what was typed while a save was on its way', async () => {
    const editor = await opened();
    editor.change('Первое');
    const saving = editor.save();
    editor.change('Первое и второе');
    expect(await editor.save()).toBe('ignored');
    expect(await saving).toBe('saved');
    expect(server.text).toBe('Первое');
    expect(editor.state().value).toBe('Первое и второе');
    expect(editor.$dirty.get()).toBe(true);
  });
});

describe('a page that two people change at once', () => {
  test('saves both changes of different paragraphs together and says whose', async () => {
    server.text = 'Один\n\nДва';
    const editor = await opened();
    editor.change('Один\n\nДва, моё');
    put('Один, чужое\n\nДва');
    expect(await editor.save()).toBe('saved');
    expect(server.text).toBe('Один, чужое\n\nДва, моё');
    expect(editor.state()).toMatchObject({ joined: { who: ANNA }, conflict: null });
    editor.change('Один');
    expect(await editor.save()).toBe('saved');
    expect(editor.state().joined).toBeNull();
  });

  test('asks about one paragraph, saves the choice, and keeps what was not chosen as a draft', async () => {
    server.text = 'Один\n\nДва';
    const editor = await opened();
    editor.change('Моё\n\nДва, моё');
    put('Чужое\n\nДва');
    expect(await editor.save()).toBe('conflict');
    expect(editor.state().conflict?.merge?.overlaps).toEqual([{ mine: 'Моё', theirs: 'Чужое', joins: true }]);
    expect(await editor.resolve(['theirs'])).toBe('saved');
    expect(server.text).toBe('Чужое\n\nДва, моё');
    expect(drafts.all().map(({ value }) => value)).toEqual(['Моё\n\nДва, моё']);
  });

  test('does not take a draft of an older state for changes of the present one', async () => {
    server.text = 'Один\n\nДва';
    const first = await opened();
    first.change('Один\n\nДва, моё');
    first.keep();
    put('Один, чужое\n\nДва');
    const editor = await opened();
    editor.takeDraft(editor.state().drafts[0]?.id ?? '');
    expect(await editor.save()).toBe('conflict');
    expect(editor.state().conflict?.merge).toBeNull();
    expect(server.text).toBe('Один, чужое\n\nДва');
  });

  test('asks when others go on saving faster than texts are brought together', async () => {
    server.text = 'Один\n\nДва';
    const editor = await opened();
    editor.change('Один\n\nДва, моё');
    const { change } = calls;
    let saves = 0;
    calls.change = (text, etag) => {
      saves += 1;
      put(`Один ${saves}\n\nДва`);
      return change(text, etag);
    };
    expect(await editor.save()).toBe('conflict');
    calls.change = change;
    expect(await editor.resolve([])).toBe('saved');
    expect(server.text).toBe('Один 4\n\nДва, моё');
  });
});

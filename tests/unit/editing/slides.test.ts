import { beforeEach, describe, expect, test } from 'vitest';
import { IMAGE_FILE_MAX, NOTE_EXCERPT, NOTE_IMAGES_MAX, NOTE_PAGE_SIZE } from '../../../contract/limits.ts';
import type { Note } from '../../../contract/slides/slides.ts';
import { createDrafts } from '../../../src/lib/editing/drafts.ts';
import { excerptOf } from '../../../src/lib/markdown/markup.ts';
import { createSlideForm } from '../../../src/lib/slides/form-store.ts';
import { createSlides, lastSlideQuery } from '../../../src/lib/slides/list-store.ts';
import { readDraft, type SlideText } from '../../../src/lib/slides/slide-fields.ts';
import { EVENING } from '../../support/moment.ts';
import { portalWordsOf } from '../../support/portal-words.ts';
import { deviceWith, refused } from './device.ts';

const note = (id: number, title = `Слайд ${id}`): Note => ({
  id,
  title,
  message: 'текст',
  isPublic: true,
  files: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});
const picture = (size = 1, type = 'image/png') => ({ size, type, name: 'a.png' }) as File;

function tab() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('a draft that is older than a field of slides keeps what it has', () => {
  expect(readDraft({ title: 'Название', message: 'Текст' })).toEqual({
    title: 'Название',
    message: 'Текст',
    isPublic: false,
  });
  expect(readDraft({ message: 'Текст', isPublic: true })).toMatchObject({ title: '', message: 'Текст' });
  for (const other of [{}, { other: 1 }, { title: 7 }, null, 'text']) expect(readDraft(other)).toBeNull();
});

describe('the list of slides', () => {
  test('is paged by the last slide and the words it was searched by', async () => {
    const asked: unknown[][] = [];
    const page = (from: number, count: number) => Array.from({ length: count }, (_, index) => note(from - index));
    const memory = tab();
    const slides = createSlides(
      {
        search: async (search) => {
          asked.push(['search', search]);
          return page(100, NOTE_PAGE_SIZE);
        },
        more: async (title, last) => {
          asked.push(['more', title, last]);
          return page(last - 1, 3);
        },
        order: async () => {},
      },
      memory,
    );
    await slides.search('  скидка ');
    expect(slides.$slides.get().next).toBe('76');
    await slides.more();
    expect(asked).toEqual([
      ['search', 'скидка'],
      ['more', 'скидка', 76],
    ]);
    expect(slides.$slides.get()).toMatchObject({ next: null });
    expect(slides.$slides.get().rows).toHaveLength(NOTE_PAGE_SIZE + 3);
    expect(lastSlideQuery(memory)).toBe('скидка');
  });

  test('offers no more after a page that brought nothing', async () => {
    const full = Array.from({ length: NOTE_PAGE_SIZE }, (_, index) => note(50 - index));
    const slides = createSlides({ search: async () => full, more: async () => [], order: async () => {} }, tab());
    await slides.search('');
    await slides.more();
    expect(slides.$slides.get()).toMatchObject({ next: null, loadingMore: false });
  });

  test('keeps its rows when the next page fails, and fails as a whole only at first', async () => {
    const full = Array.from({ length: NOTE_PAGE_SIZE }, (_, index) => note(50 - index));
    const broken = () => Promise.reject(refused(500, 'x'));
    const slides = createSlides({ search: async () => full, more: broken, order: async () => {} }, tab());
    await slides.search('');
    await slides.more();
    expect(slides.$slides.get()).toMatchObject({
      phase: 'ready',
      next: expect.any(String),
      failure: { kind: 'server' },
    });
    const none = createSlides({ search: broken, more: broken, order: async () => {} }, tab());
    await none.search('');
    expect(none.$slides.get().phase).toBe('failed');
  });

  test('goes on after the row that is the last one after a move', async () => {
    const full = Array.from({ length: NOTE_PAGE_SIZE }, (_, index) => note(NOTE_PAGE_SIZE - index));
    const asked: number[] = [];
    const more = async (_title: string, last: number) => {
      asked.push(last);
      return [];
    };
    const slides = createSlides({ search: async () => full, more, order: async () => {} }, tab());
    await slides.search('');
    slides.move(1, 0);
    await slides.keepOrder();
    await slides.more();
    expect(asked).toEqual([2]);
  });

  test('sends only the places that changed, and takes a refused order back', async () => {
    const sent: (readonly number[])[] = [];
    let fails = false;
    const order = async (ids: readonly number[]) => {
      if (fails) throw refused(500, 'x');
      sent.push(ids);
    };
    const rows = [5, 4, 3, 2, 1].map((id) => note(id));
    const slides = createSlides({ search: async () => rows, more: async () => [], order }, tab());
    const ids = () => slides.$slides.get().rows.map(({ id }) => id);
    await slides.search('');
    slides.move(4, 3);
    slides.move(4, 2);
    expect(await slides.keepOrder()).toBeNull();
    expect(ids()).toEqual([5, 3, 4, 2, 1]);
    expect(sent).toEqual([[3, 4]]);
    slides.move(1, -3);
    slides.move(1, 99);
    expect(await slides.keepOrder()).toBeNull();
    expect(sent).toHaveLength(1);
    fails = true;
    slides.move(1, 0);
    expect(ids()).toEqual([1, 5, 3, 4, 2]);
    expect(await slides.keepOrder()).toMatchObject({ kind: 'server' });
    expect(ids()).toEqual([5, 3, 4, 2, 1]);
  });
});

describe('the beginning of a message', () => {
  test('is the whole of it under 250 characters', () => {
    const text = 'а'.repeat(NOTE_EXCERPT - 1);
    expect(excerptOf(text)).toEqual({ text, isCut: false });
  });

  test('ends at the next space after 250 characters', () => {
    const text = `${'а'.repeat(240)} ${'б'.repeat(30)} ${'в'.repeat(30)}`;
    expect(excerptOf(text)).toEqual({ text: `${'а'.repeat(240)} ${'б'.repeat(30)}`, isCut: true });
  });

  test('is never lost when there is no space', () => {
    const text = 'а'.repeat(400);
    expect(excerptOf(text)).toEqual({ text, isCut: true });
  });
});

describe('the form of a slide', () => {
  let saves: { title: FormDataEntryValue | null; etag: string | null }[];
  let sent: FormData | undefined;
  let failure: Error | null;

  const answer = async (form: FormData, etag: string | null) => {
    saves.push({ title: form.get('title'), etag });
    sent = form;
    if (failure) throw failure;
    return { value: note(7, String(form.get('title'))), etag: '"2"' };
  };
  const drafts = () => createDrafts<SlideText>('slide', (value) => value as SlideText, deviceWith());

  async function filled(id: number | null) {
    const form = createSlideForm(
      {
        one: async () => ({ value: note(7), etag: '"1"' }),
        create: (body) => answer(body, null),
        change: (_id, body, etag) => answer(body, etag),
        removeImage: async () => ({ value: note(7), etag: '"3"' }),
      },
      id,
      () => new Date(EVENING),
      drafts(),
    );
    await form.open();
    form.change({ title: ' Скидки ', message: 'м', isPublic: true });
    return form;
  }

  beforeEach(() => {
    saves = [];
    failure = null;
  });

  test('sends the box only when it is ticked', async () => {
    const form = await filled(null);
    await form.submit();
    expect(sent?.get('isPublic')).toBe('true');
    form.change({ title: 'a', message: 'b', isPublic: false });
    await form.submit();
    expect(sent?.has('isPublic')).toBe(false);
  });

  test('creates a new slide and changes an old one by its mark', async () => {
    expect(await (await filled(null)).submit()).toMatchObject({ go: 'leave', failure: null });
    expect(await (await filled(7)).submit()).toMatchObject({ go: 'leave', failure: null });
    expect(saves).toEqual([
      { title: 'Скидки', etag: null },
      { title: 'Скидки', etag: '"1"' },
    ]);
  });

  test('is not sent without a title', async () => {
    const form = await filled(null);
    form.change({ title: '   ', message: 'м', isPublic: false });
    expect(await form.submit()).toEqual({ go: 'stay' });
    expect(form.$form.get().errors.title).toBe('invalid title');
    expect(saves).toEqual([]);
    form.change({ title: '   ', message: 'м', isPublic: true });
    expect(form.$form.get().errors.title).toBe('invalid title');
    form.change({ title: 'Скидки', message: 'м', isPublic: true });
    expect(form.$form.get().errors.title).toBe('');
  });

  test.each([
    ['invalid title', 'title'],
    ['bad mime type', 'images'],
    ['invalid message', 'message'],
  ] as const)('stays with %s at its field', async (code, field) => {
    const form = await filled(null);
    failure = refused(400, code);
    expect(await form.submit()).toEqual({ go: 'stay' });
    expect(form.$form.get().errors[field]).toBe(code);
    expect(form.$editing.get().value.title).toBe(' Скидки ');
  });

  test.each([
    ['a fault of the server', refused(500, 'x')],
    ['a dead network', new TypeError('fetch failed')],
    ['a slide that is gone', refused(404, 'note not found')],
    ['too large a form', refused(413, 'request entity too large')],
  ])('leads back to the list after %s, and keeps everything', async (_name, reason) => {
    const form = await filled(7);
    form.add([picture()]);
    failure = reason;
    expect(await form.submit()).toMatchObject({ go: 'leave', failure: { kind: expect.any(String) } });
    expect(form.$form.get().images).toHaveLength(1);
    expect(form.$editing.get().value.message).toBe('м');
  });

  test('stays when the session has ended', async () => {
    const form = await filled(null);
    failure = refused(401, 'invalid access token');
    expect(await form.submit()).toEqual({ go: 'stay' });
  });

  test('asks when somebody saved meanwhile', async () => {
    const form = await filled(7);
    failure = refused(409, 'changed meanwhile', { who: null, when: '' });
    expect(await form.submit()).toEqual({ go: 'stay' });
    expect(form.$editing.get().conflict?.theirs?.value.title).toBe('Слайд 7');
  });

  test.each([
    ['no picture', [picture(1, 'text/plain')], 'bad mime type'],
    ['too large a picture', [picture(IMAGE_FILE_MAX + 1)], 'too large'],
    ['too many pictures', Array.from({ length: NOTE_IMAGES_MAX + 1 }, () => picture()), 'too many images'],
  ])('is not sent with %s', async (_name, files, code) => {
    const form = await filled(null);
    form.add(files);
    expect(await form.submit()).toEqual({ go: 'stay' });
    expect(form.$form.get().errors.images).toBe(code);
    expect(saves).toEqual([]);
  });

  test('keeps what is typed when a stored picture is removed', async () => {
    const form = await filled(7);
    expect(await form.removeStored('a.webp')).toBeNull();
    expect(form.$editing.get().value.title).toBe(' Скидки ');
    await form.submit();
    expect(saves.at(-1)?.etag).toBe('"3"');
  });
});

test('every word of the portal has both spellings', () => {
  const spec = portalWordsOf('spec');
  const ru = portalWordsOf('ru');
  expect(Object.keys(ru.slides)).toEqual(Object.keys(spec.slides));
  expect(Object.values(ru.slides).filter((word) => !/[а-яё]/i.test(word))).toEqual([]);
});

import { expect, test } from 'vitest';
import {
  EMPTY_DRAFT,
  fragmentAt,
  keepCommentDraft,
  keptCommentDraft,
  namesNoPerson,
  stillNamed,
  withName,
} from '../../../src/lib/documents/discussion-store.ts';

const ANNA = { uid: 'a', name: 'Анна Волкова' };
const ANNA_SHORT = { uid: 's', name: 'Анна' };

test('a name is looked for from its @ to the caret, two words at most, and not in an address', () => {
  expect(fragmentAt('Привет, @Ан', 11)).toEqual({ start: 8, end: 11, text: 'Ан' });
  expect(fragmentAt('@Анна Во', 8)).toEqual({ start: 0, end: 8, text: 'Анна Во' });
  expect(fragmentAt('@', 1)).toEqual({ start: 0, end: 1, text: '' });
  expect(fragmentAt('почта a@b.ru', 12)).toBeNull();
  expect(fragmentAt('@Анна Волкова, да', 17)).toBeNull();
  expect(fragmentAt('@Анна', 0)).toBeNull();
});

test('the whole name takes the place of what was typed of it', () => {
  const typed = 'Да, @Ан и всё';
  const fragment = fragmentAt(typed, 7);
  expect(fragment && withName(typed, fragment, ANNA.name)).toEqual({ text: 'Да, @Анна Волкова и всё', caret: 18 });
});

test('only people whose name still stands in the text are told, and words that name nobody are noticed', () => {
  expect(stillNamed('Решайте, @Анна Волкова', [ANNA])).toEqual([ANNA]);
  expect(stillNamed('Решайте', [ANNA])).toEqual([]);
  expect(namesNoPerson('@Анна Волкова и @Олег, почта a@b.ru', [ANNA_SHORT, ANNA])).toEqual(['@Олег']);
  expect(namesNoPerson('@Олег @Олег', [])).toEqual(['@Олег']);
});

test('what was typed is kept for its person, document and question until it is empty', () => {
  const kept = new Map<string, string>();
  const memory = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const of = { uid: 'a', document: 1, answers: null };
  const draft = { text: 'Почему?', picked: [ANNA], isQuestion: true, key: 'k' };
  keepCommentDraft(memory, of, draft);
  expect(keptCommentDraft(memory, of)).toEqual(draft);
  expect(keptCommentDraft(memory, { ...of, uid: 'b' })).toEqual(EMPTY_DRAFT);
  expect(keptCommentDraft(memory, { ...of, answers: 2 })).toEqual(EMPTY_DRAFT);
  keepCommentDraft(memory, of, EMPTY_DRAFT);
  expect(kept.size).toBe(0);
  memory.setItem('comment:a:1:new', '{');
  expect(keptCommentDraft(memory, of)).toEqual(EMPTY_DRAFT);
});

import { describe, expect, test } from 'vitest';
import { differenceOf, fold, markedWords } from '../../../src/lib/markdown/difference.ts';
import { partAt, placedParts } from '../../../src/lib/markdown/markup.ts';

const textsOf = (parts: ReturnType<typeof differenceOf>, without: string): string[] =>
  parts.flatMap((part) => (part.kind === without ? [] : part.kind === 'same' ? part.texts : [part.text]));

describe('the comparison of two texts', () => {
  test('puts a changed paragraph below what it was, and leaves the others alone', () => {
    expect(differenceOf('# Часы\nРаботаем с 9 до 18\nЖдём', '# Часы\nРаботаем с 9 до 20\nЖдём')).toEqual([
      { kind: 'same', texts: ['# Часы'] },
      { kind: 'removed', text: 'Работаем с 9 до 18', against: 'Работаем с 9 до 20' },
      { kind: 'added', text: 'Работаем с 9 до 20', against: 'Работаем с 9 до 18' },
      { kind: 'same', texts: ['Ждём'] },
    ]);
  });

  test('says of a new paragraph and of one that is gone that nothing stands in their place', () => {
    expect(differenceOf('а\n\nб', 'а')).toContainEqual({ kind: 'removed', text: 'б', against: null });
    expect(differenceOf('а', 'а\n\nб')).toContainEqual({ kind: 'added', text: 'б', against: null });
  });

  test('gives both texts back', () => {
    const parts = differenceOf('один\n\n- два\n- три\n', 'один\n\n- два\n- четыре\n\nпять\n');
    expect(textsOf(parts, 'added')).toEqual(['один', '- два\n- три']);
    expect(textsOf(parts, 'removed')).toEqual(['один', '- два\n- четыре', 'пять']);
  });

  test('of long texts with nothing in common is given up, not waited for', () => {
    const lines = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word} ${index}`).join('\n');
    expect(differenceOf(lines('а'), lines('б')).some(({ kind }) => kind === 'added')).toBe(true);
  });

  test('folds long unchanged parts and leaves short ones', () => {
    const parts = Array.from({ length: 20 }, (_, index) => String(index));
    expect(fold(parts, false, false)).toEqual({ hidden: 18, head: ['0'], tail: ['19'] });
    expect(fold(parts, true, false)).toEqual({ hidden: 19, head: [], tail: ['19'] });
    expect(fold(['a', 'b'], false, false)).toEqual({ head: ['a', 'b'], hidden: 0, tail: [] });
  });
});

test('words that differ are marked inside of their tags, neighbours in one mark', () => {
  expect(markedWords('<p>с <b>9 до</b> 20</p>', '<p>с 9 до 18</p>', 'ins')).toBe('<p>с <b>9 до</b> <ins>20</ins></p>');
  expect(markedWords('<p>а</p>', '<p>а б &amp; в</p>', 'ins')).toBe('<p>а</p>');
  expect(markedWords('<p>а б &amp; в</p>', '<p>а</p>', 'del')).toBe('<p>а<del> б &amp; в</del></p>');
});

test('the part of the cursor is the one it stands in, or the last above it', () => {
  const parts = placedParts('\nодин\n\n- два\n- три\n');
  expect(parts.map(({ start }) => start)).toEqual([1, 7]);
  expect([0, 1, 6, 7, 20].map((cursor) => partAt(parts, cursor))).toEqual([-1, 0, 0, 1, 1]);
});

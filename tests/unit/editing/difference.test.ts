import { describe, expect, test } from 'vitest';
import { differenceOf, fold } from '../../../src/lib/editing/difference.ts';

const only = (text: ReturnType<typeof differenceOf>, kind: string) =>
  text.filter((piece) => piece.kind === kind).map((piece) => piece.text);

describe('the comparison of two texts', () => {
  test('names what was taken out and what was put in', () => {
    const pieces = differenceOf('Работаем с 9 до 18', 'Работаем с 9 до 20');
    expect(only(pieces, 'removed')).toEqual(['18']);
    expect(only(pieces, 'added')).toEqual(['20']);
  });

  test('gives both texts back', () => {
    const before = 'один\nдва\nтри\n';
    const after = 'один\nтри\nчетыре\n';
    const pieces = differenceOf(before, after);
    expect(
      pieces
        .filter(({ kind }) => kind !== 'added')
        .map(({ text }) => text)
        .join(''),
    ).toBe(before);
    expect(
      pieces
        .filter(({ kind }) => kind !== 'removed')
        .map(({ text }) => text)
        .join(''),
    ).toBe(after);
  });

  test('of long texts with nothing in common is given up, not waited for', () => {
    const lines = (word: string) =>
      Array.from({ length: 20_000 }, (_, index) => `${word} ${index}`).join('\n');
    const pieces = differenceOf(lines('а'), lines('б'));
    expect(pieces.some(({ kind }) => kind === 'added')).toBe(true);
  });

  test('folds long unchanged parts and leaves short ones', () => {
    const lines = Array.from({ length: 20 }, (_, index) => String(index)).join('\n');
    expect(fold(lines, false, false)).toMatchObject({ hidden: 14, head: '0\n1\n2', tail: '17\n18\n19' });
    expect(fold(lines, true, false)).toMatchObject({ hidden: 17, head: '' });
    expect(fold('a\nb', false, false)).toEqual({ head: 'a\nb', hidden: 0, tail: '' });
  });
});

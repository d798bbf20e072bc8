import { describe, expect, test } from 'vitest';
import { DOCUMENT_EXCERPT } from '../../../contract/limits.ts';
import { descriptionExcerpt } from '../../../src/lib/documents/list-texts.ts';

const letters = (count: number) => 'а'.repeat(count);

describe('the description on a card', () => {
  test.each(['', 'Коротко.', `${letters(DOCUMENT_EXCERPT - 1)}.`])('stays whole up to 350 characters', (text) => {
    expect(descriptionExcerpt(text)).toEqual({ text, isCut: false });
  });

  test('is cut after the first full stop that follows 350 characters', () => {
    const start = `Раз. Два. ${letters(DOCUMENT_EXCERPT)}.`;
    expect(descriptionExcerpt(`${start} Дальше. Ещё.`)).toEqual({ text: start, isCut: true });
  });

  test('may end with a full stop at the 351st character', () => {
    const start = `${letters(DOCUMENT_EXCERPT)}.`;
    expect(descriptionExcerpt(`${start}${letters(10)}`).text).toBe(start);
  });

  test('without a later full stop ends at a word, with an ellipsis', () => {
    const { text, isCut } = descriptionExcerpt('Начало. '.padEnd(20) + 'слово '.repeat(100));
    expect(isCut).toBe(true);
    expect(text).toMatch(/слово…$/);
    expect(text.length).toBeLessThanOrEqual(DOCUMENT_EXCERPT + 1);
    expect(text.length).toBeGreaterThan(DOCUMENT_EXCERPT - 20);
  });

  test('keeps most of its length where a short word stands before an endless one', () => {
    expect(descriptionExcerpt(`# Предмет ${letters(500)}`).text).toHaveLength(DOCUMENT_EXCERPT + 1);
  });

  test('of one endless word is cut between whole characters', () => {
    const { text } = descriptionExcerpt(`а${'😀'.repeat(400)}`);
    expect(text).toMatch(/😀…$/u);
    expect(text.isWellFormed()).toBe(true);
  });

  test('does not run after a full stop at the end of a book', () => {
    const { text } = descriptionExcerpt(`${'слово '.repeat(100_000)}.`);
    expect(text.length).toBeLessThanOrEqual(DOCUMENT_EXCERPT + 1);
  });
});

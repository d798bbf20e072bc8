import { expect, test } from 'vitest';
import { UNREAD_WORDS_MAX } from '../../../contract/limits.ts';
import { wordsOfUnread } from '../../../server/catalogue/search-index/title-reading-job.ts';

test('words of titles count once a title, whatever their forms, the commonest first', () => {
  const titles = ['Хрюндель и хрюндели', 'Мурзилка хрюнделя', 'хрюндель'];
  expect(wordsOfUnread(titles)).toEqual([
    { word: 'хрюндель', count: 3 },
    { word: 'мурзилка', count: 1 },
  ]);
});

test('numbers, short words, particles, machines, sides, marks and sizes are no unread words', () => {
  expect(wordsOfUnread(['Хрюндель для КАМАЗ-5320 левый задний ан 12х20 М8 24В 4 шт. без упаковки (оригинал)'])).toEqual(
    [{ word: 'хрюндель', count: 1 }],
  );
});

test('a word of two alphabets is the same as that of one', () => {
  expect(wordsOfUnread(['хрюндель', 'xрюндeль'])).toEqual([{ word: 'хрюндель', count: 2 }]);
});

test('no more words are named than the page shows', () => {
  const letters = Array.from({ length: UNREAD_WORDS_MAX + 5 }, (_, at) => String.fromCharCode(0x430 + at));
  const words = letters.map((letter) => `хрю${letter}мундя`);
  expect(wordsOfUnread([words.join(' ')])).toHaveLength(UNREAD_WORDS_MAX);
  expect(wordsOfUnread([])).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { keptWords } from '../../../rules/catalogue/article.ts';
import {
  asksForParts,
  filtersSet,
  questionAddress,
  readQuestion,
  withoutFilters,
} from '../../../rules/catalogue/question.ts';
import { formatPrice } from '../../../rules/format/texts.ts';

const read = (query: string) => readQuestion(new URLSearchParams(query));

describe('the question of an address', () => {
  it.each([
    ['query=740&maker=Toyota&inStock=1&order=price', '/catalog?query=740&maker=Toyota&inStock=1&order=price'],
    ['query=740&maker=&brandId=&priceFrom=+&inStock=0&order=relevance', '/catalog?query=740'],
    ['query=%20фильтр%26x%20&unknown=1&order=other', '/catalog?query=%D1%84%D0%B8%D0%BB%D1%8C%D1%82%D1%80%26x'],
    ['', '/catalog'],
  ])('%s is asked as %s', (query, address) => {
    expect(questionAddress(read(query))).toBe(address);
  });

  it('counts a price from and to as one filter', () => {
    expect(filtersSet(read('priceFrom=1&priceTo=2&photo=1'))).toBe(2);
    expect(filtersSet(read('query=740&order=price&strict=1'))).toBe(0);
  });

  it('asks for parts with words or with a filter, not with an order alone', () => {
    expect([read('order=price'), read('maker=x'), read('query=x')].map(asksForParts)).toEqual([false, true, true]);
  });

  it('loses filters and the place in the answer together, not the words and the order', () => {
    expect(questionAddress(withoutFilters(read('query=a&photo=1&order=stock&cursor=x&strict=1')))).toBe(
      '/catalog?query=a&strict=1&order=stock',
    );
  });

  it('takes half a surrogate pair for what it is', () => {
    expect(questionAddress({ ...read(''), query: '\ud800' })).toBe('/catalog?query=%EF%BF%BD');
  });
});

it.each([
  ['Фильтр ЕВРО-2, к-т', ['Фильтр ', '[ЕВРО-2,]', ' ', '[к-т]']],
  ['Экскаватор-погрузчик большой', ['Экскаватор-погрузчик большой']],
  ['Без дефиса', ['Без дефиса']],
])('of «%s» short words with a hyphen stay whole', (title, pieces) => {
  expect(keptWords(title).map(({ text, kept }) => (kept ? `[${text}]` : text))).toEqual(pieces);
});

it.each([
  ['150.00', '150,00\u00a0₽'],
  ['10103.91', '10\u00a0103,91\u00a0₽'],
  ['0.00', null],
])('the price %s has its kopecks in a list', (price, shown) => {
  expect(formatPrice(price)).toBe(shown);
});

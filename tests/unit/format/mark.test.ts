import { describe, expect, it } from 'vitest';
import { markArticle } from '../../../rules/catalogue/article.ts';

/** The article with its matching stretch in brackets. */
const marked = (article: string, query: string): string =>
  markArticle(article, query)
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('');

describe('the matched part of an article', () => {
  it.each([
    ['740.1003010-20', '7401003010', '[740.1003010]-20'],
    ['740.1003010-20', '740 1003010', '[740.1003010]-20'],
    ['5320-7401003010', '740.1003010', '5320-[7401003010]'],
    ['04465-33471', '0446533471', '[04465-33471]'],
    ['АВ-12О', 'ab120', '[АВ-12О]'],
    ['ЗМЗ-406', '3m3', '[ЗМЗ]-406'],
    ['740.1003010-20', 'головка 1003010', '740.[1003010]-20'],
    ['740.1003010-20', 'головка блока', '740.1003010-20'],
    ['740.1003010-20', '', '740.1003010-20'],
    ['740.1003010-20', '...', '740.1003010-20'],
    ['--', '7', '--'],
  ])('%s for «%s» is %s', (article, query, shown) => {
    expect(marked(article, query)).toBe(shown);
  });

  it('joins back to the article whatever was typed', () => {
    for (const article of ['740.1003010-20', 'ﬁ-12½', '𝟙𝟚-3', 'Ё', 'ШНКФ 453461.700-25']) {
      for (const query of ['12', 'fi', '453461', article, article.toLowerCase()]) {
        expect(
          markArticle(article, query)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(article);
      }
    }
  });
});

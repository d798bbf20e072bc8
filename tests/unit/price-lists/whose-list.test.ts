import { describe, expect, it } from 'vitest';
import { otherProvidersListDoubt, withArticlesSay } from '../../../server/price-lists/rules/doubts.ts';

describe('whose list it is', () => {
  it('is asked from half of another provider on, below 10 % of the chosen one, and from five articles on', () => {
    const isAsked = (articles: number, own: number, count: number) =>
      otherProvidersListDoubt({ articles, own }, { title: 'Склад', count }) !== null;
    expect(isAsked(100, 9, 50)).toBe(true);
    expect(isAsked(100, 9, 49)).toBe(false);
    expect(isAsked(100, 10, 100)).toBe(false);
    expect(isAsked(5, 0, 5)).toBe(true);
    expect(isAsked(4, 0, 4)).toBe(false);
    expect(otherProvidersListDoubt({ articles: 100, own: 0 }, null)).toBeNull();
  });

  it('is what the articles say, whatever the header is like', () => {
    const byHeader = { kind: 'other-provider', text: 'header' } as const;
    const further = { kind: 'rows-above', text: '' } as const;
    const other = { title: 'Склад', count: 100 };
    const kinds = (own: number, owner: typeof other | null) =>
      withArticlesSay([byHeader, further], { articles: 100, own }, owner).map(({ kind, text }) => `${kind} ${text}`);
    expect(kinds(50, other)).toEqual(['rows-above ']);
    expect(kinds(0, null)).toEqual(['other-provider header', 'rows-above ']);
    expect(kinds(0, other)).toEqual([expect.stringContaining('«Склад»'), 'rows-above ']);
  });
});

import { describe, expect, it } from 'vitest';
import { otherProvidersListDoubt } from '../../../server/price-lists/rules/doubts.ts';

describe('whose list it is', () => {
  it('is asked from 60 % of another provider on, below 10 % of the chosen one, and from ten articles on', () => {
    const isAsked = (articles: number, own: number, count: number) =>
      otherProvidersListDoubt({ articles, own }, { title: 'Склад', count }) !== null;
    expect(isAsked(100, 9, 60)).toBe(true);
    expect(isAsked(100, 9, 59)).toBe(false);
    expect(isAsked(100, 10, 100)).toBe(false);
    expect(isAsked(10, 0, 10)).toBe(true);
    expect(isAsked(9, 0, 9)).toBe(false);
    expect(otherProvidersListDoubt({ articles: 100, own: 0 }, null)).toBeNull();
  });
});

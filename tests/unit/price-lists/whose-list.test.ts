import { describe, expect, it } from 'vitest';
import { BLANK, type StoredPosition } from '../../../server/catalogue/context/position.ts';
import { ArticleSample, stageNewPosition, stagePosition } from '../../../server/price-lists/apply/staged-positions.ts';
import { otherProvidersListDoubt, withArticlesSay } from '../../../server/price-lists/rules/doubts.ts';

const position = (more: Partial<StoredPosition> = {}) => ({ ...BLANK, id: 1, ...more }) as StoredPosition;

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

  it('is told by a thousand articles from all over a file, as they were before the run', () => {
    const sample = new ArticleSample();
    for (let batch = 0; batch < 100; batch += 1) {
      const keys = Array.from({ length: 200 }, (_, at) => `${batch}-${at}`);
      sample.add(new Map(keys.map((key) => [key, [stagePosition(position(), null)]])));
      sample.add(new Map([[`${batch}-0`, []]]));
    }
    expect(sample.keys).toHaveLength(1_000);
    expect(sample.keys.at(-1)).toBe('4-199');
    expect(sample.own).toBe(1_000);
    const small = new ArticleSample();
    small.add(new Map([['new', [stageNewPosition(position())]]]));
    small.add(new Map([['written', [stagePosition(position(), 1, null)]]]));
    small.add(new Map([['removed', [stagePosition(position({ hidden: 2 }), null)]]]));
    small.add(new Map([['none', []]]));
    expect([small.keys, small.own]).toEqual([['new', 'written', 'removed', 'none'], 0]);
  });
});

import { expect, test } from 'vitest';
import { withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { inSearch, listed, onCard, say } from './said.ts';

const NBSP = '\u00a0';
const for_ = (article: string) => `Замена для${NBSP}${article}`;

aboveSql('a cross', (open) => {
  test('shows on the card of what is replaced, with offers, those in stock first', () =>
    withBridge(open, async (shop) => {
      const [old = 0, dear = 0, , gone = 0] = await shop.add(
        { article: '740.1003010', title: 'Головка', amount: 0 },
        { article: '7405.1003010', title: 'Головка', amount: 2, price: 900 },
        { article: '7406.1003010', title: 'Головка', amount: 5, price: 500 },
        { article: '7407.1003010', title: 'Головка', amount: 0, price: 100 },
      );
      for (const article of ['7407.1003010', '7405.1003010', '7406.1003010'])
        expect((await say(shop, [article, '740-1003010', 'replaces'])).json()).toEqual({ isNew: true });
      expect(await onCard(shop, old)).toEqual([
        ['7406.1003010', for_('740-1003010')],
        ['7405.1003010', for_('740-1003010')],
        ['7407.1003010', for_('740-1003010')],
      ]);
      // One way: what replaces is not replaced.
      expect([await onCard(shop, dear), await onCard(shop, gone)]).toEqual([[], []]);
      expect((await shop.call('GET', '/card/99/part')).statusCode).toBe(404);
    }));

  test('of both ways shows on either card, and can be taken away from either', () =>
    withBridge(open, async (shop) => {
      const [one = 0, other = 0] = await shop.add({ article: 'A-1' }, { article: 'B-1' });
      await say(shop, ['A-1', 'B-1']);
      expect((await say(shop, ['b1', 'a1'])).json()).toEqual({ isNew: false });
      expect([await onCard(shop, one), await onCard(shop, other)]).toEqual([
        [['B-1', for_('A-1')]],
        [['A-1', for_('B-1')]],
      ]);
      const { crosses } = await listed(shop, other);
      expect(crosses).toMatchObject([{ way: 'both', article: 'A-1', maker: null, run: null }]);
      expect((await shop.call('DELETE', `/crosses/${crosses[0]?.id}`)).statusCode).toBe(204);
      expect((await shop.call('DELETE', `/crosses/${crosses[0]?.id}`)).statusCode).toBe(404);
      expect([await onCard(shop, one), await onCard(shop, other)]).toEqual([[], []]);
    }));

  test('of a maker means the part of that maker only', () =>
    withBridge(open, async (shop) => {
      const [bosch = 0, mann = 0] = await shop.add(
        { article: 'F-1', manufacturer: 'Bosch' },
        { article: 'F-1', manufacturer: 'MANN' },
        { article: 'G-1', manufacturer: 'Bosch' },
        { article: 'G-1', manufacturer: 'MANN' },
      );
      await say(shop, ['G-1', 'F-1', 'replaces', 'Bosch', 'mann']);
      expect(await onCard(shop, mann)).toEqual([['G-1', for_('F-1 mann')]]);
      expect(await onCard(shop, bosch)).toEqual([]);
      // The same article of another maker is another part.
      await say(shop, ['F-1', 'F-1', 'replaces', 'MANN', 'Bosch']);
      expect(await onCard(shop, bosch)).toEqual([['F-1', for_('F-1 Bosch')]]);
    }));

  test('stands apart in a search for the article, whether or not that is in the catalogue', () =>
    withBridge(open, async (shop) => {
      await shop.add(
        { article: '740.1003010', title: 'Головка блока' },
        { article: 'НД-55', title: 'Головка', amount: 3, price: 700 },
      );
      await say(shop, ['НД-55', '740.1003010']);
      await say(shop, ['НД-55', '99887766', 'replaces', '', 'OEM']);
      expect(await inSearch(shop, '740-1003010')).toEqual({
        parts: ['740.1003010'],
        crosses: [['НД-55', for_('740.1003010')]],
      });
      expect(await inSearch(shop, 'головка 740.1003010')).toMatchObject({ crosses: [['НД-55', for_('740.1003010')]] });
      expect(await inSearch(shop, '99887766')).toEqual({ parts: [], crosses: [['НД-55', for_('99887766 OEM')]] });
      // Words around an article are still left out where they find nothing.
      expect(await inSearch(shop, 'куплю головку 740.1003010 цена')).toEqual({
        parts: ['740.1003010'],
        crosses: [['НД-55', for_('740.1003010')]],
      });
      expect((await inSearch(shop, '99887766', '&priceTo=5')).crosses).toEqual([]);
      expect((await inSearch(shop, 'головка')).crosses).toEqual([]);
      // What the search finds anyway is listed once.
      expect((await inSearch(shop, 'нд-55')).crosses).toEqual([['740.1003010', for_('НД-55')]]);
      const misses = await shop.call('GET', '/search/misses');
      expect(misses.json().misses).toEqual([]);
    }));

  test('whose parts nobody sees is shown to administrators alone', () =>
    withBridge(open, async (shop) => {
      const [id = 0] = await shop.add({ article: 'A-1' }, { article: 'H-1', hidden: 1 });
      await say(shop, ['H-1', 'A-1']);
      await say(shop, ['ABSENT-7', 'A-1', 'replaces', 'Bosch']);
      expect(await onCard(shop, id)).toEqual([]);
      expect((await listed(shop, id)).crosses.map(({ article, maker, way }) => [article, maker, way])).toEqual([
        ['H-1', null, 'both'],
        ['ABSENT-7', 'Bosch', 'replaced'],
      ]);
    }));

  test('that says nothing is refused, and nothing changes', { tags: ['store'] }, () =>
    withBridge(open, async (shop) => {
      const [id = 0] = await shop.add({ article: 'A-1', manufacturer: 'Bosch' });
      const refusals: [readonly string[], string][] = [
        [['', 'B-1'], 'invalid article'],
        [['A-1', '—'], 'invalid cross article'],
        [['A-1', 'x'.repeat(101)], 'invalid cross article'],
        [['A-1', 'B-1', 'sideways'], 'invalid way'],
        [['A-1', 'a1'], 'cross of itself'],
        [['A-1', 'А-1', 'both', 'Bosch'], 'cross of itself'],
        [['A-1', 'B-1', 'both', 'm'.repeat(101)], 'invalid maker'],
      ];
      for (const [cross, error] of refusals) {
        const answer = await say(shop, cross);
        expect([answer.statusCode, answer.json().error], cross.join()).toEqual([400, error]);
      }
      expect((await listed(shop, id)).crosses).toEqual([]);
      expect((await shop.call('GET', '/crosses?positionId=x')).statusCode).toBe(404);
      expect((await shop.call('GET', `/crosses?positionId=${id}`, { as: null })).statusCode).toBe(401);
    }),
  );

  test('may run in circles, and hundreds of them are bounded', () =>
    withBridge(open, async (shop) => {
      const articles = Array.from({ length: 120 }, (_, at) => `C-${at}`);
      const [first = 0] = await shop.add(...articles.map((article) => ({ article, amount: 1, price: 100 })));
      for (const article of articles.slice(1)) await say(shop, [article, 'C-0']);
      await say(shop, ['C-1', 'C-2']);
      const crosses = await onCard(shop, first);
      expect(crosses).toHaveLength(100);
      expect(crosses.map(([article]) => article)).not.toContain('C-0');
      expect((await inSearch(shop, 'C-0')).crosses).toHaveLength(10);
    }));
});

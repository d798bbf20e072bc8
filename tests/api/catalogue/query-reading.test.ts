// What a question was read as, and what is said where nothing fits it.
import { expect, test } from 'vitest';
import type { PartsAnswer } from '../../../contract/catalogue/parts.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';

async function ask(bridge: TestBridge, parameters: Record<string, string>): Promise<PartsAnswer> {
  const answer = await bridge.call('GET', `/parts/?${new URLSearchParams(parameters)}`, { as: null });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const titles = ({ parts }: PartsAnswer) => parts.map(({ title }) => title);
const chips = ({ reading }: PartsAnswer) =>
  reading?.chips.map(({ role, name, typed, without }) => [role, name, typed, without]);

aboveSql('what a question was read as', (open) => {
  test('is answered by the part, the machine and the side, each with the question without it', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: 'S1', title: 'Фара левая КАМАЗ' }, { article: 'S2', title: 'Фара левая МАЗ' });
      const found = await ask(bridge, { query: 'левые фары камаз' });
      expect([titles(found), found.apart]).toEqual([['Фара левая КАМАЗ'], false]);
      expect(chips(found)).toEqual([
        ['kind', 'фара', 'фары', 'левые камаз'],
        ['machine', 'КАМАЗ', 'камаз', 'левые фары'],
        ['side', 'левый', 'левые', 'фары камаз'],
      ]);
    }));

  test('says that a part is there for other machines alone, on every page of the answer', () =>
    withBridge(open, async (bridge) => {
      await bridge.add(...[1, 2, 3].map((at) => ({ article: `P${at}`, title: `Насос водяной МАЗ ${at}` })));
      const first = await ask(bridge, { query: 'помпа хово', limit: '2' });
      expect([first.apart, first.parts.length, first.total.count]).toEqual([true, 2, 3]);
      expect(first.notes.map(({ kind }) => kind)).toEqual(['machine']);
      const second = await ask(bridge, { query: 'помпа хово', limit: '2', cursor: first.next ?? '' });
      expect([second.apart, second.parts.length]).toEqual([true, 1]);
    }));

  test('takes words plainly where that is asked for, on every page of the answer', () =>
    withBridge(open, async (bridge) => {
      await bridge.add(
        { article: 'P1', title: 'Насос водяной КАМАЗ' },
        { article: 'P2', title: 'Насос водяной Урал, ящик КАМАЗ' },
        { article: 'P3', title: 'Насос водяной МАЗ' },
      );
      const plain = { query: 'насос водяной камаз', plain: 'КАМАЗ', limit: '1' };
      const first = await ask(bridge, plain);
      expect(chips(first)).toEqual([['kind', 'насос водяной', 'насос водяной', 'камаз']]);
      expect([first.apart, first.total.count]).toEqual([false, 2]);
      const second = await ask(bridge, { ...plain, cursor: first.next ?? '' });
      expect(new Set([...titles(first), ...titles(second)]).size).toBe(2);
      // Neither a slip of the hand nor another name of a machine.
      const unknown = await ask(bridge, { query: 'насос водяной камас', plain: 'камас' });
      expect([unknown.apart, unknown.notes]).toEqual([true, [{ kind: 'dropped', text: 'камас' }]]);
    }));

  test('is nothing where all is to be taken as it is typed, on every page of the answer', () =>
    withBridge(open, async (bridge) => {
      await bridge.add(
        { article: 'F1', title: 'Фара левая' },
        { article: 'F2', title: 'Фара левая МАЗ' },
        { article: 'F3', title: 'Фара' },
      );
      const strict = { query: 'фара левая', strict: '1', limit: '1' };
      const first = await ask(bridge, strict);
      expect([first.reading, first.total.count]).toEqual([null, 2]);
      const second = await ask(bridge, { ...strict, cursor: first.next ?? '' });
      expect([second.reading, titles(second).length, second.next]).toEqual([null, 1, null]);
    }));
});

aboveSql('a size in a question', (open) => {
  test.each([
    ['болт м12', 'Болт М12х1,25х170', 'Болт М20Х1,5Х50 м 12'],
    ['болт М12х1,25', 'Болт М12×1,25×170', 'Болт М20х1,25х50 м 12 х'],
    ['м12', 'Болт М12х1,25х170', 'Болт М20Х1,5Х50 м 12'],
    ['рукав ду16', 'Рукав Ду 16', 'Рукав Ду 25, 16 слоёв'],
    ['рукав dn 16', 'Рукав Ду 16', 'Рукав DN 25, 16 слоёв'],
    ['палец ø20', 'Палец Ø 20', 'Палец Ø 40, 20 шлицев'],
    ['рукав L=950', 'Рукав L=950 мм', 'Рукав L=1950 мм, 950 бар'],
    ['рукав 1/2', 'Рукав BSP 1/2', 'Рукав 2 слоя, 1 гайка'],
    ['1/2', 'Рукав BSP 1/2', 'Рукав 2 слоя, 1 гайка'],
    ['реле 24V', 'Реле 24 В', 'Реле V 24.12'],
    ['реле 12В', 'Реле 12V', 'Реле В 24.12'],
    ['втулка 20х40', 'Втулка 20х40х10', 'Втулка 40х60, 20 х'],
    ['насос 21 квт', 'Насос 21 кВт', 'Насос 40 кВт, 21 А'],
    ['лампа 40 вт', 'Лампа 40 Вт', 'Лампа BT 40'],
  ])('is found as that size in titles before its numbers: %s', (query, sized, other) =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: 'А-1', title: other }, { article: 'Б-2', title: sized });
      expect(titles(await ask(bridge, { query }))[0]).toBe(sized);
    }),
  );

  test('goes over articles that begin like the part and the size', () =>
    withBridge(open, async (bridge) => {
      await bridge.add(
        { article: 'РВД 12-28-950', title: 'Рукав высокого давления Ду 12' },
        { article: 'Б-2', title: 'Рукав высокого давления BSP 1/2' },
      );
      expect(titles(await ask(bridge, { query: 'рвд 1/2' }))[0]).toBe('Рукав высокого давления BSP 1/2');
      expect(titles(await ask(bridge, { query: 'рвд 12-28' }))[0]).toBe('Рукав высокого давления Ду 12');
    }));

  test('leaves a part that has its numbers somewhere else behind, and does not lose it', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: 'А-1', title: 'Рукав Ду 25, 16 слоёв' }, { article: 'Б-2', title: 'Рукав Ду 16' });
      expect(titles(await ask(bridge, { query: 'рукав ду 16' }))).toEqual(['Рукав Ду 16', 'Рукав Ду 25, 16 слоёв']);
      const first = await ask(bridge, { query: 'рукав ду 16', limit: '1' });
      expect(titles(await ask(bridge, { query: 'рукав ду 16', limit: '1', cursor: first.next ?? '' }))).toEqual([
        'Рукав Ду 25, 16 слоёв',
      ]);
    }));
});

aboveSql('what a question names and no title says', (open) => {
  test('is remarked where parts are shown that may be for it, and those stay in sight', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: 'М1', title: 'Фильтр масляный КАМАЗ' }, { article: 'М2', title: 'Фара МАЗ' });
      const model = await ask(bridge, { query: 'фильтр масляный камаз 65115' });
      expect([titles(model), model.apart]).toEqual([['Фильтр масляный КАМАЗ'], false]);
      expect(model.notes).toEqual([{ kind: 'model unsaid', text: 'КАМАЗ 65115', means: 'КАМАЗ' }]);
      const side = await ask(bridge, { query: 'фара маз левая' });
      expect([titles(side), side.apart]).toEqual([['Фара МАЗ'], false]);
      expect(side.notes).toEqual([{ kind: 'side unsaid', text: 'левый' }]);
    }));

  test('is not remarked where one of the parts names it, by its reading or by its words', () =>
    withBridge(open, async (bridge) => {
      await bridge.add(
        { article: 'М1', title: 'Фильтр масляный КАМАЗ' },
        { article: 'М2', title: 'Фильтр масляный КАМАЗ-65115', amount: 0 },
        { article: 'М3', title: 'Фара МАЗ' },
        { article: 'М4', title: 'Фара левая МАЗ' },
        { article: 'М5', title: 'Стартер КАМАЗ, применяется на машинах 5320, 65115 и автобусах' },
      );
      for (const query of ['фильтр масляный камаз 65115', 'фара маз левая', 'фара маз', 'стартер камаз 65115'])
        expect((await ask(bridge, { query })).notes, query).toEqual([]);
    }));
});

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

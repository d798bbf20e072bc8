import { expect, test } from 'vitest';
import type { UploadDoubt } from '../../../contract/catalogue/runs.ts';
import { doubtsOf } from '../../../server/price-lists/rules/doubts.ts';
import { doubtsOfProgram } from '../../../server/price-lists/rules/program-doubts.ts';

const plain = (doubts: readonly UploadDoubt[]) => doubts.map(({ text }) => text.replaceAll('\u00a0', ' '));

const FACTS: Parameters<typeof doubtsOf>[0] = {
  applied: 100,
  refused: 0,
  leftOut: 0,
  prices: {
    ...{ priced: 100, priceless: 60, repriced: 40, moved: 40, gone: 0, createdPriceless: 0 },
    ...{ shift: { count: 40, isRise: true, factor: 20 }, common: null },
  },
  errorGroups: [],
  emptied: 0,
  withoutPrices: { created: 1, kept: 0, isSettled: false },
  collapsed: { rows: 0, examples: [] },
  otherPrices: { rows: 0, examples: [] },
  unknownWords: { rows: 0, words: [] },
};

test('a list that a program has sent is doubted without advice about columns, and not for a package without prices', () => {
  const doubts = doubtsOf(FACTS);
  expect(doubts.map(({ kind }) => kind)).toContain('no-price-column');
  expect(plain(doubts).join(' ')).toContain('столбец');
  const ofProgram = doubtsOfProgram(doubts);
  expect(ofProgram.map(({ kind }) => kind)).toEqual(['prices-missing', 'prices-moved']);
  for (const text of plain(ofProgram)) expect(text).toMatch(/^[^.]+\. Проверьте вид цен и выгрузку из 1С\.$/);
  const [nothing] = plain(doubtsOfProgram(doubtsOf({ ...FACTS, applied: 0 })));
  expect(nothing).toBe('Ни одна строка не применена, каталог не изменился. Проверьте вид цен и выгрузку из 1С.');
  const [quoted] = doubtsOfProgram([{ kind: 'exchange-partly', text: 'Цен не прочитано — 1, например «договорная».' }]);
  expect(quoted?.text).toContain('«договорная».');
});

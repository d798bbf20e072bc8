import { expect, test } from 'vitest';
import { foldSearch } from '../../../server/platform/text/fold-search.ts';

test('texts are compared without case, ё, forms of letters and runs of spaces', () => {
  expect(foldSearch('  СЕМЁН \t Ёлкин ')).toBe('семен елкин');
  expect(foldSearch('И\u0306од')).toBe('йод');
  expect(foldSearch('Ｉｖａｎ')).toBe('ivan');
});

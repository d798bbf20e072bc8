import { expect, test } from 'vitest';
import { bindShortWords } from '../../../src/lib/pages/page-html.ts';

test('no short word ends a line', () => {
  expect(bindShortWords('Запчасти для автомобилей и спецтехники')).toBe(
    'Запчасти для\u00a0автомобилей и\u00a0спецтехники',
  );
  expect(bindShortWords('Всё и не только в Омске')).toBe('Всё\u00a0и\u00a0не\u00a0только в\u00a0Омске');
});

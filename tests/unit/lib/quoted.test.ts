import { expect, it } from 'vitest';
import { quoted } from '../../../rules/format/texts.ts';

it('puts a title into quotation marks and makes its own the inner ones', () => {
  expect(quoted('Склад ')).toBe('«Склад»');
  expect(quoted('ООО «Ромашка»')).toBe('«ООО „Ромашка“»');
});

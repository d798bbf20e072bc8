import { expect, test } from 'vitest';
import { isInn, isPhone } from '../../../contract/requests/forms.ts';

test.each([
  ['+7 351 200-00-00', true],
  ['8 (912) 345-67-89', true],
  ['7 912 345 67 89', true],
  ['912 345-67-89', true],
  ['+7 351 200-00-00, доб. 12', true],
  ['+375 29 123-45-67', true],
  ['200-00-00', false],
  ['8 912 345', false],
  ['+7 912 345 67 89 1', false],
  ['8912345678901234', false],
  ['позвоните мне', false],
  ['12345', false],
])('a number of a telephone can be called from elsewhere: %s', (text, is) => expect(isPhone(text)).toBe(is));

test.each([
  ['7707083893', true],
  ['7707083894', false],
  ['500100732259', true],
  ['500100732258', false],
  ['770708389', false],
  ['77070838930', false],
  ['абвгдежзик', false],
])('a taxpayer number has right check digits: %s', (text, is) => expect(isInn(text)).toBe(is));

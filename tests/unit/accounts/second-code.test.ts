import { expect, test } from 'vitest';
import { formatRecoveryCode, isCodeGiven, readSecondCode } from '../../../contract/accounts/forms.ts';

const RECOVERY = '01234567890123456789';

test('a code is read as people type and paste it', () => {
  for (const typed of ['123456', ' 123 456 ', '123-456', '１２３４５６', '123\u00a0456'])
    expect(readSecondCode(typed)).toEqual({ kind: 'app', digits: '123456' });
  for (const typed of [RECOVERY, formatRecoveryCode(RECOVERY), ' 01234–56789 01234\t56789\n'])
    expect(readSecondCode(typed)).toEqual({ kind: 'recovery', digits: RECOVERY });
});

test('security 74: nothing else is a code', () => {
  for (const typed of ['', '12345', '1234567', 'abcdef', '12345a', `${RECOVERY}0`, '٠١٢٣٤٥', '1'.repeat(1_000)])
    expect([typed, readSecondCode(typed)]).toEqual([typed, null]);
  for (const typed of [123456, null, undefined, ['123456'], { $ne: null }]) expect(readSecondCode(typed)).toBeNull();
});

test('an empty field is no code, a wrong one is', () => {
  expect(['', null, undefined].map(isCodeGiven)).toEqual([false, false, false]);
  expect([' ', '0', 123456].map(isCodeGiven)).toEqual([true, true, true]);
});

import { expect, test } from 'vitest';
import { CODE_FORM, formatRecoveryCode } from '../../../contract/accounts/forms.ts';
import { readField } from '../../../contract/fields/field.ts';

const RECOVERY = '01234567890123456789';
const readCode = (typed: unknown) => readField(CODE_FORM.code, typed);

test('a code is read as people type and paste it', () => {
  for (const typed of ['123456', ' 123 456 ', '123-456', '１２３４５６', '123\u00a0456'])
    expect(readCode(typed)).toEqual({ kind: 'app', digits: '123456' });
  for (const typed of [RECOVERY, formatRecoveryCode(RECOVERY), ' 01234–56789 01234\t56789\n'])
    expect(readCode(typed)).toEqual({ kind: 'recovery', digits: RECOVERY });
});

test('security 74: nothing else is a code', () => {
  for (const typed of ['12345', '1234567', 'abcdef', '12345a', `${RECOVERY}0`, '٠١٢٣٤٥', '1'.repeat(1_000)])
    expect([typed, readCode(typed)]).toEqual([typed, null]);
  for (const typed of [123456, ['123456'], { $ne: null }]) expect(readCode(typed)).toBeNull();
});

test('an empty field is no code, a wrong one is', () => {
  expect(['', null, undefined].map(readCode)).toEqual([undefined, undefined, undefined]);
  expect([' ', '0', 123456].map(readCode)).toEqual([null, null, null]);
});

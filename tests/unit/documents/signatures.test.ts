import { expect, test } from 'vitest';
import { signaturesOf } from '../../../rules/documents/signing.ts';

test('a step that any one ends takes one signature, whoever that spares', () => {
  const any = (...signed: boolean[]) => ({ mode: 'any' as const, signed });
  const all = (...signed: boolean[]) => ({ mode: 'all' as const, signed });
  expect(signaturesOf([])).toEqual({ done: 0, all: 0 });
  expect(signaturesOf([all(true, false)])).toEqual({ done: 1, all: 2 });
  expect(signaturesOf([all(true), any(false, true, false)])).toEqual({ done: 2, all: 2 });
  expect(signaturesOf([any(false, false), all(false), any()])).toEqual({ done: 0, all: 2 });
});

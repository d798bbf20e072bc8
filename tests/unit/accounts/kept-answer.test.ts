import { expect, test } from 'vitest';
import { openAnswer, sealAnswer } from '../../../server/accounts/credentials/tokens.ts';

const TOKEN = 'c0a2c3a4-7b9f-4f9e-8a63-9a3d2a1f0b11';
const ANSWER = { access: 'a.b.c', refresh: 'r' };

test('a kept answer opens with the token it was sealed under', () => {
  expect(openAnswer(TOKEN, sealAnswer(TOKEN, ANSWER))).toEqual(ANSWER);
});

test('a kept answer shows nothing of itself and looks different each time', () => {
  const sealed = sealAnswer(TOKEN, ANSWER);
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('a.b.c');
  expect(sealAnswer(TOKEN, ANSWER)).not.toBe(sealed);
});

test('a kept answer opens neither with another token nor after a change', () => {
  const sealed = sealAnswer(TOKEN, ANSWER);
  const changed = Buffer.from(sealed, 'base64');
  changed[20] = (changed[20] ?? 0) ^ 1;
  expect(() => openAnswer(TOKEN.replace('c0', 'c1'), sealed)).toThrow();
  expect(() => openAnswer(TOKEN, changed.toString('base64'))).toThrow();
});

import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, test } from 'vitest';
import { createNewPasswords } from '../../../server/accounts/credentials/new-passwords.ts';

const EMAIL = 'anna.ivanova@parts-world.example';
const SHOP = ['Детали Урала', 'detali'];
const passwords = (allowCommon = false) => createNewPasswords({ shortest: 8, allowCommon, shopWords: () => SHOP });
const reasonFor = async (password: string) => {
  const read = await passwords().read(password, EMAIL);
  return read.password === null ? read.reason : 'taken';
};

describe('a new password', () => {
  test('security 63: is looked for in a list of at least 10,000 that are long enough to be chosen', () => {
    const list = dictionary['passwords-common'] as readonly string[];
    expect(list.filter((one) => one.length >= 8).length).toBeGreaterThanOrEqual(10_000);
  });

  test.each([
    ['12345678', 'common password'],
    ['PaSSword', 'common password'],
    ['qwertyuiop', 'common password'],
    ['йцукенгшщз', 'common password'],
    ['  password', 'common password'],
    ['ｐassword', 'common password'],
    ['Password123!', 'common password'],
    ['P@$$w0rd', 'common password'],
    ['p@ssw0rd2026', 'common password'],
    ['dragondragon', 'common password'],
    ['Dragon2024!', 'common password'],
    ['1q2w3e4r5t', 'common password'],
    ['dragonfly over reeds', 'taken'],
    ['dragon-84-kettle', 'taken'],
    ['x7-kettle-91', 'taken'],
    ['ivanova1987', 'personal password'],
    ['Anna-Ivanova', 'personal password'],
    ['anna.ivanova@parts-world.example', 'personal password'],
    ['PartsWorld!', 'personal password'],
    ['ivanovaivanova', 'personal password'],
    ['детали урала', 'personal password'],
    ['Детали-Урала 26', 'personal password'],
    ['ltnfkb ehfkf', 'personal password'],
    ['detali2026', 'personal password'],
    ['1234567', null],
    ['correct horse', 'taken'],
    ['иванова любит сливы', 'taken'],
    ['annaannaanna!', 'personal password'],
    ['aaaaaaaq', 'taken'],
  ])('security 63: %s: %s', async (password, outcome) => {
    expect(await reasonFor(password)).toBe(outcome);
  });

  test('security 63: may be as common as it likes where that is allowed, and no shorter', async () => {
    expect(await passwords(true).read('12345678', EMAIL)).toEqual({ password: '12345678' });
    expect(await passwords(true).read('anna.ivanova', EMAIL)).toEqual({ password: 'anna.ivanova' });
    expect(await passwords(true).read('1234567', EMAIL)).toEqual({ password: null, reason: null });
  });
});

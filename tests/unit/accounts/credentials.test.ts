import { domainToASCII, domainToUnicode } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readNewPassword, SIGNIN_FORM } from '../../../contract/accounts/forms.ts';
import { readEmail } from '../../../contract/fields/email.ts';
import { Refusal, readField } from '../../../contract/fields/field.ts';
import { readName } from '../../../contract/fields/person-name.ts';

describe('an e-mail address', () => {
  test.each([
    ['a@b.ru', 'a@b.ru', 'a@b.ru'],
    ['  Ivan.Petrov@Example.RU ', 'Ivan.Petrov@Example.RU', 'ivan.petrov@example.ru'],
    ['ivan+shop@example.ru', 'ivan+shop@example.ru', 'ivan+shop@example.ru'],
    ['info@Запчасти.рф', 'info@Запчасти.рф', 'info@запчасти.рф'],
    // An invisible mark.
    ['info@exam\ufe0fple.ru', 'info@example.ru', 'info@example.ru'],
    ['info@xn--e1afmkfd.xn--p1ai', 'info@пример.рф', 'info@пример.рф'],
    ['Info@XN--E1AFMKFD.рф', 'Info@пример.рф', 'info@пример.рф'],
    ['info@xn--r8jz45g.jp', 'info@例え.jp', 'info@例え.jp'],
    ['info@xn--mnchen-ost-9db.de', 'info@münchen-ost.de', 'info@münchen-ost.de'],
    ['ｉｎｆｏ＠example．ru', 'info@example.ru', 'info@example.ru'],
  ])('%j is kept as %j and compared as %j', (text, typed, key) => {
    expect(readEmail(text)).toEqual({ typed, key });
  });

  test.each([
    '',
    'a',
    'a@b',
    '@b.ru',
    'a@.ru',
    'a@b..ru',
    'a@b.1',
    'a@b.12',
    '.a@b.ru',
    'a.@b.ru',
    'a..b@b.ru',
    'a b@b.ru',
    'a@b@c.ru',
    'a@-b.ru',
    'a@b-.ru',
    'a@xn--.ru',
    'a@xn--a.ru',
    'a@xn--abc-.ru',
    `a@xn--${'9'.repeat(60)}.ru`,
    `a@${'абвгдежзийклмнопрстуфхцчшщъыьэюя.'.repeat(6)}рф`,
    '"a"@b.ru',
    '<a@b.ru>',
    'a,b@b.ru',
    `${'a'.repeat(250)}@b.ru`,
    'a'.repeat(1_000_000),
    null,
    undefined,
    7,
    ['a@b.ru'],
    { toString: () => 'a@b.ru' },
  ])('%j is none', (value) => {
    expect(readEmail(value)).toBeNull();
  });

  test('security 92: both spellings of a domain are one, as Node reads them too', () => {
    for (const label of ['пример', 'бюро-2', 'ünïcödé', '日本語', 'αβγ', 'שלום', 'а'.repeat(30), 'ÿ-ж-日']) {
      const key = `info@${domainToUnicode(`${label}.рф`)}`;
      expect(readEmail(`info@${label}.рф`)?.key).toBe(key);
      expect(readEmail(`info@${domainToASCII(`${label}.рф`)}`)?.key).toBe(key);
    }
  });

  test.each(['a@b.ru\r\nBcc: c@d.ru', 'a\r\nBcc:x@b.ru', 'a\u0000@b.ru', 'a@b\u2028.ru'])(
    'security 14: %j with a hidden line is none',
    (value) => {
      expect(readEmail(value)).toBeNull();
    },
  );
});

describe('a password', () => {
  const emoji = '🔧';
  const refused = new Refusal('invalid password');
  const readPassword = (value: unknown) => readField(SIGNIN_FORM.password, value);

  test('security 3: 128 characters with emoji and Cyrillic are taken whole', () => {
    const password = `${emoji}ключ`.repeat(25) + 'ы'.repeat(3);
    expect([...password]).toHaveLength(128);
    expect(readNewPassword(password, 8)).toBe(password);
    expect(readPassword(password)).toBe(password);
    expect(readPassword(`${password}a`)).toEqual(refused);
  });

  test('security 3: a megabyte is refused', () => {
    expect(readPassword('a'.repeat(1_000_000))).toEqual(refused);
    expect(readNewPassword('a'.repeat(1_000_000), 8)).toBeNull();
  });

  test('is one whatever Unicode form it was typed in', () => {
    expect(readPassword('мо\u0438\u0306 пароль')).toBe('мо\u0439 пароль');
  });

  test('a new one has the length that is asked for and is not blank', () => {
    expect(readNewPassword('1234567', 8)).toBeNull();
    expect(readNewPassword('12345678', 8)).toBe('12345678');
    expect(readNewPassword(' '.repeat(10), 8)).toBeNull();
    expect(readNewPassword(emoji.repeat(4), 8)).toBeNull();
  });

  test('at sign-in a shorter one of former times is still looked at, anything else is not', () => {
    expect(readPassword('12345')).toBe('12345');
    for (const value of ['1234', '', null, undefined, 12345678, ['12345678']])
      expect(readPassword(value)).toEqual(refused);
  });
});

describe('a name', () => {
  test.each(['Йожеф Ёлкин', 'Ệñrique', 'नमस्ते'])('%s is one, marks over its letters included', (name) => {
    expect(readName(name)).toBe(name.normalize('NFKC'));
  });

  test('security 65: letters under heaps of marks are none', () => {
    expect(readName(`Иван${'\u0336\u0489\u0308\u0301\u0302'.repeat(3)}`)).toBeUndefined();
  });
});
